import pytest

from bot.domino.counting import Sum
from bot.engine.contract import Previous
from bot.engine.rounds import MatchEnded, RoundScored
from bot.games.common.events import Credit, LeadReason, Leads
from bot.games.connecting.events import RoundEnded
from bot.games.duos import DUOS
from tests.games.cases import by_chance
from tests.games.positions import FIVES, REST, SIXES, THREES, deal, language, lead, result, told
from tests.games.recount import events_of

position, dealt, step, steps, after, asked, legal = language(DUOS)

DEAL = (THREES, SIXES, FIVES, REST)


def test_DUO_3_who_holds_6_6_leads_it_in_the_first_round():
    assert lead(DUOS, *DEAL) == ({1}, ["6-6"])


@pytest.mark.parametrize(("leader", "following"), [(0, 3), (1, 0), (2, 1), (3, 2)])
@pytest.mark.parametrize("winners", [(0, 2), (1, 3)])
def test_DUO_3_then_the_lead_goes_to_the_right_whoever_won(leader, following, winners):
    led = lead(DUOS, *DEAL, previous=Previous(1, leader=leader, winners=winners))
    assert led == ({following}, DEAL[following].split())


@pytest.mark.parametrize(("turn", "winners"), [(0, (1, 3)), (1, (0, 2)), (2, (1, 3)), (3, (0, 2))])
def test_DUO_8_DUO_T4(turn, winners):
    """Blocked with 15 each by a bone of that seat: 15 for the others."""
    hands = ["5-5", "6-3", "3-2", "5-1"]
    hands[turn] += " 1-0"
    made = step(position(*hands, on="4-1", turn=turn), "1-0@r")
    points = tuple(15 if seat in winners else 0 for seat in range(4))
    assert result(made) == ("blocked", winners, points)
    held = Sum((9, 6) if turn in {1, 3} else (10, 5))
    assert told(made, RoundEnded).credits == (Credit(winners, held),)


def test_DUO_T1_DUO_2():
    state = dealt(THREES, FIVES, SIXES, REST)
    order = []
    for code in ("6-6", "pass", "pass", "pass", "6-5@l"):
        order += asked(state)
        state = after(state, code)
    assert order == [2, 1, 0, 3, 2]
    for number, leader in ((2, 1), (3, 0)):
        while state.number < number:
            (seat,) = asked(state)
            state = after(state, legal(state, seat)[0])
        state = after(state, deal(THREES, FIVES, SIXES, REST))
        led = next(event for event in state.round.history if isinstance(event, Leads))
        assert led == Leads(leader, by_lot=False, reason=LeadReason.NEXT_RIGHT)


def test_DUO_T5():
    state = position("5-5", "5-2", "2-1", "6-5", on="5-3", turn=1, scores=(40, 48, 40, 48))
    ended = told(step(state, "5-2@l"), MatchEnded)
    assert ended == MatchEnded((1, 3), (40, 61, 40, 61), "target")


@by_chance(DUOS, seeds=12)
def test_DUO_I1_DUO_I2(match):
    """The lead goes round to the right; in every round one duo scores, and the other does not."""
    leaders = [each.seat for each in events_of(match, Leads)]
    assert leaders == [(leaders[0] - number) % 4 for number in range(len(leaders))]
    for scored in events_of(match, RoundScored):
        one, other = scored.points[:2]
        assert scored.points == (one, other, one, other)
        assert min(one, other) == 0
        assert max(one, other) >= 1
        assert scored.winners == ((0, 2) if one else (1, 3))
