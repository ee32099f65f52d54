#include "scrabble/game/game.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

Game::Game(const Dictionary& dictionary, std::uint64_t seed, int first_seat)
    : dictionary_(&dictionary), random_(seed), bag_(dictionary.rules.distribution.counts, random_),
      on_turn_(first_seat) {
    bag_.draw(racks_[0], 0);
    bag_.draw(racks_[1], 1);
}

Surroundings Game::surroundings() const {
    const Distribution& distribution = dictionary_->rules.distribution;
    return {bag_.tiles(), bag_.tiles() == 0 ? racks_[1 - on_turn_].score(distribution) : 0};
}

void Game::play(const Move& move) {
    Rack& rack = racks_[on_turn_];
    if (move.kind == MoveKind::place) {
        for (int i = 0; i < move.length; ++i) {
            if (move.tiles[i] != 0) {
                rack.take(rack_tile(move.tiles[i]));
            }
        }
        board_.play(move, dictionary_->rules, dictionary_->lexicon);
        bag_.draw(rack, on_turn_);
    } else if (move.kind == MoveKind::exchange) {
        for (int i = 0; i < move.length; ++i) {
            rack.take(move.tiles[i]);
        }
        bag_.draw(rack, on_turn_);
        for (int i = 0; i < move.length; ++i) {
            bag_.put_back(move.tiles[i], on_turn_, random_);
        }
    }
    scores_[on_turn_] += move.score;
    scoreless_ = move.score == 0 ? scoreless_ + 1 : 0;
    ++turns_;
    if (rack.tiles == 0 || scoreless_ == most_scoreless_turns) {
        end();
    }
    on_turn_ = 1 - on_turn_;
}

// A player who goes out gets twice the opponent's tiles; otherwise both lose their own tiles.
void Game::end() {
    over_ = true;
    const Distribution& distribution = dictionary_->rules.distribution;
    if (racks_[on_turn_].tiles == 0) {
        scores_[on_turn_] += 2 * racks_[1 - on_turn_].score(distribution);
        return;
    }
    for (int seat = 0; seat < 2; ++seat) {
        scores_[seat] -= racks_[seat].score(distribution);
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
