import pytest

from bot.domino.layout import DoublePlacement
from bot.engine.contract import Previous, Shuffle
from bot.engine.seating import prepare
from bot.games.classic import CLASSIC
from bot.games.connecting.events import Dealt, Played, Redealt, VoidDeal
from tests.games.cases import by_chance
from tests.games.positions import deal, ends, held, language, lead, told
from tests.games.recount import check_the_books, others_minus_own, rounds_of

position, dealt, step, steps, after, asked, legal = language(CLASSIC)

FIVES = ("4-4 6-5 6-4 6-3 6-2", "2-2 5-3 5-2 5-1 5-0")
NO_DOUBLE = ("1-0 2-0 3-0 4-0 5-0", "6-0 2-1 3-1 4-1 5-1")
every_match = by_chance(CLASSIC, seeds=5)


@pytest.mark.parametrize(
    "previous", [None, Previous(1, leader=1, winners=(1,)), Previous(3, leader=1, winners=())]
)
def test_CLASSIC_2_the_highest_double_leads_every_round_whoever_holds_it(previous):
    assert lead(CLASSIC, *FIVES, previous=previous) == ({0}, ["4-4"])
    assert lead(CLASSIC, *reversed(FIVES), previous=previous) == ({1}, ["4-4"])


def test_CLASSIC_2_CLASSIC_T1_without_a_double_all_is_dealt_again_until_somebody_has_one():
    state = CLASSIC.start(prepare(CLASSIC.info, 2))
    again = step(state, deal(*NO_DOUBLE))
    assert told(again, Redealt).reason is VoidDeal.NO_DOUBLE
    assert again.state.round.hands == ()
    assert asked(again.state) == Shuffle(asked(state).pieces)
    assert (again.state.number, again.state.totals) == (1, (0, 0))
    state = after(again.state, deal(*NO_DOUBLE), deal(*FIVES))
    assert asked(state) == {0}
    assert held(state, 1) == FIVES[1]


def laying(**options):
    """A is to lay 2-2 at the right of `4-4 4-2`; B can go on with a two."""
    return position("2-2 2-1", "2-1 2-0", on="4-4 4-2@r", **options)


@pytest.mark.parametrize(
    ("code", "lie", "opened", "names"),
    [
        ("2-2@r", DoublePlacement.ALONG, (4, 2, 4, 4), "r"),
        ("2-2@r+", DoublePlacement.SPINNER, (4, 2, 4, 4, 2, 2), "ref"),
    ],
)
def test_CLASSIC_4_a_double_lies_as_its_player_likes(code, lie, opened, names):
    """In line it has two ends; crosswise it opens two more arms."""
    assert legal(laying(), 0) == ["2-2@r", "2-2@r+", "2-1@r"]
    laid = step(laying(), code)
    assert (told(laid, Played).lie, told(laid, Played).chosen) == (lie, True)
    assert ends(laid.state) == opened
    assert legal(laid.state, 1) == [f"{bone}@{at}" for bone in ("2-1", "2-0") for at in names]


@pytest.mark.parametrize(
    ("doubles", "lie", "opened"),
    [
        ("crosswise", DoublePlacement.SPINNER, (4, 2, 4, 4, 2, 2)),
        ("inline", DoublePlacement.ALONG, (4, 2)),
    ],
)
def test_CLASSIC_4_where_it_is_agreed_there_is_no_choice(doubles, lie, opened):
    state = laying(doubles=doubles)
    assert legal(state, 0) == ["2-2@r", "2-1@r"]
    laid = step(state, "2-2@r")
    assert ends(laid.state) == opened
    assert (told(laid, Played).lie, told(laid, Played).chosen) == (lie, False)


@pytest.mark.parametrize(
    ("code", "opened"), [("2-2@l+", (2, 4, 4, 4, 2, 2)), ("2-2@l", (2, 4, 4, 4))]
)
def test_CLASSIC_T2_CLASSIC_3(code, opened):
    state = position("4-4 3-3", "4-2 1-1", "2-2 6-6", stock="0-0")
    made = steps(state, "4-4", "4-2@l", code)
    assert [ends(each.state) for each in made] == [(4, 4, 4, 4), (2, 4, 4, 4), opened]


@every_match
def test_CLASSIC_2_CLASSIC_7_every_round_looked_at_again(match):
    """The lead is the highest double among the hands that were dealt; and the books are right."""
    for events, _, _ in rounds_of(match):
        hands = next([hand or () for hand in e.hands] for e in events if isinstance(e, Dealt))
        led = next(event for event in events if isinstance(event, Played))
        doubles = [bone for hand in hands for bone in hand if bone.double]
        assert led.bone == max(doubles, key=lambda bone: bone.high)
        assert led.bone in hands[led.seat]
    assert max(check_the_books(match, others_minus_own)) >= (match.setup.number("target") or 0)
