"""Rules 6.1 to 6.3: the seal, and the words."""

import hashlib
import hmac
from collections import Counter
from itertools import islice

import pytest

from pyramids.deals import seal, words
from pyramids.deals.words import WORD_LIMITS, draw

SEED = bytes(range(32))


def test_the_seal_is_the_sha_256_of_the_seed_in_hex() -> None:
    # Rule 6.1
    assert seal(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_the_words_are_those_of_the_keys_blocks_as_big_endian_numbers() -> None:
    # Rule 6.2
    key = hmac.new(SEED, b"pyramids/1/three/4/17", hashlib.sha256).digest()
    blocks = [hmac.new(key, number.to_bytes(4, "big"), hashlib.sha256).digest() for number in range(40)]
    stream = b"".join(blocks)
    expected = [int.from_bytes(stream[place : place + 4], "big") for place in range(0, len(stream), 4)]
    assert list(islice(words(SEED, "three", 4, 17), 320)) == expected


def test_board_round_and_attempt_give_other_words() -> None:
    # Rule 6.2
    firsts = {next(words(SEED, board, number, attempt)) for board in ("one", "three") for number in range(1, 6)
              for attempt in range(9)}  # fmt: skip
    assert len(firsts) == 90


@pytest.mark.parametrize("count", range(1, 53))
def test_words_that_would_favour_a_number_are_passed_over(count: int) -> None:
    # Rule 6.3
    limit = 2**32 - 2**32 % count
    assert WORD_LIMITS[count] == limit
    if limit < 2**32:
        assert draw(iter([limit, 2**32 - 1, limit - 1]), count) == count - 1
    assert draw(iter([limit - 1, 0]), count) == count - 1
    assert draw(iter([count + 3 % count]), count) == 3 % count


def test_drawn_numbers_are_spread_evenly() -> None:
    source = words(SEED, "one", 1, 0)
    drawn = Counter(draw(source, 28) for _ in range(28_000))
    assert set(drawn) == set(range(28))
    assert all(850 < times < 1_150 for times in drawn.values())
