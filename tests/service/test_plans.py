"""Plans are carried out as moves that are legal then, once, and end when they should."""

from random import Random
from typing import Any

import pytest

from bot.engine.planning import Wish
from bot.model.plans import Reach
from bot.model.terms import Pace
from tests.service.harness import ANA, BRUNO, CHEN
from tests.service.planning import (
    begun,
    foresee,
    has_one_that_fits,
    made_by,
    moves_on,
    plan,
    planned,
)
from tests.service.virtual_time import TimedHarness

SOON = {"minutes": 4}
"""More than it takes until a planned move is made."""


class TestCarriedOut:
    async def test_the_first_bone_that_can_be_played_is_and_leaves_the_plan(self, timed, caplog):
        await begun(timed)
        turn = await foresee(timed, has_one_that_fits)
        fits_not, fits, later = turn.bones(0)[0], *turn.bones(1)[:2]
        await plan(timed, turn.waiting, (fits_not, fits, later))
        ply = await moves_on(timed, turn)
        with caplog.at_level("INFO"):
            await timed.advance(**SOON)
        (move,) = turn.granted(fits)
        assert (await timed.store.log(1))[ply] == (turn.seat, move.code)
        left = await planned(timed, turn.waiting)
        assert left is not None
        assert {*left.wishes} <= {fits_not, later}
        assert await timed.store.late_plies(1, 0) == frozenset()
        made = [getattr(each, "by", "person") for each in caplog.records]
        assert {*made} == {"person"}, "that it was planned is a secret"
        await timed.agree(1)

    async def test_if_nothing_of_it_fits_they_are_asked(self, timed):
        await begun(timed)
        turn = await foresee(timed, has_one_that_fits)
        before = await plan(timed, turn.waiting, turn.bones(0))
        ply = await moves_on(timed, turn)
        assert timed.channel.shown[-1].match.ply == ply
        await timed.advance(hours=13)
        assert (await timed.match()).ply == ply
        assert timed.channel.reminded == [(1, turn.waiting)]
        assert await planned(timed, turn.waiting) == before, "it may fit later"

    async def test_a_bone_with_several_ends_is_asked_about_unless_the_plan_says_which(self, timed):
        await begun(timed)
        turn = await foresee(timed, lambda each: each.bones(2) and each.bones(1))
        (bone, *_), other = turn.bones(2), turn.bones(1)[0]
        await plan(timed, turn.waiting, (bone, other))
        ply = await moves_on(timed, turn)
        await timed.advance(**SOON)
        assert (await timed.match()).ply == ply, "nor is the next one played instead"

    async def test_the_end_that_the_plan_says_is_taken(self, timed):
        await begun(timed)
        turn = await foresee(timed, lambda each: each.bones(2))
        bone = turn.bones(2)[0].piece
        places = [each for each in turn.rules.wishes(turn.seen) if each.piece == bone]
        _, first, second = places
        assert turn.granted(first) != turn.granted(second)
        await plan(timed, turn.waiting, (first, second))
        stored = await planned(timed, turn.waiting)
        assert stored is not None
        assert stored.wishes == (second,), "the other place has replaced the first"
        ply = await moves_on(timed, turn)
        await timed.advance(**SOON)
        (move,) = turn.granted(second)
        assert (await timed.store.log(1))[ply] == (turn.seat, move.code)

    async def test_nothing_is_carried_out_in_a_holiday(self, timed):
        """All would know that the bot made the move."""
        await begun(timed)
        turn = await foresee(timed, has_one_that_fits)
        await plan(timed, turn.waiting, turn.bones(1)[:1])
        await timed.service.holidays.begin(turn.waiting, 2)
        ply = await moves_on(timed, turn)
        await timed.advance(hours=47)
        assert (await timed.match()).ply == ply
        await timed.advance(hours=1, minutes=4)
        assert (await made_by(timed, turn.seat, ply))[:1] == [
            turn.granted(turn.bones(1)[0])[0].code
        ], "back again"

    @pytest.mark.parametrize(
        ("pace", "least", "most"),
        [(Pace.LIVE, 5, 20), (Pace.RELAXED, 5, 20), (Pace.DAY, 20, 180), (Pace.NONE, 20, 180)],
    )
    async def test_it_takes_seconds_where_people_wait(self, timed, pace, least, most):
        await timed.running(ANA, BRUNO, target=1000, pace=pace)
        turn = await foresee(timed, has_one_that_fits)
        await plan(timed, turn.waiting, turn.bones(1))
        ply = await moves_on(timed, turn)
        await timed.advance(seconds=least - 1)
        assert (await timed.match()).ply == ply
        await timed.advance(seconds=most - least + 1)
        assert (await timed.match()).ply > ply


class TestReach:
    async def test_a_turn_is_over_once_it_was_played(self, timed):
        await begun(timed)
        turn = await foresee(timed, has_one_that_fits)
        await plan(timed, turn.waiting, turn.bones(1), Reach.TURN)
        ply = await moves_on(timed, turn)
        assert await planned(timed, turn.waiting) is not None
        await timed.advance(**SOON)
        assert len(await made_by(timed, turn.seat, ply)) == 1
        assert await planned(timed, turn.waiting) is None

    async def test_a_move_of_ones_own_ends_a_turn_or_takes_its_bone_out(self, timed):
        for reach in (Reach.TURN, Reach.ROUND):
            timed = TimedHarness(timed.time)
            await begun(timed)
            turn = await foresee(timed, has_one_that_fits)
            first, second = turn.bones(1)[:2]
            await plan(timed, turn.waiting, (first, second), reach)
            ply = await moves_on(timed, turn)
            (own,) = turn.granted(second)
            await timed.matches.play(1, turn.waiting, None, own.code)
            left = await planned(timed, turn.waiting)
            assert (left and left.wishes) == (None if reach is Reach.TURN else (first,))
            assert (await made_by(timed, turn.seat, ply))[:1] == [own.code]
            await timed.end()

    @pytest.mark.parametrize(("game_id", "seats"), [("block", 3), ("draw", 2), ("all-fives", 3)])
    async def test_it_ends_with_the_round_and_what_may_change_a_mind(self, timed, game_id, seats):
        """Everybody else's plan, before and after each of many moves, told from states alone."""
        await begun(timed, *(ANA, BRUNO, CHEN)[:seats], game_id=game_id)
        rng, seen = Random(3), set[tuple[Reach, bool]]()
        for _ in range(60):
            if not (await timed.match()).is_open:
                break
            user, codes = await timed.turn(1)
            match, before = await timed.match(), (await timed.plies(1))[-1].state
            reaches = dict[int, Reach]()
            for other in {*match.people} - {user}:
                seat = match.seat_of(other)
                wishes = [Wish(bone.code) for bone in before.round.hands[seat]]
                reaches[seat] = rng.choice([Reach.ROUND, Reach.CHANGE])
                await plan(timed, other, wishes, reaches[seat])
            await timed.matches.play(1, user, match.ply, rng.choice(codes))
            steps = (await timed.plies(1))[match.ply :]
            states = [before, *(each.state for each in steps)]
            over = any(each.number != before.number or each.outcome for each in states)
            for seat, reach in reaches.items():
                ends = over or (
                    reach is Reach.CHANGE
                    and any(
                        has_changed(then.round, now.state.round, now.move.code, seat)
                        for then, now in zip(states, steps, strict=False)
                    )
                )
                assert ((await timed.match()).agenda.plan(seat) is None) is ends
                seen.add((reach, ends))
            await timed.quiet()
        assert len(seen) == 4, "each has ended and gone on"


def has_changed(before: Any, after: Any, code: str, own: int) -> bool:
    """Return whether somebody knocked, scored or is down to two, or the seat itself has drawn."""
    held = [(len(then), len(now)) for then, now in zip(before.hands, after.hands, strict=True)]
    others = [each for seat, each in enumerate(held) if seat != own]
    earned = zip(before.earned, after.earned, strict=True)
    return (
        code == "pass"
        or held[own][1] > held[own][0]
        or any(now > then for seat, (then, now) in enumerate(earned) if seat != own)
        or any(now <= 2 < then for then, now in others)
    )
