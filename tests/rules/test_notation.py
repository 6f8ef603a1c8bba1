"""docs/notation.md, sentence by sentence."""

import pytest

from pyramids.rules import Action, Ended, Game, NotationError, parse, write, write_deal
from pyramids.rules.notation import MOST_BYTES
from tests.rules.builders import (
    cleared,
    completed_game,
    dead_end,
    moves,
    play_all,
    played,
    staircase,
)

HEAD = "pyramids 1\nboard one\n"
DEAL = write_deal(dead_end()) + "\n"
START = HEAD + DEAL
STAIRS = HEAD + write_deal(staircase()) + "\n"
CLIMB = " ".join(str(card) for card in reversed(staircase().pyramid))
NEXT = write_deal(staircase(seed=1)) + "\n"
TO_STUCK = "play " + "+ " * 23 + "* 2S"


def fault(record: str | bytes) -> tuple[int, str]:
    """The line and the code of the record's first fault."""
    with pytest.raises(NotationError) as caught:
        parse(record.encode() if isinstance(record, str) else record)
    assert caught.value.words
    assert "\n" not in str(caught.value)
    return caught.value.line, caught.value.code


def bad(record: str | bytes) -> int:
    """The line at which the record breaks the notation."""
    line, code = fault(record)
    assert code == "bad_notation"
    return line


def game_of(record: str) -> Game:
    return parse(record.encode())


def test_a_record_names_version_board_deal_and_moves() -> None:
    game = game_of(START + "play + * 2S\n")
    assert game == play_all(Game.start(dead_end()), moves("+ * 2S"))


def test_pyramids_1_comes_first() -> None:
    assert bad("board one\npyramids 1\n" + DEAL + "play\n") == 1
    assert bad("# a comment\nboard one\n") == 2


@pytest.mark.parametrize(
    "head", ["pyramids 2", "pyramids", "pyramids 1 1", "pyramids 01", "Pyramids 1", "pyramids1"]
)
def test_the_version_is_1(head: str) -> None:
    assert bad(f"\n{head}\nboard one\n{DEAL}play\n") == 2


def test_the_version_stands_once() -> None:
    assert bad("pyramids 1\npyramids 1\nboard one\n") == 2
    assert bad(HEAD + "pyramids 1\n") == 3


@pytest.mark.parametrize("board", ["board", "board four", "board one two", "board One", "board one three"])
def test_the_board_is_one_or_three(board: str) -> None:
    assert bad(f"pyramids 1\n{board}\n{DEAL}play\n") == 2


def test_the_board_stands_once_and_before_the_deal() -> None:
    assert bad(HEAD + "board one\n" + DEAL) == 3
    assert bad("pyramids 1\n" + DEAL) == 2
    assert bad(START + "board one\n") == 4


def test_board_three_has_its_own_rows() -> None:
    three = write_deal(staircase("three"))
    assert game_of(f"pyramids 1\nboard three\n{three}\nplay\n") == Game.start(staircase("three"))
    assert bad(f"pyramids 1\nboard one\n{three}\nplay\n") == 3
    assert bad("pyramids 1\nboard three\n" + DEAL) == 3


def test_a_deal_has_slashes_between_rows_and_a_colon_before_the_fan() -> None:
    line = write_deal(dead_end())
    rows = line.removeprefix("deal ").split(" : ")[0].split(" / ")
    assert [len(row.split()) for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert line.split(" : ")[1].split() == [str(card) for card in dead_end().fan]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" / ", " ", ),
        (" / ", " : "),
        (" / ", "/"),
        (" / ", " / / "),
        (" : ", " / "),
        (" : ", " "),
        (" : ", " : : "),
        ("deal ", "deal / "),
        ("2S", "1S"),
        ("2S", "2s"),
        ("2S", "+"),
        ("2S", "4S"),
        (" 2C\n", "\n"),
        (" 2C\n", " 2C 2C\n"),
        (" 2C\n", " 2C /\n"),
        (DEAL, "deal\n"),
    ],
)  # fmt: skip
def test_a_deal_that_is_not_52_cards_each_once_in_their_rows_is_bad(old: str, new: str) -> None:
    assert old in DEAL
    assert bad(HEAD + DEAL.replace(old, new, 1) + "play +\n") == 3


def test_exactly_one_play_follows_each_deal() -> None:
    assert bad(START + DEAL + "play\n") == 4
    assert bad(START + "play +\nplay +\n") == 5
    assert bad(START + "end stopped\n") == 4
    assert bad(HEAD + "play +\n" + DEAL) == 3


def test_a_play_may_have_no_moves() -> None:
    assert game_of(START + "play\n") == Game.start(dead_end())


def test_only_a_cleared_round_is_followed_by_another_deal() -> None:
    assert game_of(STAIRS + f"play {CLIMB}\n" + NEXT + "play\n") == cleared(staircase()).next_round(
        staircase(seed=1)
    )
    assert bad(STAIRS + f"play {CLIMB[:-3]}\n" + NEXT + "play\n") == 5
    assert bad(START + TO_STUCK + "\n" + NEXT + "play\n") == 5


def test_a_cleared_round_may_be_the_last_that_a_record_has() -> None:
    assert game_of(STAIRS + f"play {CLIMB}\n") == cleared(staircase())


def test_there_are_at_most_five_deals() -> None:
    record = write(completed_game())
    assert game_of(record).ended is Ended.COMPLETED
    assert bad(record + NEXT + "play\n") == 13


@pytest.mark.parametrize("ended", [Ended.STOPPED, Ended.TIMEOUT])
def test_end_closes_a_game_that_its_moves_did_not_end(ended: Ended) -> None:
    game = game_of(START + f"play + +\nend {ended}\n")
    assert game == play_all(Game.start(dead_end()), moves("+ +")).end(ended)


def test_a_game_may_be_ended_between_two_rounds() -> None:
    assert game_of(STAIRS + f"play {CLIMB}\nend stopped\n") == cleared(staircase()).end(Ended.STOPPED)


@pytest.mark.parametrize("end", ["end", "end stuck", "end completed", "end stopped stopped", "end Stopped"])
def test_no_other_end_is_written(end: str) -> None:
    assert bad(START + f"play\n{end}\n") == 5


def test_an_end_after_the_game_has_ended_is_bad() -> None:
    assert bad(START + TO_STUCK + "\nend stopped\n") == 5
    assert bad(write(completed_game()) + "end timeout\n") == 13
    assert bad(START + "play\nend stopped\nend stopped\n") == 6


@pytest.mark.parametrize("line", ["play +", DEAL.strip(), "end timeout", "board one", "pyramids 1", "x"])
def test_nothing_follows_an_end(line: str) -> None:
    assert bad(START + f"play\nend stopped\n{line}\n") == 6
    assert game_of(START + "play\nend stopped\n\n# the end\n").ended is Ended.STOPPED


@pytest.mark.parametrize("move", ["+", "*", "2S", "KS"])
def test_a_move_after_a_clear_is_bad_notation_also_after_the_fifth(move: str) -> None:
    assert bad(STAIRS + f"play {CLIMB} {move}\n") == 4
    assert bad(write(completed_game()).rstrip("\n") + f" {move}\n") == 12


@pytest.mark.parametrize("move", ["+", "*", "2S", "KS"])
def test_a_move_after_the_game_is_stuck_is_game_over(move: str) -> None:
    assert fault(START + TO_STUCK + f" {move}\n") == (4, "game_over")


def test_an_unknown_word_after_the_game_is_stuck_is_bad_notation() -> None:
    assert bad(START + TO_STUCK + " x\n") == 4


def test_a_second_play_after_the_game_is_stuck_is_bad_notation() -> None:
    assert bad(START + TO_STUCK + "\nplay +\n") == 5


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("* *", "joker_used"),
        ("+ " * 24, "stock_empty"),
        ("2C", "card_not_on_board"),
        ("* 2S 2S", "card_not_on_board"),
        (str(dead_end().pyramid[0]), "card_covered"),
        ("+ " * 23 + "2S", "card_does_not_fit"),
    ],
)
def test_a_move_that_breaks_a_rule_is_told_with_its_code(play: str, code: str) -> None:
    assert fault(START + f"play {play}\n") == (4, code)


def test_the_words_name_the_move_and_its_number_in_the_round() -> None:
    with pytest.raises(NotationError) as caught:
        parse((START + "play + * 2S *\n").encode())
    assert "move 4 " in caught.value.words
    assert "*" in caught.value.words
    with pytest.raises(NotationError) as caught:
        parse((STAIRS + f"play {CLIMB}\n" + NEXT + "play * + *").encode())
    assert "move 3 " in caught.value.words


@pytest.mark.parametrize("word", ["x", "10H", "JOKER", "++", "2s", "-", "/", "deal", "é", "\ufeff", "\x00"])
def test_an_unknown_word_is_bad(word: str) -> None:
    assert bad(START + f"play + {word} +\n") == 4
    assert bad(START + f"play +\n{word}\n") == 5
    assert bad(f"{word}\n" + START) == 1 if word != "\ufeff" else True


def test_the_first_fault_in_reading_order_is_the_one_reported() -> None:
    assert fault(START + "play * * x\n") == (4, "joker_used")
    assert fault(START + "play * x *\n") == (4, "bad_notation")
    assert fault(START + "play * *\nend stuck\n") == (4, "joker_used")
    assert fault(START.encode() + b"play * * \xff\n") == (4, "joker_used")
    assert fault(START.encode() + b"play * \xff *\n") == (4, "bad_notation")
    assert fault(START.encode() + b"play * *\n\xff\n") == (4, "joker_used")
    assert fault(START + "play 2C x\nplay\n") == (4, "card_not_on_board")


def test_a_comment_goes_to_the_end_of_its_line_wherever_it_begins() -> None:
    record = (
        f"# one\npyramids 1#two\nboard one # three\n{DEAL.strip()} # four # five\n#play x\nplay + *# six\n"
    )
    assert game_of(record) == play_all(Game.start(dead_end()), moves("+ *"))


def test_a_comment_can_cut_a_line_short() -> None:
    assert bad("pyramids # 1\nboard one\n") == 1
    assert bad(HEAD + DEAL.replace(" : ", " # : ") + "play\n") == 3


def test_empty_lines_are_skipped() -> None:
    assert game_of("\n \n" + START.replace("\n", "\n\n#\n   \n") + "play +\n\n\n").moves_made == 1


def test_lines_may_end_with_cr_lf() -> None:
    record = START + "play + *\nend stopped\n"
    assert game_of(record.replace("\n", "\r\n")) == game_of(record)


def test_the_last_line_may_have_no_end() -> None:
    assert game_of(START + "play + *") == game_of(START + "play + *\n")


@pytest.mark.parametrize("cr", ["play +\r*\n", "play + *\r", "play +\r\r\n", "\rplay +\n", "play + \r *\n"])
def test_a_cr_that_no_lf_follows_is_part_of_a_word(cr: str) -> None:
    assert bad(START + cr) == 4


def test_a_cr_in_a_comment_is_part_of_the_comment() -> None:
    assert game_of(START + "play + # \r x\r\n").moves_made == 1


def test_a_byte_order_mark_is_accepted_at_the_very_start_only() -> None:
    record = START + "play +\n"
    assert game_of("\ufeff" + record) == game_of(record)
    assert bad("\ufeff\ufeff" + record) == 1
    assert bad("\n\ufeff" + record) == 2
    assert bad(" \ufeff" + record) == 1
    assert bad(START + "\ufeffplay +\n") == 4


def test_spaces_at_either_end_and_repeated_spaces_are_accepted() -> None:
    record = START + "play + *\n"
    assert game_of("\n".join(f"  {line}  ".replace(" ", "   ") for line in record.splitlines())) == game_of(
        record
    )


@pytest.mark.parametrize(
    "space", ["\t", "\v", "\f", "\xa0", "\x85", "\u2028", "\u2029", "\u3000", "\x1c", "\u200b"]
)
def test_only_the_space_separates_words_and_only_lf_lines(space: str) -> None:
    assert bad(START + f"play +{space}*\n") == 4
    assert bad(f"pyramids 1{space}board one\n" + DEAL) == 1
    assert bad(f"pyramids 1\nboard one{space}\n" + DEAL) == 2
    assert bad(START + f"play +\n{space}\n") == 5
    assert game_of(START + f"play + #{space}*\n").moves_made == 1


@pytest.mark.parametrize("rubbish", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf8\x88\x80\x80\x80"])
def test_anything_not_utf_8_is_bad_at_the_line_where_it_stands(rubbish: bytes) -> None:
    record = START.encode()
    assert bad(record + b"play " + rubbish + b" +\n") == 4
    assert bad(record + b"play +\n# caf" + rubbish + b"\n") == 5
    assert bad(record + b"play + # caf" + rubbish) == 4
    assert bad(rubbish + record) == 1
    assert bad(b"# " + rubbish + b"\n" + record) == 1
    assert bad(record + b"# " + rubbish + b"\nplay x\n") == 4
    assert bad(record + b"play +\nend stopped\n\n#" + rubbish) == 7


def test_other_alphabets_are_welcome_in_comments() -> None:
    assert game_of(START + "play + # Żółw, 亀, 🐢\n").moves_made == 1


def test_utf_16_is_bad_at_line_1() -> None:
    assert bad((START + "play\n").encode("utf-16")) == 1


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ("", 1),
        ("\n\n", 1),
        ("\n# nothing\n", 1),
        ("\ufeff", 1),
        ("pyramids 1", 1),
        ("\n\npyramids 1\n\n# x\n", 3),
        (HEAD, 2),
        (HEAD + "\n\n", 2),
        (START, 3),
        (START + " \n#\n", 3),
        (STAIRS + f"play {CLIMB}\n\n" + NEXT + "\n", 6),
    ],
)
def test_what_is_missing_at_the_end_is_bad_at_the_last_line_that_is_not_empty(record: str, line: int) -> None:
    assert bad(record) == line


def test_at_least_one_deal_is_needed() -> None:
    assert bad(HEAD + "end stopped\n") == 3


def test_more_than_65536_bytes_are_bad_at_line_1() -> None:
    record = START + "play\n"
    filled = record + "#" * (MOST_BYTES - len(record))
    assert len(filled.encode()) == 65_536
    assert game_of(filled) == game_of(record)
    assert bad(filled + "#") == 1
    assert bad("x\n" * 40_000) == 1
    assert bad("\ufeff" + filled) == 1


def test_a_fault_of_a_move_carries_the_move_and_the_game() -> None:
    with pytest.raises(NotationError) as caught:
        parse((START + "play + * *\n").encode())
    assert caught.value.move is Action.JOKER
    assert caught.value.position == play_all(Game.start(dead_end()), moves("+ *"))
    assert played(dead_end(), "+ *") == caught.value.position.round
