import pytest

from bot.domino.bone import by_code
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Lot, Previous, Shuffle
from bot.engine.seating import prepare
from bot.games.common.events import Drew, LeadReason, Leads
from bot.games.connecting.events import Dealt, Lacking, Played, Redealt, RoundEnded, VoidDeal
from bot.games.lucky_draw import LUCKY_DRAW
from tests.games.cases import by_chance
from tests.games.positions import bones, deal, ends, held, language, lead, told
from tests.games.recount import check_the_books, others_minus_own, rounds_of
from tests.games.worlds import worlds_of

position, dealt, step, steps, after, asked, legal = language(LUCKY_DRAW)

NINES = (
    "6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 5-3",
    "6-6 5-1 5-0 4-4 4-3 4-2 4-1 4-0 3-3",
    "3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0",
)
"""5-2 is left over."""
LEFT = (NINES[0], NINES[1].replace("6-6", "5-2"), NINES[2])
"""6-6 is left over."""
SEVENS = (
    "6-5 6-4 6-3 6-2 6-1 6-0 5-5",
    "5-4 5-3 5-2 5-1 5-0 4-4 4-3",
    "4-2 4-1 4-0 3-3 3-2 3-1 3-0",
    "6-6 2-2 2-1 2-0 1-1 1-0 0-0",
)
TAKES = {"sixSixLeft": "random-player-takes-it"}
every_match = by_chance(LUCKY_DRAW)


def dealing(*hands, **options):
    return step(LUCKY_DRAW.start(prepare(LUCKY_DRAW.info, len(hands), options)), deal(*hands))


@pytest.mark.parametrize("options", [{}, TAKES])
def test_LUCKY_1_LUCKY_T1(options):
    """Three play, B was dealt 6-6 and 5-2 is left: B has ten bones and leads."""
    made = dealing(*NINES, **options)
    assert told(made, Dealt).counts == (9, 9, 9)
    assert told(made, Drew) == Drew(1, by_code("5-2"), 0)
    assert held(made.state, 1) == NINES[1] + " 5-2"
    assert made.state.round.stock == ()
    assert asked(made.state) == {1}
    assert legal(made.state, 1) == ["6-6"]


def test_LUCKY_1_four_have_seven_and_nothing_is_left():
    made = dealing(*SEVENS)
    assert told(made, Dealt) == Dealt(tuple(map(bones, SEVENS)), (7,) * 4, 0, 0)
    assert not [event for event in made.events if isinstance(event, Drew)]


def test_LUCKY_2_with_6_6_left_over_all_is_dealt_again():
    made = dealing(*LEFT)
    assert told(made, Redealt).reason is VoidDeal.LEADER_LEFT
    assert isinstance(asked(made.state), Shuffle)
    assert (made.state.number, made.state.totals) == (1, (0, 0, 0))
    assert asked(after(made.state, deal(*NINES))) == {1}


def test_LUCKY_2_or_a_lot_picks_who_takes_and_leads_it():
    made = dealing(*LEFT, **TAKES)
    assert told(made, Lacking) == Lacking((0, 1, 2), bones("6-6"))
    assert asked(made.state) == Lot((0, 1, 2))
    led = step(made.state, "lot 2")
    assert told(led, Leads) == Leads(2, by_lot=True, bones=bones("6-6"), reason=LeadReason.LOT)
    assert told(led, Drew) == Drew(2, by_code("6-6"), 0)
    assert held(led.state, 2) == LEFT[2] + " 6-6"
    assert legal(led.state, 2) == ["6-6"]


@pytest.mark.parametrize(
    "previous", [None, Previous(1, leader=0, winners=(0,)), Previous(2, leader=2, winners=())]
)
def test_LUCKY_3_6_6_leads_every_round(previous):
    assert lead(LUCKY_DRAW, *SEVENS, previous=previous) == ({3}, ["6-6"])


def test_LUCKY_4_every_double_is_open_on_all_its_sides_and_there_is_no_choice():
    state = position("3-3 1-0", "3-2 1-1", "5-5", on="6-6 6-3@u")
    assert legal(state, 0) == ["3-3@u"]
    laid = step(state, "3-3@u")
    assert (told(laid, Played).lie, told(laid, Played).chosen) == (DoublePlacement.SPINNER, False)
    assert ends(laid.state) == (6, 6, 3, 6, 3, 3)
    assert legal(laid.state, 1) == ["3-2@u", "3-2@e", "3-2@f"]


def test_LUCKY_6_a_table_with_spinners_is_blocked_when_nothing_fits_any_arm():
    lying = "6-6 6-0@l 6-1@r 6-2@u 6-3@d 0-0@l 1-0@e 2-0@f 3-0@l"
    state = position("3-2 5-5", "5-4", "4-4", on=lying)
    assert ends(state) == (3, 1, 2, 3, 1, 2)
    assert told(step(state, "3-2@l"), RoundEnded).reason == "blocked"


def test_LUCKY_T2():
    state = position("6-6 1-1", "6-3 2-2", "3-3 3-2", stock="0-0")
    made = steps(state, "6-6", "6-3@l", "3-3@l")
    shown = [sorted(ends(each.state)) for each in made]
    assert shown == [[6, 6, 6, 6], [3, 6, 6, 6], [3, 3, 3, 6, 6, 6]]


def test_LUCKY_1_LUCKY_2_everybody_knows_who_has_6_6_even_if_it_was_left_over():
    for state, seat in ((dealt(*NINES), 1), (after(dealt(*LEFT, **TAKES), "lot 2"), 2)):
        for world in worlds_of(LUCKY_DRAW, state, 0, 50):
            assert "6-6" in world[f"hand {seat}"]
            assert len(world[f"hand {seat}"]) == 10


@every_match
def test_LUCKY_3_LUCKY_6_every_round_looked_at_again(match):
    """6-6 leads with the last bone in the leader's hand; and the books are right."""
    for events, _, _ in rounds_of(match):
        led = next(event for event in events if isinstance(event, Played))
        assert (led.bone, led.at, led.ends) == (by_code("6-6"), "", (6, 6, 6, 6))
        drew = [event.seat for event in events if isinstance(event, Drew)]
        assert drew == ([led.seat] if match.setup.seat_count == 3 else [])
    assert max(check_the_books(match, others_minus_own)) >= (match.setup.number("target") or 0)
