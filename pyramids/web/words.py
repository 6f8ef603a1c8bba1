"""The languages of the site, and its words in each. English is the source; a language is one catalogue more."""

import gettext
import io
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE_LANGUAGE = "en"
#: Each language by its own name, in the order in which they are offered.
LANGUAGES = {
    SOURCE_LANGUAGE: "English",
    "pl": "Polski",
    "nl": "Nederlands",
    "it": "Italiano",
    "de": "Deutsch",
}
LOCALES = Path(__file__).parent.parent / "locales"
LANGUAGE_COOKIE = "pyramids-language"


def N_(text: str) -> str:  # noqa: N802 - the name that extraction looks for
    """Mark a text for the catalogues where it is translated only when it is shown."""
    return text


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The words of a language; the source needs none."""
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    with (LOCALES / f"{language}.po").open("rb") as file:
        written = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, written)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def prefix(language: str) -> str:
    """What an address of a language begins with: nothing for the source, else `/pl` and the like."""
    return "" if language == SOURCE_LANGUAGE else f"/{language}"


def wish(kept: str | None, accept_language: str) -> str:
    """The language that somebody reads: the one they have chosen here, else their browser's wish."""
    return kept if kept in LANGUAGES else preferred(accept_language, LANGUAGES)


def preferred(accept_language: str, languages: Iterable[str] = LANGUAGES) -> str:
    """The wish of a browser that we can best fulfil; the source where there is none. RFC 9110, 12.5.4"""
    known = set(languages)
    wishes = []
    for part in accept_language.split(","):
        tag, _, quality = part.partition(";")
        primary = tag.strip().split("-")[0].lower()
        if primary in known:
            wishes.append((_quality(quality), primary))
    best = max((quality for quality, _ in wishes), default=0.0)
    return next((primary for quality, primary in wishes if quality == best > 0), SOURCE_LANGUAGE)


def _quality(parameter: str) -> float:
    try:
        return float(parameter.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


COMPUTER = N_("Computer")  # The name that the computer player has in the database, and nobody can choose.
GUEST = N_("Guest {n}")
_GUESTS = re.compile(r"\bGuest (\d{5})\b")


def called(name: str, language: str) -> str:
    """A player's name as a page shows it: the computer's is a word of ours."""
    return catalogue(language).gettext(COMPUTER) if name == COMPUTER else name


def with_guests(text: str, language: str) -> str:
    """A page's text with the default names of guests in its language. Nobody can choose a name with a space."""
    if language == SOURCE_LANGUAGE:
        return text
    words = catalogue(language).gettext(GUEST)
    return _GUESTS.sub(lambda found: words.format(n=found[1]), text)


@cache
def words_json(language: str) -> str:
    """What static/words.js needs of the catalogue: message to translation, or to its plural forms."""
    if language == SOURCE_LANGUAGE:
        return "{}"
    with (LOCALES / f"{language}.po").open("rb") as file:
        written = read_po(file, locale=language)
    words: dict[str, Any] = {}
    for message in written:
        if message.id and any(path.endswith(".js") for path, _ in message.locations):
            words[message.id if isinstance(message.id, str) else message.id[0]] = message.string
    return json.dumps(words, ensure_ascii=False)
