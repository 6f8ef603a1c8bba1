"""The frames that a browser may send, validated while they are decoded."""

from typing import Annotated, ClassVar, Literal

import msgspec

from pyramids.app.codes import SiteCode
from pyramids.rules.cards import Card
from pyramids.rules.errors import Refusal
from pyramids.rules.round import Action, Move

N = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class Place(msgspec.Struct, tag_field="do", tag="place", forbid_unknown_fields=True):
    """Place a card of the pyramid."""

    card: Annotated[str, msgspec.Meta(min_length=2, max_length=2)]
    n: N

    @property
    def move(self) -> Move:
        """The card; raises `Refusal` with `bad_frame` for one that does not exist."""
        try:
            return Card.parse(self.card)
        except ValueError:
            raise Refusal(SiteCode.BAD_FRAME) from None


class Turn(msgspec.Struct, tag_field="do", tag="turn", forbid_unknown_fields=True):
    """Turn the next card of the fan."""

    move: ClassVar[Move] = Action.TURN
    n: N


class PlayJoker(msgspec.Struct, tag_field="do", tag="joker", forbid_unknown_fields=True):
    """Play the Joker."""

    move: ClassVar[Move] = Action.JOKER
    n: N


class Ping(msgspec.Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Ask whether the server is there."""


class Show(msgspec.Struct, tag_field="do", tag="show", forbid_unknown_fields=True):
    """Say which open tables this page of the lobby shows."""

    board: Literal["one", "three"] | None = None
    joinable: bool = False
    page: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1


MoveFrame = Place | Turn | PlayJoker
Frame = MoveFrame | Ping | Show
_decoder: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Place | Turn | PlayJoker | Ping | Show)


def decode(data: str | bytes) -> Frame:
    """Read one frame; raises `Refusal` with `bad_frame`."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError):
        raise Refusal(SiteCode.BAD_FRAME) from None
