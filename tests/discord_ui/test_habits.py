"""What people set for themselves, as it shows at the table and in their messages."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from bot.games import game
from bot.service.follow import Course
from bot.service.live import chance_of
from bot.service.ports import GivenUp, Stage
from tests.discord_ui.own import preferences, quiet, sets, until
from tests.discord_ui.test_letters import CLOSED, dm_path

HALF_A_DAY = {"hours": 12, "minutes": 5}


def hands(cafe, who):
    """The letters with a hand that were ever sent, edits not counted."""
    sent = {each.id for each in cafe.versions if each.owner == who.id and each.is_("hand.png")}
    return sent & letters(cafe, who)


def letters(cafe, who):
    """All that was ever sent by direct message."""
    channel = who.user.dm_channel.id
    return {each.id for each in cafe.versions if each.channel_id == channel}


def pinged(cafe, who, since):
    """How often a message in the channel called them."""
    called = {each.id for each in cafe.versions[since:] if who.id in each.pinged}
    return len(called)


async def other_moves(cafe):
    """Play until the turn has come round to who is not to move now, and tell who that is."""
    before = await cafe.to_move()
    while await cafe.to_move() is before:
        await cafe.move(before)
    return await cafe.to_move()


# Direct messages.


@pytest.mark.parametrize("wanted", ["reminders", "off"])
async def test_who_wants_no_hand_by_letter_is_called_by_the_table_only(cafe, wanted):
    for who in (cafe.ana, cafe.bruno):
        await sets(cafe, who, "letters", wanted)
    await cafe.start(cafe.bruno)
    called = await cafe.to_move()
    assert cafe.table().pinged == (called.id,)

    since = len(cafe.versions)
    called = await other_moves(cafe)
    assert pinged(cafe, called, since) == 1
    assert letters(cafe, cafe.ana) == letters(cafe, cafe.bruno) == set()


async def test_who_wants_letters_gets_them_though_the_other_does_not(cafe):
    await sets(cafe, cafe.ana, "letters", "off")
    await cafe.start(cafe.bruno)
    for _ in range(4):
        await cafe.move(await cafe.to_move())
    assert hands(cafe, cafe.bruno)
    assert letters(cafe, cafe.ana) == set()


async def test_reminders_only_means_a_reminder_when_half_the_time_is_over(cafe):
    for who in (cafe.ana, cafe.bruno):
        await sets(cafe, who, "letters", "reminders")
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    since = len(cafe.versions)

    await cafe.pass_time(**HALF_A_DAY)

    assert len(letters(cafe, who)) == 1
    assert pinged(cafe, who, since) == 0
    other = next(each for each in (cafe.ana, cafe.bruno) if each is not who)
    assert letters(cafe, other) == set()
    await cafe.click(who, cafe.letters(who)[-1], cafe.letters(who)[-1].moves[0].id)
    assert (await cafe.match()).ply > 1


async def test_who_wants_no_letters_is_reminded_by_one_ping_in_the_channel(cafe):
    for who in (cafe.ana, cafe.bruno):
        await sets(cafe, who, "letters", "off")
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    since = len(cafe.versions)

    await cafe.pass_time(**HALF_A_DAY)

    assert pinged(cafe, who, since) == 1
    assert letters(cafe, who) == set()
    assert len(cafe.tables()) == 1


async def test_who_wants_reminders_but_takes_no_letters_is_called_in_the_channel(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    await sets(cafe, who, "letters", "reminders")
    cafe.env.inject_error("POST", dm_path(cafe, who), times=None, **CLOSED)
    since = len(cafe.versions)

    await cafe.pass_time(**HALF_A_DAY)

    assert pinged(cafe, who, since) == 1


async def test_letters_turned_off_while_a_turn_runs_do_not_come_any_more(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    had = letters(cafe, who)
    assert had

    await sets(cafe, who, "letters", "off")
    since = len(cafe.versions)
    await cafe.pass_time(**HALF_A_DAY)

    assert letters(cafe, who) == had
    assert pinged(cafe, who, since) == 1
    await sets(cafe, who, "letters", "on")
    await other_moves(cafe)
    assert await other_moves(cafe) is who
    assert letters(cafe, who) > had


async def test_who_wants_no_letters_plays_by_the_command(cafe):
    for who in (cafe.ana, cafe.bruno):
        await sets(cafe, who, "letters", "off")
    await cafe.start(cafe.bruno)
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    who = await cafe.to_move()
    hand = cafe.reply(await who.slash(elsewhere, "hand"))
    assert hand.owner == who.id
    before = await cafe.match()
    await cafe.click(who, hand, hand.moves[0].id)
    assert (await cafe.match()).ply > before.ply


# Quiet hours.


async def test_a_reminder_of_the_night_comes_in_the_morning(cafe):
    await until(cafe, 14)
    for who in (cafe.ana, cafe.bruno):
        await quiet(cafe, who, "22:00", "7:00", "UTC")
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    had = letters(cafe, who)

    await until(cafe, 6)  # half the time was over at two in the morning
    assert letters(cafe, who) == had

    await cafe.pass_time(hours=1, minutes=1)
    assert len(letters(cafe, who) - had) == 1


async def test_quiet_hours_that_are_set_while_a_turn_runs_hold_its_reminder_back(cafe):
    await until(cafe, 14)
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    had = letters(cafe, who)
    await quiet(cafe, who, "10 pm", "7 am", "UTC")

    await until(cafe, 6)
    assert letters(cafe, who) == had
    await cafe.pass_time(hours=1, minutes=1)
    assert len(letters(cafe, who) - had) == 1


async def test_no_time_runs_out_in_the_night(cafe):
    for who in (cafe.ana, cafe.bruno):
        await quiet(cafe, who, "22:00", "7:00", "UTC")
    await until(cafe, 3)
    await cafe.start(cafe.bruno)
    match = await cafe.match()

    await cafe.pass_time(hours=27, minutes=50)  # ten to seven
    assert (await cafe.match()).ply == match.ply
    await cafe.pass_time(hours=1, minutes=30)  # an hour to read the reminder is over, too
    assert (await cafe.match()).ply > match.ply


async def test_quiet_hours_that_are_set_while_a_turn_runs_move_its_end_as_well(cafe):
    await until(cafe, 3)
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    match = await cafe.match()
    await quiet(cafe, who, "22:00", "7:00", "UTC")

    await cafe.pass_time(hours=27, minutes=50)
    assert (await cafe.match()).ply == match.ply
    await cafe.pass_time(hours=1, minutes=30)
    assert (await cafe.match()).ply > match.ply


async def test_the_night_is_where_the_person_lives(cafe):
    await until(cafe, 1)
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    had = letters(cafe, who)
    await quiet(cafe, who, "22:00", "7:00", "Tokyo")  # 13 to 22 in UTC

    await until(cafe, 21)
    assert letters(cafe, who) == had
    await cafe.pass_time(hours=1, minutes=1)
    assert len(letters(cafe, who) - had) == 1


# Holidays.


def away(cafe):
    return "on holiday until" in cafe.table().text


async def pace(cafe, value):
    """Ana opens a table of that pace, and plays with Bruno."""
    await cafe.play(cafe.ana)
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    options = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    await cafe.pick(cafe.ana, options, value, menu="p:1:pace:")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    return await cafe.to_move()


@pytest.mark.parametrize("value", ["day", "slow"])
async def test_the_table_tells_of_a_holiday_and_waits_for_it(cafe, value):
    who = await pace(cafe, value)
    assert not away(cafe)
    before = await cafe.match()

    await sets(cafe, who, "holiday", "10")

    back = round((cafe.clock.now() + timedelta(days=10)).timestamp())
    assert any(f"on holiday until <t:{at}:d>" in cafe.table().text for at in (back, back - 1))
    assert len(cafe.tables()) == 1
    await cafe.pass_time(days=10)
    assert (await cafe.match()).ply == before.ply
    await cafe.pass_time(days=7)
    assert (await cafe.match()).ply > before.ply


async def test_who_comes_back_early_is_told_back_and_their_time_runs(cafe):
    who = await pace(cafe, "day")
    await sets(cafe, who, "holiday", "10")
    assert away(cafe)
    before = await cafe.match()
    await cafe.pass_time(days=2)

    await sets(cafe, who, "holiday", "end")

    assert not away(cafe)
    assert len(cafe.tables()) == 1
    await cafe.pass_time(hours=23)
    assert (await cafe.match()).ply == before.ply
    await cafe.pass_time(hours=2)
    assert (await cafe.match()).ply > before.ply


async def test_a_holiday_is_announced_though_somebody_else_is_to_move(cafe):
    who = await pace(cafe, "day")
    other = next(each for each in (cafe.ana, cafe.bruno) if each is not who)
    table = cafe.table()

    await sets(cafe, other, "holiday", "5")

    assert away(cafe)
    assert cafe.table().id == table.id, "nobody is called"
    while await cafe.to_move() is who:
        await cafe.move(who)
    assert away(cafe)
    await cafe.pass_time(days=4)
    assert (await cafe.match()).stage is Stage.RUNNING
    await cafe.move(other)  # who plays on holiday may
    assert away(cafe)
    await sets(cafe, other, "holiday", "end")
    assert not away(cafe)


@pytest.mark.parametrize("value", ["live", "relaxed"])
async def test_quick_tables_wait_for_no_holiday(cafe, value):
    who = await pace(cafe, value)
    before = await cafe.match()
    await sets(cafe, who, "holiday", "5")
    assert not away(cafe)
    await cafe.pass_time(minutes=16)
    assert (await cafe.match()).ply > before.ply


async def test_both_on_holiday_are_not_taken_for_absent(cafe):
    await pace(cafe, "day")
    for who in (cafe.ana, cafe.bruno):
        await sets(cafe, who, "holiday", "14")
    await cafe.pass_time(days=14)
    assert (await cafe.match()).stage is Stage.RUNNING
    await cafe.pass_time(days=6)
    closed = await cafe.match()
    assert closed.given_up is GivenUp.ABSENT


# Forced moves.


def forced(rules, state):
    acting = rules.to_act(state)
    return (
        isinstance(acting, frozenset)
        and len(acting) == 1
        and len(rules.legal_moves(state, min(acting))) == 1
    )


async def only_one_way(cafe, game_id="block"):
    """Play until somebody has one move only; who that is, and where the match stands then."""
    rules, chance = game(game_id), Random(1)
    await cafe.skip(
        lambda state: forced(rules, state), lambda _, codes: chance.choice(sorted(codes))
    )
    return await cafe.to_move(), await cafe.match()


async def test_a_forced_move_waits_for_who_has_set_nothing(cafe):
    await cafe.start(cafe.bruno)
    _, match = await only_one_way(cafe)
    await cafe.pass_time(minutes=30)
    assert (await cafe.match()).ply == match.ply


async def test_a_forced_move_is_made_after_a_while_and_told_like_any_other(cafe):
    await cafe.start(cafe.bruno)
    who, match = await only_one_way(cafe)
    (only,) = (await cafe.hand(who)).moves
    await sets(cafe, who, "forced", "on")

    await cafe.pass_time(seconds=15)
    assert (await cafe.match()).ply == match.ply, "not at once"
    await cafe.pass_time(minutes=3)

    plies = await cafe.plies()
    assert plies[match.ply].move.code == only.code
    after = await cafe.match()
    assert all(seat.missed == 0 and seat.level is None for seat in after.seats)
    assert "Time was up" not in "".join(each.text for each in cafe.versions)
    bone = only.code.partition("@")[0]
    assert f"<@{who.id}> played **{bone}**" in cafe.table().text


async def test_a_move_with_a_choice_is_left_to_the_person(cafe):
    for who in (cafe.ana, cafe.bruno):
        await sets(cafe, who, "forced", "on")
    await cafe.start(cafe.bruno)
    match = await cafe.match()
    who = await cafe.to_move()
    assert len((await cafe.hand(who)).moves) > 1
    await cafe.pass_time(minutes=30)
    assert (await cafe.match()).ply == match.ply


async def test_forced_moves_stop_as_soon_as_they_are_turned_off(cafe):
    await cafe.start(cafe.bruno)
    who, match = await only_one_way(cafe)
    await sets(cafe, who, "forced", "on")
    await cafe.pass_time(seconds=10)
    await sets(cafe, who, "forced", "off")
    await cafe.pass_time(minutes=30)
    assert (await cafe.match()).ply == match.ply


async def test_who_is_quicker_than_the_bot_makes_the_move_once(cafe):
    await cafe.start(cafe.bruno)
    who, match = await only_one_way(cafe)
    await sets(cafe, who, "forced", "on")
    hand = await cafe.hand(who)
    await cafe.click(who, hand, hand.moves[0].id)
    after = await cafe.match()
    assert after.ply > match.ply
    await cafe.pass_time(minutes=5)
    assert (await cafe.match()).ply == after.ply, "the other one is to move, and takes their time"


async def test_nothing_that_others_see_says_who_has_forced_moves_made(cafe):
    await cafe.start(cafe.bruno)
    who, _ = await only_one_way(cafe)
    since = len(cafe.versions)
    await sets(cafe, who, "forced", "on")
    assert [each for each in cafe.versions[since:] if each.owner != who.id] == []
    shown = await preferences(cafe, cafe.dana)
    assert "**Forced moves**: left to you" in shown.text


def alone(rules, state):
    """Who has one choice only, while others choose as well."""
    acting = rules.to_act(state)
    if not isinstance(acting, frozenset) or len(acting) < 2:
        return []
    return [seat for seat in acting if len(rules.legal_moves(state, seat)) == 1]


async def way_to(cafe, rules, wanted):
    """Moves after which the state is as wanted, as the match in the café would go on."""
    async with cafe.client.boneyard.keeper.hold(1) as live:
        for seed in range(100):
            rng, codes = Random(seed), []
            course = Course(rules, chance_of(live.match), live.state, live.match.ply, live.chances)
            while not wanted(course.state) and (acting := rules.to_act(course.state)):
                seat = min(acting)
                move = rng.choice(rules.legal_moves(course.state, seat))
                codes.append(move.code)
                course.make(seat, move)
                course.go_on()
            if wanted(course.state):
                return codes
    pytest.fail("none of a hundred ways leads there")


async def test_a_forced_secret_choice_is_made_and_stays_secret(cafe):
    everybody, rules = (cafe.ana, cafe.bruno, cafe.chen), game("squares")
    await cafe.start(cafe.bruno, cafe.chen, game_id="squares")
    codes = await way_to(cafe, rules, lambda state: bool(alone(rules, state)))
    await cafe.skip(lambda state: bool(alone(rules, state)), lambda *_: codes.pop(0))
    match, state = await cafe.match(), await cafe.state()
    seat = alone(rules, state)[0]
    (only,) = rules.legal_moves(state, seat)
    assert only.secret
    who = cafe.person(match.seats[seat].user_id)
    others = [each for each in everybody if each is not who]
    await sets(cafe, who, "forced", "on")
    since = len(cafe.versions)

    await cafe.pass_time(minutes=4)

    (made,) = (await cafe.plies())[match.ply :]
    assert (made.actor, made.move.code) == (seat, only.code)
    assert who not in await cafe.asked()
    told = [each for each in cafe.versions[since:] if each.owner != who.id]
    told += [await cafe.say(each, command) for each in others for command in ("hand", "board")]
    piece = only.code.partition("@")[0]
    for each in told:
        assert piece not in each.all_words
        assert "Time was up" not in each.text
