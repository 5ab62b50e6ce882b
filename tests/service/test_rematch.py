"""Once more with the same people: who is seated where, when it begins, and who may ask."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.engine.errors import Refusal
from bot.service.errors import (
    AlreadySeated,
    MatchHere,
    NoRematchHere,
    NoSuchMatch,
    NotHost,
    NotOver,
    NotYours,
    RematchBegun,
    TableClosed,
    TableFull,
)
from bot.service.ports import Match, Occupant, Pace, Stage
from bot.service.seating import as_before, for_rematch
from bot.service.tables import Where
from tests.service.house import ANA, BRUNO, CHEN, DANA, EVA, HERE, House

THREAD = Where(guild_id=1, channel_id=77)


async def finished(
    house: House, *people: int, computers: tuple[str, ...] = (), game_id: str = "block"
) -> int:
    """A match that was played to its end."""
    match_id = await house.lobby(*people, game_id=game_id)
    for level in computers:
        await house.tables.add_computer(match_id, people[0], level)
    if game_id == "block":
        await house.tables.set_option(match_id, people[0], "target", "1")
    await house.tables.set_pace(match_id, people[0], Pace.RELAXED)
    await house.tables.start(match_id, people[0], "start")
    await house.quiet()
    await house.play_on(match_id, Random(1))
    assert (await house.store.match(match_id)).stage is Stage.OVER
    return match_id


async def ask(house: House, match_id: int, user: int, where: Where = HERE) -> Match:
    """Press Rematch, and let the lobby be shown."""
    match = await house.rematches.ask(match_id, where, user, f"again {user}")
    house.boneyard.show(match.id)
    await house.quiet()
    found: Match = await house.store.match(match.id)
    return found


def occupants(*who: int | str) -> tuple[Occupant, ...]:
    return tuple(
        Occupant(at, level=each) if isinstance(each, str) else Occupant(at, each)
        for at, each in enumerate(who)
    )


async def test_the_first_opens_a_lobby_with_the_same_agreement_and_nobody_else_seated(house):
    old_id = await finished(house, ANA, BRUNO, CHEN, computers=("casual",))
    before = await house.store.match(old_id)
    match = await ask(house, old_id, BRUNO)
    assert match.stage is Stage.LOBBY
    assert (match.game, match.options, match.pace) == ("block", before.options, Pace.RELAXED)
    assert (match.rematch_of, match.host_id) == (old_id, BRUNO)
    assert match.people == (BRUNO,)
    assert [each.level for each in match.seats] == [None, "casual"]
    assert match.salts == (f"again {BRUNO}",)
    assert match.secret != before.secret


async def test_it_begins_with_the_last_who_comes_and_all_sit_where_they_sat(house):
    old_id = await finished(house, ANA, BRUNO, CHEN, computers=("casual",))
    rematch = await ask(house, old_id, CHEN)
    await ask(house, old_id, ANA)
    assert (await house.store.match(rematch.id)).stage is Stage.LOBBY
    match = await ask(house, old_id, BRUNO)
    assert match.id == rematch.id
    assert match.stage in {Stage.RUNNING, Stage.OVER}
    assert [each.user_id or each.level for each in match.seats] == [ANA, BRUNO, CHEN, "casual"]
    salts = tuple(f"again {user}" for user in (ANA, BRUNO, CHEN))
    assert match.salts == (*salts, f"again {BRUNO}"), "the last press starts it"
    await house.agree(match.id)


async def test_joining_in_the_lobby_is_as_good_as_asking(house):
    old_id = await finished(house, ANA, BRUNO)
    rematch = await ask(house, old_id, BRUNO)
    match = await house.tables.join(rematch.id, ANA, "joined")
    assert match.stage is Stage.RUNNING
    assert match.people == (ANA, BRUNO)
    assert match.start_salt == "joined"


async def test_alone_with_computers_it_waits_for_the_start_which_is_younger_than_the_seal(house):
    old_id = await finished(house, ANA, computers=("steady",))
    match = await ask(house, old_id, ANA)
    assert match.stage is Stage.LOBBY
    assert [each.level for each in match.seats] == [None, "steady"]
    match = await house.tables.start(match.id, ANA, "start")
    assert match.stage in {Stage.RUNNING, Stage.OVER}


async def test_the_last_who_comes_before_the_seal_was_shown_does_not_start_it(house):
    old_id = await finished(house, ANA, BRUNO)
    house.channel.slow = 0.2
    asking = (house.rematches.ask(old_id, HERE, user, f"again {user}") for user in (ANA, BRUNO))
    one, other = await asyncio.gather(*asking)
    assert one.id == other.id
    match = await house.store.match(one.id)
    assert set(match.people) == {ANA, BRUNO}
    assert match.stage is Stage.LOBBY
    assert (await house.tables.start(match.id, match.host_id, "start")).stage is Stage.RUNNING


async def test_of_all_who_press_at_once_each_has_one_seat_in_one_lobby(house):
    old_id = await finished(house, ANA, BRUNO, CHEN, DANA)
    asking = [
        house.rematches.ask(old_id, where, user, f"again {user}")
        for user in (ANA, BRUNO, CHEN) * 3
        for where in (HERE, THREAD)
    ]
    answers = await asyncio.gather(*asking, return_exceptions=True)
    refused = [each for each in answers if isinstance(each, BaseException)]
    assert {type(each) for each in refused} == {AlreadySeated}
    assert len(answers) - len(refused) == 3
    places = [await house.store.open_in(where.channel_id) for where in (HERE, THREAD)]
    (match,) = [each for each in places if each is not None]
    assert set(match.people) == {ANA, BRUNO, CHEN}
    await house.agree(match.id)


async def test_two_processes_open_one_lobby(house):
    old_id = await finished(house, ANA, BRUNO, CHEN)
    other = House(house.store)
    one, two = await asyncio.gather(
        house.rematches.ask(old_id, HERE, ANA, "one"),
        other.rematches.ask(old_id, THREAD, BRUNO, "two"),
    )
    assert one.id == two.id
    match = await house.store.rematch(old_id)
    assert match.people == (ANA, BRUNO)
    await other.quiet()
    await other.boneyard.close()


async def test_pressed_twice(house):
    old_id = await finished(house, ANA, BRUNO)
    await ask(house, old_id, ANA)
    with pytest.raises(AlreadySeated):
        await ask(house, old_id, ANA)


async def test_a_stranger_opens_nothing_but_may_join(house):
    old_id = await finished(house, ANA, BRUNO)
    with pytest.raises(NotYours):
        await ask(house, old_id, EVA)
    assert await house.store.rematch(old_id) is None
    rematch = await ask(house, old_id, ANA)
    with pytest.raises(NotYours):
        await ask(house, old_id, EVA)
    match = await house.tables.join(rematch.id, EVA, "salt")
    assert match.stage is Stage.LOBBY, "Bruno is still missing"
    match = await ask(house, old_id, BRUNO)
    assert match.people == (ANA, BRUNO, EVA)
    assert match.stage is Stage.RUNNING


async def test_who_left_is_not_waited_for_and_a_computer_keeps_their_seat(house):
    match_id = await house.running(ANA, BRUNO, CHEN, target=1)
    await house.matches.leave(match_id, BRUNO)
    await house.quiet()
    await house.play_on(match_id, Random(1))
    with pytest.raises(NotYours):
        await ask(house, match_id, BRUNO)
    await ask(house, match_id, CHEN)
    match = await ask(house, match_id, ANA)
    assert match.stage is not Stage.LOBBY
    assert [each.user_id for each in match.seats] == [ANA, None, CHEN]
    assert match.seats[1].left_by is None


async def test_who_left_may_join_where_a_seat_is_free(house):
    match_id = await house.running(ANA, BRUNO, CHEN, target=1)
    await house.matches.leave(match_id, BRUNO)
    await house.quiet()
    await house.play_on(match_id, Random(1))
    rematch = await ask(house, match_id, CHEN)
    match = await house.tables.join(rematch.id, BRUNO, "salt")
    assert BRUNO in match.people


async def test_a_held_seat_is_its_owners_again(house):
    match_id = await house.running(ANA, BRUNO, target=1)
    match = await house.store.match(match_id)
    held = Occupant(1, BRUNO, level="steady", salt="salt 102", missed=2)
    await house.store.take_seat(match_id, held, match.awaits, match.agenda)
    other = House(house.store)
    await other.boneyard._resume(0)
    other.boneyard._thoughts.wake(match_id)
    await other.quiet()
    await other.play_on(match_id, Random(1))
    rematch = await ask(other, match_id, BRUNO)
    assert rematch.seats == (Occupant(0, BRUNO, salt=f"again {BRUNO}"),)
    await other.boneyard.close()


async def test_what_stands_in_the_way_of_a_rematch(house):
    with pytest.raises(NoSuchMatch):
        await ask(house, 99, ANA)
    lobby = await house.lobby(ANA, BRUNO)
    with pytest.raises(NotOver):
        await ask(house, lobby, ANA)
    await house.tables.start(lobby, ANA, "start")
    with pytest.raises(NotOver):
        await ask(house, lobby, ANA)
    await house.matches.leave(lobby, ANA)
    await house.matches.leave(lobby, BRUNO)
    with pytest.raises(TableClosed):
        await ask(house, lobby, ANA)


async def test_a_channel_that_is_taken_and_a_thread_instead(house):
    old_id = await finished(house, ANA, BRUNO)
    await house.lobby(EVA)
    with pytest.raises(MatchHere):
        await ask(house, old_id, ANA)
    rematch = await ask(house, old_id, ANA, THREAD)
    assert rematch.channel_id == THREAD.channel_id
    match = await ask(house, old_id, BRUNO, HERE)
    assert (match.id, match.stage) == (rematch.id, Stage.RUNNING)


async def test_once_it_has_begun_and_once_that_is_over(house):
    old_id = await finished(house, ANA, BRUNO, CHEN)
    rematch = await ask(house, old_id, ANA)
    await house.tables.join(rematch.id, BRUNO, "salt")
    await house.tables.start(rematch.id, ANA, "start")
    for user in (ANA, CHEN):
        with pytest.raises(RematchBegun) as refused:
            await ask(house, old_id, user)
        assert refused.value.match_id == rematch.id
    await house.quiet()
    await house.play_on(rematch.id, Random(2))
    again = await ask(house, old_id, CHEN)
    assert again.id not in {old_id, rematch.id}
    assert again.people == (CHEN,)


async def test_a_lobby_that_all_have_left_makes_room_for_another(house):
    old_id = await finished(house, ANA, BRUNO)
    first = await ask(house, old_id, ANA)
    await house.tables.leave(first.id, ANA)
    second = await ask(house, old_id, BRUNO)
    assert second.id != first.id
    assert (second.stage, second.people) == (Stage.LOBBY, (BRUNO,))


async def test_the_host_changes_what_was_agreed_and_starts_without_who_does_not_come(house):
    old_id = await finished(house, ANA, BRUNO, CHEN)
    rematch = await ask(house, old_id, CHEN)
    await ask(house, old_id, ANA)
    with pytest.raises(NotHost):
        await house.tables.set_option(rematch.id, ANA, "target", "50")
    await house.tables.set_option(rematch.id, CHEN, "target", "50")
    match = await house.tables.start(rematch.id, CHEN, "start")
    assert match.people == (ANA, CHEN)


async def test_when_the_number_does_not_fit_it_waits_for_the_host(house):
    """Draw is played by two or four."""
    old_id = await finished(house, ANA, BRUNO, computers=("steady", "casual"), game_id="draw")
    rematch = await ask(house, old_id, ANA)
    await house.tables.remove_computer(rematch.id, ANA)
    match = await ask(house, old_id, BRUNO)
    assert (match.stage, match.people) == (Stage.LOBBY, (ANA, BRUNO))
    await house.tables.remove_computer(rematch.id, ANA)
    assert (await house.tables.start(rematch.id, ANA, "start")).stage is Stage.RUNNING


async def test_strangers_can_fill_the_table(house):
    old_id = await finished(house, ANA, BRUNO)
    rematch = await ask(house, old_id, ANA)
    for user in (CHEN, DANA, EVA):
        await house.tables.join(rematch.id, user, "salt")
    with pytest.raises(TableFull):
        await ask(house, old_id, BRUNO)
    assert (await house.store.match(rematch.id)).stage is Stage.LOBBY


async def test_after_a_restart_the_others_find_the_same_lobby(house):
    old_id = await finished(house, ANA, BRUNO)
    rematch = await ask(house, old_id, ANA)
    other = House(house.store)
    match = await ask(other, old_id, BRUNO)
    assert (match.id, match.stage) == (rematch.id, Stage.RUNNING)
    await other.boneyard.close()


class TestTheLastOneHere:
    async def test_is_the_one_that_ended_last_among_those_the_person_sat_in(self, house):
        first = await finished(house, ANA, BRUNO)
        second = await finished(house, ANA, CHEN)
        last = house.rematches.last
        assert (await last(HERE.channel_id, BRUNO)).id == first
        assert (await last(HERE.channel_id, ANA)).id == second

    async def test_elsewhere_or_without_one_there_is_none(self, house):
        await finished(house, ANA, BRUNO)
        for channel, user in ((77, ANA), (HERE.channel_id, EVA)):
            with pytest.raises(NoRematchHere):
                await house.rematches.last(channel, user)

    async def test_a_match_that_was_given_up_or_runs_is_none(self, house):
        match_id = await house.running(ANA, BRUNO)
        with pytest.raises(Refusal):
            await house.rematches.last(HERE.channel_id, ANA)
        await house.matches.leave(match_id, ANA)
        await house.matches.leave(match_id, BRUNO)
        with pytest.raises(NoRematchHere):
            await house.rematches.last(HERE.channel_id, ANA)


class TestSeats:
    @pytest.fixture
    async def before(self, house) -> Match:
        """Ana and Chen against Bruno and a computer."""
        match: Match = await house.store.match(
            await finished(house, ANA, BRUNO, CHEN, computers=("casual",))
        )
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
            ((), ()),
        ],
    )
    async def test_all_sit_where_they_sat_and_newcomers_where_somebody_is_missing(
        self, before, seats, expected
    ):
        placed = as_before(occupants(*seats), before)
        assert placed == occupants(*expected)

    async def test_the_first_has_the_computers_about(self, before):
        seats = for_rematch(before, CHEN, "salt")
        assert [each.user_id or each.level for each in seats] == [CHEN, "casual"]
        assert [each.salt for each in seats] == ["salt", None]
