// The answer of a search before it has ended.

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

Report AnswerSoFar::unfinished_report(const std::vector<std::string>& line, std::uint64_t nodes,
                                      double elapsed_s) const {
    Report report;
    report.depth = depth;
    report.elapsed_s = elapsed_s;
    report.nodes = nodes;
    report.lines.push_back({best.score, best.bound, best.selective_depth, line});
    return report;
}

void Worker::publish(const RootMove& best) {
    const std::lock_guard lock(answer_mutex_);
    answer_.best = best;
    answer_.depth = root_depth_;
    answer_.cuts = cuts_;
    answer_.looks = looks_;
    if (answer_.last.depth != last_report_.depth) {
        answer_.last = last_report_;
    }
}

bool Worker::claim_answer() {
    const std::lock_guard telling(reporting_);
    answered_ = !failed_ && answer_so_far().best.score != -infinite_score;
    return answered_;
}

AnswerSoFar Worker::answer_so_far() const {
    const std::lock_guard lock(answer_mutex_);
    return answer_;
}

AnswerSoFar Worker::final_answer() const {
    AnswerSoFar end;
    if (!root_moves_.empty()) {
        end.best = root_moves_.front();
    }
    end.last = last_report_;
    end.cuts = cuts_;
    end.looks = looks_;
    return end;
}

}  // namespace zeitnot::chess
