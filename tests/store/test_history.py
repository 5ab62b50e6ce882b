import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.match import CloseReason, FinalPlace, MatchId, Occupant
from bot.model.scores import EarnedAchievement, Opponent, PastMatch, RatingPoint, SoloResult
from bot.scores.career import Career, Tally
from bot.scores.rating import SHOWN_FROM
from bot.service.ports.faults import ChannelTaken
from tests.store.matches import ANA, AT, BEN, CARO, DEALT, new, play, reread, running
from tests.store.scored import FinalSeat, finish, first, listed, score
from tests.store.support import rows

MINUTE = timedelta(minutes=1)


class TestCareer:
    async def test_by_game_and_in_company(self, store):
        await finish(store, *first(ANA, BEN))
        await finish(store, FinalSeat(BEN), FinalSeat(ANA, 2, left=True))
        await finish(store, *first("steady", ANA), game="draw")
        await finish(store, FinalSeat(ANA), game="solitaire")
        career = await store.career(ANA)
        block, draw, solitaire = Tally(2, 1, 1), Tally(1, 0, 1), Tally(1, 1, 1)
        assert career.games == {"block": block, "draw": draw, "solitaire": solitaire}
        assert career.company == Tally(3, 1, 2)
        assert (career.matches, career.wins) == (4, 2)

    @pytest.mark.parametrize(
        ("won", "now", "longest"),
        [
            *(("", 0, 0), ("-", 0, 0), ("+", 1, 1), ("++-+", 1, 2), ("-+++--++", 2, 3)),
            *(("++-", 0, 2), ("+.+.-.+.", 1, 2)),
            *(("+w+o+", 3, 3), ("++l+", 1, 2), ("+u+", 3, 3), ("+q+", 1, 1)),
        ],
    )
    async def test_matches_won_in_a_row(self, store, won, now, longest):
        """A dot is a match played alone, and ``o`` one that others won with a hint.

        With hints of their own, ``w`` is won and ``l`` is lost. An unrated match is won in ``u``,
        and left in ``q``. Only ``-``, ``l`` and ``q`` end a row.
        """
        final_seats = {".": (FinalSeat(ANA, 1),), **dict.fromkeys("+wu", first(ANA, BEN))}
        final_seats["q"] = (FinalSeat(BEN), FinalSeat(ANA, 2, left=True))
        for nth, each in enumerate(won):
            place = final_seats.get(each, first(BEN, ANA))
            hinted = {"w": ANA, "l": ANA, "o": BEN}.get(each)
            at, rated = AT + nth * MINUTE, each not in "uq"
            await finish(store, *place, at=at, hinted=hinted, rated=rated)
        career = await store.career(ANA)
        assert (career.streak, career.longest) == (now, longest)
        assert career.matches == len(won) - won.count("q")
        assert career.wins == sum(map(won.count, "+.u"))

    async def test_in_the_order_of_their_ends(self, store):
        await finish(store, *first(ANA, BEN), at=AT + 2 * MINUTE)
        await finish(store, *first(BEN, ANA), at=AT + MINUTE)
        await finish(store, *first(ANA, BEN), at=AT)
        assert (await store.career(ANA)).longest == 1

    async def test_up_to_a_match_itself_included(self, store):
        ids = [await finish(store, *first(ANA, BEN)) for _ in range(3)]
        late = await finish(store, *first(ANA, BEN), at=AT + MINUTE)
        assert [(await store.career(ANA, (AT, each))).streak for each in ids] == [1, 2, 3]
        assert (await store.career(ANA, (AT + MINUTE, late))).streak == 4
        assert (await store.career(ANA, (AT - MINUTE, late))) == Career()


class TestRatingPoints:
    async def test_the_last_few_in_order_from_the_first_that_people_see(self, store):
        for nth in range(SHOWN_FROM + 3):
            assert len(await store.rating_points(BEN, 10)) == max(nth - SHOWN_FROM + 1, 0)
            match_id = await finish(store, *first(ANA, BEN), at=AT + nth * MINUTE)
            await score(store, match_id, {ANA: 10, BEN: -10 * nth})
        points = [RatingPoint(AT + nth * MINUTE, 1010 + 10 * nth) for nth in (5, 6, 7)]
        assert await store.rating_points(ANA, 3) == tuple(points)
        assert [each.rating for each in await store.rating_points(BEN, 10)] == [900, 850, 790, 720]


class TestOpponents:
    async def test_most_often_met_first_and_no_partners(self, store):
        await finish(store, *first(ANA, BEN))
        await finish(store, FinalSeat(BEN), FinalSeat(ANA), FinalSeat(CARO, 3))
        sides = [FinalSeat(ANA, 2, side=0), FinalSeat(BEN, 1, side=1), FinalSeat(104, 2, side=0)]
        await finish(store, *sides)
        assert await store.opponents(ANA, 5) == (Opponent(BEN, 3, 1, 1), Opponent(CARO, 1, 1, 0))
        assert await store.opponents(ANA, 1) == (Opponent(BEN, 3, 1, 1),)

    async def test_only_rated_matches_without_hints_count(self, store):
        await finish(store, *first(ANA, BEN))
        await finish(store, *first(ANA, BEN), rated=False)
        await finish(store, *first(ANA, CARO), rated=False)
        await finish(store, *first(ANA, BEN), hinted=ANA)
        assert await store.opponents(ANA, 5) == (Opponent(BEN, 1, 1, 0),)
        assert await store.opponents(CARO, 5) == ()
        assert (await store.career(ANA)).games == {"block": Tally(4, 3, 4)}

    async def test_no_computers_and_nobody_who_does_not_want_it(self, store):
        await finish(store, *first(ANA, BEN, "steady", CARO))
        await store.save_preferences(BEN, listed(yes=False))
        assert [each.user_id for each in await store.opponents(ANA, 5)] == [CARO]
        await store.save_preferences(BEN, listed(yes=True))
        assert [each.user_id for each in await store.opponents(ANA, 5)] == [BEN, CARO]


class TestAchievements:
    async def test_in_order_with_what_earned_them(self, store):
        match_id = await finish(store, *first(ANA, BEN))
        await score(store, match_id, earned=["second", "first"])
        await store.earn(ANA, ["early"], AT - MINUTE)
        early, *later = await store.achievements(ANA)
        assert early == EarnedAchievement("early", AT - MINUTE)
        assert later == [EarnedAchievement(each, AT, match_id) for each in ("first", "second")]
        assert await store.achievements(BEN) == ()

    async def test_an_achievement_is_granted_only_once(self, store):
        earlier = await finish(store, *first(ANA, BEN))
        later = await finish(store, *first(ANA, BEN), at=AT + MINUTE)
        await score(store, earlier, earned=["win"])
        await score(store, later, earned=["win", "two"])
        assert [each.earned for each in await store.scored(earlier)] == [("win",), ()]
        assert [each.earned for each in await store.scored(later)] == [("two",), ()]
        assert await store.earn(ANA, ["two", "podium", "podium"], AT) == ("podium",)
        assert await store.earn(ANA, ["podium"], AT + MINUTE) == ()
        given = {each.id: each.at for each in await store.achievements(ANA)}
        assert given == {"win": AT, "podium": AT, "two": AT + MINUTE}

    async def test_of_two_processes_one_gives_it(self, store, other):
        both = (each.earn(ANA, ["podium"], AT) for each in (store, other))
        assert sorted(await asyncio.gather(*both)) == [(), ("podium",)]


AGREED = {"target": 50}


class TestHistory:
    async def test_changes_of_the_rating_are_told_once_there_was_one_before(self, store):
        for nth in range(SHOWN_FROM + 2):
            match_id = await finish(store, *first(ANA, BEN), at=AT + nth * MINUTE)
            await score(store, match_id, {ANA: nth})
        told = [each.gained for each in await store.history(ANA, 10)]
        assert told == [SHOWN_FROM + 1, SHOWN_FROM, *[None] * SHOWN_FROM]

    async def test_the_newest_first_page_by_page(self, store):
        moments = [AT + (nth // 2) * MINUTE for nth in range(7)]
        ids = [await finish(store, *first(ANA, BEN), at=at) for at in moments]
        for skip in (0, 3, 6, 9):
            page = [each.match_id for each in await store.history(ANA, 3, skip)]
            assert page == ids[::-1][skip : skip + 3]

    async def test_what_is_told_of_a_match(self, store):
        seats = (FinalSeat(BEN, 1, 50), FinalSeat(ANA, 2, 7), FinalSeat("steady", 3))
        first_one = await finish(store, *seats)
        await score(store, first_one, {ANA: -9})
        own = await finish(store, FinalSeat(ANA), at=AT + MINUTE, game="solitaire", guild=None)
        alone, lost = await store.history(ANA, 10)
        past = PastMatch(first_one, "block", AT, 2, 3, False, 7, None, 5, 0, options=AGREED)
        assert replace(lost, channel_id=0) == past, "nobody sees how the first ratings change"
        past = PastMatch(
            own, "solitaire", AT + MINUTE, 1, 1, True, 0, None, None, 0, options=AGREED
        )
        assert replace(alone, channel_id=0) == past
        ((channel,),) = await rows(store, f"SELECT channel_id FROM matches WHERE id = {own}")
        assert alone.channel_id == channel


USUAL = {"goal": "all", "size": 28}


async def alone(store, *, user=ANA, game="solitaire", options=USUAL, level=None, rated=True):
    seats: tuple[Occupant, ...] = (Occupant(0, user, salt="900"),)
    if level is not None:
        seats = (*seats, Occupant(1, level=level))
    opened = new(user=user, game=game, options=options, seats=seats, rated=rated)
    match = await store.open_match(opened, AT)
    await store.start(match.id, 1, start_salt="902", moved=DEALT)
    return await reread(store, match)


async def end(store, match, *, seconds=60.0, tally=5, won=False):
    user = match.seats[0].user_id
    places = [FinalPlace(0, user, 1, 0, won=won, tally=tally if len(match.seats) == 1 else None)]
    await play(store, match, 1, places=places, at=AT + timedelta(seconds=seconds))
    return match.id


class TestTries:
    async def test_each_finished_match_with_its_time(self, store):
        first = await end(store, await alone(store), seconds=192.4, tally=5)
        second = await end(store, await alone(store), seconds=250, tally=0, won=True)
        third = await end(store, await alone(store, rated=False), seconds=260, tally=None)
        unrated = SoloResult(third, False, None, 260, rated=False)
        rated = SoloResult(first, False, 5, 192), SoloResult(second, True, 0, 250)
        assert await store.solo_results(ANA, "solitaire", USUAL) == (*rated, unrated)

    async def test_the_time_is_from_the_start_whatever_came_between(self, store):
        match = await alone(store)
        await play(store, match, 1, at=AT + timedelta(days=1))
        ended = AT + timedelta(days=2)
        await play(store, match, 2, at=ended, places=[FinalPlace(0, ANA, 1, 0, won=True, tally=14)])
        (try_,) = await store.solo_results(ANA, "solitaire", USUAL)
        assert try_.seconds == 2 * 24 * 60 * 60

    async def test_in_the_order_of_their_ends(self, store):
        ended = await end(store, await alone(store), seconds=100)
        soon = await end(store, await alone(store), seconds=10)
        tries = await store.solo_results(ANA, "solitaire", USUAL)
        assert [each.match_id for each in tries] == [soon, ended]

    async def test_options_are_compared_by_what_they_say(self, store):
        there = await end(store, await alone(store, options={"size": 28, "goal": "all"}))
        await end(store, await alone(store, options={**USUAL, "size": 55}))
        await end(store, await alone(store, options={}))
        (other,) = await store.solo_results(ANA, "solitaire", USUAL)
        assert other.match_id == there

    async def test_an_option_newer_than_a_match_had_its_usual_value(self, store):
        old = await end(store, await alone(store, options={"goal": "all"}))
        await end(store, await alone(store, options={**USUAL, "size": 55}))
        tries = await store.solo_results(ANA, "solitaire", USUAL, {"goal": "all", "size": 28})
        assert [each.match_id for each in tries] == [old]

    async def test_only_ones_own_of_that_game_without_anybody_else_and_finished(self, store):
        for other in ({"user": BEN}, {"game": "memory"}, {"level": "steady"}):
            await end(store, await alone(store, **other))
        await store.close((await alone(store)).id, 2, CloseReason.LEFT, AT)
        await alone(store)
        assert await store.solo_results(ANA, "solitaire", USUAL) == ()


async def over(store, channel: int = 1, after: int = 0) -> MatchId:
    return await finish(
        store, *first(ANA, BEN), channel=channel, at=(AT + timedelta(seconds=after))
    )


async def test_a_rematch_is_found_while_it_is_open(store):
    before = await over(store)
    assert await store.rematch(before) is None
    opened = await store.open_match(replace(new(), rematch_of=before), AT)
    assert await store.rematch(before) == opened
    assert opened.rematch_of == before
    assert await store.rematch(opened.id) is None
    await store.close(opened.id, opened.revision, CloseReason.LEFT, AT)
    assert await store.rematch(before) is None


async def test_a_match_has_one_open_rematch_whatever_the_channel(store):
    """Of two processes that open it at the same time, one does."""
    before = await over(store)
    await store.open_match(replace(new(), rematch_of=before), AT)
    with pytest.raises(ChannelTaken):
        await store.open_match(replace(new(channel=9), rematch_of=before), AT)
    assert await store.open_in(9) is None


async def test_the_last_that_ended_among_ones_own_of_a_channel(store):
    """And the last with results, whoever played it."""
    assert await store.last_ended_in(1) is None
    late = await over(store, after=50)
    soon = await over(store, after=20)
    await over(store, 9, after=90)
    abandoned, at = await running(store), AT + timedelta(seconds=99)
    await store.close(abandoned.id, abandoned.revision, CloseReason.LAPSED, at)
    left = await running(store)
    assert late < soon
    assert (await store.last_over(1, ANA)).id == await store.last_ended_in(1) == late
    assert await store.last_over(1, CARO) is None
    assert await store.last_over(2, ANA) is None
    places = [FinalPlace(0, ANA, 1, 0, won=False, left=True)]
    await store.close(left.id, left.revision, CloseReason.LEFT, at, places=places)
    assert await store.last_ended_in(1) == left.id
    assert (await store.last_over(1, ANA)).id == late, "one that was given up is not over"
