"""Names that players choose: E53's imitations, markup and reserved words have no way in."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramids.app.codes import SiteCode
from pyramids.app.names import RESERVED, clean_name, name_key
from pyramids.app.players import guest_name
from pyramids.duel.table import PlayerId
from pyramids.rules.errors import Refusal

LATIN = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=3, max_size=12)


def refused(name: str) -> str:
    """The code with which a name is refused."""
    with pytest.raises(Refusal) as refusal:
        clean_name(name)
    return refusal.value.code


@pytest.mark.parametrize(
    "name",
    [
        *("Anna", "a_b", "x-1", "a" * 20, "Żółć-1", "Łukasz", "Straße", "Zoë", "İnci", "Đorđe", "Bjørn"),
        *("Кот_7", "Вера", "Їжак", "Νίκος", "მარიამი", "Արամ"),
        *("李小龙", "アンナー", "ひらがなとカナと漢字", "김철수", "金철수", "ㄅㄆㄇ漢"),
        *("ที่รัก", "हिंदी", "דניאל", "محمد", "தமிழ்"),
    ],
)
def test_a_name_in_any_script_is_kept(name: str) -> None:
    assert clean_name(name) == name


def test_a_name_is_kept_in_its_composed_form_without_the_spaces_around_it() -> None:
    assert clean_name("  Zoe\N{COMBINING DIAERESIS} ") == "Zoë"
    assert clean_name("𝔸𝕟𝕟𝕒") == clean_name("Ａｎｎａ") == "Anna"


@pytest.mark.parametrize("name", ["", "ab", "a" * 21, "   ", " ab ", "a" * 10_000])
def test_a_name_has_three_to_twenty_characters(name: str) -> None:
    assert refused(name) == SiteCode.BAD_NAME


@pytest.mark.parametrize("name", ["123", "___", "1-2_3", "\u0301\u0301\u0301"])
def test_a_name_has_a_letter(name: str) -> None:
    assert refused(name) == SiteCode.BAD_NAME


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ann Bo",
            "Ann\tBo",
            "<b>x</b>",
            "a&amp;b",
            "it's",
            "a.b.c",
            "a@b",
            "a/b",
            "Anna!",
            "Anna♥",
            "Anna🂡",
        ),
        *(
            "o\x00ne",
            "a\u202eb",
            "a\u200bbc",
            "a\u200dbc",
            "a\ufeffbc",
            "ab\u00adc",
            "ab\ue000c",
            "ab\ud800c",
        ),
        *("a\u3164b", "a\u115fb", "ㅤㅤㅤ", "\uffa0ab", "a\ufe0fbc"),
        *("abc٣", "abc२", "l\u0338\u0338ab", "a1\u0301b", "\u0301abc", "x\u0331\u0332\u0333y"),
    ],
)
def test_a_name_has_nothing_but_letters_digits_and_two_marks(name: str) -> None:
    assert refused(name) == SiteCode.BAD_NAME


@pytest.mark.parametrize(
    "name", ["аnna", "Αnna", "Ꭺnna", "раураl", "Annа", "アnna", "김anna", "한ひら", "ᴀɴɴᴀ"]
)
def test_a_name_is_in_one_script(name: str) -> None:
    assert refused(name) == SiteCode.BAD_NAME


@pytest.mark.parametrize("word", RESERVED.split())
def test_a_reserved_word_is_nobody_s_in_any_disguise(word: str) -> None:
    for name in (word, word.upper(), f"{word}-1", f"_{word}_", f"{word}12345"[:20]):
        assert refused(name) == SiteCode.NAME_RESERVED, name


@pytest.mark.parametrize(
    "name",
    [
        "adm1n",
        "C0mputer",
        "Cornputer",
        "GUEST_10000",
        "Gosc",
        "geloscht",
        "R00T",
        "nul1",
        "Ｂｏｔ",
        "The-Computer",
        "admin_team",
        "Mr_Official-Bot",
    ],
)
def test_what_looks_like_a_reserved_word_is_nobody_s_either(name: str) -> None:
    assert refused(name) == SiteCode.NAME_RESERVED


@pytest.mark.parametrize("name", ["modern", "Abbot", "Guesthouse", "Rooted", "Systematic"])
def test_a_name_may_have_a_reserved_word_in_it(name: str) -> None:
    assert clean_name(name) == name


def test_nobody_can_choose_what_a_guest_is_called() -> None:
    assert refused(guest_name(PlayerId("anna"))) == SiteCode.BAD_NAME
    assert refused(guest_name(PlayerId("anna")).replace(" ", "_")) == SiteCode.NAME_RESERVED


# What looks alike has one key.


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Anna", "ANNA"), ("Anna", "ａｎｎａ"), ("Zoë", "Zoe\u0308"), ("Straße", "STRASSE")),
        *(
            ("Mark", "rnark"),
            ("Ilya", "llya"),
            ("Ilya", "1lya"),
            ("ilya", "ILYA"),
            ("Bo0", "BOO"),
            ("O0o", "000"),
        ),
        *(
            ("paypa", "раура"),
            ("Bepa", "Вера"),
            ("TOM", "Том"),
            ("том", "TOM"),
            ("Capa", "Сара"),
            ("avva", "ανvα"),
        ),
        *(("Νίκος", "ΝΊΚΟΣ"), ("Вера", "ВЕРА")),
    ],
)
def test_names_that_look_alike_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Hanna"),
        ("Nina", "Vina"),
        ("Zoë", "Zoe"),
        ("Łukasz", "Lukasz"),
        ("a_b", "a-b"),
        ("Вера", "Вова"),
    ],
)
def test_names_that_look_different_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize("name", ["ΝΙΝΑ", "ΑΝΝΑ", "ΥΥΥ"])
def test_greek_capitals_that_spell_a_latin_name_which_the_key_misses_are_nobody_s(name: str) -> None:
    assert refused(name) == SiteCode.NAME_RESERVED


def test_a_key_has_six_characters_for_each_of_the_name_at_most() -> None:
    assert len(name_key("찄" * 20)) == 120


@given(name=LATIN)
def test_case_never_changes_a_key(name: str) -> None:
    assert name_key(name.upper()) == name_key(name.lower()) == name_key(name.swapcase())


@given(name=st.text(max_size=30))
def test_any_text_is_kept_whole_or_refused(name: str) -> None:
    try:
        kept = clean_name(name)
    except Refusal:
        return
    assert kept == unicodedata.normalize("NFKC", name).strip() == clean_name(kept)
    assert name_key(kept) == name_key(name)
