"""`pyramids deal`: print the deal of a round that a seed gives (rule 6)."""

import argparse

from pyramids.cli.streams import CommandError, say
from pyramids.deals import SEED_BYTES, deal
from pyramids.rules import BOARDS, MOST_ROUNDS, write_deal

_ROUNDS = {str(number): number for number in range(1, MOST_ROUNDS + 1)}
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell what the command takes."""
    parser.add_argument("--seed", required=True, metavar="HEX", help="the table's seed, 64 hex digits")
    parser.add_argument("--board", required=True, choices=tuple(BOARDS))
    parser.add_argument("--round", required=True, choices=tuple(_ROUNDS))


def run(arguments: argparse.Namespace) -> int:
    """Print the `deal` line."""
    seed = _seed(arguments.seed)
    say(write_deal(deal(seed, BOARDS[arguments.board], _ROUNDS[arguments.round])))
    return 0


def _seed(text: str) -> bytes:
    # `bytes.fromhex` alone would skip white space, which a seed does not have.
    if len(text) != 2 * SEED_BYTES or not _HEX_DIGITS.issuperset(text):
        raise CommandError(f"pyramids deal: a seed is {2 * SEED_BYTES} hex digits: {text!r}")
    return bytes.fromhex(text)
