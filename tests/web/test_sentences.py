"""Every code has a sentence, and a status that says no success."""

import itertools

import pytest

from pyramids.app.codes import SiteCode
from pyramids.duel.codes import TableCode
from pyramids.rules.errors import RefusalCode
from pyramids.web.sentences import SENTENCES, STATUS, TOO_FAST, codes_json, sentence, status

CODES = [str(code) for code in itertools.chain(SiteCode, TableCode, RefusalCode)]


def test_every_code_has_a_sentence() -> None:
    assert set(CODES) <= set(SENTENCES)


@pytest.mark.parametrize("code", list(SENTENCES))
def test_a_code_is_told_as_a_fault_with_whole_words(code: str) -> None:
    told = sentence(code, "en", seconds=7)
    assert told.endswith((".", "?"))
    assert "{" not in told
    assert 400 <= status(code) < 600


def test_a_sentence_says_what_was_too_fast() -> None:  # E54
    told = {sentence(SiteCode.TOO_FAST, "en", seconds=7, what=what) for what in TOO_FAST}
    assert len(told) == len(TOO_FAST)
    assert all("7 s" in words for words in told)
    assert all(f"{SiteCode.TOO_FAST}.{what}" in codes_json("en") for what in TOO_FAST)


def test_no_status_is_kept_for_a_code_without_a_sentence() -> None:
    assert set(STATUS) <= set(SENTENCES)
