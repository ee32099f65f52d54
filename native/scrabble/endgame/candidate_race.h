// CandidateRace: bounds of the candidates' chances to win from the deals solved so far, and what to solve
// next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scrabble/endgame/bag_deals.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

enum class TaskKind : std::uint8_t {
    rough,   // a shallow search, which proves nothing
    decide,  // won, drawn or lost
    spread   // the exact final spread
};

// A deal on which a candidate is to be searched.
struct Task {
    TaskKind kind = TaskKind::rough;
    std::size_t candidate = 0;
    std::size_t set = 0;
    int number = 0;
    BagDeal deal{};
    std::uint64_t most_nodes = 0;
    std::uint32_t hint = 0;  // name of the best reply on other deals
};

struct TaskResult {
    std::optional<int> spread;  // final, or with the right sign; nothing if the search did not get there
    std::uint64_t nodes = 0;
    std::uint32_t reply = 0;  // name of the best reply, 0 if unknown
};

// Deals of one candidate. Those that take too long are put off, and come again with more patience when the
// others are done.
class DealQueue {
  public:
    struct Place {
        std::size_t set = 0;
        int number = 0;
    };

    DealQueue(const BagDeals& deals, int draws, std::uint64_t patience);

    // Nothing if all deals are done, or if those left need more patience than this.
    std::optional<Place> next(std::uint64_t most_patience);
    [[nodiscard]] bool has_more() const { return !put_off_.empty(); }
    void put_off(Place place) { put_off_.push_back(place); }
    [[nodiscard]] std::uint64_t patience() const { return patience_; }
    [[nodiscard]] std::uint64_t handed_out() const { return handed_out_; }

  private:
    [[nodiscard]] std::optional<Place> fresh();

    const BagDeals* deals_;
    int draws_;
    int most_of_a_set_ = 0;
    Place at_;
    std::vector<Place> put_off_;
    std::vector<Place> again_;
    std::uint64_t patience_;
    std::uint64_t handed_out_ = 0;
};

struct RaceSettings {
    bool eliminates = true;  // gives up candidates that cannot be best
    bool spreads = false;    // finds exact spreads even where they do not decide between candidates
    int rough_deals = 2;
    std::uint64_t common_deals = 4;        // of every candidate, before the leaders are preferred
    std::uint64_t first_patience = 1'000;  // nodes for one deal, before any deal is given more
};

// State of a candidate, for reports.
struct CandidateState {
    std::size_t index = 0;
    double low = 0.0;  // proven bounds of the chance to win, a draw counted as half a win
    double high = 1.0;
    double win = 0.5;         // estimate between them
    double spread = 0.0;      // mean of the deals with an exact spread, or else of the rough ones
    std::uint64_t deals = 0;  // solved
    std::uint64_t all_deals = 0;
    std::uint64_t spread_deals = 0;  // of them with an exact spread
    double share = 0.0;              // probability of the deals solved
    bool eliminated = false;
};

// Not safe for use by several threads at once.
class CandidateRace {
  public:
    // The candidates are known by the tiles that they draw; the deals must outlive the race.
    CandidateRace(const BagDeals& deals, std::span<const int> draws, const RaceSettings& settings);

    // Nothing if there is no more to do, or nothing before results are in.
    std::optional<Task> next();
    void keep(const Task& task, const TaskResult& result);
    [[nodiscard]] bool complete() const;
    // Best first.
    [[nodiscard]] std::vector<CandidateState> states() const;
    [[nodiscard]] std::uint64_t deals_solved() const { return deals_solved_; }

  private:
    struct Candidate {
        Candidate(const BagDeals& deals, int tiles, std::uint64_t patience)
            : draws(tiles), all_deals(deals.count(tiles)), deciding(deals, tiles, patience),
              valuing(deals, tiles, patience) {}

        [[nodiscard]] bool decided() const { return deals == all_deals; }
        [[nodiscard]] bool valued() const { return spread_deals == all_deals; }
        // The sum of weights to which a deal with this final spread belongs.
        [[nodiscard]] double& sum_of(int final_spread) {
            if (final_spread == 0) {
                return drawn;
            }
            return final_spread > 0 ? won : lost;
        }

        int draws;
        std::uint64_t all_deals;
        DealQueue deciding;
        DealQueue valuing;
        double won = 0.0;  // sums of weights
        double drawn = 0.0;
        double lost = 0.0;
        double spread = 0.0;
        double spread_weight = 0.0;
        std::uint64_t deals = 0;
        std::uint64_t spread_deals = 0;
        int rough_handed_out = 0;
        double rough_weight = 0.0;
        double rough_won = 0.0;
        double rough_spread = 0.0;
        std::uint64_t nodes = 0;
        std::uint32_t reply = 0;
        bool eliminated = false;
    };

    [[nodiscard]] std::optional<Task> next_rough();
    [[nodiscard]] std::optional<Task> next_common();
    [[nodiscard]] std::optional<Task> next_of_leaders();
    // Candidates that may be best, in the order in which they are searched.
    [[nodiscard]] std::vector<std::size_t> leaders() const;
    [[nodiscard]] std::optional<Task> next_spread();
    [[nodiscard]] std::optional<Task> task_of(TaskKind kind, std::size_t candidate);
    [[nodiscard]] double low(const Candidate& candidate) const;
    [[nodiscard]] double high(const Candidate& candidate) const;
    [[nodiscard]] double estimate(const Candidate& candidate) const;
    [[nodiscard]] bool needs_spreads() const;
    void eliminate();

    const BagDeals& deals_;
    RaceSettings settings_;
    std::vector<Candidate> candidates_;
    std::uint64_t patience_;  // for deals to be decided
    std::uint64_t deals_solved_ = 0;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
