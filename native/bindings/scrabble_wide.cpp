// The Scrabble bindings that depend on the size of board and alphabet once more, for the larger ones; see
// scrabble/game/size.h.
#define ZEITNOT_WIDE

#include "bindings/scrabble.cpp"
#include "bindings/scrabble_arguments.cpp"
#include "bindings/scrabble_endgame.cpp"
#include "bindings/scrabble_inference.cpp"
#include "bindings/scrabble_leave_sampler.cpp"
#include "bindings/scrabble_pre_endgame.cpp"
#include "bindings/scrabble_self_play.cpp"
#include "bindings/scrabble_simulation.cpp"
