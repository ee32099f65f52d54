#include "scrabble/files/leaves.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "scrabble/files/kwg.h"
#include "scrabble/files/kwg_check.h"

namespace zeitnot::scrabble {

static_assert(std::endian::native == std::endian::little, "KLV2 files are copied as they are");

namespace {

// A full table has a few thousand nodes; the rows of this many still fit into 128 MB.
constexpr std::size_t most_leave_nodes = std::size_t{1} << 18;
constexpr float most_leave_pts = 10'000.0F;
constexpr float thousandths_per_pt = 1'000.0F;

[[noreturn]] void refuse(const std::string& rule, std::size_t got) {
    throw std::invalid_argument(rule + ", got " + std::to_string(got));
}

// Reads a count and that many 32-bit items from the front.
template <typename Item>
std::vector<Item> take_counted(std::span<const std::byte>& bytes, const std::string& what) {
    static_assert(sizeof(Item) == sizeof(std::uint32_t));
    std::uint32_t count = 0;
    if (bytes.size() < sizeof(count)) {
        refuse("the number of " + what + " must be 4 bytes", bytes.size());
    }
    std::memcpy(&count, bytes.data(), sizeof(count));
    bytes = bytes.subspan(sizeof(count));
    if (bytes.size() / sizeof(Item) < count) {
        refuse("the file must hold " + std::to_string(count) + " " + what, bytes.size() / sizeof(Item));
    }
    std::vector<Item> items(count);
    if (count != 0) {
        std::memcpy(items.data(), bytes.data(), count * sizeof(Item));
    }
    bytes = bytes.subspan(count * sizeof(Item));
    return items;
}

std::int32_t thousandths(float pts) {
    if (!(std::abs(pts) <= most_leave_pts)) {
        throw std::invalid_argument("a leave must be worth at most 10000 points either way, got " +
                                    std::to_string(pts));
    }
    return static_cast<std::int32_t>(std::lround(pts * thousandths_per_pt));
}

}  // namespace

Leaves Leaves::from_bytes(std::span<const std::byte> bytes) {
    auto nodes = take_counted<std::uint32_t>(bytes, "nodes");
    const auto pts = take_counted<float>(bytes, "values");
    if (!bytes.empty()) {
        refuse("nothing must follow the values, bytes", bytes.size());
    }
    if (nodes.size() > most_leave_nodes) {
        refuse("there must be at most " + std::to_string(most_leave_nodes) + " nodes", nodes.size());
    }
    // Some writers leave node 1 unused, others put the first list there.
    kwg::Check check(nodes, 1);
    const std::uint32_t root = kwg::children(nodes[0]);
    check.below(root, kwg::Zero::tile);
    const kwg::Counts counts = kwg::count_words(nodes, rack_size);
    if (!counts.whole) {
        throw std::invalid_argument("a leave must have at most " + std::to_string(rack_size) + " tiles");
    }
    const std::uint64_t leaves = root == 0 ? 0 : counts.words[root];
    if (leaves != pts.size() || leaves > most_leaves) {
        refuse("there must be a value for each of " + std::to_string(leaves) + " leaves", pts.size());
    }
    Leaves table;
    table.nodes_ = std::move(nodes);
    table.lay_steps(counts.words, check.highest_letter());
    table.values_.reserve(pts.size() + 1);
    table.values_.push_back(0);
    for (const float value : pts) {
        table.values_.push_back(thousandths(value));
    }
    return table;
}

std::vector<std::uint32_t> Leaves::to_file() const {
    std::vector<std::uint32_t> file{static_cast<std::uint32_t>(nodes_.size())};
    file.insert(file.end(), nodes_.begin(), nodes_.end());
    file.push_back(static_cast<std::uint32_t>(size()));
    for (const std::int32_t value : values()) {
        file.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value) / thousandths_per_pt));
    }
    return file;
}

void Leaves::lay_steps(std::span<const std::uint64_t> counts, Letter highest) {
    constexpr std::size_t usual_slots = 32;
    constexpr std::size_t most_slots = largest_alphabet + 1;
    const std::size_t slots = highest < usual_slots ? usual_slots : most_slots;
    tile_mask_ = static_cast<std::uint32_t>(slots) - 1;
    highest_letter_ = highest;
    const std::uint32_t root = kwg::children(nodes_[0]);
    std::vector<std::uint32_t> row_of(nodes_.size());
    std::vector<std::uint32_t> lists{0, root};  // by row
    row_of[root] = root == 0 ? 0 : 1;
    steps_.resize(lists.size() * slots);
    for (std::size_t row = 1; row < lists.size(); ++row) {
        std::uint64_t skipped = 0;
        for (std::uint32_t i = lists[row]; i != 0; i = kwg::last(nodes_[i]) ? 0 : i + 1) {
            const std::uint32_t children = kwg::children(nodes_[i]);
            if (children != 0 && row_of[children] == 0) {
                row_of[children] = static_cast<std::uint32_t>(lists.size());
                lists.push_back(children);
                steps_.resize(steps_.size() + slots);
            }
            const auto next = static_cast<std::uint32_t>(row_of[children] * slots);
            steps_[row * slots + kwg::letter(nodes_[i])] = {.next_and_found =
                                                                2 * next + kwg::accepts(nodes_[i]),
                                                            .skipped = static_cast<std::uint32_t>(skipped)};
            skipped += kwg::accepts(nodes_[i]) + (children != 0 ? counts[children] : 0);
        }
    }
}

inline std::uint32_t Leaves::advance(State& state, Letter tile) const {
    const Step step = steps_[state.row + (tile & tile_mask_)];
    const std::uint32_t found = step.next_and_found & 1;
    const std::uint32_t place = state.base + step.skipped;
    state = {.row = step.next_and_found >> 1, .base = place + found};
    return place & (0U - found);
}

std::uint32_t Leaves::locate(std::span<const Letter> leave) const {
    State state = start();
    std::uint32_t place = 0;
    for (const Letter tile : leave) {
        place = advance(state, tile);
    }
    return leave.size() < rack_size ? place : 0;
}

std::optional<std::size_t> Leaves::index(std::span<const Letter> leave) const {
    const std::uint32_t place = locate(leave);
    return place == 0 ? std::nullopt : std::optional<std::size_t>(place - 1);
}

template <typename Visitor>
void Leaves::for_each_subset(std::span<const Letter> distinct, std::span<const std::uint8_t> counts,
                             std::size_t room, const Visitor& visit) const {
    std::array<State, most_subsets> states;
    room = std::min(room, states.size());
    std::size_t stride = 1;
    std::size_t tiles = 0;
    states[0] = start();
    if (room == 0 || distinct.size() != counts.size()) {
        throw std::invalid_argument("sub-racks need room and a count for every tile");
    }
    visit(0, 0);
    for (std::size_t i = 0; i < distinct.size(); ++i) {
        tiles += counts[i];
        const std::size_t end = stride * (counts[i] + std::size_t{1});
        if (end > room) {
            refuse("a rack must have at most " + std::to_string(room) + " sub-racks", end);
        }
        // One more tile of a kind is one stride further.
        for (std::size_t j = stride; j < end; ++j) {
            State state = states[j - stride];
            visit(j, advance(state, distinct[i]));
            states[j] = state;
        }
        stride = end;
    }
    if (tiles >= rack_size) {
        visit(stride - 1, 0);
    }
}

void Leaves::values_of_subsets(std::span<const Letter> distinct, std::span<const std::uint8_t> counts,
                               std::span<std::int32_t> out) const {
    for_each_subset(distinct, counts, out.size(),
                    [&](std::size_t subset, std::uint32_t place) { out[subset] = values_[place]; });
}

void Leaves::places_of_subsets(std::span<const Letter> distinct, std::span<const std::uint8_t> counts,
                               std::span<std::uint32_t> out) const {
    for_each_subset(distinct, counts, out.size(),
                    [&](std::size_t subset, std::uint32_t place) { out[subset] = place; });
}

}  // namespace zeitnot::scrabble
