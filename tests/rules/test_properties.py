"""What always holds, for games that nobody arranged."""

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pyramids.rules import (
    BOARDS,
    DECK,
    Deal,
    Ended,
    Game,
    NotationError,
    Refusal,
    RefusalCode,
    Round,
    move_text,
    parse,
    parse_move,
    write,
)
from tests.rules.builders import completed_game, play_all, staircase, stuck_game
from tests.rules.referee import Referee

# Other people's work may share the machine.
always = settings(deadline=None, max_examples=150)

ALL_TOKENS = [str(card) for card in DECK] + ["+", "*"]

boards = st.sampled_from(sorted(BOARDS))
seeds = st.integers(0, 2**32)


def code_or_none(position: Round | Game, token: str) -> str | None:
    """Why the move is refused, or None if it is accepted."""
    try:
        position.play(parse_move(token))
    except Refusal as refusal:
        return refusal.code
    return None


def random_deal(board: str, chance: random.Random) -> Deal:
    cards = tuple(chance.sample(DECK, 52))
    return Deal(BOARDS[board], cards[:28], cards[28:])


def random_game(board: str, seed: int, cleared_rounds: int, moves: int, eager: bool = True) -> Game:
    """Some cleared rounds and a last one with at most so many random moves; eager players place what fits."""
    chance = random.Random(seed)
    deals = [staircase(board, seed + number) for number in range(cleared_rounds)]
    if cleared_rounds < 5:
        deals.append(random_deal(board, chance))
    game = Game.start(deals[0])
    for deal, following in pairwise(deals):
        game = play_all(game, reversed(deal.pyramid)).next_round(following)
    if cleared_rounds == 5:
        return play_all(game, reversed(deals[-1].pyramid))
    for _ in range(moves):
        if not game.open_moves():
            break
        cards = game.open_moves() if not eager else game.open_moves()[:2]
        game = game.play(chance.choice(cards))
    if game.ended is None and chance.random() < 0.3:
        return game.end(chance.choice((Ended.STOPPED, Ended.TIMEOUT)))
    return game


games = st.builds(random_game, boards, seeds, st.integers(0, 5), st.integers(0, 60), st.booleans())
rounds = games.map(lambda game: game.round)


@always
@given(rounds)
def test_there_are_52_cards_always(position: Round) -> None:
    held = [card for card in position.cards() if card is not None]
    placed = [move for move in position.moves if move in DECK]
    seen_of_fan = position.deal.fan[: position.turned + 1]
    face_down = position.deal.fan[position.turned + 1 :]
    assert len(face_down) == position.fan_left
    assert sorted(map(str, [*held, *placed, *seen_of_fan, *face_down])) == sorted(map(str, DECK))


@always
@given(boards, seeds, st.data())
def test_every_position_is_as_the_plain_referee_says(board: str, seed: int, data: st.DataObject) -> None:
    chance = random.Random(seed)
    deal = random_deal(board, chance)
    position, referee = Round.start(deal), Referee.of(board, deal.pyramid, deal.fan)
    places_only = data.draw(st.booleans())
    for _ in range(80):
        assert [move_text(move) for move in position.open_moves()] == referee.open_moves()
        assert list(position.cards()) == referee.pyramid
        assert position.score == referee.score
        assert position.longest_sequence == referee.longest_sequence()
        assert position.sequence == referee.sequence_with_one_more() - 1
        assert (position.cleared or position.stuck) is not referee.has_a_move()
        for token in chance.sample(ALL_TOKENS, 5):
            assert code_or_none(position, token) == referee.why_not(token)
        if not position.open_moves():
            break
        move = chance.choice(position.open_moves()[: 1 if places_only else None])
        position = position.play(move)
        referee.play(move_text(move))


@always
@given(games)
def test_the_score_is_the_sum_of_its_ledger(game: Game) -> None:
    total = 0
    for position in game.rounds:
        referee = Referee.of(game.board.name, position.deal.pyramid, position.deal.fan)
        for move in position.moves:
            referee.play(move_text(move))
        assert position.score == referee.score
        total += sum(points for _, points in referee.ledger)
    assert game.score == total


@always
@given(games)
def test_exactly_the_open_moves_are_accepted(game: Game) -> None:
    accepted = [token for token in ALL_TOKENS if code_or_none(game, token) is None]
    assert sorted(accepted) == sorted(map(move_text, game.open_moves()))


@always
@given(games, st.sampled_from(ALL_TOKENS))
def test_a_refused_move_changes_nothing(game: Game, token: str) -> None:
    record, state = write(game), repr(game)
    assert code_or_none(game, token) in {None, *RefusalCode}
    assert (write(game), repr(game)) == (record, state)


@always
@given(games)
def test_a_written_game_reads_back_as_an_equal_one(game: Game) -> None:
    again = parse(write(game).encode())
    assert again == game
    assert repr(again) == repr(game)


@always
@given(games)
def test_a_game_has_ended_when_and_only_when_no_move_is_open_and_no_deal_awaited(game: Game) -> None:
    assert (game.ended is None) is (bool(game.open_moves()) or game.awaits_deal)


@always
@given(games)
def test_moves_played_again_give_the_same_position(game: Game) -> None:
    position = Round.start(game.round.deal)
    for move in game.round.moves:
        position = position.play(move)
    assert repr(position) == repr(game.round)


def reads_or_tells_its_fault(record: bytes) -> None:
    game, fault = None, None
    try:
        game = parse(record)
    except NotationError as error:
        fault = error
    if game is not None:
        assert parse(write(game).encode()) == game
    if fault is not None:
        assert fault.code in {*RefusalCode}
        assert 1 <= fault.line <= record.count(b"\n") + 1
        assert str(fault).isprintable()


@always
@given(st.binary(max_size=400))
def test_random_bytes_are_a_game_or_a_bad_record(record: bytes) -> None:
    reads_or_tells_its_fault(record)


words = st.sampled_from(
    [
        *ALL_TOKENS,
        *("pyramids", "1", "board", "one", "three", "deal", "play", "end", "stopped", "timeout", "stuck"),
        *("/", ":", "#", "\n", "\r\n", "\r", "\t", "", "\ufeff", "\u2028", "\udcff"),
    ]
)


@always
@given(st.lists(words, max_size=60))
def test_random_words_are_a_game_or_a_bad_record(some: list[str]) -> None:
    reads_or_tells_its_fault(" ".join(some).encode("utf-8", "surrogateescape"))


@always
@given(games | st.sampled_from([stuck_game(), completed_game()]), st.data())
def test_a_changed_record_is_a_game_or_a_bad_record(game: Game, data: st.DataObject) -> None:
    record = bytearray(write(game).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(record)))
        length = data.draw(st.integers(0, 6))
        new = data.draw(
            st.binary(max_size=3) | words.map(lambda word: word.encode("utf-8", "surrogateescape"))
        )
        record[place : place + length] = new
    reads_or_tells_its_fault(bytes(record))


@always
@given(games, st.randoms(use_true_random=False))
def test_spaces_comments_and_line_ends_change_nothing(game: Game, chance: random.Random) -> None:
    record = "\ufeff" if chance.random() < 0.5 else ""
    for line in write(game).splitlines():
        record += " " * chance.randrange(3) + (" " * chance.randrange(1, 3)).join(line.split())
        record += chance.choice(["", " ", " # play x", "#"]) + chance.choice(
            ["\n", "\r\n", "\n\n", "\n # \n"]
        )
    assert parse(record.encode()) == game
