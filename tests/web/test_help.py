"""The help and the page about fair cards."""

import html
import json
import re

import pytest

from pyramids.app.lessons import LESSONS, exercise
from pyramids.rules import BOARDS
from tests.web.serving import Served

KEYS = re.compile(r'<dl class="keys">.*?</dl>', re.DOTALL)


def page(served: Served, path: str) -> str:
    answer = served.stranger().http.get(path)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_the_help_holds_each_lesson_once_with_the_steps_that_the_rules_make(served: Served) -> None:
    text = page(served, "/help")

    found = [json.loads(html.unescape(data)) for data in re.findall(r'data-exercise="([^"]*)"', text)]
    assert [made["name"] for made in found] == [lesson.name for lesson in LESSONS]
    for made, lesson in zip(found, LESSONS, strict=True):
        wanted = exercise(lesson)
        assert made["rows"] == list(wanted.rows)
        assert [step["cards"] for step in made["steps"]] == [list(step.cards) for step in wanted.steps]
        assert [step["open"] for step in made["steps"]] == [step.open for step in wanted.steps]
        assert [step["refused"] for step in made["steps"]] == [step.refused for step in wanted.steps]


@pytest.mark.parametrize("path", ["/help", "/fairness"])
def test_each_link_within_a_page_leads_somewhere(served: Served, path: str) -> None:
    text = page(served, path)

    for anchor in re.findall(r'href="#([^"]+)"', text):
        assert f'id="{anchor}"' in text, anchor


def test_the_help_says_the_points_of_a_whole_sequence(served: Served) -> None:
    """Rule 3.5: with the clear they make 2,080."""
    cells = re.findall(r"<td>(\d+)</td>", page(served, "/help"))

    assert dict(zip(cells[:6], cells[6:], strict=True))["28"] == "2030"


def test_the_table_and_the_help_show_the_same_keys(served: Served) -> None:
    anna = served.guest("anna")
    table = anna.http.get(f"/t/{anna.open()}").text

    keys = KEYS.findall(page(served, "/help"))
    assert len(keys) == 1
    assert KEYS.findall(table) == keys


def test_every_page_leads_to_the_help_and_to_fair_cards(served: Served) -> None:
    anna = served.guest("anna")
    code = anna.open()

    for path in ("/", "/api", "/help", "/fairness", "/nowhere", f"/t/{code}", f"/t/{code}/check"):
        text = anna.http.get(path).text
        assert 'href="/help"' in text, path
        assert 'href="/fairness"' in text, path


def test_the_page_about_fair_cards_holds_both_boards_and_the_numbers_of_the_rules(served: Served) -> None:
    """Rule 6.5."""
    text = page(served, "/fairness")

    data = re.search(r'data-geometry="([^"]*)"', text)
    assert data is not None
    boards = json.loads(html.unescape(data[1]))
    assert boards == {
        name: {"rows": list(board.rows), "covers": [list(covers) for covers in board.covers]}
        for name, board in BOARDS.items()
    }
    for words in ("1 of 34", "1 of 2", *(f"{share} of 100" for share in (82, 90, 46, 75, 13, 45))):
        assert f"<td>{words}</td>" in text


def test_only_who_is_here_for_the_first_time_is_invited_to_the_first_lesson(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    invitation = 'id="first-lesson"'

    assert invitation in served.stranger().http.get("/").text
    assert invitation in anna.http.get("/").text
    anna.open()
    assert invitation not in anna.http.get("/").text
    bert.post("/api/me", {"name": "Berta"})
    assert invitation not in bert.http.get("/").text
