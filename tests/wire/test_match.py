"""A whole match of two people over the wire, and who could read what."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from bot.engine.contract import Observation
from bot.engine.replay import Ply
from bot.engine.rounds import MatchSeen
from bot.games import game
from bot.games.events import Played, RoundEnded
from tests.wire.people import Person, Table, is_over
from tests.wire.program import Program
from tests.wire.standin import THREAD, Channel, Discord, Message, until

ANA, BRUNO, CHEN = 101, 102, 103
BONE = re.compile(r"(?<![\d-])([0-6])-([0-6])(?![\d-])")
Plies = Sequence[Ply]


def bones(text: str) -> set[str]:
    """The bones that a text names, high half first."""
    return {f"{max(found)}-{min(found)}" for found in BONE.findall(text)}


class Witness:
    """Notes every message as it becomes visible or changes, and how long the log was then."""

    def __init__(self, bot: Program, match: int) -> None:
        self._bot, self._match = bot, match
        self.public: list[tuple[str, int]] = []
        self.private: list[tuple[int, str, int]] = []

    def __call__(self, message: Message) -> None:
        carried = json.dumps([message.components, list(message.files), message.nonce])
        length = len(self._bot.books.log(self._match))
        reader = message.seen_by or message.channel.recipient
        if reader is None:
            self.public.append((carried, length))
        else:
            self.private.append((reader, carried, length))


async def test_a_match(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        ana, bruno, chen = people = tuple(Person(discord, each) for each in (ANA, BRUNO, CHEN))
        channel = discord.channel()
        offered = await ana.complete("play", channel, game="BLO")
        assert [each["value"] for each in offered] == ["block", "squares-block"]
        table = await Table.open(bot, (ana, bruno), channel, "a match", target="40")
        discord.closed_to_dms.add(BRUNO)
        witness = discord.watch = Witness(bot, table.match)

        for turn in range(1000):
            if is_over(channel):
                break
            if turn == 1:
                await only_who_is_to_move_is_offered_moves(people, table)
                await a_stranger_sees_no_hand(chen, table)
            await table.play_one(typed=turn % 7 == 3)
        await until(lambda: not bot.books.owed(), 20, "everything is shown")

        plies = bot.books.replayed(table.match)
        assert all(move.played for move in table.moves)
        chosen = bot.books.chosen(table.match)
        assert chosen == {(move.ply, move.code) for move in table.moves}
        assert len(chosen) == len(table.moves)
        tables_call_one_person_and_make_room(channel)
        nothing_hidden_was_public(witness, plies)
        everybody_saw_only_their_own_hand(witness, plies, bot, table)
        refusals = [each for each in discord.calls if each.status == 403]
        assert len(refusals) == 1, "closed direct messages are tried once"
        board = await chen.shown(chen.type("leaderboard", channel, by="points"))
        assert set(board.files) == {"ranking.png"}
        assert re.search(rf"\*\*1\*\* · <@({ANA}|{BRUNO})> · ", board.text)
        assert "Traceback" not in bot.output


async def only_who_is_to_move_is_offered_moves(people: Sequence[Person], table: Table) -> None:
    for person in people:
        offered = await person.complete("move", table.channel, move="")
        assert bool(offered) == (person is table.to_move())


async def a_stranger_sees_no_hand(stranger: Person, table: Table) -> None:
    button = f"t:{table.match}:hand"
    refused = await stranger.shown(stranger.press(table.message, button))
    assert refused.seen_by == stranger.id
    assert not refused.files


def tables_call_one_person_and_make_room(channel: Channel) -> None:
    """Every table was posted with its picture and one ping, and taken away for the next."""
    tables = [each for each in channel.messages if "table.png" in each.files and not each.seen_by]
    assert len(tables) > 5
    for each in tables:
        assert len(each.pinged) == 1
        assert each.deleted
        assert each.files["table.png"].startswith(b"\x89PNG")
        assert each.alt
    endings = [each for each in channel.public if "round.png" in each.files]
    assert endings
    assert all(not each.pinged for each in endings)


def nothing_hidden_was_public(witness: Witness, plies: Plies) -> None:
    """What everybody could read named only bones on the table, or of a round that is over."""
    assert len(witness.public) > 10
    laid: dict[int, dict[str, int]] = {}
    """For each round the bones on its table, with the ply that laid them."""
    number = 1
    for ply in plies:
        for event in ply.events:
            if isinstance(event, Played):
                laid.setdefault(number, {})[event.bone.code] = ply.index
            number += isinstance(event, RoundEnded)
    for carried, length in witness.public:
        assert '"m:' not in carried, "a move's id, for everybody to read"
        assert "hand.png" not in carried
        if "round.png" in carried or "🏆" in carried:
            continue
        if found := re.search(r"round (\d+)", carried):
            on_table = {code for code, at in laid.get(int(found[1]), {}).items() if at < length}
            assert bones(carried) <= on_table, carried
        else:
            assert not bones(carried) - {"6-4", "6-6", "4-4", "4-1", "6-2"}, carried


def everybody_saw_only_their_own_hand(
    witness: Witness, plies: Plies, bot: Program, table: Table
) -> None:
    """A hand in private words and ids was the reader's, some time in that match."""
    rules = game("block")
    seats = {person.id: seat for seat, person in enumerate(table.people)}
    held: dict[int, set[tuple[str, ...]]] = {user: set() for user in seats}
    for ply in plies:
        for user, seat in seats.items():
            held[user].add(tuple(sorted(hand_of(rules.observe(ply.state, seat)))))
    hands = 0
    for reader, carried, _ in witness.private:
        if found := re.search(r"Your hand: ([^.]*)\.", carried):
            hands += 1
            assert tuple(sorted(bones(found[1]))) in held[reader]
        pressed = {code.split("@")[0] for code in re.findall(r'"m:\d+:\d+:([^"]*)"', carried)}
        assert any(pressed <= set(hand) for hand in held.get(reader, [()]))
    assert hands > 10
    readers = {reader for reader, carried, _ in witness.private if "hand.png" in carried}
    assert readers == set(seats)


def hand_of(seen: Observation) -> list[str]:
    inner = seen.round if isinstance(seen, MatchSeen) else seen
    return [bone.code for bone in getattr(inner, "hand", ())]


async def test_a_thread_for_a_second_table(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        ana, bruno, chen = (Person(discord, each) for each in (ANA, BRUNO, CHEN))
        table = await Table.open(bot, (ana, bruno), discord.channel(), "thread")
        offer = await chen.shown(chen.type("play", table.channel, game="block"))
        assert offer.seen_by == CHEN
        await chen.shown(chen.press(offer, "n:block"))
        (thread,) = [each for each in discord.channels.values() if each.kind == THREAD]
        assert thread.parent == table.channel.id
        await until(lambda: thread.public, 20, "a lobby in the thread")
        assert str(thread.id) in offer.text
        assert "l:2:join" in thread.public[0].ids
