"""The names that players choose: which are allowed, and which look alike.

What looks like what is Unicode's own list (UTS 39, confusables), as the package confusable-homoglyphs carries it.
"""

import unicodedata
from functools import cache

import regex
from confusable_homoglyphs.utils import load

from pyramids.app.codes import SiteCode
from pyramids.rules.errors import Refusal

NAME_LENGTH = range(3, 21)

#: The scripts that living languages are written in by everybody (UAX 31, table 5), by ISO 15924; Japanese,
#: Korean and Chinese each write in several.
WRITINGS = (
    *("Latn", "Cyrl", "Grek", "Arab", "Armn", "Beng", "Deva", "Ethi", "Geor", "Gujr", "Guru", "Hebr", "Khmr"),
    *("Knda", "Laoo", "Mlym", "Mymr", "Orya", "Sinh", "Taml", "Telu", "Thaa", "Thai", "Tibt"),
    *("Hani Hira Kana", "Hani Hang", "Hani Bopo"),
)

#: Who a player may not seem to be, in our pages' languages; compared without marks, digits, `_` and `-`.
RESERVED = (
    # English
    "admin administrator moderator mod system server support staff help official pyramids computer bot robot guest "
    "anonymous deleted nobody player opponent you root null none undefined "
    # What the API has under /api/players
    "joining "
    # Polish
    "gość komputer anonim usunięty obsługa pomoc nikt gracz przeciwnik "
    # Dutch
    "gast beheerder systeem anoniem verwijderd niemand speler tegenstander "
    # Italian
    "ospite amministratore moderatore sistema anonimo eliminato assistenza nessuno giocatore avversario "
    # German
    "anonym gelöscht hilfe spieler gegner"
)


def clean_name(text: str) -> str:
    """A name as it is kept; raises `Refusal` with `bad_name` or `name_reserved`.

    3 to 20 letters of one script, ASCII digits, `_` and `-`, composed by NFKC, with a letter among them.
    """
    name = unicodedata.normalize("NFKC", text).strip()
    if len(name) not in NAME_LENGTH or not _allowed().fullmatch(name):
        raise Refusal(SiteCode.BAD_NAME)
    # Letters of phonetic writing, made to look like others.
    if any("SMALL CAPITAL" in unicodedata.name(character, "") for character in name):
        raise Refusal(SiteCode.BAD_NAME)
    if _is_reserved(name):
        raise Refusal(SiteCode.NAME_RESERVED)
    return name


def name_key(name: str) -> str:
    """What two names share that differ in case only, or look alike: names are unique by it.

    It follows from the small letters alone, so that case cannot matter. A letter counts as the ASCII letter
    that it looks like, be it small or, failing that, as a capital.
    """
    folded = unicodedata.normalize("NFKC", name).strip().casefold()
    key = "".join(_key_of(character) for character in unicodedata.normalize("NFD", folded))
    # A capital I looks like a small l, and is an i: all three are one.
    return unicodedata.normalize("NFC", key.replace("i", "l"))


def _is_reserved(name: str) -> bool:
    without_digits = "".join(character for character in name if not character.isdigit())
    parts = regex.split("[_-]", name)
    if {_bare(text) for text in (name, without_digits, *parts)} & _reserved_keys():
        return True
    # Some Greek capitals look like another Latin letter than their small ones do: the key cannot keep ΝΙΝΑ apart
    # from NINA, so such a name is nobody's.
    looks = _looking_like(name)
    return not name.isascii() and looks.isascii() and name_key(looks) != name_key(name)


def _bare(name: str) -> str:
    """The key of a name without its marks, `_` and `-`."""
    key = unicodedata.normalize("NFD", name_key(name))
    return "".join(character for character in key if character.isalnum())


@cache
def _reserved_keys() -> frozenset[str]:
    return frozenset(map(_bare, RESERVED.split()))


@cache
def _key_of(character: str) -> str:
    """What one letter of a case-folded, decomposed name looks like."""
    small = _looking_like(_looking_like(character).casefold())
    if small.isascii() or not character.isalpha():
        return small
    capital = _looking_like(_looking_like(character.upper()).casefold())
    return capital if capital.isascii() else small


def _looking_like(text: str) -> str:
    return "".join(_looks().get(character, character) for character in text)


@cache
def _looks() -> dict[str, str]:
    """For each character that looks like another: the one that stands for all that look alike.

    The package's list goes both ways; whoever has several others stands for them.
    """
    alike = {
        _unmarked(character): [_unmarked(other["c"]) for other in others]
        for character, others in load("confusables.json").items()
    }
    looks = {}
    for character, others in alike.items():
        if len(character) == len(others) == 1:
            other = others[0]
            # Of a pair either would do, but it must be the same for both.
            if len(alike.get(other, [])) > 1 or len(other) > 1 or other < character:
                looks[character] = other
    return looks


def _unmarked(text: str) -> str:
    """The text without the marks that Unicode's list puts around what is written from right to left."""
    return text.replace("\N{LEFT-TO-RIGHT MARK}", "")


@cache
def _allowed() -> "regex.Pattern[str]":
    """Whole names: a letter has two marks at most, one of those that all scripts share."""
    writings = []
    for scripts in WRITINGS:
        script = "".join(rf"\p{{scx={name}}}" for name in scripts.split())
        letter = rf"[\p{{L}}&&[{script}]][\p{{M}}&&[{script}\p{{sc=Zinh}}]]{{0,2}}"
        writings.append(f"(?:[0-9_-]*{letter})+[0-9_-]*+")
    return regex.compile(
        r"(?V1)(?!.*\p{sc=Zinh}{2})(?!.*\p{Default_Ignorable_Code_Point})(?:" + "|".join(writings) + ")"
    )
