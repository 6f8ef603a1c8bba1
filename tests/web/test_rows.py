"""Rows of lists as HTML."""

from jinja2 import DictLoader, Environment

from pyramids.app.lists import OnlinePlayer
from pyramids.duel.table import PlayerId
from pyramids.web import rows
from pyramids.web.rows import rows_of

ENVIRONMENT = Environment(loader=DictLoader({"row": "{{ row.name }}", "other": "!"}), autoescape=True)


def player(name: str, *, you: bool = False) -> OnlinePlayer:
    return OnlinePlayer(PlayerId("anna"), name, False, {"one": 5}, {"one": True}, you)


def test_a_row_is_drawn_from_what_it_shows_and_by_its_template() -> None:
    draw = rows_of(ENVIRONMENT)
    assert [draw("row", player("a")), draw("row", player("<b>")), draw("other", player("a"))] == [
        "a",
        "&lt;b&gt;",
        "!",
    ]


def test_a_row_that_looks_the_same_is_drawn_once() -> None:
    draw = rows_of(ENVIRONMENT)
    assert draw("row", player("a")) is draw("row", player("a"))


def test_only_so_many_rows_are_remembered(monkeypatch) -> None:
    monkeypatch.setattr(rows, "REMEMBERED", 1)
    draw = rows_of(ENVIRONMENT)
    first = draw("row", player("a name"))
    draw("row", player("another"))
    again = draw("row", player("a name"))
    assert again == first
    assert again is not first
