"""`pyramids replay`: play a record and print what came of it."""

import argparse
import json

from pyramids.cli.streams import CommandError, read_bytes, say
from pyramids.rules import Action, Game, Move, NotationError, Round, move_text, parse, summary
from pyramids.rules.notation import MOST_BYTES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell what the command takes."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of an account")
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")


def run(arguments: argparse.Namespace) -> int:
    """Print the record's account, or its summary as JSON."""
    try:
        game = parse(read_bytes(arguments.file, MOST_BYTES))
    except NotationError as error:
        raise CommandError(f"{arguments.file}:{error}") from error
    if arguments.json:
        say(json.dumps(summary(game)))
        return 0
    for line in _account(game):
        say(line)
    return 0


def _account(game: Game) -> list[str]:
    """Give the game's course in lines for a person."""
    lines = [f"Board {game.board.name}"]
    for number, played in enumerate(game.rounds, 1):
        lines += ["", f"Round {number}: the fan shows {played.deal.fan[0]}", *_round_account(played)]
    end = "not over" if game.ended is None else game.ended
    return [*lines, "", f"Score {game.score}, {end}"]


def _round_account(played: Round) -> list[str]:
    position = Round.start(played.deal)
    lines = []
    for number, move in enumerate(played.moves, 1):
        after = position.play(move)
        points = after.score - position.score
        lines.append(f"{number:4}  {_move_account(move, position, after):22} {points:+4d} {after.score:6d}")
        position = after
    left = sum(card is not None for card in played.cards())
    lines.append(
        f"      {'cleared' if played.cleared else f'{left} cards left'}, score {played.score},"
        f" placed {played.placed}, turned {played.turned},"
        f" Joker {'used' if played.joker_used else 'not used'}, longest sequence {played.longest_sequence}"
    )
    return lines


def _move_account(move: Move, before: Round, after: Round) -> str:
    if move is Action.TURN:
        return f"turns {after.pile}"
    if move is Action.JOKER:
        return "plays the Joker"
    return f"{move} on {'the Joker' if before.pile is Action.JOKER else move_text(before.pile)}"
