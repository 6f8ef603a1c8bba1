"""Which language somebody reads, and what a page carries of its words."""

import json
from pathlib import Path

import pytest

from pyramids.web import words
from pyramids.web.words import preferred, prefix, wish

ALL = ("en", "pl", "nl", "it", "de")

POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

#: pyramids/web/templates/lobby.html
msgid "Join"
msgstr "Dołącz"

#: pyramids/web/static/site/lobby.js
msgid "Away"
msgstr "Nieobecny"

#: pyramids/web/static/site/lobby.js
msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"
"""


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "pl.po").write_text(POLISH, "utf-8")
    monkeypatch.setattr(words, "LOCALES", tmp_path)
    for cached in (words.catalogue, words.words_json):
        cached.cache_clear()
    yield words.catalogue("pl")
    for cached in (words.catalogue, words.words_json):
        cached.cache_clear()


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("pl", "pl"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,it;q=0.5", "it"),
        ("en;q=0.3, nl;q=0.7", "nl"),
        ("en, nl", "en"),
        ("ja", "en"),
        ("pl;q=0", "en"),
        ("pl;q=much, it;q=0.1", "it"),
        ("PL-pl", "pl"),
        (",;,=;q", "en"),
    ],
)
def test_the_browsers_wish_that_fits_best_is_chosen(accepted: str, language: str) -> None:
    assert preferred(accepted, ALL) == language


@pytest.mark.parametrize(("kept", "language"), [("en", "en"), ("xx", "en"), (None, "en"), ("", "en")])
def test_a_language_that_there_is_not_is_never_chosen(kept: str | None, language: str) -> None:
    assert wish(kept, "ja") == language


def test_the_source_has_addresses_of_its_own() -> None:
    assert [prefix(language) for language in ("en", "pl")] == ["", "/pl"]


def test_a_catalogue_knows_its_plural_forms(polish) -> None:
    forms = [polish.ngettext("{n} card", "{n} cards", n) for n in (1, 2, 5, 22, 12)]
    assert forms == ["{n} karta", "{n} karty", "{n} kart", "{n} karty", "{n} kart"]
    assert polish.gettext("Join") == "Dołącz"


def test_a_page_carries_the_words_of_its_scripts_alone(polish) -> None:
    assert json.loads(words.words_json("pl")) == {
        "Away": "Nieobecny",
        "{n} card": ["{n} karta", "{n} karty", "{n} kart"],
    }


def test_the_source_carries_none() -> None:
    assert words.words_json("en") == "{}"
