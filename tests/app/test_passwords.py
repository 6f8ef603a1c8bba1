"""Passwords: which are refused, how they are kept, and that the event loop never waits for one."""

import asyncio
import threading

import pytest
from argon2 import PasswordHasher, Type, extract_parameters
from argon2.exceptions import InvalidHashError
from hypothesis import given
from hypothesis import strategies as st

from pyramids.app.codes import SiteCode
from pyramids.app.passwords import (
    AT_ONCE,
    HASHER,
    check_new,
    hash_password,
    hashed,
    needs_rehash,
    verified,
    verify,
)
from pyramids.rules.errors import Refusal

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
GOOD = "three sad pyramids"


class Counting(PasswordHasher):
    """Counts what it is asked for, and how many ask at once."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.calls: list[str] = []
        self.now = self.most = 0
        self.lock = threading.Lock()
        self.both_inside = threading.Barrier(AT_ONCE)

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.calls.append(threading.current_thread().name)
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        # Nobody leaves before the other thread has come: so two are inside, and a third could be.
        self.both_inside.wait(timeout=60)
        with self.lock:
            self.now -= 1
        return super().hash(password, salt=salt)


def code_of(password: str, name: str = "") -> str:
    with pytest.raises(Refusal) as refusal:
        check_new(password, name)
    return refusal.value.code


@pytest.mark.parametrize(
    "password", [GOOD, "kx7#pQ2!vn", "żółta gęś na płocie", "a" * 100 + "bcdefg" * 16, "8302957164a"]
)
def test_a_good_password_is_taken(password: str) -> None:
    check_new(password, "Anna")


@pytest.mark.parametrize("password", ["", "short", "123456789", "e\N{COMBINING ACUTE ACCENT}" * 9])
def test_a_password_has_ten_characters(password: str) -> None:
    assert code_of(password) == SiteCode.PASSWORD_SHORT


def test_a_password_has_two_hundred_characters_at_most() -> None:
    check_new("xyzäöü-123" * 20)
    assert code_of("xyzäöü-123" * 20 + "x") == SiteCode.PASSWORD_LONG


@pytest.mark.parametrize(
    "password",
    [
        "qwertyuiop",
        "QwertyUiop",
        "1234567890",
        "password123",
        "Password!!!",
        "12manchester34",
        "ｐａｓｓｗｏｒｄ１２３",
    ],
)
def test_a_common_password_is_refused_also_in_capitals_and_with_signs_around_it(password: str) -> None:
    assert code_of(password) == SiteCode.PASSWORD_COMMON


@pytest.mark.parametrize("password", ["Anna_Nowak_7", "anna_nowak_7", "ANNA_NOWAK_7!", "123anna_nowak"])
def test_one_s_own_name_is_refused(password: str) -> None:
    assert code_of(password, "Anna_Nowak_7") == SiteCode.PASSWORD_COMMON


def test_a_password_without_letters_is_nobody_s_name() -> None:
    check_new("8302957164", "")
    check_new("8302957164", "Anna")


@given(password=st.text(max_size=30), other=st.text(max_size=30))
def test_what_was_kept_verifies_its_own_password_alone(password: str, other: str) -> None:
    kept = hash_password(password, CHEAP)
    assert verify(kept, password, CHEAP)
    assert not verify(kept, other + "?" + password, CHEAP)


def test_a_password_with_an_accent_is_the_same_from_every_keyboard() -> None:
    assert verify(
        hash_password("caf\N{LATIN SMALL LETTER E WITH ACUTE}s du nord", CHEAP), "cafe\u0301s du nord", CHEAP
    )


def test_half_a_surrogate_pair_is_a_password_like_any_other() -> None:
    assert verify(hash_password("\ud800" + GOOD, CHEAP), "\ud800" + GOOD, CHEAP)


def test_the_same_password_is_kept_differently_each_time() -> None:
    assert hash_password(GOOD, CHEAP) != hash_password(GOOD, CHEAP)


def test_what_is_kept_is_argon2id_of_64_mib() -> None:
    cost = extract_parameters(HASHER.hash(GOOD))
    assert cost.type is Type.ID
    assert cost.memory_cost == 64 * 1024


def test_what_was_kept_by_other_costs_is_hashed_again() -> None:
    assert needs_rehash(hash_password(GOOD, CHEAP))
    assert not needs_rehash(hash_password(GOOD, CHEAP), CHEAP)


def test_what_is_no_hash_is_our_fault_and_not_a_wrong_password() -> None:
    with pytest.raises(InvalidHashError):
        verify("", GOOD, CHEAP)


def test_an_unknown_name_costs_one_hash_of_today_s_costs() -> None:
    """So it takes as long as a wrong password: both are one computation with the same costs."""
    hasher = Counting()
    hasher.both_inside = threading.Barrier(1)
    assert verify(None, GOOD, hasher) is False
    assert len(hasher.calls) == 1


async def test_the_event_loop_asks_threads_and_two_at_most() -> None:
    hasher = Counting()
    answers = await asyncio.gather(
        *(hashed(GOOD, hasher) for _ in range(6)), verified(None, GOOD, hasher), verified(None, "", hasher)
    )
    assert all(verify(str(kept), GOOD, CHEAP) for kept in answers[:6])
    assert answers[6:] == [False, False]
    assert hasher.most == AT_ONCE
    assert all(name.startswith("password") for name in hasher.calls)


async def test_the_event_loop_verifies() -> None:
    kept = await hashed(GOOD, CHEAP)
    assert await verified(kept, GOOD, CHEAP)
    assert not await verified(kept, "another one", CHEAP)
