import pickle
import random
import re
from itertools import islice

import pytest

from bot.engine import errors
from bot.engine.chance import lot_result, shuffle_result
from bot.engine.contract import NATURE, Lot, Move
from bot.engine.errors import IllegalMove, MatchOver, NotYourTurn, Refusal, shortened
from bot.engine.replay import find, play, playout, replay, shown_code
from bot.engine.rounds import RoundScored
from bot.engine.seating import prepare
from bot.engine.story import Story, check_shuffles, lots_drawn
from bot.games import CATALOGUE, game
from bot.games.block import BLOCK
from tests.games.cases import needed_for
from tests.games.chanced import CHANCE, log_by_chance
from tests.games.playing import played
from tests.games.positions import FIVES, SIXES, after, dealt, position

START = BLOCK.start(prepare(BLOCK.info, 2))
LOT = dealt(BLOCK, SIXES, FIVES)
TURN = after(BLOCK, LOT, "lot 0")
OVER = after(BLOCK, position(BLOCK, "5-2", "5-1", on="5-5", target=1), "5-2@l")


@pytest.mark.parametrize(
    ("state", "actor", "code", "refusal"),
    [
        *((START, NATURE, "deal 6-6", IllegalMove), (LOT, NATURE, "lot 2", IllegalMove)),
        *((TURN, 7, "5-5", NotYourTurn), (TURN, 0, "5-6", IllegalMove)),
        *((TURN, 0, "6-6@l", IllegalMove), (TURN, 0, "", IllegalMove)),
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


def tree(kind):
    return [kind, *(each for child in kind.__subclasses__() for each in tree(child))]


OURS = [kind for kind in tree(Refusal) if kind.__module__ == errors.__name__]


@pytest.mark.parametrize("kind", OURS)
def test_a_refusal_is_a_whole_sentence_with_its_places_filled(kind):
    places = dict.fromkeys(re.findall(r"{(\w+)}", kind.sentence), "X")
    refusal = kind(**places)
    assert "{" not in str(refusal)
    assert str(refusal).endswith(".")
    assert refusal.places == places
    assert errors.__doc__ is not None
    assert re.search(rf"\b{kind.__name__}\b", errors.__doc__)


def test_what_belongs_in_the_places_is_not_read_as_places():
    assert "{legal}" in str(IllegalMove(code="{legal}", legal="pass"))


def test_a_refusal_can_be_sent_to_another_process():
    refusal = IllegalMove(code="x", legal="pass")
    again = pickle.loads(pickle.dumps(refusal))
    assert str(again) == str(refusal)
    assert again.places == refusal.places


def test_a_strangers_text_is_quoted_in_short():
    assert shortened("5-5") == "5-5"
    assert shortened("x" * 500) == "x" * 40 + "…"
    assert shortened("a\ud800b") == "a?b"


every_game = pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)


def match_of(rules):
    seats = rules.info.max_seats
    setup = prepare(rules.info, seats, dict(needed_for(rules, seats)))
    return setup, log_by_chance(rules, setup)


def test_a_step_that_is_not_there_and_a_log_that_the_rules_do_not_allow():
    rules = game("block")
    setup, log = match_of(rules)
    story = Story(rules, setup, log)
    for step in (-1, len(story), 10**9):
        with pytest.raises(IndexError):
            story.moment(step)
    with pytest.raises(Refusal):
        Story(rules, setup, [log[0], *log[2:]])


@every_game
def test_a_story_has_every_move_once_and_tells_every_hand(rules):
    setup, log = match_of(rules)
    story = Story(rules, setup, log)
    moments = [story.moment(step) for step in range(len(story))]
    assert story.outcome is not None
    moved = [(now.ply, now.seat) for now in moments if now.seat is not None]
    assert moved == [(ply, actor) for ply, (actor, _) in enumerate(log) if actor is not NATURE]
    assert moments[-1].ply == len(log) - 1
    assert moments[-1].move == moments[0].moves
    ended = [now.step for now in moments if any(isinstance(e, RoundScored) for e in now.events)]
    assert ended == list(story.ends)
    assert moments[story.firsts[0]].move == 0
    assert all(moments[first].seat is None for first in story.firsts), "a round begins with a deal"
    assert {now.round for now in moments} == set(range(1, moments[0].rounds + 1))
    for now in moments:
        assert all(len(now.held[seat]) <= now.room[seat] for seat in range(setup.seat_count))
        assert not now.seen.legal, "a spectator's"
    holds_none = rules.info.id in {"memory", "solitaire"}
    assert all(moments[0].held[seat] for seat in setup.seats) != holds_none


@every_game
def test_deals_are_worked_out_anew_and_one_that_was_changed_is_found(rules):
    setup, log = match_of(rules)
    found = list(check_shuffles(rules, setup, log, CHANCE))
    assert [deal.logged for deal in found] == [code for actor, code in log if actor is NATURE]
    assert all(deal.agrees for deal in found)
    assert len(lots_drawn(found)) == sum(isinstance(deal.asked, Lot) for deal in found)
    at = max(ply for ply, (_, code) in enumerate(log) if code.startswith("deal "))
    first, second, *others = log[at][1].split(" ")[1:]
    log[at] = (NATURE, " ".join(("deal", second, first, *others)))
    found = list(check_shuffles(rules, setup, log, CHANCE))
    assert [deal.agrees for deal in found].index(False) == len(found) - 1
    assert found[-1].logged == log[at][1]
