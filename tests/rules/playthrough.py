"""Games written out for a reader: `python -m tests.rules.playthrough` writes golden/ anew from its records.

Look at the difference before you commit it: a golden game changes only when a rule does.
"""

import sys
from pathlib import Path

from pyramids.rules import Round, move_text, parse

GOLDEN = Path(__file__).parent / "golden"
RULE = "-" * 40


def drawing(position: Round) -> list[str]:
    """The pyramid, covered cards in brackets."""
    lines = []
    cards = iter(enumerate(position.cards()))
    rows = position.deal.board.rows
    for row in rows:
        shown = []
        for _ in range(row):
            place, card = next(cards)
            if card is None:
                shown.append(" .. ")
            else:
                shown.append(f" {card} " if position.free >> place & 1 else f"({card})")
        lines.append(" ".join(shown).center(5 * max(rows)).rstrip())
    return lines


def state(position: Round) -> str:
    open_moves = " ".join(map(move_text, position.open_moves()))
    return (
        f"score {position.score:5}  sequence {position.sequence:2}  pile {move_text(position.pile):2}"
        f"  face down {position.fan_left:2}  open: {open_moves or 'none'}"
    )


def playthrough(record: str) -> str:
    """The record, then each round's moves with what each came to."""
    game = parse(record.encode())
    lines = [record.rstrip("\n"), RULE]
    for number, played in enumerate(game.rounds, 1):
        position = Round.start(played.deal)
        lines += [f"round {number}", "", *drawing(position), "", f"       {state(position)}"]
        for count, move in enumerate(played.moves, 1):
            position = position.play(move)
            lines.append(f"{count:3} {move_text(move):2} {state(position)}")
        lines += ["", *(drawing(position) if not position.cleared else ["cleared"]), ""]
    lines.append(f"score {game.score}, {game.ended or 'not over'}, {game.moves_made} moves")
    return "\n".join(lines) + "\n"


def record_of(golden: str) -> str:
    return golden.split(RULE, 1)[0]


def games() -> list[Path]:
    return sorted(GOLDEN.glob("*.txt"))


def main() -> int:
    for path in games():
        path.write_text(playthrough(record_of(path.read_text())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
