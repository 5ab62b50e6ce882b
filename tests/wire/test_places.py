"""A round of Lucky Draw over the wire: a bone is chosen first, and its place then."""

from __future__ import annotations

import re
from pathlib import Path

from bot.games.events import Played, RoundEnded
from tests.wire.people import Person, Table, moves_in, newest_table
from tests.wire.program import Program
from tests.wire.standin import Channel, Discord, Message

BONE = re.compile(r"b:\d+:\d+:(\d-\d)")
MORE_THAN_ROUND_TAKES = 200


class Branching(Table):
    """People at a table with many ends."""

    places = 0
    """How often somebody was asked for a place."""

    async def play_one(self, *, typed: bool = False) -> None:
        """As at any table; a bone with many places shows them, and sometimes one goes back."""
        person = self.to_move()
        assert person is not None, self.message.text
        before = self.message.id, self.message.edits
        hand = await person.hand(self.message)
        for _ in range(4):
            bones = [each for each in hand.ids if BONE.fullmatch(each)]
            moves = moves_in(hand)
            if not bones and not moves:
                break  # the table is behind, and will be shown anew
            nth = self.chance.randrange(len(bones) + len(moves))
            if nth < len(moves):
                move = person.press_move(hand, nth)
                self.moves.append(move)
                await person.shown(move.interaction)
                break
            hand = await self.look_at_places(person, hand, bones[nth - len(moves)])

        def gone_on() -> bool:
            table = newest_table(self.channel)
            return ended(self.channel) or (table and (table.id, table.edits)) != before

        await person.unless_lost(gone_on, 10, "the next table")

    async def look_at_places(self, person: Person, hand: Message, bone: str) -> Message:
        """The hand's message, which shows where the bone can be laid."""
        code = BONE.fullmatch(bone)
        assert code is not None
        shown = await person.shown(person.press(hand, bone))
        assert shown.id == hand.id, "no new message for it"
        assert list(shown.files) == ["places.png"]
        assert shown.files["places.png"].startswith(b"\x89PNG")
        assert f"Where do you lay **{code[1]}**?" in shown.text
        offered = {each.split("@")[0] for _, _, each in moves_in(shown)}
        assert offered == {code[1]}
        assert len(moves_in(shown)) > 2
        self.places += 1
        if self.places % 3 == 2:
            (back,) = [each for each in shown.ids if each.startswith("t:")]
            shown = await person.shown(person.press(shown, back))
            assert list(shown.files) == ["hand.png"]
        return shown


def ended(channel: Channel) -> bool:
    """Whether a round is over."""
    return any("round.png" in each.files for each in channel.public)


async def test_a_round_with_many_ends(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        people = tuple(Person(discord, each) for each in (101, 102, 103))
        channel = discord.channel()
        table = await Branching.open(bot, people, channel, "bush", game="lucky-draw")
        assert isinstance(table, Branching)
        for _ in range(MORE_THAN_ROUND_TAKES):
            if ended(channel):
                break
            await table.play_one()

        plies = bot.books.replayed(table.match)
        chosen = bot.books.chosen(table.match)
        assert {(move.ply, move.code) for move in table.moves if move.played} <= chosen
        assert len(chosen) == len(table.moves)
        played = [event for ply in plies for event in ply.events if isinstance(event, Played)]
        assert played[0].bone.code == "6-6"
        assert max(len(event.ends) for event in played) > 4
        assert any(isinstance(event, RoundEnded) for ply in plies for event in ply.events)
        assert table.places > 3
        public_ids_tell_no_bones(channel)
        assert "Traceback" not in bot.output, bot.output


def public_ids_tell_no_bones(channel: Channel) -> None:
    """Everybody can read the ids of a message that everybody sees."""
    public = [each for each in channel.messages if not each.seen_by]
    assert len(public) > 5
    for message in public:
        assert not any(each[:2] in {"m:", "b:", "s:"} for each in message.ids)
        assert not any(re.search(r"\d-\d", each) for each in message.ids)
