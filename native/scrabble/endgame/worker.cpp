#include "scrabble/endgame/worker.h"

#include <algorithm>
#include <bit>

#include "scrabble/game/random.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

constexpr std::size_t usual_stack = 1U << 16U;

// Depths from one search of deepen() to the next, after a first one of a single ply, which finds what is
// decided at once. Deeper lines are longer by several plies before they end, and every search visits again
// what is known.
constexpr int deepening_step = 3;

struct Keys {
    std::array<std::uint64_t, most_scoreless_turns> scoreless{};
    std::array<std::array<std::uint64_t, letter_slots>, most_bag> bag{};  // by place from the end, and letter
    std::uint64_t other = 0;  // odd: tells the opponent's tiles from those of the player on turn
};

const Keys& keys() {
    static const Keys made = [] {
        Keys keys;
        Random random(0x5241434B);
        for (std::uint64_t& key : keys.scoreless) {
            key = random.next();
        }
        for (auto& place : keys.bag) {
            for (std::uint64_t& key : place) {
                key = random.next();
            }
        }
        keys.other = random.next() | 1U;
        return keys;
    }();
    return made;
}

}  // namespace

Worker::Worker(const Dictionary& dictionary, TranspositionTable& table, std::size_t lines_mb)
    : dictionary_(dictionary), table_(table), lines_(dictionary, poll_, lines_mb), grids_(most_plies + 1),
      nodes_(most_plies + 1), cutoffs_(2 * remembered_moves), line_(most_plies + 2) {
    stack_.reserve(usual_stack);
    for (auto& line : line_) {
        line.reserve(most_plies + 1);
    }
}

void Worker::begin(const EndgamePosition& position, timing::StopControl& control, std::atomic<bool>& ended,
                   std::uint64_t most_nodes, double share) {
    share_ = share;
    window_ = {};
    root_hint_ = 0;
    wants_line_ = true;
    poll_.begin(control, ended, most_nodes);
    bag_ = position.bag;
    bag_tiles_ = position.bag_tiles;
    bag_keys_[bag_tiles_] = 0;
    letters_ = position.related_letters;
    for (int i = bag_tiles_ - 1; i >= 0; --i) {
        bag_keys_[i] = bag_keys_[i + 1] ^ keys().bag[bag_tiles_ - 1 - i][bag_[i]];
        letters_ |= bag_[i] == blank ? all_letters : set_of(bag_[i]);
    }
    for (int player = 0; player < 2; ++player) {
        held_[player].set(position.racks[player], dictionary_.rules.distribution);
        letters_ |= held_[player].letters(held_[player].whole());
    }
    lines_.begin(letters_);
    grids_[0].set(position.board, dictionary_.rules, lines_.gaps());
    nodes_[0] =
        Node{.grid = grids_.data(),
             .move = {},
             .hash = grids_[0].hash,
             .racks = {.tiles = {held_.data(), &held_[1]}, .held = {held_[0].whole(), held_[1].whole()}},
             .scoreless = position.scoreless_turns,
             .made = true};
    stack_.clear();
}

// The value depends on who is on turn only through the tiles that he holds, so that positions are known
// again from either side and in other endgames.
std::uint64_t Worker::key_of(const Node& node) const {
    const Racks& racks = node.racks;
    const int other = 1 - node.turn;
    return node.hash ^ racks.tiles[node.turn]->key(racks.held[node.turn]) ^
           racks.tiles[other]->key(racks.held[other]) * keys().other ^ keys().scoreless[node.scoreless] ^
           bag_keys_[racks.drawn];
}

bool Worker::use_tiles(Racks& racks, int mover, const SmallMove& move, DrawnTiles& drawn) const {
    const HeldTiles& tiles = *racks.tiles[mover];
    racks.held[mover] = tiles.after(racks.held[mover], move.tiles);
    if (bag_is_empty(racks) || move.is_pass()) {
        return false;
    }
    Rack rack = tiles.rack(racks.held[mover]);
    for (int i = 0; i < move.count() && !bag_is_empty(racks); ++i) {
        rack.add(bag_[racks.drawn++]);
    }
    HeldTiles& filled = drawn[racks.draws++];
    filled.set(rack, dictionary_.rules.distribution);
    racks.tiles[mover] = &filled;
    racks.held[mover] = filled.whole();
    return true;
}

bool Worker::step(int ply, const SmallMove& move, int& value) {
    const Node& node = nodes_[ply];
    Node& next = nodes_[ply + 1];
    const int mover = node.turn;
    next.racks = node.racks;
    next.drew = use_tiles(next.racks, mover, move, drawn_tiles_);
    next.scoreless = move.score == 0 ? node.scoreless + 1 : 0;
    const int other_points = node.racks.points(1 - mover);
    if (next.racks.held[mover] == 0) {
        value = move.score + 2 * other_points;
        return false;
    }
    if (next.scoreless >= most_scoreless_turns) {
        value = other_points - next.racks.points(mover);
        return false;
    }
    next.turn = 1 - mover;
    next.move = move;
    next.grid = node.grid;
    next.made = move.is_pass();
    next.hash = move.is_pass() ? node.hash : node.grid->hash_after(move);
    next.plays_tried = false;
    return true;
}

Grid& Worker::made(int ply) {
    Node& node = nodes_[ply];
    if (!node.made) {
        grids_[ply] = *node.grid;
        play(grids_[ply], node.move);
        if (node.drew) {
            grids_[ply].revive(1 - node.turn);
        }
        node.grid = &grids_[ply];
        node.made = true;
    }
    return *node.grid;
}

void Worker::play(Grid& grid, const SmallMove& move) {
    grid.play(move, lines_.gaps());
    if (lines_.gaps().full()) {
        poll_.break_off();
    }
}

void Worker::renumber() {
    lines_.begin(letters_);
    grids_[0].settle(dictionary_.rules, lines_.gaps());
    stack_.clear();
    poll_.resume();
}

void Worker::look_first() {
    list_moves(0, true, 0);
    root_moves_ = stack_;
    stack_.clear();
    std::ranges::stable_sort(root_moves_, std::greater{}, &SmallMove::order);
    Greedy state = greedy_at(0);
    answer_line_.clear();
    answer_ = play_out(state, &answer_line_);
    answer_line_.resize(std::min<std::size_t>(1, answer_line_.size()));
}

void Worker::search_depth(int depth) {
    search_root(depth);
    while (lines_.gaps().full()) {
        renumber();
        search_root(depth);
    }
}

void Worker::search_root(int depth) {
    // The best move of the last depth comes first. After it, every thread starts at a different move and
    // finds the results of the others in the table.
    const std::size_t others = root_moves_.size() - 1;
    trials_.assign(root_moves_.begin(), root_moves_.end());
    const auto begin = trials_.begin() + 1;
    std::rotate(begin, begin + static_cast<std::ptrdiff_t>(share_ * static_cast<double>(others)),
                trials_.end());
    int best = window_.alpha;
    int highest = -no_value;
    bool complete = true;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
        const SmallMove& move = trials_[i];
        nodes_[0].plays_tried = move.is_pass() && i == others;
        nodes_[0].plays_complete = complete;
        const Outcome outcome = try_move(0, depth, {best, window_.beta}, move, i == 0);
        if (poll_.stopped()) {
            return;
        }
        complete = complete && outcome.complete;
        highest = std::max(highest, outcome.value);
        // An improvement becomes the answer at once, so that it is not lost if time runs out.
        if (outcome.value > best) {
            best = outcome.value;
            take_line(0, move);
            answer_ = {best, false};
            answer_line_ = line_[0];
            const auto found = std::ranges::find(root_moves_, move.code, &SmallMove::code);
            std::rotate(root_moves_.begin(), found, found + 1);
        }
        if (outcome.value >= window_.beta) {
            complete = outcome.complete;
            break;
        }
    }
    answer_ = {highest, complete};
}

std::optional<Outcome> Worker::deepen(Window window, int most_depth, std::uint32_t hint) {
    wants_line_ = false;
    root_hint_ = hint;
    std::optional<Outcome> last;
    const int step = most_depth < deepening_step ? 1 : deepening_step;
    for (int depth = 1; depth <= most_depth && !(last && last->complete);) {
        Outcome outcome = search(0, depth, window);
        while (lines_.gaps().full()) {
            renumber();
            outcome = search(0, depth, window);
        }
        if (poll_.stopped()) {
            break;
        }
        last = outcome;
        depth += step - depth % step;
    }
    poll_.look();
    return last;
}

std::uint32_t Worker::best_move() const {
    const std::optional<TableEntry> known = table_.find(key_of(nodes_[0]));
    return known ? known->move : 0;
}

Outcome Worker::try_move(int ply, int depth, Window window, const SmallMove& move, bool first) {
    int value = 0;
    line_[ply + 1].clear();
    if (!step(ply, move, value)) {
        return {value, true};
    }
    const int score = move.score;
    if (!first) {
        Outcome outcome = search(ply + 1, depth - 1, {score - window.alpha - 1, score - window.alpha});
        outcome.value = score - outcome.value;
        if (outcome.value <= window.alpha || outcome.value >= window.beta || poll_.stopped()) {
            return outcome;
        }
    }
    Outcome outcome = search(ply + 1, depth - 1, {score - window.beta, score - window.alpha});
    outcome.value = score - outcome.value;
    return outcome;
}

bool Worker::plays_known(int ply) const {
    return ply >= 2 && nodes_[ply].move.is_pass() && nodes_[ply - 1].move.is_pass() &&
           nodes_[ply - 2].plays_tried;
}

Outcome Worker::search(int ply, int depth, Window window) {
    if (poll_.node()) {
        return {};
    }
    if (plays_known(ply)) {
        const Hint hint{.plays_known = true, .plays_complete = nodes_[ply - 2].plays_complete};
        return try_moves(ply, std::max(1, depth), window, hint).outcome;
    }
    const std::uint64_t key = key_of(nodes_[ply]);
    const std::optional<TableEntry> known = table_.find(key);
    if (known && (window.is_null() || !wants_line_) && known->decides(depth, window.alpha, window.beta)) {
        return {known->value, known->complete};
    }
    if (depth <= 0) {
        line_[ply].clear();
        Greedy state = greedy_at(ply);
        const Outcome outcome = play_out(state, nullptr, window.is_null() ? window.beta : no_value);
        if (!known && !poll_.stopped()) {
            const Bound bound = outcome.complete ? Bound::lower : Bound::exact;
            table_.keep(key, {.value = outcome.value, .bound = bound, .complete = outcome.complete});
        }
        return outcome;
    }
    const std::uint32_t hint = ply == 0 ? root_hint_ : 0;
    const Tried tried = try_moves(ply, depth, window, {.move = known ? known->move : hint});
    if (!poll_.stopped()) {
        const int value = tried.outcome.value;
        table_.keep(key, {value, depth, window.bound(value), tried.outcome.complete, tried.best});
    }
    return tried.outcome;
}

Worker::Tried Worker::try_moves(int ply, int depth, Window window, const Hint& hint) {
    Node& node = nodes_[ply];
    const std::size_t first = stack_.size();
    list_moves(ply, !hint.plays_known, hint.move);
    const std::size_t end = stack_.size();
    const bool full_window = wants_line_ && !window.is_null();
    // A forced pass does not use up depth.
    const int depth_here = end - first == 1 && !hint.plays_known ? depth + 1 : depth;
    Tried tried{.outcome = {hint.plays_known ? window.alpha : -no_value, true}};
    bool all_complete = !hint.plays_known || hint.plays_complete;
    if (full_window) {
        line_[ply].clear();
    }
    Threats threats;
    const std::size_t threats_at = first + (wants_line_ ? 1 : 0);
    for (std::size_t i = first; i < end && !poll_.stopped(); ++i) {
        pick(i, first, end);
        const SmallMove move = stack_[i];
        if (i == threats_at && bag_is_empty(node.racks)) {
            find_threats(ply, threats);
        }
        const int most = threats.count != 0 ? most_value(ply, move, threats) : no_value;
        if (most <= window.alpha) {
            tried.outcome.value = std::max(tried.outcome.value, most);
            continue;
        }
        node.plays_tried = i + 1 == end && move.is_pass();
        node.plays_complete = all_complete;
        const Outcome outcome = try_move(ply, depth_here, window, move, i == first);
        all_complete = all_complete && outcome.complete;
        if (outcome.value <= tried.outcome.value) {
            continue;
        }
        tried.outcome.value = outcome.value;
        tried.best = move.name();
        if (outcome.value > window.alpha) {
            window.alpha = outcome.value;
            if (full_window) {
                take_line(ply, move);
            }
        }
        if (outcome.value >= window.beta) {
            all_complete = outcome.complete;
            remember(node, move, depth);
            break;
        }
    }
    stack_.resize(first);
    tried.outcome.complete = all_complete;
    return tried;
}

// Only for deepen(): other searches do not depend on earlier ones.
void Worker::remember(const Node& node, const SmallMove& move, int depth) {
    if (!wants_line_) {
        cutoffs_[cutoffs_at(node.turn, move)] += static_cast<std::uint32_t>(depth * depth);
    }
}

void Worker::take_line(int ply, const SmallMove& move) {
    line_[ply].assign(1, move);
    line_[ply].insert(line_[ply].end(), line_[ply + 1].begin(), line_[ply + 1].end());
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
