// A file seen as memory: processes that open the same file share its pages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace zeitnot::scrabble {

// Read-only. Whoever replaces a file that may be open must rename a new one over it, never shorten it in
// place.
class MappedFile {
  public:
    // Throws std::runtime_error with the file's name and the reason.
    explicit MappedFile(const std::string& path);
    ~MappedFile();

    MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    MappedFile& operator=(MappedFile&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  private:
    std::span<const std::byte> bytes_;
};

}  // namespace zeitnot::scrabble
