// The answer of a search, for whoever cannot wait for its end.

#include "chess/worker.h"

namespace zeitnot::chess {

std::vector<std::string> line_text(const Position& position, const RootMove& root) {
    std::vector<std::string> moves;
    Position after = position;
    Undo undo;
    for (int i = 0; i < root.line_length; ++i) {
        moves.push_back(after.to_uci(root.line[i]));
        after.make(root.line[i], undo);
    }
    return moves;
}

Report Standing::unfinished_report(const std::vector<std::string>& line, std::uint64_t nodes,
                                   double elapsed_s) const {
    Report report;
    report.depth = depth;
    report.elapsed_s = elapsed_s;
    report.nodes = nodes;
    report.lines.push_back({best.score, best.bound, best.selective_depth, line});
    return report;
}

void Worker::publish(const RootMove& best) {
    const std::lock_guard lock(standing_mutex_);
    standing_.best = best;
    standing_.depth = root_depth_;
    standing_.cuts = cuts_;
    standing_.looks = looks_;
    if (standing_.last.depth != last_report_.depth) {
        standing_.last = last_report_;
    }
}

bool Worker::answer_for() {
    const std::lock_guard telling(reporting_);
    answered_ = !failed_ && standing().best.score != -infinite_score;
    return answered_;
}

Standing Worker::standing() const {
    const std::lock_guard lock(standing_mutex_);
    return standing_;
}

Standing Worker::final_standing() const {
    Standing end;
    if (!root_moves_.empty()) {
        end.best = root_moves_.front();
    }
    end.last = last_report_;
    end.cuts = cuts_;
    end.looks = looks_;
    return end;
}

}  // namespace zeitnot::chess
