#include "scrabble/files/mapped_file.h"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zeitnot::scrabble {

namespace {

// Closes the file descriptor, which the mapping does not need.
class Descriptor {
  public:
    explicit Descriptor(const std::string& path)
        : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    ~Descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;

    [[nodiscard]] int number() const { return number_; }

  private:
    int number_;
};

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
    throw std::runtime_error(path + ": " + reason);
}

[[noreturn]] void refuse_with_error(const std::string& path, const std::string& attempt) {
    const int error = errno;
    refuse(path, attempt + ": " + std::system_category().message(error));
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
    const Descriptor file(path);
    if (file.number() < 0) {
        refuse_with_error(path, "cannot be opened");
    }
    struct stat status{};
    if (::fstat(file.number(), &status) != 0) {
        refuse_with_error(path, "cannot be examined");
    }
    if (!S_ISREG(status.st_mode)) {
        refuse(path, "must be a regular file");
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) {
        return;  // an empty file cannot be mapped
    }
    const void* memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
    if (memory == MAP_FAILED) {
        refuse_with_error(path, "cannot be mapped");
    }
    bytes_ = {static_cast<const std::byte*>(memory), size};
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) {
        ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
}

}  // namespace zeitnot::scrabble
