"""Guests: who they are without an account. A visitor costs nothing lasting: the row comes with the first act."""

import hashlib
import unicodedata

from pyramids.app.codes import SiteCode
from pyramids.duel.table import PlayerId
from pyramids.rules.errors import Refusal

NAME_LENGTH = range(3, 21)
NAME_MARKS = frozenset("_-")


def guest_name(player: PlayerId) -> str:
    """What a guest is called until they choose a name; always the same for the same guest."""
    digest = hashlib.sha256(player.encode()).digest()
    return f"Guest {int.from_bytes(digest[:4], 'big') % 90_000 + 10_000}"


def clean_name(text: str) -> str:
    """A name as it is kept; raises `Refusal` with `bad_name`.

    3 to 20 letters, digits, `_`, `-` and single spaces between words, composed by NFKC.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if len(name) not in NAME_LENGTH or not all(_is_allowed(character) for character in name):
        raise Refusal(SiteCode.BAD_NAME)
    if not any(unicodedata.category(character).startswith("L") for character in name):
        raise Refusal(SiteCode.BAD_NAME)
    return name


def _is_allowed(character: str) -> bool:
    category = unicodedata.category(character)
    return character == " " or character in NAME_MARKS or category[0] in "LM" or category == "Nd"
