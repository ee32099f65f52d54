// Surroundings: the state of the bag and of the opponent's rack.
#pragma once

namespace zeitnot::scrabble {

// What a static evaluation must know besides the board and the rack.
struct Surroundings {
    int bag = 0;             // tiles in the bag
    int opponent_score = 0;  // points on the opponent's rack, if the bag is empty
};

}  // namespace zeitnot::scrabble
