from datetime import timedelta
from random import Random

import pytest

from bot.games import game
from bot.model.match import CloseReason, Stage
from tests.discord_ui.absence import turn_of
from tests.discord_ui.own import quiet, sets, until

HALF_A_DAY = {"hours": 12, "minutes": 5}


def direct_messages(sim, who):
    channel = who.user.dm_channel.id
    return {each.id for each in sim.versions if each.channel_id == channel}


def pinged(sim, who, since):
    called = {each.id for each in sim.versions[since:] if who.id in each.pinged}
    return len(called)


async def test_who_wants_no_dms_is_called_and_reminded_in_the_channel_alone(sim):
    await sets(sim, sim.ana, "letters", "off")
    await sim.start(sim.bruno)
    await turn_of(sim, sim.bruno)
    assert direct_messages(sim, sim.bruno), "the other one wants them"
    since = len(sim.versions)
    await turn_of(sim, sim.ana)
    assert pinged(sim, sim.ana, since) == 1

    await sim.pass_time(**HALF_A_DAY)

    assert pinged(sim, sim.ana, since) == 2
    assert direct_messages(sim, sim.ana) == set()
    assert len(sim.tables()) == 1
    elsewhere = sim.guild.create_text_channel("elsewhere")
    hand = sim.reply(await sim.ana.slash(elsewhere, "hand"))
    assert hand.owner == sim.ana.id
    await sim.click(sim.ana, hand, hand.moves[0].id)
    assert (await sim.match()).ply > hand.moves[0].ply


async def test_dms_turned_off_while_a_turn_runs_do_not_come_any_more(sim):
    await sim.start(sim.bruno)
    who = await sim.to_move()
    had = direct_messages(sim, who)
    assert had

    await sets(sim, who, "letters", "off")
    since = len(sim.versions)
    await sim.pass_time(**HALF_A_DAY)

    assert direct_messages(sim, who) == had
    assert pinged(sim, who, since) == 1
    await sets(sim, who, "letters", "on")
    await sim.move_by_command(who)
    await turn_of(sim, who)
    assert direct_messages(sim, who) > had


@pytest.mark.parametrize("already_waiting", [False, True])
async def test_a_reminder_of_the_night_comes_in_the_morning(sim, already_waiting):
    """Of the morning where the person lives: quiet hours are from 22 to 7 in UTC.

    They are set before the match begins, or while a turn runs.
    """
    await until(sim, 14)
    people = [sim.ana, sim.bruno]
    if already_waiting:
        await sim.start(sim.bruno)
        people = [await sim.to_move()]
    for who in people:
        await quiet(sim, who, "7 am", "16:00", "Tokyo")
    if not already_waiting:
        await sim.start(sim.bruno)
    who = await sim.to_move()
    had = direct_messages(sim, who)

    await until(sim, 6)  # half the time was over at two in the morning
    assert direct_messages(sim, who) == had
    await sim.pass_time(hours=1, minutes=1)
    assert len(direct_messages(sim, who) - had) == 1


def away(sim):
    return "on holiday until" in sim.table().text


@pytest.mark.parametrize(("pace", "days"), [("day", 1), ("slow", 3)])
async def test_the_table_tells_of_a_holiday_and_waits_for_it(sim, pace, days):
    """Whoever is to move, and nobody is called because of it."""
    await sim.start(sim.bruno, picks={"pace:": pace})
    who = await sim.to_move()
    other = sim.ana if who is sim.bruno else sim.bruno
    before, table = await sim.match(), sim.table()
    assert not away(sim)
    await sets(sim, other, "holiday", "5")
    assert away(sim)
    assert sim.table().id == table.id
    await sets(sim, other, "holiday", "end")
    assert not away(sim)

    await sets(sim, who, "holiday", "10")
    back = round((sim.clock.now() + timedelta(days=10)).timestamp())
    assert any(f"on holiday until <t:{at}:d>" in sim.table().text for at in (back, back - 1))
    assert len(sim.tables()) == 1
    await sim.pass_time(days=10)
    assert (await sim.match()).ply == before.ply
    await sim.pass_time(days=days, hours=1)
    assert (await sim.match()).ply > before.ply


async def test_both_on_holiday_are_not_taken_for_absent(sim):
    await sim.start(sim.bruno)
    for who in (sim.ana, sim.bruno):
        await sets(sim, who, "holiday", "14")
    await sim.pass_time(days=14)
    assert (await sim.match()).stage is Stage.RUNNING
    await sim.pass_time(days=6)
    assert (await sim.match()).close_reason is CloseReason.ABSENT


async def test_who_plays_on_holiday_stays_on_holiday(sim):
    await sim.start(sim.bruno)
    who = await sim.to_move()
    await sets(sim, who, "holiday", "5")
    await sim.move(who)
    assert away(sim)


def forced(state):
    block = game("block")
    asked = block.to_act(state)
    assert isinstance(asked, frozenset)
    (seat,) = asked
    return len(block.legal_moves(state, seat)) == 1


async def test_a_forced_move_is_made_after_a_while_and_told_like_any_other(sim):
    await sim.start(sim.bruno)
    chance = Random(1)
    await sim.skip(forced, lambda _, codes: chance.choice(sorted(codes)))
    who, match = await sim.to_move(), await sim.match()
    (only,) = (await sim.hand(who)).moves
    await sim.pass_time(minutes=30)
    since = len(sim.versions)
    await sets(sim, who, "forced", "on")
    assert [each for each in sim.versions[since:] if each.owner != who.id] == [], "nobody learns it"
    await sim.pass_time(seconds=10)
    await sets(sim, who, "forced", "off")
    await sim.pass_time(minutes=30)
    assert (await sim.match()).ply == match.ply, "left to who does not want it"

    await sets(sim, who, "forced", "on")
    await sim.pass_time(seconds=15)
    assert (await sim.match()).ply == match.ply, "not at once"
    await sim.pass_time(minutes=3)

    plies = await sim.plies()
    assert plies[match.ply].move.code == only.code
    after = await sim.match()
    assert all(seat.missed == 0 and seat.level is None for seat in after.seats)
    assert "ran out of time" not in "".join(each.text for each in sim.versions)
    bone = only.code.partition("@")[0]
    assert f"<@{who.id}> played **{bone}**" in sim.table().text
