"""The best Scrabble moves of a position, with the built-in lexicon and leaves."""

from zeitnot.scrabble import Lexicon, Position, generate

position = Position.from_cgp(f"{'15/' * 7}6CAB6/{'15/' * 6}15 EHIRSTV/ 0/14 0")
alphabet = position.distribution.alphabet
for rated in generate(position, 5):
    move, leave = rated.move.text(alphabet, position.board), alphabet.rack_text(rated.leave)
    print(f"{move:12} {rated.score_pts:3} {leave:7} {rated.equity_pts:6.1f}")
print("anagrams of THRIVES:", *Lexicon.built_in().anagrams("THRIVES"))
