// A file seen as memory: processes that open the same file share its pages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace zeitnot::scrabble {

// Read-only. A file that is shortened while it is mapped ends the process when a page beyond its end is
// touched, and nothing that can be checked before prevents it. So only files of the cache folder are mapped:
// they are written under another name, renamed when whole, and never written to again. What belongs to
// users, who may copy another file over it at any time, is read and kept.
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
