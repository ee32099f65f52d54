#include "scrabble/simulation/rollout.h"

#include <algorithm>
#include <cmath>

#include "scrabble/game/game.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

struct Rollout::State {
    Board board;
    Bag bag;
    Random random;
    std::array<Rack, 2> racks{};     // of the player with the candidate, and of the opponent
    std::array<Equity, 2> leaves{};  // value of what each player kept at the last move
    int spread = 0;                  // from the first player's view
    int on_turn = 1;
    int scoreless = 0;
    bool over = false;
};

namespace {

// Endgames that follow one position are small and similar.
constexpr std::size_t solver_table_mb = 4;

void take_tiles(Rack& rack, const Move& move) {
    for (int i = 0; i < move.length; ++i) {
        if (move.kind == MoveKind::exchange) {
            rack.take(move.tiles[i]);
        } else if (move.tiles[i] != 0) {
            rack.take(rack_tile(move.tiles[i]));
        }
    }
}

// A player who goes out gets twice the opponent's tiles; after too many scoreless turns both lose their own.
void settle_end(auto& state, int mover, const Distribution& distribution) {
    state.over = true;
    const int sign = mover == 0 ? 1 : -1;
    if (state.racks[mover].tiles == 0) {
        state.spread += sign * 2 * state.racks[1 - mover].score(distribution);
    } else {
        state.spread += state.racks[1].score(distribution) - state.racks[0].score(distribution);
    }
    state.leaves = {0, 0};
}

}  // namespace

Candidate candidate_of(const KnownPosition& position, const Move& move, const RolloutPlan& plan) {
    Candidate candidate{move, position.board, position.rack};
    take_tiles(candidate.kept, move);
    if (move.kind == MoveKind::place) {
        candidate.board.play(move, plan.dictionary.rules, plan.dictionary.lexicon);
    }
    // With nothing left to draw, the tiles kept cost points only when the game ends.
    candidate.leave = position.unseen_tiles() > rack_size ? plan.values.leave_value(candidate.kept) : 0;
    return candidate;
}

Rollout::Rollout(const RolloutPlan& plan)
    : plan_(plan), reply_generator_(plan.dictionary), generator_(plan.dictionary) {
    if (plan.solve_nodes > 0) {
        solver_ = std::make_unique<EndgameSolver>(plan.dictionary, solver_table_mb);
    }
}

Rollout::State Rollout::start(const KnownPosition& position, const Candidate& candidate,
                              std::uint64_t deal) const {
    Random random = plan_.deals.random(deal);
    const Bag bag = plan_.deals.deal(deal, random);
    State state{.board = candidate.board, .bag = bag, .random = random};
    state.bag.draw(state.racks[1], 1);
    state.racks[0] = candidate.kept;
    state.bag.draw(state.racks[0], 0);
    if (candidate.move.kind == MoveKind::exchange) {
        for (int i = 0; i < candidate.move.length; ++i) {
            state.bag.put_back(candidate.move.tiles[i], 0, state.random);
        }
    }
    state.spread = position.spread + candidate.move.score;
    state.leaves[0] = candidate.leave;
    state.scoreless = candidate.move.score == 0 ? position.scoreless_turns + 1 : 0;
    if (state.racks[0].tiles == 0 || state.scoreless >= most_scoreless_turns) {
        settle_end(state, 0, plan_.dictionary.rules.distribution);
    }
    return state;
}

std::optional<SolvedSample> Rollout::sample(const KnownPosition& position, const Candidate& candidate,
                                            std::uint64_t deal, timing::StopControl& control) {
    State state = start(position, candidate, deal);
    if (solver_ == nullptr) {
        for (int ply = 0; ply < plan_.plies && !state.over; ++ply) {
            play_on(state, ply == 0 ? reply_generator_ : generator_, ply + 1 == plan_.plies);
        }
        return SolvedSample{value(state, position.spread), 0};
    }
    std::uint64_t nodes = 1;
    for (; !state.over && state.bag.tiles() > 0; ++nodes) {
        play_on(state, nodes == 1 ? reply_generator_ : generator_, false);
    }
    if (!state.over) {
        nodes += solve(state, control);
        if (control.stopped()) {
            return std::nullopt;
        }
    }
    return SolvedSample{value(state, position.spread), nodes};
}

std::uint64_t Rollout::solve(State& state, timing::StopControl& control) {
    const int mover = state.on_turn;
    const EndgamePosition position{
        state.board, {state.racks[mover], state.racks[1 - mover]}, state.scoreless};
    const EndgameSettings settings{.most_nodes = plan_.solve_nodes};
    // In work time nodes are counted when the batch is complete, and nothing stops a search before that.
    timing::StopControl unhurried(1.0);
    unhurried.start(timing::StopControl::no_deadline, timing::StopControl::no_deadline);
    const bool wall_time = control.work_per_second() <= 0.0;
    const EndgameReport report = solver_->solve(position, settings, wall_time ? control : unhurried,
                                                [](const EndgameReport&) { return false; });
    state.spread += mover == 0 ? report.value_pts : -report.value_pts;
    state.leaves = {0, 0};
    state.over = true;
    return report.nodes;
}

void Rollout::play_on(State& state, MoveGenerator& generator, bool last) {
    const Rules& rules = plan_.dictionary.rules;
    const int mover = state.on_turn;
    Rack& rack = state.racks[mover];
    const int bag = state.bag.tiles();
    const Surroundings around{bag, bag == 0 ? state.racks[1 - mover].score(rules.distribution) : 0};
    const Move move = generator.generate(state.board, rack, plan_.values, around, 1)[0];
    take_tiles(rack, move);
    state.leaves[mover] = bag > 0 ? plan_.values.leave_value(rack) : 0;
    if (move.kind == MoveKind::place && !last) {
        state.board.play(move, rules, plan_.dictionary.lexicon);
    }
    state.bag.draw(rack, mover);
    if (move.kind == MoveKind::exchange) {
        for (int i = 0; i < move.length; ++i) {
            state.bag.put_back(move.tiles[i], mover, state.random);
        }
    }
    state.spread += mover == 0 ? move.score : -move.score;
    state.scoreless = move.score == 0 ? state.scoreless + 1 : 0;
    if (rack.tiles == 0 || state.scoreless >= most_scoreless_turns) {
        settle_end(state, mover, rules.distribution);
    }
    state.on_turn = 1 - mover;
}

Sample Rollout::value(const State& state, int spread_before) const {
    const double leaves = (state.leaves[0] - state.leaves[1]) / double{points};
    const double spread = state.spread + leaves;
    if (state.over) {
        const int sign = (state.spread > 0 ? 1 : 0) - (state.spread < 0 ? 1 : 0);
        return {static_cast<float>(spread - spread_before), 0.5F + 0.5F * static_cast<float>(sign)};
    }
    const int unseen = state.bag.tiles() + state.racks[1 - state.on_turn].tiles;
    const int rounded = static_cast<int>(std::lround(spread));
    const float chance = plan_.wins.chance(unseen, state.on_turn == 0 ? rounded : -rounded);
    return {static_cast<float>(spread - spread_before), state.on_turn == 0 ? chance : 1.0F - chance};
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
