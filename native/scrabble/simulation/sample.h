// Sample: the result of one rollout.
#pragma once

namespace zeitnot::scrabble {

struct Sample {
    float equity;  // points gained over the spread before the move, including the value of the leaves
    float win;     // chance to win
};

}  // namespace zeitnot::scrabble
