"""What a browser may send, at its edges. Wrong frames of every kind are sent in test_sockets.py."""

import pytest

from pyramids.rules import Action, Card, Refusal
from pyramids.web.moves import MoveFrame, Ping, decode


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ('{"do":"place","card":"7H","n":0}', (Card.parse("7H"), 0)),
        ('{"do":"turn","n":1000}', (Action.TURN, 1_000)),
        ('{"n":3,"do":"joker"}', (Action.JOKER, 3)),
    ],
)
def test_a_frame_of_the_protocol_is_a_move(text: str, move: object) -> None:
    frame = decode(text)
    assert isinstance(frame, MoveFrame)
    assert (frame.move, frame.n) == move


def test_a_ping_needs_nothing() -> None:
    assert isinstance(decode('{"do":"ping"}'), Ping)


@pytest.mark.parametrize(
    "text",
    ['{"do":"turn","n":1001}', '{"do":"turn","n":1.5}', '{"do":"ping","n":0}', '{"do":"turn","n":true}'],
)
def test_what_is_just_beyond_a_frame_is_none(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        decode(text)
    assert refused.value.code == "bad_frame"


def test_a_card_of_two_letters_that_does_not_exist_is_no_move() -> None:
    frame = decode('{"do":"place","card":"1H","n":0}')
    assert isinstance(frame, MoveFrame)
    with pytest.raises(Refusal):
        _ = frame.move
