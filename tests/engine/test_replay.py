import random
from itertools import islice

import pytest

from bot.engine.chance import lot_result, shuffle_result
from bot.engine.contract import NATURE, Move
from bot.engine.errors import IllegalMove, MatchOver, NotYourTurn
from bot.engine.replay import find, play, playout, replay, shown_code
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from tests.games.playing import played
from tests.games.positions import FIVES, SIXES, after, dealt, position

START = BLOCK.start(prepare(BLOCK.info, 2))
LOT = dealt(BLOCK, SIXES, FIVES)
TURN = after(BLOCK, LOT, "lot 0")
OVER = after(BLOCK, position(BLOCK, "5-2", "5-1", on="5-5", target=1), "5-2@l")


@pytest.mark.parametrize(
    ("state", "actor", "code", "refusal"),
    [
        (START, NATURE, "deal 6-6", IllegalMove),
        (LOT, NATURE, "lot 2", IllegalMove),
        (TURN, 7, "5-5", NotYourTurn),
        (TURN, 0, "5-6", IllegalMove),
        (TURN, 0, "6-6@l", IllegalMove),
        (TURN, 0, "", IllegalMove),
        (OVER, NATURE, "lot 0", MatchOver),
    ],
)
def test_what_the_contract_does_not_try_is_refused(state, actor, code, refusal):
    for do in (find, play):
        with pytest.raises(refusal):
            do(BLOCK, state, actor, code)


def test_a_refused_move_is_answered_with_those_there_are_and_not_repeated_at_length():
    with pytest.raises(IllegalMove, match=r"“5-5” isn't a legal move now. Legal: 6-6, 6-5, "):
        find(BLOCK, TURN, 0, "5-5")
    with pytest.raises(IllegalMove) as caught:
        find(BLOCK, TURN, 0, "z" * 5000)
    assert len(str(caught.value)) < 200


def test_a_log_is_replayed_ply_by_ply_up_to_the_first_wrong_entry():
    match = played(BLOCK, prepare(BLOCK.info, 2))
    wrong = [*match.log[:5], (NATURE, "deal again"), *match.log[5:]]
    with pytest.raises(NotYourTurn):
        list(replay(BLOCK, match.setup, wrong))
    plies = list(islice(replay(BLOCK, match.setup, wrong), 5))
    assert [ply.state for ply in plies] == list(match.states[1:6])
    assert [ply.index for ply in plies] == [0, 1, 2, 3, 4]
    with pytest.raises(MatchOver):
        list(replay(BLOCK, match.setup, [*match.log, (0, "pass")]))


def test_a_playout_by_choice_asks_for_every_move_of_a_seat():
    asked = []

    def last(state, seat, legal):
        asked.append((seat, legal))
        return legal[-1]

    moves = list(playout(BLOCK, TURN, random.Random(1), last))
    chosen = [(actor, move) for actor, move, _ in moves if actor is not NATURE]
    assert chosen == [(seat, legal[-1]) for seat, legal in asked]
    assert BLOCK.outcome(moves[-1][2].state) is not None
    assert list(playout(BLOCK, OVER, random.Random(1))) == []


@pytest.mark.parametrize(
    ("move", "actor", "seat", "shown"),
    [
        (shuffle_result(("6-6", "5-5")), NATURE, 0, "deal"),
        (shuffle_result(("6-6", "5-5")), NATURE, None, "deal"),
        (lot_result(1), NATURE, None, "lot 1"),
        (Move("5-5"), 0, 1, "5-5"),
        (Move("lay 5-5", secret=True), 0, 0, "lay 5-5"),
        (Move("lay 5-5", secret=True), 0, 1, "?"),
        (Move("lay 5-5", secret=True), 0, None, "?"),
    ],
)
def test_a_secret_code_is_read_by_its_maker_alone(move, actor, seat, shown):
    assert shown_code(move, actor, seat) == shown
