// Any text as a FEN: refused with std::invalid_argument, or a position whose legal moves can be made and
// taken back, and whose FEN is read again.

#include <string>
#include <string_view>

#include "chess/move_generation.h"
#include "chess/position.h"
#include "tests/fuzz/input.h"

namespace {

using zeitnot::chess::Move;
using zeitnot::chess::Position;
using zeitnot::chess::Undo;

void use(Position position, bool chess960) {
    const std::string fen = position.fen();
    promise(Position(fen, chess960).fen() == fen);
    for (const Move move : zeitnot::chess::legal_moves(position)) {
        promise(static_cast<bool>(position.from_uci(position.to_uci(move))));
        const auto key = position.key();
        Undo undo{};
        position.make(move, undo);
        promise(zeitnot::chess::legal_moves(position).size() <= zeitnot::chess::most_moves);
        position.unmake(move, undo);
        promise(position.key() == key);
    }
    promise(position.fen() == fen);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const bool chess960 : {false, true}) {
        const auto position = read_or_refused([&] { return Position(text, chess960); });
        if (position.has_value()) {
            use(*position, chess960);
        }
    }
    return 0;
}
