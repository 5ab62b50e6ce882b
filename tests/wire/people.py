"""People at tables in the fake Discord, also while the bot dies and comes back."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

from bot.games import game
from bot.present.i18n import words
from bot.present.narration.alt_text import table_alt
from tests.discord_ui.secrecy_sweep import pieces_in
from tests.wire.bot_process import BotProcess
from tests.wire.discord_objects import TOKEN, TOKEN_PREFIX, Channel, Message
from tests.wire.fake_discord import until
from tests.wire.http_calls import Fault
from tests.wire.person import Move, NoAnswer, Person, moves_offered_by

SOON = 0.3


def tables_shown_in(channel: Channel) -> list[Message]:
    """Return the public messages with a table's buttons: for a moment there may be several."""
    return [each for each in channel.public if any(map(_of_a_table, each.ids))]


def _of_a_table(custom_id: str) -> bool:
    return custom_id.startswith("t:") and not custom_id.endswith(":rematch")


def newest_table(channel: Channel) -> Message | None:
    tables = tables_shown_in(channel)
    return tables[-1] if tables else None


def called_by(table: Message, people: Sequence[Person]) -> Person | None:
    called = re.search(r"➤[^\n]*<@(\d+)>", table.text)
    return next((each for each in people if called and each.id == int(called[1])), None)


def is_over(channel: Channel) -> bool:
    return any("🏆" in each.text for each in channel.public)


@dataclass
class PlayedTable:
    """People in a match in a channel, and every move they pressed."""

    match: int
    channel: Channel
    people: tuple[Person, ...]
    chance: Random
    moves: list[Move] = field(default_factory=list)

    @classmethod
    async def open(cls, bot: BotProcess, channel: Channel | None = None, **given: Any) -> Self:
        """Do the same as `start`, and wait for a table on which a person is to act."""
        played = await cls.start(bot, channel, **given)
        await played.people[0].wait_for(lambda: newest_table(played.channel), "a table")
        return played

    @classmethod
    async def start(
        cls,
        bot: BotProcess,
        channel: Channel | None = None,
        *,
        people: tuple[Person, ...] = (),
        seed: str = "",
        game: str = "block",
        pace: str = "",
        computers: int = 0,
        target: str = "1000",
    ) -> Self:
        """Open, fill and start a match by /play and buttons; by default for two new people.

        A target of 1000 points is far away; an empty one leaves the game's default.
        """
        discord = bot.discord
        channel = channel or discord.channel()
        people = people or (
            Person(discord, discord.new_user()),
            Person(discord, discord.new_user()),
        )
        host, *others = people
        lobby = await host.shown(host.type("play", channel, game=game))
        (number,) = {each.split(":")[1] for each in lobby.ids if each.startswith("l:")}
        await host.wait_for(lambda: not bot.stored.is_owed(int(number)), "the bot knows its lobby")
        agreed = {f"p:{number}:option:target": target} if target else {}
        agreed |= {f"p:{number}:pace:": pace} if pace else {}
        if agreed:
            menu = await host.shown(host.press(lobby, f"l:{number}:options"))
            for custom_id, value in agreed.items():
                await host.choose(menu, custom_id, value)
        await cls.fill(int(number), lobby, host, others, computers)
        return cls(int(number), channel, people, Random(seed))

    @staticmethod
    async def fill(
        number: int, lobby: Message, host: Person, others: Sequence[Person], computers: int = 0
    ) -> None:
        for other in others:
            await other.answered(other.press(lobby, f"l:{number}:join"))
        for _ in range(computers):
            await host.answered(host.press(lobby, f"l:{number}:add"))
        start = f"l:{number}:start"
        await host.wait_for(lambda: start in lobby.ids, "Start lights up")
        await host.answered(host.press(lobby, start))

    @property
    def message(self) -> Message:
        table = newest_table(self.channel)
        assert table is not None, [each.text for each in self.channel.public]
        return table

    def to_move(self) -> Person | None:
        table = newest_table(self.channel)
        return None if table is None else called_by(table, self.people)

    async def press_move(self, *, typed: bool = False) -> Move | None:
        """Let the person to move press a move; ``None`` if the table is out of date."""
        person = self.to_move()
        assert person is not None, self.message.text
        hand = await person.hand(self.message)
        if not moves_offered_by(hand):
            return None  # the table will be posted again
        number = self.chance.randrange(20)
        move = person.type_move(hand, number) if typed else person.press_move(hand, number)
        self.moves.append(move)
        await person.shown(move.interaction)
        return move

    async def play_one(self, *, typed: bool = False) -> None:
        """Make a move, and wait until the channel shows it or the match is over."""
        before = self.message.id, self.message.edits
        await self.press_move(typed=typed)
        await self.until_changed_from(before)

    async def play_unanswered(self, until_met: Fault) -> None:
        """Press and play, whether answers arrive or not, until a request has met that fault."""
        while not until_met.hits:
            someone = self.people[0]
            pressed = [(mover := self.to_move() or someone).type("hand", self.channel)]
            pressed.append(someone.type("board", self.channel))
            if newest_table(self.channel) is not None:
                verbs = ("hand", "more")
                pressed += [mover.press(self.message, f"t:{self.match}:{each}") for each in verbs]
            await asyncio.sleep(SOON)
            hands = [each.original for each in pressed if each.original and each.original.files]
            hand = next(filter(moves_offered_by, hands), None)
            if hand is not None and not until_met.hits:
                mover.press_move(hand, self.chance.randrange(20))
                await asyncio.sleep(SOON)

    async def until_changed_from(self, before: tuple[int, int]) -> None:

        def changed() -> bool:
            table = newest_table(self.channel)
            return is_over(self.channel) or (table and (table.id, table.edits)) != before

        await self.people[0].wait_for(changed, "the next table")

    async def play(self, moves: int = 1000) -> None:
        for _ in range(moves):
            if is_over(self.channel):
                return
            await self.play_one()

    @property
    def promised(self) -> set[tuple[int, str]]:
        """Return ply and code of the moves that people were told were made."""
        return {(move.ply, move.code) for move in self.moves if move.played}


# A bot that dies while people play.


async def play_until_killed(table: PlayedTable) -> None:
    """Press the last button again if nobody answered it; then play on."""
    try:
        await press_the_lost_button_again(table)
        await table.play()
    except NoAnswer:
        pass


async def press_the_lost_button_again(table: PlayedTable) -> None:
    """Press a button from before the kill: it makes the move or shows the current table."""
    if not table.moves or table.moves[-1].interaction.reply is not None:
        return
    lost = table.moves[-1].interaction
    if lost.message is None or lost.custom_id not in lost.message.ids:
        return
    person = next(each for each in table.people if each.id == lost.user)
    shown = await person.shown(person.press(lost.message, lost.custom_id))
    assert shown.files or is_over(table.channel), shown.text


async def play_into_trouble(bot: BotProcess) -> None:
    """Play until a table's message is cut off: the log says so, without a secret or a traceback."""
    table = await PlayedTable.open(bot)
    cut = bot.discord.fault("POST", f"/channels/{table.channel.id}/messages", drop="before")
    while not cut.hits:
        await table.press_move()
        await until(lambda: cut.hits or not bot.stored.owed(), "the table is sent or cut off")
    await bot.until_all_is_shown()
    log = bot.output
    assert "trying again in" in log
    assert bot.tracebacks == []
    assert TOKEN not in log
    assert TOKEN_PREFIX not in log, "tokens of interactions"
    assert not pieces_in(log), pieces_in(log)
    assert not [each for each in table.moves if f":{each.ply}:{each.code}" in log]
    with bot.stored.opened() as database:
        for (secret,) in database.execute("SELECT secret FROM matches"):
            assert secret.hex() not in log
            assert repr(secret) not in log


async def see_what_was_promised(bot: BotProcess, table: PlayedTable) -> None:
    assert bot.stored.intact()
    chosen = bot.stored.chosen(table.match)
    assert {(each.ply, each.code) for each in table.moves if each.played} <= chosen
    assert chosen <= {(each.ply, each.code) for each in table.moves}, "nobody made that move"
    await until(lambda: not bot.stored.is_owed(table.match), "the channel shows what it is owed")
    if is_over(table.channel):
        return
    rules, state = game("block"), bot.stored.replayed(table.match)[-1].state
    shown = newest_table(table.channel)
    assert shown is not None
    assert shown.alt == table_alt(rules.observe(state, None), words(None))
    assert rules.to_act(state) == bot.stored.clocks(table.match) <= bot.stored.people(table.match)
