"""The vectors that an independent referee has checked, through the package. tests/cli has the commands."""

from typing import Any

import pytest

from pyramids.rules import NotationError, parse, summary, write
from tests.rules.builders import vectors


@pytest.mark.parametrize("vector", vectors("games.jsonl"))
def test_a_record_gives_what_the_referee_says(vector: dict[str, Any]) -> None:
    game = parse(vector["record"].encode())
    assert summary(game) == vector["expect"]
    assert parse(write(game).encode()) == game


@pytest.mark.parametrize("vector", vectors("refused.jsonl"))
def test_a_record_is_refused_with_the_referees_code(vector: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as caught:
        parse(vector["record"].encode())
    assert caught.value.code == vector["code"]


@pytest.mark.parametrize(
    "vector", [vector for vector in vectors("refused.jsonl") if vector["code"] != "bad_notation"]
)
def test_without_its_last_move_a_refused_record_is_a_game(vector: dict[str, Any]) -> None:
    parse(vector["record"].rstrip().rsplit(" ", 1)[0].encode())
