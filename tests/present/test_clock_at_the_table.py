from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.engine.seating import TimeUp
from bot.games.connecting.events import Played
from bot.model.deadlines import Agenda, SeatClock
from bot.model.terms import Pace
from bot.present.i18n import ENGLISH
from bot.present.narration.scoreboard import standing
from bot.present.screens.match.calls import held_seat_dm, reminder_at_table, reminder_dm, turn_dm
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.table import table_screen
from bot.present.text.seats import TableInfo
from tests.games.positions import bones, line
from tests.present.sights import labels, seen, table_info, text
from tests.present.test_screens import check

DUE = datetime(2026, 1, 2, 12, tzinfo=UTC)
LATER = DUE + timedelta(days=3)
URL = "https://discord.com/channels/1/2/3"
R, F, T = (f"<t:{int(DUE.timestamp())}:{style}>" for style in "Rft")


def clocked(*due: datetime | None, away_until: datetime | None = None) -> TableInfo:
    clocks = (SeatClock(seat, 0, at, away_until=away_until) for seat, at in enumerate(due) if at)
    return replace(table_info(1001, 1002), agenda=Agenda(tuple(clocks)))


def test_the_time_stands_below_the_seats():
    told = standing(clocked(DUE), seen(to_act=(0,)), ENGLISH)
    seats = ["➤ **`A` <@1001> · 7 bones · 0**", "`B` <@1002> · 7 bones · 0"]
    assert told.splitlines() == [*seats, f"⏳ Time runs out {R}."]


def test_those_who_are_to_move_at_once_have_one_time_or_each_their_own():
    apart = f"`A` {R} · `B` <t:{int(LATER.timestamp())}:R>"
    for second, told in ((DUE, f"Time runs out {R}."), (LATER, apart)):
        lines = standing(clocked(DUE, second), seen(to_act=(0, 1)), ENGLISH).splitlines()
        assert lines[2:] == [f"⏳ {told}"]


def test_without_a_clock_nothing_is_told_of_time_nor_in_any_picture():
    """A picture is of the table; what runs on would be out of date in it."""
    without = table_screen(table_info(), seen(), (), ENGLISH)
    for screen in (without, hand_screen(table_info(), seen(bones("6-4")), 3, ENGLISH)):
        assert "<t:" not in text(screen)
    with_clock = table_screen(clocked(DUE), seen(), (), ENGLISH)
    one, other = ([(e.alt, e.name) for e in s.pictures] for s in (with_clock, without))
    assert one == other


def test_a_holiday_is_told_in_place_of_the_time():
    away = clocked(LATER, away_until=DUE)
    told = standing(away, seen(), ENGLISH)
    day = f"<t:{int(DUE.timestamp())}:d>"
    assert told.splitlines()[-1] == f"-# <@1001> is on holiday until {day}."
    assert "⏳" not in told
    hand = hand_screen(away, seen(bones("6-4")), 3, ENGLISH)
    assert f"You're on holiday until {F}. Your clock is paused until then." in text(hand)


def test_the_hand_says_until_when():
    sight = seen(bones("6-4"), line("6-5"))
    screen = hand_screen(clocked(DUE), sight, 3, ENGLISH)
    assert f"⏳ Move by {T} ({R})." in text(screen)
    slow = replace(clocked(DUE), pace=Pace.SLOW)
    assert f"⏳ Move by {F}." in text(hand_screen(slow, sight, 3, ENGLISH))
    later = seen(bones("6-4"), line("6-5"), to_act=(1,))
    assert "⏳" not in text(hand_screen(clocked(None, DUE), later, 3, ENGLISH))


@pytest.mark.parametrize("to_act", [(0,), (1,)])
def test_a_held_seat_offers_the_way_back_and_nothing_else(to_act):
    both = table_info(1001, 1002)
    held = replace(both, sitters=(replace(both.sitters[0], level="steady"), both.sitters[1]))
    sight = seen(bones("6-4 5-5"), line("6-5"), to_act=to_act)
    hand = hand_screen(held, sight, 3, ENGLISH)
    assert "A computer is playing for you until you take your seat back." in text(hand)
    assert labels(hand) == ["Take back my seat"]
    table = table_screen(held, sight, (), ENGLISH)
    assert "Take back my seat" in labels(table)
    assert 1001 not in table.ping
    check(hand)
    check(table)
    over = hand_screen(held, seen(bones("6-4"), to_act=()), 3, ENGLISH)
    assert labels(over) == []
    for_good = table_screen(table_info(1001, "steady"), seen(), (), ENGLISH)
    assert "Take back my seat" not in labels(for_good)


def test_that_time_was_up_stands_before_the_move():
    (bone,) = bones("6-4")
    news = (TimeUp(1), Played(1, bone, "l", (6, 5)))
    table = table_screen(table_info(), seen((), line("6-5")), news, ENGLISH)
    assert "<@1002> ran out of time, so I moved for them · played **6-4**" in text(table)


def test_dms():
    own, sight = clocked(DUE), seen(bones("6-4"), line("6-5"))
    turn = turn_dm(own, sight, 3, ENGLISH, "You played **6-5**", URL)
    assert turn.parts[0].splitlines()[1:3] == [f"-# [Go to the table]({URL})", "You played **6-5**"]  # type: ignore[union-attr]
    reminder = reminder_dm(own, sight, 3, ENGLISH, URL)
    assert f"⏰ It's your turn in [Block]({URL}). Time runs out {R}." in text(reminder)
    assert reminder.rows == turn.rows
    held = held_seat_dm(own, ENGLISH, URL)
    assert held.parts == (
        f"You ran out of time twice in a row in [Block]({URL}), so a computer is playing for you.",
    )
    assert labels(held) == ["Take back my seat"]
    for screen in (turn, reminder, held):
        check(screen)


def test_a_reminder_at_the_table_calls_one_person():
    both = clocked(DUE, LATER)
    table = table_screen(both, seen(to_act=(0, 1)), (), ENGLISH)
    screen = reminder_at_table(table, both, 0, ENGLISH)
    assert screen.parts[0] == f"⏰ <@1001>, it's your turn. Time runs out {R}.\n{table.parts[0]}"
    assert screen.size == table.size, "a table may have no room for more"
    assert screen.ping == (1001,)
    check(screen)
