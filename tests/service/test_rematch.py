"""Rematches: everybody's seat, the start, and the people who may ask for one."""

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.engine.errors import Refusal
from bot.model import errors
from bot.model.match import Match, Occupant, Stage
from bot.model.terms import Pace
from bot.service.lobby.new_match import MatchPlace
from bot.service.lobby.seating import for_rematch, in_previous_order
from tests.service.harness import ANA, BRUNO, CHEN, DANA, EVA, HERE, ServiceHarness, refused

THREAD = MatchPlace(guild_id=1, channel_id=77)


async def finished(
    harness: ServiceHarness, *people: int, target: int | None = 1, **lobby: Any
) -> int:
    match_id = await harness.running(*people, target=target, pace=Pace.RELAXED, **lobby)
    await harness.play_on(match_id, Random(1))
    assert (await harness.store.match(match_id)).stage is Stage.OVER
    return match_id


async def ask(harness: ServiceHarness, match_id: int, user: int, where: MatchPlace = HERE) -> Match:
    """Press Rematch, and let the lobby be shown."""
    match = await harness.rematches.ask(match_id, where, user, f"again {user}")
    harness.service.attend(match.id)
    await harness.quiet()
    found: Match = await harness.store.match(match.id)
    return found


def computers(match: Match) -> list[tuple[str, str]]:
    alone = (each for each in match.seats if each.user_id is None)
    return sorted((match.computer_name(each.seat), each.level or "") for each in alone)


async def test_computers_keep_their_names_and_levels_whoever_comes_back_first(harness):
    old_id = await finished(harness, ANA, BRUNO, computers=("casual", "strong"))
    before = await harness.store.match(old_id)
    assert len({name for name, _ in computers(before)}) == 2
    for user in (BRUNO, ANA):
        again = await ask(harness, old_id, user)
        assert computers(again) == computers(before)
    assert again.stage is Stage.RUNNING
    names = [name for name, _ in computers(await harness.matches.leave(again.id, BRUNO))]
    assert len(set(names)) == 3, "a computer that takes a seat has a name of its own"


@pytest.mark.parametrize(("chosen", "rated"), [(None, False), (True, True), (False, False)])
async def test_a_rematch_is_rated_as_its_host_chose_or_as_usual(harness, chosen, rated):
    match_id = await harness.running(ANA, computers=("casual",), target=1, rated=chosen)
    await harness.play_on(match_id, Random(1))
    again = await ask(harness, match_id, ANA)
    assert again.rated is rated
    joined = await harness.tables.join(again.id, BRUNO, "salt")
    assert joined.rated is (chosen is not False), "nobody chose, so with others it is rated"


def occupants(*who: int | str) -> tuple[Occupant, ...]:
    return tuple(
        Occupant(at, level=each) if isinstance(each, str) else Occupant(at, each)
        for at, each in enumerate(who)
    )


async def test_the_first_opens_a_lobby_and_the_last_who_comes_starts_it_as_it_was(harness):
    old_id = await finished(harness, ANA, BRUNO, CHEN, computers=("casual",))
    before = await harness.store.match(old_id)
    rematch = await ask(harness, old_id, CHEN)
    assert rematch.stage is Stage.LOBBY
    assert (rematch.game, rematch.options, rematch.pace) == ("block", before.options, Pace.RELAXED)
    assert (rematch.rematch_of, rematch.host_id) == (old_id, CHEN)
    assert rematch.people == (CHEN,), "nobody else is seated"
    assert [each.level for each in rematch.seats] == [None, "casual"]
    assert rematch.salts == (f"again {CHEN}",)
    assert rematch.secret != before.secret

    await ask(harness, old_id, ANA)
    assert (await harness.store.match(rematch.id)).stage is Stage.LOBBY
    match = await ask(harness, old_id, BRUNO)
    assert match.id == rematch.id
    assert match.stage in {Stage.RUNNING, Stage.OVER}
    assert [each.user_id or each.level for each in match.seats] == [ANA, BRUNO, CHEN, "casual"]
    salts = tuple(f"again {user}" for user in (ANA, BRUNO, CHEN))
    assert match.salts == (*salts, f"again {BRUNO}"), "the last press starts it"
    await harness.agree(match.id)


async def test_joining_in_the_lobby_is_as_good_as_asking(harness):
    old_id = await finished(harness, ANA, BRUNO)
    rematch = await ask(harness, old_id, BRUNO)
    match = await harness.tables.join(rematch.id, ANA, "joined")
    assert match.stage is Stage.RUNNING
    assert match.people == (ANA, BRUNO)
    assert match.start_salt == "joined"


async def test_the_last_who_comes_before_the_seal_was_shown_does_not_start_it(harness):
    old_id = await finished(harness, ANA, BRUNO)
    harness.channel.answers.clear()
    asking = (harness.rematches.ask(old_id, HERE, user, f"again {user}") for user in (ANA, BRUNO))
    one, other = await asyncio.gather(*asking)
    assert one.id == other.id
    match = await harness.store.match(one.id)
    assert set(match.people) == {ANA, BRUNO}
    assert match.stage is Stage.LOBBY
    harness.channel.answers.set()
    assert (await harness.tables.start(match.id, match.host_id, "start")).stage is Stage.RUNNING


async def test_two_processes_open_one_lobby(harness):
    old_id = await finished(harness, ANA, BRUNO, CHEN)
    other = harness.another()
    asking = harness.rematches.ask(old_id, HERE, ANA, "one")
    one, two = await asyncio.gather(asking, other.rematches.ask(old_id, THREAD, BRUNO, "two"))
    assert one.id == two.id
    assert (await harness.store.rematch(old_id)).people == (ANA, BRUNO)
    await other.quiet()


async def test_a_stranger_opens_nothing_but_may_join(harness):
    old_id = await finished(harness, ANA, BRUNO)
    await refused(errors.NotYours, ask(harness, old_id, EVA))
    assert await harness.store.rematch(old_id) is None
    rematch = await ask(harness, old_id, ANA)
    await refused(errors.NotYours, ask(harness, old_id, EVA))
    match = await harness.tables.join(rematch.id, EVA, "salt")
    assert match.stage is Stage.LOBBY, "Bruno is still missing"
    match = await ask(harness, old_id, BRUNO)
    assert match.people == (ANA, BRUNO, EVA)
    assert match.stage is Stage.RUNNING


async def test_who_left_is_not_waited_for_and_a_computer_keeps_their_seat(harness):
    match_id = await harness.running(ANA, BRUNO, CHEN, target=1)
    await harness.matches.leave(match_id, BRUNO)
    await harness.quiet()
    await harness.play_on(match_id, Random(1))
    await refused(errors.NotYours, ask(harness, match_id, BRUNO))
    await ask(harness, match_id, CHEN)
    match = await ask(harness, match_id, ANA)
    assert match.stage is not Stage.LOBBY
    assert [each.user_id for each in match.seats] == [ANA, None, CHEN]
    assert match.seats[1].left_by is None


async def test_a_rematch_is_refused_unless_its_match_is_over(harness):
    await refused(errors.NoSuchMatch, ask(harness, 99, ANA))
    lobby = await harness.lobby(ANA, BRUNO)
    await refused(errors.NotOver, ask(harness, lobby, ANA))
    await harness.tables.start(lobby, ANA, "start")
    await refused(errors.NotOver, ask(harness, lobby, ANA))
    await harness.leave(lobby, ANA, BRUNO)
    await refused(errors.TableClosed, ask(harness, lobby, ANA))


async def test_once_it_has_begun_and_once_that_is_over(harness):
    old_id = await finished(harness, ANA, BRUNO, CHEN)
    rematch = await ask(harness, old_id, ANA)
    await harness.tables.join(rematch.id, BRUNO, "salt")
    await harness.tables.start(rematch.id, ANA, "start")
    for user in (ANA, CHEN):
        with pytest.raises(errors.RematchBegun) as refused:
            await ask(harness, old_id, user)
        assert refused.value.match_id == rematch.id
    await harness.quiet()
    await harness.play_on(rematch.id, Random(2))
    again = await ask(harness, old_id, CHEN)
    assert again.id not in {old_id, rematch.id}
    assert again.people == (CHEN,)


async def test_a_lobby_that_all_have_left_makes_room_for_another(harness):
    old_id = await finished(harness, ANA, BRUNO)
    first = await ask(harness, old_id, ANA)
    await harness.tables.leave(first.id, ANA)
    second = await ask(harness, old_id, BRUNO)
    assert second.id != first.id
    assert (second.stage, second.people) == (Stage.LOBBY, (BRUNO,))


async def test_the_host_changes_what_was_agreed_and_starts_without_who_does_not_come(harness):
    old_id = await finished(harness, ANA, BRUNO, CHEN)
    rematch = await ask(harness, old_id, CHEN)
    await ask(harness, old_id, ANA)
    await refused(errors.NotHost, harness.tables.set_option(rematch.id, ANA, "target", "50"))
    await harness.tables.set_option(rematch.id, CHEN, "target", "50")
    assert (await harness.tables.start(rematch.id, CHEN, "start")).people == (ANA, CHEN)


async def test_when_the_number_does_not_fit_it_waits_for_the_host(harness):
    """Draw is played by two or four."""
    computers = ("steady", "casual")
    old_id = await finished(harness, ANA, BRUNO, target=None, computers=computers, game_id="draw")
    rematch = await ask(harness, old_id, ANA)
    await harness.tables.remove_computer(rematch.id, ANA)
    match = await ask(harness, old_id, BRUNO)
    assert (match.stage, match.people) == (Stage.LOBBY, (ANA, BRUNO))
    await harness.tables.remove_computer(rematch.id, ANA)
    assert (await harness.tables.start(rematch.id, ANA, "start")).stage is Stage.RUNNING


async def test_the_last_match_here_is_the_one_that_ended_last_with_the_person_in_it(harness):
    cancelled = await harness.running(ANA, BRUNO)
    last = harness.rematches.last
    await refused(Refusal, last(HERE.channel_id, ANA))
    await harness.leave(cancelled, ANA, BRUNO)
    await refused(errors.NoRematchHere, last(HERE.channel_id, ANA))
    first = await finished(harness, ANA, BRUNO)
    second = await finished(harness, ANA, CHEN)
    assert (await last(HERE.channel_id, BRUNO)).id == first
    assert (await last(HERE.channel_id, ANA)).id == second
    for channel, user in ((77, ANA), (HERE.channel_id, EVA)):
        await refused(errors.NoRematchHere, last(channel, user))


class TestSeats:
    @pytest.fixture
    async def before(self, harness) -> Match:
        """Ana and Chen against Bruno and a computer."""
        match_id = await harness.lobby(ANA, BRUNO, CHEN, computers=("casual",))
        match: Match = await harness.store.match(match_id)
        return match

    @pytest.mark.parametrize(
        ("seats", "expected"),
        [
            ((CHEN, BRUNO, ANA), (ANA, BRUNO, CHEN)),
            ((CHEN, "casual", ANA), (ANA, CHEN, "casual")),
            ((CHEN, "casual", ANA, EVA), (ANA, EVA, CHEN, "casual")),
            ((EVA, DANA, CHEN), (EVA, DANA, CHEN)),
            ((BRUNO, "steady", ANA), (ANA, BRUNO, "steady")),
            (("casual", "casual", BRUNO, ANA), (ANA, BRUNO, "casual", "casual")),
            ((ANA, "steady", EVA), (ANA, "steady", EVA)),
            ((), ()),
        ],
    )
    async def test_all_sit_where_they_sat_and_newcomers_where_somebody_is_missing(
        self, before, seats, expected
    ):
        assert in_previous_order(occupants(*seats), before) == occupants(*expected)

    async def test_a_seat_held_by_a_computer_is_its_owners_again(self, before):
        held = (replace(before.seats[0], level="steady", missed=2), *before.seats[1:])
        seats = for_rematch(replace(before, seats=held), ANA, "salt")
        assert seats[0] == Occupant(0, ANA, salt="salt")
