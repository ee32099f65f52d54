#include "scrabble/files/leave_builder.h"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "scrabble/files/word_graph.h"

namespace zeitnot::scrabble {

namespace {

constexpr int most_leave_tiles = rack_size - 1;

using Visit = std::function<void(std::span<const Letter>)>;

struct Enumeration {
    std::vector<std::uint8_t> left;
    std::size_t most_tiles;
    const Visit& visit;
    std::array<Letter, most_leave_tiles> leave{};
    std::size_t tiles = 0;

    // The recursion is as deep as a leave is long.
    void extend_from(Letter first) {  // NOLINT(misc-no-recursion)
        for (std::size_t letter = first; letter < left.size(); ++letter) {
            if (left[letter] == 0) {
                continue;
            }
            --left[letter];
            leave[tiles++] = static_cast<Letter>(letter);
            visit(std::span<const Letter>(leave).first(tiles));
            if (tiles < most_tiles) {
                extend_from(static_cast<Letter>(letter));
            }
            --tiles;
            ++left[letter];
        }
    }
};

template <typename Item>
void put_counted(std::vector<std::byte>& bytes, const std::vector<Item>& items) {
    const auto count = static_cast<std::uint32_t>(items.size());
    const auto counted = std::as_bytes(std::span(&count, 1));
    const auto content = std::as_bytes(std::span(items));
    bytes.insert(bytes.end(), counted.begin(), counted.end());
    bytes.insert(bytes.end(), content.begin(), content.end());
}

}  // namespace

void for_each_leave(std::span<const std::uint8_t> counts, int most_tiles, const Visit& visit) {
    if (most_tiles < 1 || most_tiles > most_leave_tiles) {
        throw std::invalid_argument("a leave must have 1 to " + std::to_string(most_leave_tiles) +
                                    " tiles, got " + std::to_string(most_tiles));
    }
    if (counts.empty() || counts.size() > largest_alphabet + std::size_t{1}) {
        throw std::invalid_argument("there must be the blank and at most " +
                                    std::to_string(largest_alphabet) + " letters, got " +
                                    std::to_string(counts.size()));
    }
    Enumeration enumeration{.left = {counts.begin(), counts.end()},
                            .most_tiles = static_cast<std::size_t>(most_tiles),
                            .visit = visit};
    enumeration.extend_from(blank);
}

std::vector<std::byte> make_klv(std::span<const std::uint8_t> counts, int most_tiles,
                                const std::function<float(std::span<const Letter>)>& value) {
    WordGraph graph;
    std::vector<float> values;
    for_each_leave(counts, most_tiles, [&](std::span<const Letter> leave) {
        graph.add(leave);
        values.push_back(value(leave));
    });
    std::vector<std::byte> bytes;
    put_counted(bytes, graph.nodes(graph.finish(), 0));
    put_counted(bytes, values);
    return bytes;
}

}  // namespace zeitnot::scrabble
