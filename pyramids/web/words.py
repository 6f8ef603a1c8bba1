"""The languages of the site, and its words in each. English is the source; a language is one catalogue more."""

import gettext
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

SOURCE_LANGUAGE = "en"
LANGUAGES = (SOURCE_LANGUAGE,)
LOCALES = Path(__file__).parent.parent / "locales"


def N_(text: str) -> str:  # noqa: N802 - the name that extraction looks for
    """Mark a text for the catalogues where it is translated only when it is shown."""
    return text


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The words of a language; the source needs none."""
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    return gettext.translation("pyramids", LOCALES, [language])


def prefix(language: str) -> str:
    """What an address of a language begins with: nothing for the source, else `/pl` and the like."""
    return "" if language == SOURCE_LANGUAGE else f"/{language}"


def preferred(accept_language: str, languages: Iterable[str] = LANGUAGES) -> str:
    """The first language of a browser's wish that there is; for answers whose address names no language."""
    known = set(languages)
    for wish in accept_language.split(","):
        primary = wish.split(";")[0].strip().split("-")[0].lower()
        if primary in known:
            return primary
    return SOURCE_LANGUAGE


@cache
def words_json(language: str) -> str:
    """The catalogue as static/words.js reads it: message to translation, or to its plural forms."""
    texts = getattr(catalogue(language), "_catalog", {})
    words: dict[str, str | list[str]] = {}
    for key, text in texts.items():
        if isinstance(key, tuple):
            words.setdefault(key[0], [])
            forms = words[key[0]]
            assert isinstance(forms, list)
            forms.append(text)
        elif key:
            words[key] = text
    return json.dumps(words, ensure_ascii=False)
