#include "scrabble/simulation/self_play.h"

#include <algorithm>
#include <cmath>

#include "scrabble/game/choose.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

// With fewer tiles a leave no longer depends on what can be drawn.
constexpr int least_bag_for_leaves = rack_size + 1;
constexpr int most_racks = 64;

Rack draw_rack(std::array<Letter, most_tiles>& pool, int count, Random& random) {
    Rack rack;
    for (int i = 0; i < rack_size; ++i) {
        const int other = i + static_cast<int>(random.below(static_cast<std::uint32_t>(count - i)));
        std::swap(pool[i], pool[other]);
        rack.add(pool[i]);
    }
    return rack;
}

// Return the number of tiles that are not on the board.
int tiles_off_board(const Board& board, const Distribution& distribution,
                    std::array<Letter, most_tiles>& pool) {
    TileCounts left = distribution.counts;
    for (int row = 0; row < board_size; ++row) {
        for (int column = 0; column < board_size; ++column) {
            const Letter tile = board.at(row, column);
            if (tile != empty_square) {
                --left[rack_tile(tile)];
            }
        }
    }
    return static_cast<int>(list_tiles(left, pool));
}

}  // namespace

GameResult SelfPlay::play(const StaticValues& first, const StaticValues& second, std::uint64_t seed,
                          std::uint64_t game_number) {
    const int first_seat = static_cast<int>(game_number % 2);
    Game game(dictionary_, seed + game_number / 2, 0);
    GameResult result;
    result.first_moved_first = first_seat == 0;
    while (!game.over()) {
        const int player = game.on_turn() == first_seat ? 0 : 1;
        const Move move = generator_.generate(game.board(), game.rack(game.on_turn()),
                                              player == 0 ? first : second, game.surroundings(), 1)[0];
        result.bingos[player] +=
            static_cast<int>(move.kind == MoveKind::place && move.tiles_played == rack_size);
        result.exchanges[player] += static_cast<int>(move.kind == MoveKind::exchange);
        game.play(move);
    }
    result.turns = game.turns();
    result.scores = {game.score(first_seat), game.score(1 - first_seat)};
    return result;
}

// A leave is weighted by the number of ways to choose it from the rack.
void SelfPlay::add_rack(const Rack& rack, double points_over, const Leaves& leaves, LeaveTally& tally) {
    std::array<Letter, rack_size> distinct{};
    std::array<std::uint8_t, rack_size> numbers{};
    std::size_t count = 0;
    for (std::size_t letter = 0; letter < rack.counts.size(); ++letter) {
        if (rack.counts[letter] > 0) {
            distinct[count] = static_cast<Letter>(letter);
            numbers[count++] = rack.counts[letter];
        }
    }
    std::array<std::uint32_t, most_subsets> places{};
    leaves.places_of_subsets(std::span(distinct).first(count), std::span(numbers).first(count), places);
    std::array<double, most_subsets> ways{1.0};
    std::size_t made = 1;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t before = made;
        for (int kept = 1; kept <= numbers[i]; ++kept) {
            for (std::size_t j = 0; j < before; ++j) {
                ways[made++] = ways[j] * choose(numbers[i], kept);
            }
        }
    }
    for (std::size_t i = 1; i < made; ++i) {
        if (places[i] != 0) {
            tally.weights[places[i] - 1] += ways[i];
            tally.sums[places[i] - 1] += ways[i] * points_over;
        }
    }
    ++tally.racks;
    tally.squares += points_over * points_over;
}

// Each rack is compared with the others on the same board, so that the quality of the board cancels.
void SelfPlay::tally_board(const Game& game, const StaticValues& values, int racks, Random& random,
                           LeaveTally& tally) {
    std::array<Letter, most_tiles> pool{};
    const int count = tiles_off_board(game.board(), dictionary_.rules.distribution, pool);
    std::array<Rack, most_racks> dealt;
    std::array<double, most_racks> worth{};
    double sum = 0.0;
    for (int i = 0; i < racks; ++i) {
        dealt[i] = draw_rack(pool, count, random);
        const Surroundings around{game.bag(), 0};
        worth[i] = generator_.generate(game.board(), dealt[i], values, around, 1)[0].equity / double{points};
        sum += worth[i];
    }
    for (int i = 0; i < racks; ++i) {
        const double others = (sum - worth[i]) / (racks - 1);
        add_rack(dealt[i], worth[i] - others, *values.leaves, tally);
    }
}

void SelfPlay::tally_leaves(const StaticValues& values, std::uint64_t seed, int racks, LeaveTally& tally) {
    Game game(dictionary_, seed, 0);
    Random random(~seed);
    racks = std::clamp(racks, 2, most_racks);
    while (!game.over()) {
        if (game.bag() >= least_bag_for_leaves) {
            tally_board(game, values, racks, random, tally);
        }
        game.play(
            generator_.generate(game.board(), game.rack(game.on_turn()), values, game.surroundings(), 1)[0]);
    }
}

void SelfPlay::tally_swings(const StaticValues& values, std::uint64_t seed, SwingTally& tally) {
    struct Seen {
        int seat;
        int unseen;
        int spread;    // before the move
        int bag_left;  // after the move; -1 if the bag was empty before
        double promised;
    };
    std::array<Seen, 512> seen;
    std::size_t count = 0;
    Game game(dictionary_, seed, 0);
    while (!game.over() && count < seen.size()) {
        const int seat = game.on_turn();
        const int spread = game.score(seat) - game.score(1 - seat);
        const int bag = game.bag();
        const int unseen = game.unseen();
        const Move move =
            generator_.generate(game.board(), game.rack(seat), values, game.surroundings(), 1)[0];
        const bool draws = move.kind == MoveKind::place && bag > 0;
        const int left = std::max(0, bag - move.tiles_played);
        const double adjusted = move.equity / double{points} - values.with_bag(left) / double{points};
        seen[count++] = {seat, unseen, spread, draws ? left : -1, spread + adjusted};
        game.play(move);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Seen& turn = seen[i];
        const int final_spread = game.score(turn.seat) - game.score(1 - turn.seat);
        const int swing = std::clamp(final_spread - turn.spread, -most_swing, most_swing);
        const std::size_t row = static_cast<std::size_t>(turn.unseen) * (2 * most_swing + 1);
        ++tally.swings[row + static_cast<std::size_t>(swing + most_swing)];
        if (turn.bag_left >= 0) {
            const int at = std::min(turn.bag_left, pre_endgame_sizes);
            ++tally.plays[at];
            tally.errors[at] += final_spread - turn.promised;
        }
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
