// Memory that the system can still give.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>

namespace zeitnot::memory {

// Of the machine, or of the control group that the process is in if that is less; nothing where the system
// does not say. The root is where /proc and /sys are found.
std::optional<std::uint64_t> available_bytes(const std::string& root = "/");

// A std::bad_alloc that says what was asked for.
class TooLarge : public std::bad_alloc {
  public:
    TooLarge(std::uint64_t wanted_bytes, std::uint64_t available_bytes) noexcept;
    [[nodiscard]] const char* what() const noexcept override { return text_.data(); }

  private:
    std::array<char, 128> text_{};
};

// Throws TooLarge for a table that is larger than what is available and what is given back for it. The
// system promises memory that it does not have and ends the process that uses it: the allocation itself does
// not fail, so the size is checked before it.
void check_available(std::uint64_t wanted_bytes, std::uint64_t given_back_bytes = 0);

}  // namespace zeitnot::memory
