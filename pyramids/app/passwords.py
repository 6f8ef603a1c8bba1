"""Passwords: which are good enough, and how they are kept (argon2id).

Hashing is slow and large on purpose (tens of milliseconds and 64 MiB), so the event loop asks for it by `hashed`
and `verified`: two threads do it, and more wait in line.
"""

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from pyramids.app.codes import SiteCode
from pyramids.rules.errors import Refusal

LEAST_CHARACTERS = 10
MOST_CHARACTERS = 200
AT_ONCE = 2

HASHER = PasswordHasher()

_COMMON = frozenset(password.casefold() for password in FREQUENCY_LISTS["passwords"])
_THREADS = ThreadPoolExecutor(AT_ONCE, "password")


def check_new(password: str, name: str = "") -> None:
    """Refuse a password that is too short, too long, or one that others would try first.

    That is a common one, or the player's own name; also with a shorter string of digits or signs around it.
    """
    text = unicodedata.normalize("NFKC", password)
    if len(text) < LEAST_CHARACTERS:
        raise Refusal(SiteCode.PASSWORD_SHORT)
    if len(text) > MOST_CHARACTERS:
        raise Refusal(SiteCode.PASSWORD_LONG)
    folded = text.casefold()
    core = _core(folded)
    own = unicodedata.normalize("NFKC", name).strip().casefold()
    # A word in more digits than it has letters is no common password.
    guesses = {folded, core} if 2 * len(core) >= len(folded) else {folded}
    if guesses & {own, _core(own)} or guesses & _COMMON:
        raise Refusal(SiteCode.PASSWORD_COMMON)


def hash_password(password: str, hasher: PasswordHasher = HASHER) -> str:
    """What is kept of a password: it cannot be had back from this. Blocks for some tens of milliseconds."""
    return hasher.hash(_bytes(password))


def verify(kept: str | None, password: str, hasher: PasswordHasher = HASHER) -> bool:
    """Whether the password is the one that was kept. Blocks for some tens of milliseconds.

    None is for a name that nobody has, or that has no password. It takes as long as a wrong password does.
    """
    if kept is None:
        hasher.hash(_bytes(password))
        return False
    try:
        return hasher.verify(kept, _bytes(password))
    except VerifyMismatchError:
        return False


def needs_rehash(kept: str, hasher: PasswordHasher = HASHER) -> bool:
    """Whether what is kept was made with other costs than today's: hash again at the next log-in."""
    return hasher.check_needs_rehash(kept)


async def hashed(password: str, hasher: PasswordHasher = HASHER) -> str:
    """`hash_password` for the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, hash_password, password, hasher)


async def verified(kept: str | None, password: str, hasher: PasswordHasher = HASHER) -> bool:
    """`verify` for the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, verify, kept, password, hasher)


def _core(text: str) -> str:
    """The text without the digits and signs at both of its ends."""
    letters = [place for place, character in enumerate(text) if character.isalpha()]
    return text[letters[0] : letters[-1] + 1] if letters else ""


def _bytes(password: str) -> bytes:
    # One keyboard writes é as one character, another as two. Half a surrogate pair is a password like any other.
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
