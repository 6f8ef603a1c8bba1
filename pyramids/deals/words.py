"""The seal of a seed, and the words that a seed gives."""

import hashlib
import hmac
import struct
from collections.abc import Iterator

#: Rule 6.1
SEED_BYTES = 32

_EIGHT_WORDS = struct.Struct(">8I")


def seal(seed: bytes) -> str:
    """Give the seed's seal, 64 hex digits (rule 6.1)."""
    return hashlib.sha256(seed).hexdigest()


def words(seed: bytes, board_name: str, round_number: int, attempt: int) -> Iterator[int]:
    """Give the 32-bit words of one attempt at a deal, without end (rule 6.2)."""
    key = hmac.digest(seed, f"pyramids/1/{board_name}/{round_number}/{attempt}".encode(), "sha256")
    block = 0
    while True:
        yield from _EIGHT_WORDS.unpack(hmac.digest(key, block.to_bytes(4, "big"), "sha256"))
        block += 1


def _limit(count: int) -> int:
    return 2**32 - 2**32 % count


#: By count: words from here up are passed over, so that each number below the count is as likely (rule 6.3).
WORD_LIMITS = (0, *(_limit(count) for count in range(1, 53)))


def draw(source: Iterator[int], count: int) -> int:
    """Give the number below `count` that the next word is, passing over words that would favour some."""
    limit = WORD_LIMITS[count]
    word = next(source)
    while word >= limit:
        word = next(source)
    return word % count
