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
    std::uint64_t patience = 0;
    BagDeal deal{};
    std::uint64_t most_nodes = 0;
    std::uint32_t hint = 0;  // name of the best reply on other deals
};

struct TaskResult {
    std::optional<int> spread;  // final, or with the right sign; nothing if the search did not get there
    std::uint64_t nodes = 0;
    std::uint32_t reply = 0;  // name of the best reply, 0 if unknown
};

// Which outcome of a deal is looked for: none, so that deals come as they are listed, or one that separates
// the leader from its rivals.
enum class Wanted : std::uint8_t { any, win, loss };

// What makes one deal worth more nodes than another.
struct Preference {
    Wanted wanted = Wanted::any;
    std::span<const double> chances;  // to win a deal of each set
    double residual = 0.0;            // of the candidate, added to these
    double nodes = 1.0;               // that a deal with this outcome usually takes

    // Chance of the outcome for each node.
    [[nodiscard]] double worth(std::size_t set, double expected_nodes) const;
};

// Deals of one candidate. Those that take too long are put off, and come again with more patience.
class DealQueue {
  public:
    struct Pick {
        std::size_t set = 0;
        int number = 0;
        std::uint64_t patience = 0;
        double worth = 0.0;
    };

    DealQueue(const BagDeals& deals, int draws, std::uint64_t patience);

    // The deal to try next; nothing if all are handed out.
    [[nodiscard]] std::optional<Pick> best(const Preference& preference) const;
    // Hands out the deal that best() has named.
    void take(const Pick& pick);
    void put_off(const Pick& pick);
    [[nodiscard]] std::uint64_t handed_out() const { return handed_out_; }

  private:
    [[nodiscard]] std::optional<Pick> best_fresh(const Preference& preference) const;
    // Mean weight of the deals of a set.
    [[nodiscard]] double weight_of(std::size_t set) const {
        return deals_->weight(set) / deals_->count(set, draws_);
    }

    const BagDeals* deals_;
    int draws_;
    std::uint64_t patience_;
    std::vector<int> used_;      // deals of each set that are no longer fresh
    std::uint64_t fresh_left_;   // others
    std::vector<Pick> waiting_;  // put off
    std::uint64_t handed_out_ = 0;
};

// How candidates fared on the deals of one set: those that one loses are often lost by the others.
struct SetRecord {
    double points = 0.0;  // a win counts 1, a draw a half
    double deals = 0.0;
};

struct RaceSettings {
    bool eliminates = true;  // gives up candidates that cannot be best
    bool spreads = false;    // finds exact spreads even where they do not decide between candidates
    int rough_deals = 2;
    std::uint64_t common_deals = 4;        // of every candidate, before the leaders are preferred
    std::uint64_t first_patience = 1'000;  // nodes for one deal, before it is put off
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
              valuing(deals, tiles, patience), solved_of_set(deals.sets()), replies(deals.sets()) {}

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
        std::vector<double> solved_of_set;   // sums of weights
        std::vector<std::uint32_t> replies;  // names of the best ones by set, 0 if unknown
        std::uint32_t reply = 0;             // the last of them
        double residual = 0.0;               // points of a deal beyond the chance of its set
        double estimate = 0.5;
        bool eliminated = false;
    };

    // Nodes of the deals solved so far.
    struct Cost {
        double nodes = 500.0;  // as of one deal, until there are others
        double deals = 1.0;

        [[nodiscard]] double mean() const { return nodes / deals; }
    };

    [[nodiscard]] std::optional<Task> next_rough();
    [[nodiscard]] std::optional<Task> next_common();
    [[nodiscard]] std::optional<Task> next_to_separate();
    [[nodiscard]] std::optional<Task> next_spread();
    // The next deal of a queue as a task; nothing if all are handed out.
    [[nodiscard]] std::optional<Task> task_of(TaskKind kind, std::size_t candidate);
    [[nodiscard]] Task handed_out(TaskKind kind, std::size_t candidate, const DealQueue::Pick& pick);
    [[nodiscard]] Preference preference(const Candidate& candidate, Wanted wanted) const;
    [[nodiscard]] double low(const Candidate& candidate) const;
    [[nodiscard]] double high(const Candidate& candidate) const;
    // Deals that are not solved count as much as their set has done for all candidates, corrected by how the
    // candidate does elsewhere: those solved so far are no random choice.
    void estimate_all();
    void estimate(Candidate& candidate) const;
    [[nodiscard]] bool needs_spreads() const;
    void eliminate();

    const BagDeals& deals_;
    RaceSettings settings_;
    std::vector<Candidate> candidates_;
    std::vector<SetRecord> records_;  // by set, of all candidates
    std::vector<double> chances_;     // that a deal of the set is won, from these
    double mean_ = 0.5;               // of all deals solved
    Cost won_cost_;                   // of deals that were won
    Cost lost_cost_;                  // of others
    std::uint64_t deals_solved_ = 0;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
