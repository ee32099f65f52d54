#include "scrabble/simulation/leave_sampler.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "scrabble/game/bag.h"
#include "scrabble/game/random.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

// Measured: this many best moves, or leave look-ups, take as long as generating all moves once.
constexpr std::uint64_t best_moves_in_a_list = 10;
constexpr std::uint64_t look_ups_in_a_list = 7000;

// Often enough for a hard deadline, and rare enough to cost nothing.
constexpr std::uint64_t look_ups_between_polls = 500;

// The unseen tiles. Every draw reshuffles the front.
class Pool {
  public:
    Pool(const TileCounts& unseen, std::uint64_t seed)
        : count_(static_cast<int>(list_tiles(unseen, tiles_))), random_(seed) {}

    void shuffle_front() {
        for (int i = 0; i < std::min(rack_size, count_); ++i) {
            const auto on = static_cast<int>(random_.below(static_cast<std::uint32_t>(count_ - i)));
            std::swap(tiles_[i], tiles_[i + on]);
        }
    }

    void fill(Rack& rack, int size, int bag) const {
        for (int i = 0; rack.tiles < size && i < std::min(bag, count_); ++i) {
            rack.add(tiles_[i]);
        }
    }

  private:
    std::array<Letter, most_tiles> tiles_{};
    int count_ = 0;
    Random random_;
};

// Decides when time is up, and counts the work.
class Pace {
  public:
    Pace(timing::StopControl& control, FilledWorth worth)
        : control_(control),
          in_a_list_(worth == FilledWorth::table ? look_ups_in_a_list : best_moves_in_a_list),
          between_polls_(worth == FilledWorth::table ? look_ups_between_polls : 1) {}

    [[nodiscard]] bool time_is_up() { return done_ % between_polls_ == 0 && control_.poll(); }

    void one_done() {
        if (++done_ % in_a_list_ == 0) {
            control_.add_work(1);
        }
    }

  private:
    timing::StopControl& control_;
    std::uint64_t in_a_list_;
    std::uint64_t between_polls_;
    std::uint64_t done_ = 0;
};

}  // namespace

// The pre-endgame adjustment is known for the move to be made, not for the one after it.
LeaveSampler::LeaveSampler(const Dictionary& dictionary, const StaticValues& values)
    : generator_(dictionary), values_(values) {
    values_.pre_endgame.fill(0);
}

double LeaveSampler::worth(const Board& board, const Rack& rack, int bag, FilledWorth kind) {
    if (kind == FilledWorth::best_move) {
        return generator_.generate(board, rack, values_, {.bag = bag}, 1)[0].equity / double{points};
    }
    return values_.leave_value(rack) / double{points};
}

LeaveMeans LeaveSampler::measure(const Board& board, std::span<const Rack> leaves, const TileCounts& unseen,
                                 int bag, const DrawSettings& settings, timing::StopControl& control) {
    const int size = settings.worth == FilledWorth::table ? rack_size - 1 : rack_size;
    LeaveMeans means{.points = std::vector<double>(leaves.size())};
    std::vector<double> drawn(leaves.size());
    Pool pool(unseen, settings.seed);
    Pace pace(control, settings.worth);
    bool stopped = leaves.empty();
    while (!stopped && means.draws < settings.most_draws) {
        pool.shuffle_front();
        for (std::size_t i = 0; i < leaves.size() && !stopped; ++i) {
            stopped = pace.time_is_up();
            if (!stopped) {
                Rack rack = leaves[i];
                pool.fill(rack, size, bag);
                drawn[i] = worth(board, rack, bag, settings.worth);
                pace.one_done();
            }
        }
        if (!stopped) {
            std::transform(drawn.begin(), drawn.end(), means.points.begin(), means.points.begin(),
                           std::plus<>());
            ++means.draws;
        }
    }
    for (double& mean : means.points) {
        mean /= static_cast<double>(std::max<std::uint64_t>(1, means.draws));
    }
    return means;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
