// Any bytes as a KLV2 file: refused with std::invalid_argument, or leaves whose values can be looked up.

#include <array>
#include <span>

#include "scrabble/files/leaves.h"
#include "tests/fuzz/input.h"

namespace {

using zeitnot::scrabble::Leaves;
using zeitnot::scrabble::Letter;

void use(const Leaves& leaves) {
    std::size_t place = 0;
    leaves.for_each_leave([&](std::span<const Letter> leave) {
        const auto index = leaves.index(leave);
        promise(!index.has_value() || *index < leaves.size());
        static_cast<void>(leaves.value(leave));
        return ++place < 2'000;
    });
    const std::array<Letter, 3> distinct{0, 1, 5};
    const std::array<std::uint8_t, 3> counts{2, 1, 3};
    std::array<std::int32_t, 24> values{};
    std::array<std::uint32_t, 24> places{};
    leaves.values_of_subsets(distinct, counts, values);
    leaves.places_of_subsets(distinct, counts, places);
    for (const std::uint32_t each : places) {
        promise(each <= leaves.size());
    }
    // Unlike the file, what is written of it is as it should be: it is read again.
    const auto file = leaves.to_file();
    const Leaves again = Leaves::from_bytes(std::as_bytes(std::span(file)));
    promise(again.size() == leaves.size());
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto leaves =
        read_or_refused([&] { return Leaves::from_bytes(std::as_bytes(std::span(data, size))); });
    if (leaves.has_value()) {
        use(*leaves);
    }
    return 0;
}
