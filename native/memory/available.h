// Available memory of the system.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>

namespace zeitnot::memory {

// Return the available memory of the machine, or of the process's control group if that is less; nothing if
// the system does not report it. The root is where /proc and /sys are found.
std::optional<std::uint64_t> available_bytes(const std::string& root = "/");

// A std::bad_alloc whose message names the requested size.
class TooLarge : public std::bad_alloc {
  public:
    TooLarge(std::uint64_t wanted_bytes, std::uint64_t available_bytes) noexcept;
    [[nodiscard]] const char* what() const noexcept override { return text_.data(); }

  private:
    std::array<char, 128> text_{};
};

// Throws TooLarge if a table is larger than the available memory plus the memory freed for it. Linux
// overcommits: the allocation itself would succeed, and the process would be killed when it uses the memory.
void check_available(std::uint64_t wanted_bytes, std::uint64_t given_back_bytes = 0);

}  // namespace zeitnot::memory
