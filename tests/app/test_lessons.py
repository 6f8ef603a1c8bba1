"""Each exercise of the help says what the rules say, and can be done."""

import pytest

from pyramids.app.lessons import LESSONS, Exercise, Lesson, Step, exercise, position
from pyramids.rules import BOARDS, Refusal, RefusalCode, Round, parse_move
from pyramids.rules.round import move_text

lessons = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
BY_NAME = {lesson.name: lesson for lesson in LESSONS}

# The shortest way through each lesson, and the points that it makes.
LINES = {
    "fits": ("8S 9D 8C", 30),
    "ace": ("KD AH 2C", 30),
    "turn": ("+ + 9S 8H + JD", 5),
    "joker": ("7C * KH QD", -20),
    "sequence": ("7D 8S 9H", 30),
    "clear": ("5C 6H 7D", 80),
    "duel": ("+ 9C 8D 9H TH JD QC", 150),
    "peaks": ("6D 7C 8H 9S TD JS", 105),
}


def followed(lesson: Lesson, line: str) -> list[Step]:
    """The steps of a line of moves, the first one first."""
    made = exercise(lesson)
    steps = [made.steps[0]]
    for move in line.split():
        steps.append(made.steps[steps[-1].open[move]])
    return steps


def pairs(lesson: Lesson) -> list[tuple[Step, Round]]:
    """Each step of a lesson with a round that leads to it."""
    steps = exercise(lesson).steps
    rounds = {0: position(lesson)}
    ahead = [0]
    while ahead:
        number = ahead.pop()
        for move, after in steps[number].open.items():
            if after not in rounds:
                rounds[after] = rounds[number].play(parse_move(move))
                ahead.append(after)
    assert len(rounds) == len(steps)
    return [(steps[number], at) for number, at in rounds.items()]


@lessons
def test_a_lesson_begins_with_its_cards_and_no_sequence(lesson: Lesson) -> None:
    at = position(lesson)

    assert [card for card in at.texts if card] == lesson.pyramid.replace("/", "").split()
    assert at.held == (1 << at.held.bit_count()) - 1, "what is left is the top of the board"
    assert move_text(at.pile) == lesson.pile
    assert at.fan_left == len(lesson.fan.split())
    assert at.sequence == 0
    assert at.joker_used is not lesson.joker


@lessons
def test_each_step_shows_what_the_rules_say(lesson: Lesson) -> None:
    start = position(lesson)
    for step, at in pairs(lesson):
        assert step.cards == at.texts[: len(step.cards)]
        assert not any(at.texts[len(step.cards) :])
        assert (step.pile, step.fan, step.joker) == (move_text(at.pile), at.fan_left, not at.joker_used)
        assert (step.points, step.sequence) == (at.score - start.score, at.sequence)
        assert step.done is (at.held.bit_count() <= lesson.left)
        assert step.stuck is at.stuck


@lessons
def test_each_step_has_the_moves_that_the_rules_allow_and_the_reason_for_each_other(lesson: Lesson) -> None:
    steps = exercise(lesson).steps
    for step, at in pairs(lesson):
        if step.done:
            assert (step.open, step.refused) == ({}, {})
            continue
        assert list(step.open) == [move_text(move) for move in at.open_moves()]
        assert {*step.open, *step.refused} == {*filter(None, step.cards), "+", "*"}
        for move, after in step.open.items():
            position_after = at.play(parse_move(move))
            assert steps[after].cards == position_after.texts[: len(step.cards)]
            assert steps[after].points - step.points == position_after.score - at.score
        for text, code in step.refused.items():
            with pytest.raises(Refusal) as refused:
                at.play(parse_move(text))
            assert refused.value.code == code


@lessons
def test_a_lesson_can_be_done(lesson: Lesson) -> None:
    line, points = LINES[lesson.name]

    last = followed(lesson, line)[-1]

    assert last.done
    assert last.points == points


@lessons
def test_a_lesson_never_goes_on_without_a_move(lesson: Lesson) -> None:
    for step in exercise(lesson).steps:
        assert step.open or step.done or step.stuck


@lessons
def test_what_covers_what_is_the_boards(lesson: Lesson) -> None:
    made = exercise(lesson)
    left = len(made.steps[0].cards)
    board = BOARDS[lesson.board]

    assert sum(made.rows) == left
    assert board.rows[: len(made.rows)] == made.rows
    for place, covers in enumerate(made.covers):
        assert covers == tuple(cover for cover in board.covers[place] if cover < left)


def codes(made: Exercise) -> set[str]:
    return set(made.steps[0].refused.values())


def test_the_first_lesson_shows_a_card_that_fits_one_that_does_not_and_one_that_is_covered() -> None:
    made = exercise(BY_NAME["fits"])

    assert list(made.steps[0].open) == ["8S"]
    assert {RefusalCode.CARD_COVERED, RefusalCode.CARD_DOES_NOT_FIT} <= codes(made)


def test_the_lesson_of_the_ace_puts_it_on_a_king_and_a_two_on_it() -> None:
    """Rule 2.1."""
    assert [step.pile for step in followed(BY_NAME["ace"], "KD AH 2C")] == ["QC", "KD", "AH", "2C"]


def test_the_lesson_of_turning_costs_five_each_time_and_begins_a_new_sequence() -> None:
    """Rule 3.2."""
    steps = followed(BY_NAME["turn"], "+ + 9S 8H + JD")

    assert [step.points for step in steps] == [0, -5, -10, -5, 5, 0, 5]
    assert [step.sequence for step in steps] == [0, 0, 0, 1, 2, 0, 1]


def test_the_lesson_of_the_joker_costs_fifty_and_the_sequence_goes_on() -> None:
    """Rules 2.3 and 3.3."""
    steps = followed(BY_NAME["joker"], "7C * KH QD")

    assert [step.points for step in steps] == [0, 5, -45, -35, -20]
    assert [step.sequence for step in steps] == [0, 1, 1, 2, 3]
    assert {"KH", "AC"} <= set(steps[2].open), "any free card fits on it"


def test_no_other_way_through_the_lesson_of_the_sequence_makes_as_many_points() -> None:
    points = [step.points for step in exercise(BY_NAME["sequence"]).steps if step.done]

    assert points.count(30) == 1
    assert max(points) == 30


def test_the_rival_of_the_duel_can_be_beaten_met_and_not_reached() -> None:
    made = exercise(BY_NAME["duel"])
    ends = {step.points for step in made.steps if step.done or step.stuck}

    assert made.rival_points == 110
    assert made.rival_points in ends
    assert min(ends) < made.rival_points < max(ends)


def test_a_lesson_whose_cards_leave_no_stairs_is_refused() -> None:
    with pytest.raises(ValueError, match="no stairs"):
        position(Lesson("", "AS / AH AD", "AC"))
