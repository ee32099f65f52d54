"""Games in PGN with clocks, as long as a test wants them: knights that come and go."""

_SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")


def clocked_game(
    moves: int, *, number: int = 1, white: str = "mergen", black: str = "uniform", **headers: str
) -> str:
    """Write a drawn game in which each side makes so many moves."""
    tags = {
        "White": white,
        "Black": black,
        "Round": str(number),
        "Result": "1/2-1/2",
        "TimeControl": "300+2",
        **headers,
    }
    words = [
        f"{_SHUFFLE[ply % 4]} {{ [%clk 0:{4 - ply // 60:02}:{59 - ply % 60:02}] }}"
        for ply in range(2 * moves)
    ]
    head = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
    return f"{head}\n\n{' '.join(words)} {tags['Result']}\n"


def clocked_games(*lengths: int) -> str:
    """Write games of so many moves each."""
    return "\n".join(clocked_game(moves, number=number) for number, moves in enumerate(lengths, 1))
