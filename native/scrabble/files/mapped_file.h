// MappedFile: a read-only memory-mapped file, whose pages are shared between processes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace zeitnot::scrabble {

// Truncating a mapped file kills every process that touches a page beyond its new end, and no check
// beforehand can prevent it. So only files of the cache folder are mapped: they are written under another
// name, renamed when complete, and never modified. Files of users, who may overwrite them at any time, are
// read into memory instead.
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
