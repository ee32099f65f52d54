// Builder of leave tables in the KLV2 format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "scrabble/game/letter.h"

namespace zeitnot::scrabble {

// Calls visit with every leave of 1 to most_tiles tiles that a bag with these numbers of tiles allows:
// ascending letters, the blank first, in table order, where a leave comes before its extensions.
void for_each_leave(std::span<const std::uint8_t> counts, int most_tiles,
                    const std::function<void(std::span<const Letter>)>& visit);

// Return a KLV2 file with the given values in points. Throws std::invalid_argument if leaves would have more
// tiles than a play of one tile can leave.
std::vector<std::byte> make_klv(std::span<const std::uint8_t> counts, int most_tiles,
                                const std::function<float(std::span<const Letter>)>& value);

}  // namespace zeitnot::scrabble
