"""A simulated Discord with people in it, and the real bot.

Everything here uses the ways that people have: slash commands, visible buttons, menus. What people
can't do (forge an id, click twice in the same instant, change a channel's permissions) is
done by `DiscordSim.press`, `DiscordSim.at_once` and `DiscordSim.forbid`.
"""

from __future__ import annotations

import asyncio
import copy
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import discord
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType

from bot.ai import player
from bot.bootstrap import build
from bot.config import Settings
from bot.demo import SimulatedClock
from bot.demo.languages import DemoLanguages
from bot.engine.replay import ReplayedMove, replay
from bot.games import game
from bot.model.match import Match
from bot.model.scores import Measure, RankingQuery, RankingRow, SeatResult
from bot.present.custom_ids import without_number
from bot.present.i18n import Words, words
from bot.present.text.unbroken import HARD_HYPHEN, HARD_SPACE, JOINER
from bot.scores.span import Span
from bot.service.play.loaded_match import setup_of
from bot.service.play.matches import Matches
from tests.blank import write_blank

NAMES = ("ana", "bruno", "chen", "dana", "eva")
BEFORE, AFTER = r"(?<![0-9A-Za-z_-])", r"(?![0-9A-Za-z_-])"
"""What surrounds a piece; letters of other scripts may touch it."""
BONE = re.compile(rf"{BEFORE}(1[0-2]|[0-9])-(1[0-2]|[0-9]){AFTER}")
STRANGER = "You don't have a seat at this table. Open your own with /play."
OLD = "That button no longer works. Use a command instead, such as /board or /games."
NOT_YOUR_TURN = "It's not your turn. The table shows whose it is."
ROW, BUTTON, MENU, INPUT, TEXT, THUMBNAIL, GALLERY, LABEL = 1, 2, 3, 4, 10, 11, 12, 18
COMPONENTS_V2 = 1 << 15

Person = simcord.MemberActor

KEPT_SPACE = re.compile(
    rf"(?<=[·+−×÷=≈→]){HARD_SPACE}|{HARD_SPACE}(?=[·+−×÷=≈→])|(?<=\b[A-Z]){HARD_SPACE}"
)
"""A space that keeps a line from breaking, other than between the digits of a square piece."""


def bones_in(text: str) -> set[str]:
    """Return the bones that a text names, written high half first."""
    pairs = (sorted(map(int, pair)) for pair in BONE.findall(text))
    return {f"{high}-{low}" for low, high in pairs}


def breakable(text: str) -> str:
    return KEPT_SPACE.sub(" ", text.replace(HARD_HYPHEN, "-").replace(JOINER, ""))


@dataclass(frozen=True)
class Choice:
    """A button, or an entry of a menu; the id of a legal move has its ply and its code."""

    id: str
    label: str
    disabled: bool = False

    @property
    def code(self) -> str:
        return self.id.split(":", 3)[3]

    @property
    def ply(self) -> int:
        return int(self.id.split(":", 3)[2])


class Shown:
    """A message as it is, or once was, on somebody's screen."""

    def __init__(self, sim: DiscordSim, message: Any) -> None:
        self.sim = sim
        self.id: int = message.id
        self.channel_id: int = message.channel_id
        self.flags: int = message.flags
        # An edit replaces these lists, so the ones kept here don't change.
        self.components: list[dict[str, Any]] = message.components
        self.attachments: list[dict[str, Any]] = message.attachments
        self.pinged: tuple[int, ...] = tuple(message.ping_user_ids)
        self.edited: bool = message.edited_timestamp is not None
        self.owner = _owner(sim, message)
        """The only person who sees it; `None` if everybody in the channel does."""

    @property
    def parts(self) -> Iterator[dict[str, Any]]:
        return walk_components(self.components)

    @property
    def texts(self) -> list[str]:
        return [breakable(part["content"]) for part in self.parts if part["type"] == TEXT]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def buttons(self) -> list[Choice]:
        return [
            Choice(part["custom_id"], part["label"], bool(part.get("disabled")))
            for part in self.parts
            if part["type"] == BUTTON
        ]

    @property
    def menus(self) -> list[dict[str, Any]]:
        return [part for part in self.parts if part["type"] == MENU]

    @property
    def options(self) -> list[dict[str, Any]]:
        return [option for menu in self.menus for option in menu["options"]]

    @property
    def ids(self) -> list[str]:
        ids = [button.id for button in self.buttons] + [menu["custom_id"] for menu in self.menus]
        return ids + [option["value"] for option in self.options]

    @property
    def pressable(self) -> list[str]:
        disabled = {button.id for button in self.buttons if button.disabled}
        return [each for each in self.ids if each not in disabled]

    @property
    def labels(self) -> list[str]:
        picked = [f"{each['label']} {each.get('description') or ''}" for each in self.options]
        return [button.label for button in self.buttons] + picked

    @property
    def alts(self) -> list[str]:
        galleries = (part for part in self.parts if part["type"] == GALLERY)
        pictures = [item for part in galleries for item in part["items"]]
        pictures += [part for part in self.parts if part["type"] == THUMBNAIL]
        return [each.get("description") or "" for each in pictures]

    @property
    def files(self) -> list[str]:
        return [file["filename"] for file in self.attachments]

    @property
    def pictures(self) -> list[bytes]:
        found = (self.sim.env.backend.cdn.get(file["url"]) for file in self.attachments)
        return [picture for picture in found if picture is not None]

    @property
    def defaults(self) -> list[str]:
        """Return the values that menus show as chosen."""
        return [option["value"] for option in self.options if option.get("default")]

    def button(self, label: str) -> Choice:
        (found,) = [each for each in self.buttons if each.label == label]
        return found

    @property
    def moves(self) -> list[Choice]:
        offered = [each for each in self.buttons if not each.disabled]
        offered += [Choice(option["value"], option["label"]) for option in self.options]
        return [choice for choice in offered if choice.id.startswith("m:")]

    @property
    def all_words(self) -> str:
        """Return everything that can be read of the message, visible or not."""
        return "\n".join([*self.texts, *self.ids, *self.labels, *self.alts, *self.files])

    def tells(self, who: Person, what: str) -> bool:
        """Return whether the line with somebody's moves has these words."""
        lines = self.text.replace("**", "").splitlines()
        return any(line.startswith(f"<@{who.id}> ") and what in line for line in lines)

    def is_(self, file: str) -> bool:
        return self.files == [file]

    def __repr__(self) -> str:
        return f"<{self.id} for {self.owner or 'all'}: {self.text!r} {self.ids} {self.files}>"


async def _settle(really: Callable[..., Any], **how: Any) -> None:
    """Check more often whether everything is idle, and never give up: the test's timeout does.

    The usual pause is most of a test's time, and a start may take long on a busy machine.
    """
    await really(**{**how, "idle": 0.004, "timeout": None})


def number_of(shown: Shown) -> int:
    return int(shown.buttons[0].id.split(":")[1])


def _forged(data: dict[str, Any]) -> dict[str, Any]:
    part: dict[str, Any] = {"type": data["component_type"], "custom_id": data["custom_id"]}
    if part["type"] == MENU:
        part["options"] = [{"label": "forged", "value": value} for value in data["values"]]
    else:
        part |= {"style": 2, "label": "forged"}
    return {"type": ROW, "components": [part]}


def _owner(sim: DiscordSim, message: Any) -> int | None:
    channel = sim.env.backend.get_channel(message.channel_id)
    if channel.guild_id is None:
        return int(channel.recipient_ids[0])
    if message.is_ephemeral:
        return int(message.interaction_metadata["user"]["id"])
    return None


class DiscordSim:
    """A server with a channel and five people, and the bot with its database in a file."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.database = folder / "boneyard.db"
        write_blank(self.database)
        url = f"sqlite+aiosqlite:///{self.database}"
        self.settings = Settings(database_url=url, _env_file=None, **settings)
        self.clock = SimulatedClock()
        self.env = self.clock.env = simcord.Env(self._build(), settle_timeout=120)
        self.env._settle_internal = partial(_settle, self.env._settle_internal)  # type: ignore[method-assign]
        # Simulated time passes only in `pass_time`, however slow the machine is.
        self.env._schedule_timer = lambda *_: None  # type: ignore[method-assign]
        self.versions: list[Shown] = []
        """Every message as it was each time it was sent or edited."""

    def _build(self) -> Any:
        return build(self.settings, self.clock)

    async def open(self) -> None:
        await self.env.start()
        backend = self.env.backend
        for name in ("commit_message", "edit_message"):
            setattr(backend, name, partial(self._note, getattr(backend, name)))
        self.guild = self.env.create_guild("Domino café")
        self.languages = DemoLanguages(self.env, self.guild)
        self.channel = self.guild.create_text_channel("dominoes")
        self.people = {name: self.guild.add_member(self.env.create_user(name)) for name in NAMES}
        self.ana, self.bruno, self.chen, self.dana, self.eva = self.people.values()

    async def close(self) -> None:
        client = self.client
        try:
            with suppress(AttributeError, TimeoutError):  # it has no table, or waits for a test
                async with asyncio.timeout(1):
                    await client.service.close()
                    await client._publisher.background.close()
            await self.env.shutdown()
        finally:
            with suppress(AttributeError):  # it never got as far as its store
                await client.service.store.dispose()

    async def restart(self) -> None:
        before = self.client
        await self.env.restart_bot(self._build())
        await before.service.store.dispose()
        await self.settle()

    async def settle(self) -> None:
        await self.env.settle(idle=0.004)

    async def errands_done(self) -> None:
        """Wait until whatever the bot has queued, and nobody has pressed for, is done."""
        queues = self.client.service.queues
        while tasks := [task for each in queues for task in each._tasks.values()]:
            await asyncio.wait(tasks)
        await self.settle()

    async def pass_time(self, **how_long: float) -> None:
        await self.env.advance_time(timedelta(**how_long).total_seconds())

    def _note(self, do: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        message = do(*args, **kwargs)
        if message.author_id == self.env.backend.bot_user.id:
            self.versions.append(Shown(self, message))
        return message

    def speaks(self, who: Person, language: str) -> None:
        assert self.languages.choose(str(who.id), language)

    def words_of(self, who: Person) -> Words:
        return words(self.languages.of(str(who.id)))

    def in_each_language(self, english: str, **places: object) -> set[str]:
        languages = {*self.languages.listed()["chosen"].values(), "en-US"}
        return {words(each)(english, **places) for each in languages}

    def person(self, user_id: int | None) -> Person:
        return next(each for each in self.people.values() if each.id == user_id)

    @property
    def client(self) -> Any:
        return self.env.bot

    def messages(self, channel_id: int | None = None) -> list[Shown]:
        there = self.env.backend.messages.get(channel_id or self.channel.id, {})
        return [Shown(self, each) for each in sorted(there.values(), key=lambda each: each.id)]

    def public(self, channel_id: int | None = None) -> list[Shown]:
        return [each for each in self.messages(channel_id) if each.owner is None]

    def seen_by(self, who: Person, channel_id: int | None = None) -> list[Shown]:
        return [each for each in self.messages(channel_id) if each.owner in {None, who.id}]

    def direct_messages(self, who: Person) -> list[Shown]:
        return self.messages(who.user.dm_channel.id)

    def tables(self, channel_id: int | None = None) -> list[Shown]:
        tables = [each for each in self.public(channel_id) if each.is_("table.png")]
        return [table for table in tables if not all(each.startswith("x:") for each in table.ids)]

    def table(self, channel_id: int | None = None) -> Shown:
        (table,) = self.tables(channel_id)
        return table

    def lobby(self, channel_id: int | None = None) -> Shown:
        return [each for each in self.public(channel_id) if each.is_("game.png")][-1]

    def saying(self, text: str, channel_id: int | None = None) -> list[Shown]:
        """Return the messages for everybody in the channel that have this text."""
        return [each for each in self.public(channel_id) if text in each.text]

    def open_hand(self, who: Person, channel_id: int | None = None) -> Shown:
        """Return the newest message in the channel that shows the person's hand to them alone."""
        mine = [each for each in self.seen_by(who, channel_id) if each.owner == who.id]
        return [each for each in mine if each.is_("hand.png")][-1]

    def now(self, shown: Shown) -> Shown:
        return Shown(self, self.env.backend.get_message(shown.channel_id, shown.id))

    async def click(self, who: Person, shown: Shown, button: str) -> simcord.InteractionResult:
        known = {button, *self.in_each_language(button)}
        (found,) = [each for each in shown.buttons if known & {each.id, each.label}]
        return await self._hands(who, shown).click(self._handle(shown), custom_id=found.id)

    async def clicked(self, who: Person, shown: Shown, *buttons: str) -> Shown:
        """Click buttons of one message one after another; return it as it is then."""
        for button in buttons:
            await self.click(who, self.now(shown), button)
        return self.now(shown)

    async def opened(self, who: Person, shown: Shown, button: str) -> Shown:
        """Click a button; return the new message that answers it, which only that person sees."""
        return self.own_reply(await self.click(who, shown, button), who)

    async def pick(
        self, who: Person, shown: Shown, value: str, *, menu: str | None = None
    ) -> simcord.InteractionResult:
        """Choose an entry of a menu; a number that makes its value unique may be left out."""
        values = [e["value"] for m in shown.menus if m["custom_id"] == menu for e in m["options"]]
        value = next((each for each in values if value in (each, without_number(each))), value)
        return await self._hands(who, shown).select(self._handle(shown), [value], custom_id=menu)

    async def play(self, who: Person, game_id: str = "block", channel: Any = None) -> Shown:
        channel = channel or self.channel
        await who.slash(channel, "play", game=game_id)
        return self.lobby(channel.id)

    async def play_in_dms(self, who: Person, game_id: str) -> Shown:
        await who.user.slash("play", game=game_id)
        return [each for each in self.direct_messages(who) if each.is_("game.png")][-1]

    async def start_in_dms(self) -> Shown:
        """Let Ana start Solitaire in her DMs; return the table."""
        await self.click(self.ana, await self.play_in_dms(self.ana, "solitaire"), "Start")
        shown = self.direct_messages(self.ana)
        (table,) = [each for each in shown if each.is_("table.png") and each.buttons]
        return table

    async def seat(
        self,
        *others: Person,
        game_id: str = "block",
        computers: Sequence[str] = (),
        channel: Any = None,
        picks: Mapping[str, str] = MappingProxyType({}),
    ) -> Shown:
        """Open a table of Ana, others and computers, with these entries of menus; return it."""
        channel = channel or self.channel
        lobby = await self.play(self.ana, game_id, channel)
        for other in others:
            await self.click(other, lobby, "Join")
        for menu, value in (*(("computer:", each) for each in computers), *picks.items()):
            await self.set(menu, value, channel.id)
        return self.lobby(channel.id)

    async def start(self, *others: Person, **how: Any) -> Match:
        """Start a match at a table like that of :meth:`seat`."""
        lobby = await self.seat(*others, **how)
        await self.click(self.ana, lobby, "Start")
        return await self.match(number_of(lobby))

    async def options(self, channel_id: int | None = None) -> Shown:
        return await self.opened(self.ana, self.lobby(channel_id), "Options")

    async def set(self, menu: str, value: str, channel_id: int | None = None) -> Shown:
        """Let the host pick an entry of a menu; return the message with the options."""
        options, number = await self.options(channel_id), number_of(self.lobby(channel_id))
        await self.pick(self.ana, options, value, menu=f"p:{number}:{menu}")
        return self.now(options)

    async def hand(self, who: Person) -> Shown:
        await self.click(who, self.table(), "Hand")
        return self.open_hand(who)

    async def more(self, who: Person) -> Shown:
        return await self.opened(who, self.table(), "⋯")

    async def agree_on(self, key: str, number: object) -> Shown:
        """Let the host type a number that is not in the option's menu."""
        menu = f"p:{number_of(self.lobby())}:option:{key}"
        form = await self.pick(self.ana, await self.options(), "…", menu=menu)
        assert form.modal is not None
        (label,) = form.modal["components"]
        typed = {label["component"]["custom_id"]: str(number)}
        return self.reply(await self.ana.submit_modal(form, typed))

    async def move(
        self, who: Person, choose: Callable[[list[Choice]], Choice] = lambda moves: moves[0]
    ) -> Choice:
        ply = (await self.match_in()).ply
        open_hands = [each for each in self.seen_by(who) if each.owner and each.is_("hand.png")]
        shown = [table for table in self.tables() if table.moves] or open_hands[-1:]
        if not [each for each in shown if each.moves and each.moves[0].ply == ply]:
            shown = [await self.hand(who)]
        choice = choose(shown[0].moves)
        await self.click(who, shown[0], choice.id)
        return choice

    async def make(self, who: Person, code: str) -> Shown:
        match = await self.match_in()
        wanted = f"m:{match.id}:{match.ply}:{code}"
        if wanted in self.table().ids:
            await self.choose(who, self.table(), wanted)
            return self.table()
        hand = await self.hand(who)
        if wanted not in hand.ids:
            await self.choose(who, hand, f"b:{match.id}:{match.ply}:{code.partition('@')[0]}")
            hand = self.now(hand)
        await self.choose(who, hand, wanted)
        return self.now(hand)

    async def play_on(self) -> None:
        """Let whoever is to move type the first move, until the match is over."""
        while (await self.match()).is_open:
            await self.move_by_command(await self.to_move())

    async def choose(self, who: Person, shown: Shown, custom_id: str) -> None:
        for menu in shown.menus:
            if custom_id in {option["value"] for option in menu["options"]}:
                await self.pick(who, shown, custom_id, menu=menu["custom_id"])
                return
        await self.click(who, shown, custom_id)

    async def skip(
        self,
        until: Callable[[Any], bool],
        choose: Callable[[Person, Sequence[str]], str] = lambda _, codes: codes[0],
        match_id: int = 1,
    ) -> int:
        """Play until the state is as wanted; of all the moves only the last one is shown.

        People choose among the codes of their moves. Computers choose for themselves, and continue
        when the state is reached. Returns the last move's ply.
        """
        service = self.client.service
        mover = replace(service.matches.executor, changed=lambda _: None)
        quiet = Matches(service.store, service.cache, mover)
        before = await self.match(match_id)
        while True:
            async with service.cache.locked(match_id) as loaded:
                if until(loaded.state):
                    break
                before = loaded.match
            if (turn := await quiet.computers_turn(match_id)) is not None:
                code = player(turn.level).choose(turn.rules, turn.seen, Random(turn.ply))
                await quiet.play_for_computer(match_id, turn, code)
                continue
            seat = min(loaded.rules.to_act(loaded.state))
            who = self.person(before.seats[seat].user_id)
            codes = [move.code for move in loaded.rules.legal_moves(loaded.state, seat)]
            await quiet.play(match_id, who.id, before.ply, choose(who, codes))
        await service.outbox.record_shown(match_id, before.version, before.ply)
        service.resume()
        while (match := await self.match(match_id)).shown_version < match.version:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        await self.settle()
        return before.ply

    async def play_out(self, match_id: int = 1) -> Shown:
        await self.skip(lambda state: state.outcome is not None, match_id=match_id)
        return self.public()[-1]

    async def start_short(self, *others: Person, target: int = 1) -> None:
        await self.seat(*others)
        await self.agree_on("target", target)
        await self.click(self.ana, self.lobby(), "Start")

    async def finish(self, *others: Person) -> Shown:
        """Play a match of some rounds to its end; return the message with the result."""
        await self.start_short(*others, target=25)
        return await self.play_out()

    async def move_by_command(self, who: Person) -> str:
        offered = await who.autocomplete(self.channel, "move", "move", "")
        code: str = offered[0]["value"]
        await who.slash(self.channel, "move", move=code)
        return code

    async def leave(self, who: Person) -> Shown:
        asked = self.reply(await who.slash(self.channel, "leave"))
        await self.click(who, asked, "Leave for good")
        return self.now(asked)

    async def forget(self, who: Person) -> Shown:
        """Let somebody delete their data; return what they are told in the end."""
        asked = await self.clicked(who, await self.ask(who, "privacy"), "Delete…")
        assert "Delete everything about you?" in asked.text
        return await self.clicked(who, asked, "Delete everything")

    async def choose_once(self, who: Person, hand: Shown, one: str, other: str) -> None:
        before, dm = await self.match(), self.direct_messages(who)[-1]
        await self.at_once((who, hand, one), (who, dm, other), (who, hand, other))
        ((_, made),) = (await self.store.log(1))[before.ply :]
        assert made in {each.split(":", 3)[3] for each in (one, other)}
        after = await self.match()
        for custom_id in (one, other, f"m:1:{after.ply}:{made}"):
            for shown in filter(self.exists, (hand, *self.direct_messages(who))):
                assert (await self.press(who, shown, custom_id)).acknowledged
                assert not self.now(shown).is_("places.png")
        await who.slash(self.channel, "move", move=made)
        assert await who.autocomplete(self.channel, "move", "move", "") == []
        assert await self.match() == after

    async def say(self, who: Person, command: str, **options: Any) -> Shown:
        """Use a slash command in the channel; return the answer that the person gets."""
        return self.reply(await who.slash(self.channel, command, **options))

    async def ask(self, who: Person, command: str, **options: Any) -> Shown:
        """Use a slash command in the channel; return the answer, which only that person sees."""
        return self.own_reply(await who.slash(self.channel, command, **options), who)

    def reply(self, result: simcord.InteractionResult) -> Shown:
        answers = [each for each in (*result.followups, result.response) if each is not None]
        return Shown(self, answers[0]._message)

    def answer(self, result: simcord.InteractionResult) -> Shown:
        assert result.response is not None
        return Shown(self, result.response._message)

    def own_reply(self, result: simcord.InteractionResult, who: Person) -> Shown:
        """Return the answer, and check that only that person sees it."""
        shown = self.reply(result)
        assert shown.owner == who.id, f"not for {who.name} alone: {shown}"
        return shown

    def private_reply(self, result: simcord.InteractionResult, who: Person) -> str:
        return self.own_reply(result, who).text

    async def told(self, who: Person, shown: Shown, button: str, **how: Any) -> str:
        """Press a button by its label, or any id; return the words that only that person sees."""
        if any(each.label == button for each in shown.buttons):
            result = await self.click(who, shown, button)
        else:
            result = await self.press(who, shown, button, **how)
        return self.private_reply(result, who)

    async def typed(self, who: Person, command: str, **options: Any) -> str:
        """Use a slash command in the channel; return the words that only that person sees."""
        return (await self.ask(who, command, **options)).text

    async def turn(self, match_id: int = 1) -> tuple[Person, Shown]:
        who = await self.to_move(match_id)
        return who, await self.hand(who)

    async def turn_of(self, who: Person) -> None:
        """Let the others play until it is this person's turn."""
        while (moving := await self.to_move()) is not who:
            await self.move_by_command(moving)

    async def is_held(self, who: Person) -> bool:
        seats = (await self.match()).seats
        return next(each.is_held for each in seats if each.user_id == who.id)

    async def stay_away(self, who: Person) -> None:
        while not await self.is_held(who):
            await self.turn_of(who)
            await self.pass_time(hours=25)

    def pings(self) -> list[int]:
        return [who for shown in self.versions if not shown.edited for who in shown.pinged]

    async def check_nothing_happened(self, ply: int) -> None:
        assert (await self.match()).ply == ply
        assert await self.is_shown()
        assert self.table().buttons, "the table is as it was"
        await self.plies()

    async def is_shown(self) -> bool:
        match = await self.match()
        return match.shown_version == match.version

    async def press(
        self, who: Person, shown: Shown, custom_id: str, *, values: Sequence[str] | None = None
    ) -> simcord.InteractionResult:
        """Press an id on a message whether or not the message has it."""
        (result,) = await self.at_once((who, shown, custom_id), values=values)
        return result

    async def command(
        self, who: Person, name: str, *options: dict[str, Any], typing: bool = False
    ) -> simcord.InteractionResult:
        """Send a command, or a request for suggestions, with options that no app would send."""
        data = {"id": "1", "name": name, "type": 1, "options": list(options)}
        record = self._interact(4 if typing else 2, who, data)
        await self.settle()
        return simcord.InteractionResult(self.env, record)

    async def submit(self, who: Person, shown: Shown, form_id: str, *texts: str) -> Shown:
        """Send a form, opened from a message, with these texts in fields; return the answer."""
        fields = [
            {"type": LABEL, "component": {"type": INPUT, "custom_id": str(nth), "value": text}}
            for nth, text in enumerate(texts)
        ]
        record = self._interact(5, who, {"custom_id": form_id, "components": fields}, shown)
        await self.settle()
        return self.reply(simcord.InteractionResult(self.env, record))

    async def at_once(
        self, *presses: tuple[Person, Shown, str], values: Sequence[str] | None = None
    ) -> list[simcord.InteractionResult]:
        records = []
        for who, shown, custom_id in presses:
            data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
            if values is not None:
                data |= {"component_type": MENU, "values": list(values)}
            records.append(self._interact(3, who, data, shown))
        await self.settle()
        return [simcord.InteractionResult(self.env, record) for record in records]

    def _interact(
        self, kind: int, who: Person, data: dict[str, Any], shown: Shown | None = None
    ) -> Any:
        backend = self.env.backend
        channel = backend.get_channel(shown.channel_id if shown else self.channel.id)
        ids: Any = {"channel_id": channel.id, "guild_id": channel.guild_id, "user_id": who.id}
        record, payload = interactions.base_payload(backend, type=kind, data=data, **ids)
        if shown:
            stored = backend.get_message(channel.id, shown.id)
            payload["message"] = copy.deepcopy(serializers.message_payload(backend, stored))
            record.source_message_id = stored.id
        if "component_type" in data:
            # discord.py drops a press of anything not in the message before the bot sees it, and a
            # message with more than 40 components.
            payload["message"]["components"] = [_forged(data)]
        backend.emit("INTERACTION_CREATE", payload)
        return record

    async def forbid(self, *names: str, channel: Any = None) -> None:
        """Take permissions in a channel from the bot; if none are named, give all of them back."""
        self._deny((channel or self.channel).id, self.env.backend.bot_user.id, *names)
        await self.settle()

    def hide(self, who: Person) -> None:
        self._deny(self.channel.id, who.id, "view_channel")

    def _deny(self, channel_id: int, user_id: int, *names: str) -> None:
        denied = discord.Permissions(**dict.fromkeys(names, True)).value
        overwrite = Overwrite(user_id, OverwriteType.MEMBER, 0, denied)
        self.env.backend.set_overwrite(channel_id, overwrite)

    async def delete_channel(self, channel_id: int | None = None) -> None:
        self.env.backend.delete_channel(channel_id or self.channel.id)
        await self.settle()

    def in_another_server(self, who: Person) -> tuple[Person, Any]:
        """Return the person as a member of another server, and a channel there."""
        guild = self.env.create_guild("Elsewhere")
        return guild.add_member(who.user), guild.create_text_channel("games")

    def delete(self, shown: Shown) -> None:
        self.env.backend.delete_message(shown.channel_id, shown.id)

    def exists(self, shown: Shown) -> bool:
        with suppress(BackendError):
            return bool(self.env.backend.get_message(shown.channel_id, shown.id))
        return False

    def _hands(self, who: Person, shown: Shown) -> Any:
        in_server = self.env.backend.get_channel(shown.channel_id).guild_id is not None
        return who if in_server else who.user

    def _handle(self, shown: Shown) -> simcord.ResponseMessage:
        stored = self.env.backend.get_message(shown.channel_id, shown.id)
        return simcord.ResponseMessage(self.env, stored)

    @property
    def store(self) -> Any:
        return self.client.service.store

    def stored(self) -> list[str]:
        """Return all that the database holds."""
        with closing(sqlite3.connect(self.database)) as database:
            return list(database.iterdump())

    async def match(self, match_id: int = 1) -> Match:
        found = await self.store.match(match_id)
        assert found is not None
        return found

    async def match_in(self, channel_id: int | None = None) -> Match:
        found = await self.store.open_in(channel_id or self.channel.id)
        assert found is not None
        return found

    async def results(self, match_id: int = 1) -> dict[int, SeatResult]:
        ended = await self.store.ended(match_id)
        if ended is None:
            return {}
        assert ended.is_scored
        return {each.user_id: each for each in ended.seats if each.user_id is not None}

    async def leaders(self, measure: Measure) -> tuple[RankingRow, ...]:
        board = RankingQuery(self.guild.id, Span.WEEK, measure=measure)
        found: tuple[RankingRow, ...] = await self.store.ranking_rows(board, self.clock.now(), 10)
        return found

    async def plies(self, match_id: int = 1) -> list[ReplayedMove[Any]]:
        """Replay the stored log by the rules alone: an illegal or missing ply raises."""
        match, log = await self.match(match_id), await self.store.log(match_id)
        assert len(log) == match.ply
        return list(replay(game(match.game), setup_of(match), log))

    async def state(self, match_id: int = 1) -> Any:
        return (await self.plies(match_id))[-1].state

    def others(self, who: Person) -> list[Person]:
        """Return the others of Ana, Bruno and Chen."""
        return [each for each in (self.ana, self.bruno, self.chen) if each is not who]

    async def to_move(self, match_id: int = 1) -> Person:
        (who,) = await self.asked(match_id)
        return who

    async def asked(self, match_id: int = 1) -> list[Person]:
        match = await self.match(match_id)
        asked = game(match.game).to_act(await self.state(match_id))
        assert isinstance(asked, frozenset)
        return [self.person(match.seats[seat].user_id) for seat in sorted(asked)]

    def posts(self, channel_id: int | None = None) -> int:
        """Return how often the bot has tried to post in the channel."""
        return len(self.requests("POST", f"/channels/{channel_id or self.channel.id}/messages"))

    @property
    def messages_path(self) -> str:
        return f"/channels/{self.channel.id}/messages"

    def requests(self, method: str, path: str) -> list[Any]:
        """Return the bot's requests to Discord whose path matches the pattern `path`."""
        sent = [each for each in self.env.http_requests if each.method == method]
        return [each for each in sent if re.fullmatch(path, each.path)]
