// Static evaluation: a weighted sum of features, tapered between middle game and endgame.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "chess/position.h"
#include "chess/score.h"

namespace zeitnot::chess {

// One weight for the middle game and one for the endgame, in centipawns.
struct Weight {
    std::int16_t middle = 0;
    std::int16_t end = 0;
};

// Every feature is a range of one flat table of weights, so that one tuner can fit them all.
namespace feature {

constexpr int material = 0;                          // five piece types
constexpr int placement = material + 5;              // six types x 32 squares, files mirrored
constexpr int mobility_knight = placement + 6 * 32;  // by number of safe squares
constexpr int mobility_bishop = mobility_knight + 9;
constexpr int mobility_rook = mobility_bishop + 14;
constexpr int mobility_queen = mobility_rook + 15;
constexpr int bishop_pair = mobility_queen + 28;
constexpr int rook_open_file = bishop_pair + 1;
constexpr int rook_half_open_file = rook_open_file + 1;
constexpr int outpost = rook_half_open_file + 1;  // knight, bishop
constexpr int pawn_doubled = outpost + 2;
constexpr int pawn_isolated = pawn_doubled + 1;   // closed file, half-open file
constexpr int pawn_backward = pawn_isolated + 2;  // closed file, half-open file
constexpr int pawn_phalanx = pawn_backward + 2;   // by rank
constexpr int pawn_supported = pawn_phalanx + 8;  // by rank
constexpr int passed = pawn_supported + 8;        // by rank
constexpr int passed_blocked = passed + 8;        // by rank
constexpr int passed_free = passed_blocked + 8;   // by rank: no piece on the path and no attack on it
constexpr int passed_own_king = passed_free + 8;  // by distance of the own king to the square ahead
constexpr int passed_enemy_king = passed_own_king + 8;
constexpr int shelter = passed_enemy_king + 8;  // by file from the edge (4) x rank of the own pawn (8)
constexpr int storm = shelter + 32;             // by file from the edge (4) x rank of the enemy pawn (8)
constexpr int king_danger = storm + 32;         // by attack units on the squares around the king
constexpr int king_danger_size = 40;
constexpr int safe_check = king_danger + king_danger_size;  // knight, bishop, rook, queen
constexpr int threat_by_pawn = safe_check + 4;              // on knight, bishop, rook, queen
constexpr int threat_by_minor = threat_by_pawn + 4;         // on pawn (undefended), minor, rook, queen
constexpr int threat_by_rook = threat_by_minor + 4;         // on undefended minor, queen
constexpr int hanging = threat_by_rook + 2;
constexpr int push_threat = hanging + 1;
constexpr int king_open_file = push_threat + 1;
constexpr int bad_bishop = king_open_file + 1;  // own pawns on the bishop's colour
constexpr int tempo = bad_bishop + 1;
constexpr int count = tempo + 1;

}  // namespace feature

extern const std::array<Weight, feature::count> weights;

// How often each feature occurs, white minus black: the input of the tuner.
struct Trace {
    std::array<std::int16_t, feature::count> times{};
    int phase = 0;           // 24 at the start, 0 in a pawn endgame
    int endgame_scale = 64;  // out of 64
};

class Evaluator {
  public:
    Evaluator();

    // From the side to move, in centipawns.
    [[nodiscard]] Score evaluate(const Position& position);

    [[nodiscard]] static Trace trace(const Position& position);

    void clear();

  private:
    struct PawnEntry {
        Key key = 0;
        int middle = 0;
        int end = 0;
        std::array<Bitboard, color_count> passed{};
    };

    friend class EvaluationAccess;

    static constexpr std::size_t pawn_entries = 8192;
    std::vector<PawnEntry> pawns_;
};

}  // namespace zeitnot::chess
