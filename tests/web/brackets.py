"""An invented language: every word of the catalogue in brackets, so that a page shows which words were left out."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from pyramids.web import pages, sentences, words

LANGUAGE = "cs"  # None of ours; Babel knows how it writes dates and plurals.
OPEN, CLOSE = "⟦", "⟧"
#: What is the same in every language: our name, other names, what people and programs type, addresses.
SAME = re.compile(
    r"Pyramids|\{\w+\}|Glicko-2|\bWS\b|MIT|API|QR|Chromium|English|Polski|Nederlands|Italiano|Deutsch|Čeština|CS|UTC|SHA-256|HMAC|JSON"
    r"|https?://\S+|/api/\S*|[A-HJ-NP-Z2-9]{6}\b|\b[0-9a-f]{16,}\b|\b[0-9a-f]{8}\b"
)


def _of_dates() -> set[str]:
    """The words of dates, which are Babel's."""
    locale = Locale(LANGUAGE)
    return {
        word
        for names in (locale.months, locale.days, locale.day_periods)
        for widths in names.values()
        for named in widths.values()
        for name in named.values()
        for word in re.findall(r"\w+", name)
    }


DATES = _of_dates()


def in_brackets(text: str) -> str:
    """A message in brackets; what is filled in stays outside, where a plain word is found."""
    parts = re.split(r"(\{\w+\}|%\(\w+\)\w)", text)
    return "".join(part if at % 2 else OPEN + part + CLOSE for at, part in enumerate(parts) if part)


def invented() -> Catalog:
    """A translation of every message into itself in brackets."""
    with (words.LOCALES / "pyramids.pot").open("rb") as file:
        template = read_po(file)
    catalog = Catalog(locale=LANGUAGE)
    for message in template:
        if not message.id:
            continue
        forms: str | list[str]
        if isinstance(message.id, tuple):
            forms = [in_brackets(message.id[0]), *[in_brackets(message.id[1])] * (catalog.num_plurals - 1)]
        else:
            forms = in_brackets(message.id)
        catalog.add(message.id, forms, message.locations, message.flags)
    return catalog


@contextmanager
def invented_language(folder: Path) -> Iterator[None]:
    """Let the site speak it beside its own languages; served pages are at `/cs`."""
    with (folder / f"{LANGUAGE}.po").open("wb") as file:
        write_po(file, invented())
    cached = (words.catalogue, words.words_json, sentences.codes_json, pages._environment)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "LOCALES", folder)
        patch.setitem(words.LANGUAGES, LANGUAGE, "Čeština")
        for function in cached:
            function.cache_clear()
        yield
    for function in cached:
        function.cache_clear()


NAMES = re.compile(r"\bAnna_B\b")  # What people call themselves.


def plain_words(text: str) -> list[str]:
    """The words of a text that stand in no brackets and are not the same in every language."""
    outside, depth = "", 0
    for character in text:
        depth += (character == OPEN) - (character == CLOSE)
        outside += character if depth == 0 and character != CLOSE else " "
    found = re.findall(r"[^\W\d_]{2,}", SAME.sub(" ", NAMES.sub(" ", outside)))
    return [word for word in found if word not in DATES]
