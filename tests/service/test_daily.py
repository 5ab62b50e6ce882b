"""Deals of the day: the same for all, played once, lost never."""

import asyncio
import hmac
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from types import SimpleNamespace

import pytest

from bot.ai.daily import DealChanged, daily_round, version_of
from bot.engine.analysis import JudgedDecision
from bot.games import game
from bot.games.daily import CALENDAR, DailyGame, game_of_day
from bot.model.daily import (
    VOID,
    Attempt,
    DailyMoment,
    Deal,
    Distribution,
    Mark,
    open_days,
    share_below,
)
from bot.model.errors import AttemptDeleted, DealOutdated, DealStillOpen, NoSuchDeal
from bot.service.daily import deals as deals_module, par as par_module, proofs as proofs_module
from bot.service.ports.faults import Conflict
from tests.service import crashing
from tests.service.crashing import CrashPoint, DurableState
from tests.service.harness import ANA, BRUNO, CHEN, NOON, ServiceHarness, refused
from tests.store.support import rows

TODAY, DAY = NOON.date(), timedelta(days=1)
Picker = Callable[[DailyMoment], int]


@pytest.fixture(autouse=True)
def few_runs(monkeypatch):
    """Par is tested by itself: two hundred runs of a strong computer take a minute."""
    monkeypatch.setattr(par_module, "RUNS", 0)


@pytest.fixture
async def harness():
    harness = ServiceHarness()
    yield harness
    await harness.quiet()
    await harness.end()


def first(_: DailyMoment) -> int:
    return 0


def at_random(seed: int) -> Picker:
    rng = Random(seed)
    return lambda moment: rng.randrange(len(moment.seen.legal))


async def play(
    harness: ServiceHarness, user: int, day: date = TODAY, pick: Picker = first, most: int = 500
) -> list[DailyMoment]:
    """Make up to ``most`` choices, and return all moments."""
    service = harness.service.daily
    moments = [await service.moment(user, day, 1)]
    while not moments[-1].attempt.is_over and len(moments) <= most:
        made = len(moments[-1].attempt.moves)
        moments.append(await service.choose(user, day, made, pick(moments[-1]), 1))
    return moments


def course(moments: list[DailyMoment]) -> list[object]:
    """Everything that a player sees."""
    return [(each.seen, each.events, each.attempt.moves, each.attempt.score) for each in moments]


@pytest.mark.parametrize("days", range(7))
async def test_who_choose_alike_see_the_same_in_every_process_and_after_a_restart(harness, days):
    harness.clock.passed = days * DAY
    day = TODAY + days * DAY
    whole = course(await play(harness, ANA, day, at_random(3)))
    other = harness.another()
    other.clock.passed = days * DAY
    assert course(await play(other, BRUNO, day, at_random(3))) == whole
    pick = at_random(3)
    half = len(whole) // 2
    begun = course(await play(harness, CHEN, day, pick, most=half))
    gone_on = course(await play(other, CHEN, day, pick))
    assert [*begun[:-1], *gone_on] == whole


async def test_two_processes_agree_on_one_deal(harness):
    other = harness.another()
    services = (harness.service.daily, other.service.daily)
    found = await asyncio.gather(*(each.deal(TODAY) for each in services for _ in range(5)))
    assert len({each.secret for each in found}) == 1


async def test_a_choice_is_made_once_however_often_it_is_pressed(harness):
    services = (harness.service.daily, harness.another().service.daily)
    before = await services[0].moment(ANA, TODAY, 1)
    last = len(before.seen.legal) - 1
    presses = [each.choose(ANA, TODAY, 0, at, 1) for each in services for at in (0, last, 0)]
    answers = await asyncio.gather(*presses)
    stored = await harness.store.attempt(TODAY, ANA)
    assert sum(not each.is_late for each in answers) == 1
    assert len(stored.moves) == 1
    assert {each.attempt.moves for each in answers} == {stored.moves}


@pytest.mark.parametrize(("made", "index"), [(0, 99), (0, -1), (5, 0)])
async def test_a_choice_that_is_none_changes_nothing(harness, made, index):
    assert (await harness.service.daily.choose(ANA, TODAY, made, index, 1)).is_late
    assert await harness.store.attempt(TODAY, ANA) is None


async def test_nobody_gets_a_second_attempt(harness):
    end = (await play(harness, ANA))[-1].attempt
    assert end.is_over
    again = await play(harness, ANA, pick=at_random(1))
    assert [each.attempt for each in again] == [end]
    late = await harness.service.daily.choose(ANA, TODAY, len(end.moves), 0, 1)
    assert (late.is_late, late.attempt) == (True, end)


async def test_a_deal_counts_for_36_hours_and_can_be_finished_later(harness):
    await play(harness, ANA, most=1)
    await play(harness, BRUNO)
    harness.clock.passed = DAY + timedelta(hours=-1)
    assert (await play(harness, CHEN))[-1].attempt.counts
    harness.clock.passed = DAY
    late = (await play(harness, ANA))[-1].attempt
    assert (late.is_over, late.counts) == (True, False)
    assert (await harness.store.distribution(TODAY)).count == 2
    result = await harness.service.daily.result(late)
    assert (result.beaten, result.streak) == (None, 0)


async def test_a_deal_that_nobody_asked_for_in_time_is_never_made(harness):
    service = harness.service.daily
    for day in (TODAY + DAY, TODAY - DAY, date(1, 1, 1)):
        await refused(NoSuchDeal, service.moment(ANA, day, 1))
        await refused(NoSuchDeal, service.choose(ANA, day, 0, 0, 1))


async def test_a_clock_set_back_gives_nobody_another_deal(harness):
    harness.clock.passed = DAY
    tomorrow = await harness.service.daily.deal(TODAY + DAY)
    harness.clock.passed = timedelta()
    await refused(NoSuchDeal, harness.service.daily.moment(ANA, TODAY + DAY, 1))
    harness.clock.passed = DAY
    assert await harness.service.daily.deal(TODAY + DAY) == tomorrow
    assert (await play(harness, ANA, TODAY + DAY))[-1].attempt.counts


async def test_a_deal_whose_secret_was_seen_counts_no_more_though_the_clock_opens_it(harness):
    await harness.service.daily.deal(TODAY)
    harness.clock.passed = 3 * DAY
    await harness.service.deal_proofs.reveal(BRUNO, TODAY)
    harness.clock.passed = timedelta()
    assert not (await play(harness, ANA))[-1].attempt.counts


async def test_whoever_has_begun_yesterdays_deal_goes_on_with_it(harness):
    await play(harness, ANA, most=1)
    await play(harness, BRUNO)
    harness.clock.passed = timedelta(hours=13)
    daily = harness.service.daily
    assert [await daily.day_for(each) for each in (ANA, BRUNO, CHEN)] == [TODAY, *2 * [TODAY + DAY]]
    await play(harness, ANA)
    assert await daily.day_for(ANA) == TODAY + DAY


async def test_marks_are_judged_once_however_many_ask(harness):
    end = (await play(harness, ANA))[-1].attempt
    thinking, asked = harness.service.daily._thinking, []
    run = thinking.run

    async def counted(*arguments):
        asked.append(arguments[0])
        return await run(*arguments)

    harness.service.daily._thinking = SimpleNamespace(run=counted)
    results = await asyncio.gather(*(harness.service.daily.result(end) for _ in range(10)))
    assert len({each.attempt.marks for each in results}) == 1
    assert len(asked) == len(results[0].attempt.marks) > 0


async def test_a_void_day_is_no_day_of_a_streak_and_ends_none(harness):
    daily = harness.service.daily
    for nth in range(4):
        harness.clock.passed = nth * DAY
        if nth != 2:
            await play(harness, ANA, TODAY + nth * DAY)
    assert await daily.streak(ANA) == 3
    await harness.store.void_deal(TODAY + DAY)
    assert await daily.streak(ANA) == 2


async def test_a_deal_of_other_rules_is_void_for_all(harness, monkeypatch):
    await play(harness, ANA, most=1)
    monkeypatch.setattr(deals_module, "has_changed", lambda _: True)
    for user in (ANA, BRUNO):
        await refused(DealChanged, harness.service.daily.moment(user, TODAY, 1))
        await refused(DealChanged, harness.service.daily.choose(user, TODAY, 1, 0, 1))


async def test_a_deal_is_void_for_good_once_a_newer_release_has_met_it_open(harness, monkeypatch):
    """One of an older release only refuses it, and what has closed stays a fact."""
    daily = harness.service.daily
    deals = [await daily.deal(TODAY)]
    harness.clock.passed = 4 * DAY
    deals += [await daily.deal(TODAY + 4 * DAY)]
    monkeypatch.setattr(par_module, "version_of", lambda _: 9_001)
    monkeypatch.setattr(deals_module, "version_of", lambda _: 1)
    await refused(DealChanged, daily.deal(TODAY + 4 * DAY))
    assert [await harness.store.deal(each.day) for each in deals] == deals
    monkeypatch.setattr(deals_module, "version_of", lambda _: 9_001)
    await refused(DealChanged, daily.deal(TODAY + 4 * DAY))
    await refused(DealOutdated, daily.deal(TODAY))
    stored = [await harness.store.deal(each.day) for each in deals]
    assert [each.version for each in stored] == [deals[0].version, VOID]
    monkeypatch.undo()
    await refused(DealChanged, daily.deal(TODAY + 4 * DAY))


async def test_choices_that_are_not_legal_any_more_are_refused(harness):
    await play(harness, ANA, most=1)
    stored = await harness.store.attempt(TODAY, ANA)
    await harness.store.save_attempt(replace(stored, moves=(*stored.moves, "6-6@x")), NOON)
    await refused(DealChanged, harness.service.daily.moment(ANA, TODAY, 1))


@pytest.mark.parametrize("left_over", [0, 1, None])
async def test_wherever_a_process_dies_no_choice_is_lost_or_made_twice(left_over):
    """With the last choice, one before it, and the first."""
    rehearsal = ServiceHarness()
    whole_round = (await play(rehearsal, ANA))[-1].attempt.moves
    await rehearsal.end()
    made = 0 if left_over is None else len(whole_round) - 1 - left_over

    async def choose(harness: ServiceHarness) -> None:
        await harness.service.daily.choose(ANA, TODAY, made, 0, 1)

    async def begun(harness: ServiceHarness) -> crashing.Action:
        await play(harness, ANA, most=made)
        return choose

    durable, action = await crashing.prepared(begun)
    before = await _stored(durable)
    whole = CrashPoint()
    untroubled, _ = await crashing.run_until_crash(durable, action, whole)
    expected = await _stored(untroubled)
    assert expected is not None
    assert expected.moves == whole_round[: made + 1]
    assert (expected.is_over, expected.counts) == (left_over == 0, left_over == 0)
    assert len(whole.moments) >= 4
    for number in range(1, len(whole.moments) + 1):
        left, confirmed = await crashing.run_until_crash(durable, action, CrashPoint(number))
        stored = await _stored(left)
        assert stored == expected or (not confirmed and stored == before), whole.moments
        await _again(left, choose)
        assert await _stored(left) == expected


async def test_wherever_a_process_dies_marks_and_achievements_are_there_once(monkeypatch):
    monkeypatch.setattr(deals_module, "earned_by_streak", lambda _: ["deals-7"])

    async def look(harness: ServiceHarness) -> None:
        attempt = await harness.store.attempt(TODAY, ANA)
        assert attempt is not None
        await harness.service.daily.result(attempt)

    async def over(harness: ServiceHarness) -> crashing.Action:
        await play(harness, ANA, pick=at_random(4))
        return look

    async def found(durable: DurableState) -> tuple[Attempt | None, list[str]]:
        harness = durable.new_process()
        earned = [each.id for each in await harness.store.achievements(ANA)]
        await durable.stop(harness, crashing.this_task())
        return await _stored(durable), earned

    durable, action = await crashing.prepared(over)
    whole = CrashPoint()
    untroubled, _ = await crashing.run_until_crash(durable, action, whole)
    expected = await found(untroubled)
    assert expected[0] is not None
    assert expected[0].marks
    assert expected[1] == ["deals-7"]
    for number in range(1, len(whole.moments) + 1):
        left, _ = await crashing.run_until_crash(durable, action, CrashPoint(number))
        await _again(left, look)
        assert await found(left) == expected, whole.moments[number - 1]


async def _again(durable: DurableState, action: crashing.Action) -> None:
    harness = durable.new_process()
    await action(harness)
    await durable.stop(harness, crashing.this_task())


async def _stored(durable: DurableState) -> Attempt | None:
    harness = durable.new_process()
    stored: Attempt | None = await harness.store.attempt(TODAY, ANA)
    await durable.stop(harness, crashing.this_task())
    return stored


@pytest.mark.parametrize("most", [2, 500])
async def test_who_deletes_their_data_gets_no_second_attempt_and_leaves_no_name(harness, most):
    service = harness.service.daily
    await play(harness, BRUNO)
    begun = (await play(harness, ANA, most=most))[-1].attempt
    assert begun.is_over == (most > 2)
    await harness.service.privacy.erase(ANA)
    for other in (service, harness.another().service.daily):
        await refused(AttemptDeleted, other.moment(ANA, TODAY, 1))
        await refused(AttemptDeleted, other.choose(ANA, TODAY, 0, 0, 1))
    with pytest.raises(Conflict):  # of another process that read before all was deleted
        await harness.store.save_attempt(replace(begun, moves=begun.moves[:1]), NOON)
    assert await harness.store.attempt(TODAY, ANA) is None
    assert (await harness.store.distribution(TODAY)).count == 1
    assert (await harness.store.own_rows(ANA))["daily_deals"] == []
    trace = hmac.digest((await service.deal(TODAY)).secret, str(ANA).encode(), "sha256")
    assert await rows(harness.store.within, "SELECT trace FROM daily_traces") == [(trace,)]
    assert (await play(harness, CHEN))[-1].attempt.counts


@pytest.mark.parametrize("ends", ["reveal", "look_after"])
async def test_what_is_kept_of_a_deleted_attempt_is_gone_when_the_deal_closes(harness, ends):
    await play(harness, ANA, most=1)
    await harness.service.privacy.erase(ANA)
    await harness.service.daily.look_after()
    assert await harness.store.is_attempt_deleted(TODAY, ANA)
    harness.clock.passed = 2 * DAY
    if ends == "reveal":
        await harness.service.deal_proofs.reveal(BRUNO, TODAY)
    else:
        await harness.service.daily.look_after()
    assert not await harness.store.is_attempt_deleted(TODAY, ANA)
    await play(harness, BRUNO, TODAY + 2 * DAY, most=1)
    await harness.service.privacy.erase(ANA)
    assert not await harness.store.is_attempt_deleted(TODAY, ANA)


async def test_par_of_a_deal_that_another_process_made_begins_here_soon(harness, monkeypatch):
    await harness.service.daily.deal(TODAY)
    monkeypatch.setattr(par_module, "RUNS", 3)
    other = harness.another()
    other.service.resume()
    await other.quiet()
    await other.service.par.queue.close()
    assert len((await harness.store.deal(TODAY)).par) == 3


async def test_before_the_first_deal_there_is_none(harness):
    harness.clock.passed = date(2025, 12, 31) - TODAY
    (day,) = harness.service.daily.days()
    await refused(NoSuchDeal, harness.service.daily.moment(ANA, day, 1))
    assert await harness.store.deal(day) is None


async def test_a_result_has_a_mark_for_each_choice_and_compares_with_all_others(harness):
    ends = {user: (await play(harness, user, pick=at_random(user)))[-1] for user in range(9)}
    scores = {user: each.attempt.score or 0 for user, each in ends.items()}
    for user, each in ends.items():
        result = await harness.service.daily.result(each.attempt)
        others = [score for other, score in scores.items() if other != user]
        points = [1 if s < scores[user] else 0.5 * (s == scores[user]) for s in others]
        assert result.beaten == pytest.approx(sum(points) / len(points))
        stored = await harness.store.attempt(TODAY, user)
        assert stored.marks == result.attempt.marks
    assert len(set(scores.values())) > 1
    assert any([(await harness.store.attempt(TODAY, user)).marks for user in ends])


async def test_par_is_what_200_strong_computers_reach_and_goes_on_after_a_restart(
    harness, monkeypatch
):
    monkeypatch.setattr(par_module, "RUNS", 12)
    deal = await harness.service.daily.deal(TODAY)
    await harness.service.par.queue.close()
    par = (await harness.store.deal(TODAY)).par
    assert len(par) == 12
    assert deal.par == ()
    other = harness.another()
    monkeypatch.setattr(par_module, "RUNS", 15)
    await other.service.daily.deal(TODAY)
    await other.service.par.queue.close()
    after = (await harness.store.deal(TODAY)).par
    assert (after[:12], len(after)) == (par, 15)


def test_a_share_counts_equals_as_half_and_leaves_oneself_out():
    everybody = Distribution({-3: 2, 0: 1, 7: 1})
    assert [everybody.beaten_by(score) for score in (-3, 0, 7)] == [0.5 / 3, 2 / 3, 1]
    assert Distribution({4: 1}).beaten_by(4) is None
    assert share_below(2, {1: 1, 2: 2, 5: 1}) == 0.5
    assert share_below(2, {}) is None


def test_two_deals_are_open_until_noon_and_then_one():
    midnight = NOON - timedelta(hours=12)
    assert open_days(midnight) == (TODAY, TODAY - DAY)
    assert open_days(NOON - timedelta(seconds=1)) == (TODAY, TODAY - DAY)
    assert open_days(NOON) == (TODAY,)


def test_each_day_of_the_week_has_its_games_in_turn():
    monday = date(2026, 11, 30)
    for weekday, games in enumerate(CALENDAR):
        days = [monday + timedelta(days=weekday, weeks=week) for week in range(len(games))]
        assert {game_of_day(day.toordinal()) for day in days} == set(games)
        for each in games:
            info = game(each.id).info
            assert info.min_seats <= each.seats <= info.max_seats


def test_a_deal_shows_nothing_of_its_secret_when_it_is_printed():
    secret = b"\x11" * 32
    deal = Deal(TODAY, "block", version_of("block"), 2, {}, secret)
    assert "11" * 8 not in repr(deal)
    assert repr(secret) not in repr(deal)


async def test_a_deal_is_revealed_when_it_closes_and_not_before(harness):
    end = (await play(harness, ANA, pick=at_random(2)))[-1].attempt
    deal = await harness.store.deal(TODAY)
    proofs = harness.service.deal_proofs
    until_close = deal.closes_at - NOON
    for passed in (timedelta(), until_close - timedelta(hours=1), -3 * DAY):
        harness.clock.passed = passed
        await refused(DealStillOpen, proofs.reveal(ANA, TODAY))
    await refused(NoSuchDeal, proofs.reveal(ANA, TODAY - DAY))
    harness.clock.passed = until_close
    assert await proofs.newest(9) == ((TODAY, deal.game),)
    proof = await proofs.reveal(ANA, TODAY)
    assert (proof.deal.secret, proof.attempt, proof.holds) == (deal.secret, end, True)
    assert all(each.agrees for each in proof.shuffles)
    assert proof.record.chance.commitment == deal.commitment
    stranger = await proofs.reveal(BRUNO, TODAY)
    assert (stranger.attempt, stranger.shuffles) == (None, proof.shuffles)
    assert len(stranger.record.log) < len(proof.record.log)


async def test_a_void_deal_is_revealed_without_a_course(harness, monkeypatch):
    await play(harness, ANA, most=1)
    harness.clock.passed = 2 * DAY
    stored = await harness.store.attempt(TODAY, ANA)
    await harness.store.save_attempt(replace(stored, moves=(*stored.moves, "6-6@x")), NOON)
    assert (await harness.service.deal_proofs.reveal(ANA, TODAY)).is_void
    monkeypatch.setattr(proofs_module, "has_changed", lambda _: True)
    proof = await harness.service.deal_proofs.reveal(BRUNO, TODAY)
    assert (proof.is_void, proof.record, proof.shuffles) == (True, None, ())


@pytest.mark.parametrize(
    ("cost", "error", "mark"),
    [
        (0.0, 0.0, Mark.BEST),
        (0.019, 0.0, Mark.BEST),
        (0.06, 0.01, Mark.CLOSE),
        (0.06, 0.025, Mark.BEST),
        (0.2, 0.01, Mark.COSTLY),
        (0.2, 0.06, Mark.CLOSE),
    ],
)
def test_a_mark_is_as_bad_as_is_sure(cost, error, mark):
    judged = JudgedDecision(1, 0, 1, 1, "a", "b", 0.5 - cost, 0.5, 0.0, error)
    assert [*deals_module._marks([judged], alone=False)] == [mark]
    (alone,) = deals_module._marks([replace(judged, standard_error=0.0)], alone=True)
    assert alone is (Mark.BEST if cost < 0.01 else Mark.CLOSE if cost < 0.05 else Mark.COSTLY)


def test_a_mere_guess_has_no_mark():
    guesses = 0
    for number in range(6):
        secret, info = bytes([number]) * 32, game("memory").info
        deal = Deal(TODAY, "memory", info.rules, 2, info.default_options, secret)
        dealt = deal.game, deal.seats, deal.options, deal.day.isoformat(), deal.secret
        played, moves = daily_round(*dealt), list[str]()
        sure = list[str]()
        for _ in range(2):
            code = played.legal[-1].code
            moves.append(code)
            sure += () if played.seen.is_guess else (code,)
            played.choose(played.legal[-1])
        marked = deals_module._choices(deal, Attempt(TODAY, ANA, tuple(moves)))
        assert [each.code for each in marked] == sure
        guesses += len(moves) - len(sure)
    assert 0 < guesses < 12


async def test_a_deal_without_any_choice_is_never_dealt(harness, monkeypatch):
    """With this secret, the player can only pass before the computer goes out."""
    none, some = bytes([9, 0]) * 16, bytes(32)
    monkeypatch.setattr(deals_module, "game_of_day", lambda _: DailyGame("squares-block", 2))
    secrets = iter([none, none, some])
    monkeypatch.setattr(harness.service.daily._entropy, "secret", lambda: next(secrets))
    assert (await harness.service.daily.deal(TODAY)).secret == some
