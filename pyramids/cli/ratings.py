"""`pyramids ratings rebuild`: compute all ratings anew from the results."""

import argparse
import asyncio
from pathlib import Path

from pyramids.app.site import DATABASE
from pyramids.cli.streams import CommandError, say
from pyramids.duel.rating import Rating
from pyramids.storage.ratings import rebuild
from pyramids.storage.store import InUseError, Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell what the command takes."""
    parser.add_argument("what", choices=["rebuild"], help="compute all ratings anew from the results")
    parser.add_argument(
        "--data", type=Path, default=Path("data"), help="the folder that holds everything (data)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Keep what the results make of the ratings and print where that differs; exit status 1 if anywhere."""
    folder: Path = arguments.data
    if not (folder / DATABASE).is_file():
        raise CommandError(f"pyramids ratings: {folder}: there is no site in this folder")
    store = Store(folder / DATABASE)
    try:
        store.open()
    except InUseError:
        raise CommandError(f"pyramids ratings: {folder} is being served; end that first") from None
    try:
        differences = store.maintain(rebuild)
    finally:
        asyncio.run(store.close())
    for found in differences:
        say(f"{found.player} on {found.board}: {_text(found.kept)}, from the results {_text(found.right)}")
    say(
        "all ratings are what the results make of them"
        if not differences
        else f"put right: {len(differences)}"
    )
    return 1 if differences else 0


def _text(rating: Rating | None) -> str:
    return (
        "none" if rating is None else f"{rating.rating:.2f} ({rating.deviation:.2f}, {rating.volatility:.6f})"
    )
