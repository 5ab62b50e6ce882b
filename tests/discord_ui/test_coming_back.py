"""The way back after a day: a home, and from one waiting match to the next."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.model.calls import Digest
from tests.discord_ui.own import chosen, fill, sets
from tests.discord_ui.simulation import DiscordSim, Person, Shown

NEXT = "Next match"


@dataclass
class Table:
    """A match of Ana and Bruno in a channel of its own."""

    sim: DiscordSim
    id: int
    channel: Any

    async def move(self, who: Person) -> None:
        offered = await who.autocomplete(self.channel, "move", "move", "")
        await who.slash(self.channel, "move", move=offered[0]["value"])

    async def turn_of(self, who: Person) -> None:
        while (moving := await self.sim.to_move(self.id)) is not who:
            await self.move(moving)

    @property
    def shown(self) -> Shown:
        return self.sim.table(self.channel.id)


async def waiting(sim: DiscordSim, *games: str) -> list[Table]:
    """Start matches that all wait for Ana, the first one longest."""
    tables = []
    for number, game in enumerate(games, 1):
        channel = sim.guild.create_text_channel(f"table-{number}")
        match = await sim.start(sim.bruno, game_id=game, channel=channel)
        table = Table(sim, match.id, channel)
        await table.turn_of(sim.ana)
        tables.append(table)
    return tables


def shown_match(shown: Shown) -> int:
    """Return the match in which a hand offers moves."""
    (match_id,) = {int(each.id.split(":")[1]) for each in shown.moves}
    return match_id


async def moved(sim: DiscordSim, who: Person, shown: Shown) -> Shown:
    return await sim.clicked(who, shown, shown.moves[0].id)


async def test_one_plays_all_waiting_matches_in_one_message_with_one_press_after_each_move(sim):
    tables = await waiting(sim, "block", "draw", "block")
    plies = [(await sim.match(each.id)).ply for each in tables]
    hand = await sim.clicked(sim.ana, await sim.ask(sim.ana, "games"), NEXT)
    played = []
    while True:
        played.append(shown_match(hand))
        assert hand.owner == sim.ana.id
        hand = await moved(sim, sim.ana, hand)
        if NEXT not in hand.labels:
            break
        hand = await sim.clicked(sim.ana, hand, NEXT)
    assert played == [each.id for each in tables]
    assert "Waiting for" in hand.text
    assert all(
        [(await sim.match(each.id)).ply > ply for each, ply in zip(tables, plies, strict=True)]
    )


async def test_next_without_a_move_leads_on_and_around(sim):
    one, two = await waiting(sim, "block", "draw")
    home = await sim.ask(sim.ana, "games")
    seen = []
    hand = await sim.clicked(sim.ana, home, NEXT)
    for _ in range(3):
        seen.append(shown_match(hand))
        await sim.press(sim.ana, hand, f"g:{seen[-1]}")
        hand = sim.now(hand)
    assert seen == [one.id, two.id, one.id]


async def test_a_message_that_has_moved_on_is_no_hand_of_the_match_before(sim):
    one, _ = await waiting(sim, "block", "draw")
    hand = await sim.clicked(sim.ana, await sim.ask(sim.ana, "games"), NEXT)
    hand = await sim.clicked(sim.ana, await moved(sim, sim.ana, hand), NEXT)
    await one.turn_of(sim.ana)
    assert sim.now(hand).text == hand.text


async def test_a_dm_becomes_the_hand_of_the_next_match_and_stops_asking_with_its_turn(sim):
    one, two = await waiting(sim, "block", "draw")
    dms = sim.direct_messages(sim.ana)
    dm = next(each for each in dms if shown_match(each) == one.id)
    dm = await moved(sim, sim.ana, dm)
    assert "As of <t:" in dm.text, "nobody will tell Discord when it becomes old"
    dm = await sim.clicked(sim.ana, dm, NEXT)
    assert shown_match(dm) == two.id
    assert dm.id in await shown_in(sim, two)
    assert dm.id not in await shown_in(sim, one)
    await two.move(sim.ana)
    assert "That turn is over." in sim.now(dm).text
    await one.turn_of(sim.ana)
    assert sim.exists(dm), "the new DM of the first match replaces another"


async def shown_in(sim: DiscordSim, table: Table) -> set[int]:
    return {each.message_id for each in await sim.store.posted(table.id)}


async def test_the_next_hand_in_another_server_is_in_the_same_message(sim):
    elsewhere, channel = sim.in_another_server(sim.ana)
    await waiting(sim, "block")
    await elsewhere.slash(channel, "play", game="solitaire")
    await sim.click(elsewhere, sim.lobby(channel.id), "Start")
    home = await sim.ask(sim.ana, "games")
    assert "Elsewhere" in home.text
    hand = await sim.clicked(sim.ana, home, NEXT)
    answer = await sim.clicked(sim.ana, await moved(sim, sim.ana, hand), NEXT)
    assert f"/{channel.id}/" in answer.text


async def test_where_one_chooses_at_the_table_next_leads_there(sim):
    (memory,) = await waiting(sim, "memory")
    answer = await sim.clicked(sim.ana, await sim.ask(sim.ana, "games"), NEXT)
    assert f"/{memory.channel.id}/{memory.shown.id}" in answer.text
    assert not answer.moves
    assert memory.shown.moves
    await sim.click(sim.ana, memory.shown, memory.shown.moves[0].id)


async def test_when_nothing_waits_it_says_so_and_until_when_others_have_time(sim):
    (table,) = await waiting(sim, "block")
    home = await sim.ask(sim.ana, "games")
    await table.move(sim.ana)
    answer = await sim.clicked(sim.ana, home, NEXT)
    assert answer.text.startswith("Nothing waits for you. The next time to move runs out <t:")
    assert NEXT not in (await sim.ask(sim.ana, "games")).labels


async def test_a_forged_press_shows_everybody_only_their_own_and_leaves_tables_alone(sim):
    (table,) = await waiting(sim, "block")
    home, before = await sim.ask(sim.chen, "games"), table.shown
    for forged in ("g:0", f"g:{table.id}", "g:999"):
        await sim.press(sim.chen, home, forged)
        assert sim.now(home).text.startswith("Nothing waits for you.")
    for who in (sim.chen, sim.ana):
        answer = sim.own_reply(await sim.press(who, before, f"g:{table.id}"), who)
        assert bool(answer.moves) == (who is sim.ana)
    assert table.shown.text == before.text
    assert before.id in await shown_in(sim, table)


async def test_a_muted_match_calls_nobody_by_dm_or_ping_until_it_is_unmuted(sim):
    (table,) = await waiting(sim, "block")
    await table.move(sim.ana)
    more = await sim.opened(sim.ana, table.shown, "⋯")
    muted = await sim.clicked(sim.ana, more, "🔕 Mute this match")
    assert "Your clock runs on" in muted.text
    sim.versions.clear()
    dms = [each.id for each in sim.direct_messages(sim.ana)]
    for _ in range(2):
        await table.turn_of(sim.ana)
        await sim.pass_time(hours=23)
        await table.move(sim.ana)
    assert sim.ana.id not in sim.pings()
    assert sim.bruno.id in sim.pings()
    assert [each.id for each in sim.direct_messages(sim.ana)] == dms
    assert f"<@{sim.ana.id}>" in table.shown.text
    more = await sim.opened(sim.ana, table.shown, "⋯")
    assert "Your clock runs on" in more.text
    await sim.clicked(sim.ana, more, "🔔 Unmute this match")
    await table.turn_of(sim.ana)
    assert sim.ana.id in sim.pings()
    assert [each.id for each in sim.direct_messages(sim.ana)] != dms


async def test_the_next_table_is_below_the_end_of_a_round_also_if_it_pings_nobody(sim):
    (table,) = await waiting(sim, "block")
    for who in (sim.ana, sim.bruno):
        await sim.press(who, table.shown, f"t:{table.id}:mute")
    while not sim.saying("end of round", table.channel.id):
        await table.move(await sim.to_move(table.id))
        await sim.pass_time(minutes=4)
    over, shown = sim.public(table.channel.id)[-2:]
    assert "end of round 1" in over.text
    assert "round 2" in shown.text
    assert not shown.pinged


async def test_only_players_of_a_running_match_can_mute_it_and_its_end_forgets_it(sim):
    (table,) = await waiting(sim, "block")
    answer = sim.own_reply(await sim.press(sim.chen, table.shown, f"t:{table.id}:mute"), sim.chen)
    assert "seat" in answer.text
    await sim.press(sim.ana, table.shown, f"t:{table.id}:mute")
    assert (await sim.match(table.id)).muted == {sim.ana.id}
    for who in (sim.bruno, sim.ana):
        await sim.click(who, await sim.opened(who, table.shown, "⋯"), "Leave the match")
        await sim.press(who, table.shown, f"t:{table.id}:leave!")
    await sim.pass_time(minutes=2)
    assert not (await sim.match(table.id)).is_open
    assert not (await sim.match(table.id)).muted


async def test_a_dm_that_asked_stops_when_a_computer_takes_over_in_a_muted_match(sim):
    (table,) = await waiting(sim, "block")
    (dm,) = sim.direct_messages(sim.ana)
    assert "Your turn" in dm.text
    await sim.press(sim.ana, table.shown, f"t:{table.id}:mute")
    for _ in range(2):
        await sim.pass_time(hours=25)
        await table.turn_of(sim.ana) if not await held(sim, table) else None
    assert await held(sim, table)
    (dm,) = sim.direct_messages(sim.ana)
    assert "That turn is over." in dm.text


async def held(sim: DiscordSim, table: Table) -> bool:
    seats = (await sim.match(table.id)).seats
    return any(each.is_held for each in seats)


async def digest(sim: DiscordSim, who: Person, at: str, zone: str) -> Shown:
    shown = await sim.ask(who, "preferences")
    await fill(who, await sim.pick(who, shown, "digest", menu="o:letters"), at, zone)
    return sim.now(shown)


async def test_a_digest_takes_the_place_of_pings_and_dms_and_leads_through_all_matches(sim):
    own = await digest(sim, sim.ana, "20:15", "Berlin")
    assert chosen(own)["letters"] == "Messages: daily digest at 8:15\u202fPM"
    assert "**Messages**: daily digest at 8:15\u202fPM" in own.text
    sim.versions.clear()
    one, two = await waiting(sim, "block", "draw")
    assert sim.direct_messages(sim.ana) == []
    assert sim.ana.id not in sim.pings()
    await sim.pass_time(hours=20)
    (dm,) = sim.direct_messages(sim.ana)
    assert dm.text.startswith("### 2 matches wait for you")
    for table in (one, two):
        assert f"/{table.channel.id}/{table.shown.id}" in dm.text
    hand = await sim.clicked(sim.ana, dm, NEXT)
    assert shown_match(hand) == one.id
    hand = await sim.clicked(sim.ana, await moved(sim, sim.ana, hand), NEXT)
    assert shown_match(hand) == two.id


async def test_a_digest_still_comes_with_the_last_reminder_and_only_with_that(sim):
    await digest(sim, sim.ana, "20:15", "Berlin")
    (table,) = await waiting(sim, "block")
    await sim.pass_time(hours=20)
    (dm,) = sim.direct_messages(sim.ana)
    assert "1 match waits for you" in dm.text
    await sim.pass_time(hours=2)
    assert any("Time runs out" in each.text for each in sim.direct_messages(sim.ana))
    assert sim.ana.id not in sim.pings()
    await table.move(sim.ana)


async def test_to_closed_dms_a_digest_is_not_sent_nor_posted_anywhere(sim):
    await digest(sim, sim.ana, "20:15", "Berlin")
    sim.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    (table,) = await waiting(sim, "block")
    before = [each.id for each in sim.public()]
    await sim.pass_time(hours=20)
    assert [each.id for each in sim.public()] == before
    assert sim.direct_messages(sim.ana) == []
    assert (await next_digest(sim)).due_at > sim.clock.now()
    assert (await sim.match(table.id)).is_open


async def next_digest(sim: DiscordSim) -> Any:
    found: tuple[Digest, ...] = await sim.store.digests_due(sim.clock.now() + timedelta(days=2))
    return next(iter(found), None)


async def test_a_digest_needs_a_time_and_a_place_that_exist(sim):
    for at, zone, why in (
        ("25", "Berlin", "isn't a time"),
        ("8", "Atlantis", "the time zone “Atlantis”"),
    ):
        shown = await digest(sim, sim.ana, at, zone)
        assert why in shown.text
        assert chosen(shown)["letters"] == "Messages: hand, reminders"
    shown = await digest(sim, sim.ana, "8", "Berlin")
    form = await sim.pick(sim.ana, shown, "digest", menu="o:letters")
    assert [each["component"]["value"] for each in form.modal["components"]] == [
        "08:00",
        "Europe/Berlin",
    ]
    shown = await sets(sim, sim.ana, "letters", "on")
    assert chosen(shown)["letters"] == "Messages: hand, reminders"
    assert await next_digest(sim) is None


async def test_the_hand_of_a_match_in_this_dm_is_a_message_of_its_own(sim):
    await waiting(sim, "block")
    lobby = await sim.play_in_dms(sim.ana, "draw")
    await sim.press(sim.ana, lobby, "l:2:now")
    while await sim.to_move(2) is not sim.ana:
        await sim.settle()
    dm = next(each for each in sim.direct_messages(sim.ana) if each.moves)
    assert shown_match(dm) == 1
    dm = await moved(sim, sim.ana, dm)
    hand = await sim.opened(sim.ana, dm, NEXT)
    assert shown_match(hand) == 2
    assert sim.now(dm).text == dm.text
    assert dm.id in {each.message_id for each in await sim.store.posted(1)}
    hand = await moved(sim, sim.ana, hand)
    assert "You" in hand.text
