"""The file that translators work from holds every word of the pages."""

import re
import subprocess
import sys
from operator import attrgetter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from pyramids.web.words import LANGUAGES, LOCALES

REPO = Path(__file__).parents[1]


def test_the_catalogue_holds_what_make_words_finds_now(tmp_path: Path) -> None:
    found = tmp_path / "pyramids.pot"
    # -o: what is installed here already is good enough.
    subprocess.run(
        ["make", "--silent", "-o", ".venv/.dev", "words", f"PY={sys.executable}", f"POT={found}", "PO="],
        cwd=REPO,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    kept = REPO / "pyramids/locales/pyramids.pot"
    assert kept.read_text("utf-8") == found.read_text("utf-8"), "words have changed: run `make words`"


def catalogue(language: str) -> Catalog:
    with (LOCALES / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def forms(message: Message) -> list[str]:
    """All texts of a translation."""
    return [message.string] if isinstance(message.string, str) else list(message.string or [])


def places(text: str) -> set[str]:
    """What is filled in: `{n}` and `%(n)s`."""
    return set(re.findall(r"\{\w+\}|%\(\w+\)\w", text))


def test_there_is_a_catalogue_for_each_language_and_no_other() -> None:
    assert {path.stem for path in LOCALES.glob("*.po")} == set(LANGUAGES) - {"en"}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_a_language_has_every_word_and_no_unused_one(language: str) -> None:
    with (LOCALES / "pyramids.pot").open("rb") as file:
        template = read_po(file)
    written = catalogue(language)
    assert {message.id for message in written} == {message.id for message in template}
    for message in filter(attrgetter("id"), template):
        found = written.get(message.id if isinstance(message.id, str) else message.id[0])
        assert found is not None
        assert {path for path, _ in found.locations} == {path for path, _ in message.locations}, (
            "run `make words`"
        )


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_word_of_a_language_is_filled_and_takes_what_the_source_takes(language: str) -> None:
    written = catalogue(language)
    for message in written:
        if not message.id:
            continue
        texts = forms(message)
        assert len(texts) == (written.num_plurals if message.pluralizable else 1), message.id
        assert all(text.strip() for text in texts), message.id
        assert not message.fuzzy, message.id
        sources = [message.id] if isinstance(message.id, str) else list(message.id)
        wanted = places(sources[-1])
        for text in texts:
            # A form for one thing alone need not say its number.
            assert places(text) == wanted or (
                message.pluralizable and places(text) | {"{n}", "%(n)s", "%(num)s"} >= wanted
            )
            assert places(text) <= wanted, (message.id, text)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_a_language_is_not_english(language: str) -> None:
    """Short words and names may be the same; sentences may not."""
    same = [message.id for message in catalogue(language) if message.id and message.id in forms(message)]
    assert [text for text in same if len(re.findall(r"[a-z]{2,}", re.sub(r"\{\w+\}", "", text))) > 3] == []


def test_no_script_asks_for_words_inside_a_template_literal() -> None:
    """Babel does not look for them there."""
    scripts = [path for path in (REPO / "pyramids/web/static").rglob("*.js") if "vendor" not in path.parts]
    inside = re.compile(r"`[^`]*\$\{[^}`]*\b(_|ngettext)\(")
    assert [path.name for path in scripts if inside.search(path.read_text("utf-8"))] == []
