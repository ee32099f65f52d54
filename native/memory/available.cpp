#include "memory/available.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <sstream>

namespace zeitnot::memory {

namespace {

constexpr std::uint64_t bytes_of_kb = 1024;
constexpr std::uint64_t bytes_of_mb = 1024 * bytes_of_kb;

// Smaller tables are not checked.
constexpr std::uint64_t least_checked_bytes = 64 * bytes_of_mb;

// Return the only number of a file, or the number after a name at the beginning of a line.
std::optional<std::uint64_t> number_in(const std::string& path, const std::string& name = "") {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string first;
        std::uint64_t number = 0;
        if (!name.empty() && (!(words >> first) || first != name)) {
            continue;
        }
        if (words >> number) {
            return number;
        }
    }
    return std::nullopt;
}

struct ControlGroup {
    const char* limit;
    const char* usage;
    const char*
        own_memory;  // field of the usage file: memory that cannot be reclaimed, unlike cached file pages
};

// Paths as seen inside a container: cgroup version 2, then version 1.
constexpr std::array<ControlGroup, 2> control_groups{{
    {.limit = "sys/fs/cgroup/memory.max", .usage = "sys/fs/cgroup/memory.stat", .own_memory = "anon"},
    {.limit = "sys/fs/cgroup/memory/memory.limit_in_bytes",
     .usage = "sys/fs/cgroup/memory/memory.stat",
     .own_memory = "total_rss"},
}};

}  // namespace

std::optional<std::uint64_t> available_bytes(const std::string& root) {
    std::optional<std::uint64_t> least;
    if (const auto available_kb = number_in(root + "proc/meminfo", "MemAvailable:")) {
        least = *available_kb * bytes_of_kb;
    }
    for (const ControlGroup& group : control_groups) {
        if (const auto limit = number_in(root + group.limit)) {
            const std::uint64_t used = number_in(root + group.usage, group.own_memory).value_or(0);
            const std::uint64_t left = *limit - std::min(*limit, used);
            least = std::min(left, least.value_or(left));
        }
    }
    return least;
}

TooLarge::TooLarge(std::uint64_t wanted_bytes, std::uint64_t available_bytes) noexcept {
    std::snprintf(text_.data(), text_.size(), "a table must fit into the memory available, %llu MB, got %llu",
                  static_cast<unsigned long long>(available_bytes / bytes_of_mb),
                  static_cast<unsigned long long>(wanted_bytes / bytes_of_mb));
}

void check_available(std::uint64_t wanted_bytes, std::uint64_t given_back_bytes) {
    if (wanted_bytes < least_checked_bytes) {
        return;
    }
    const auto available = available_bytes();
    if (available && wanted_bytes > *available + given_back_bytes) {
        throw TooLarge(wanted_bytes, *available + given_back_bytes);
    }
}

}  // namespace zeitnot::memory
