import pytest

from bot.engine.contract import NATURE, Lot
from bot.engine.errors import Refusal
from bot.engine.rounds import RoundScored
from bot.engine.seating import prepare
from bot.engine.story import Story, check_shuffles, lots_drawn
from bot.games import CATALOGUE, game
from tests.games.cases import needed_for
from tests.games.chanced import CHANCE, log_by_chance

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
