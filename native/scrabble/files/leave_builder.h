// Makes leave tables in the KLV2 format.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "scrabble/game/letters.h"

namespace zeitnot::scrabble {

// Calls visit with every leave of 1 to so many tiles that the distribution allows, as ascending letters, the
// blank first, in the order of a table: a leave comes before those that begin with it.
void for_each_leave(const Distribution& distribution, int most_tiles,
                    const std::function<void(std::span<const Letter>)>& visit);

// The file that gives each of these leaves its value in points. Throws std::invalid_argument unless there are
// at most so many tiles as a play of one tile leaves.
std::vector<std::byte> make_klv(const Distribution& distribution, int most_tiles,
                                const std::function<float(std::span<const Letter>)>& value);

}  // namespace zeitnot::scrabble
