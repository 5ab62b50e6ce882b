import hashlib
import itertools
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image, PngImagePlugin
from sqlalchemy import event

import bot.cluster
from bot import games
from bot.ai.hint import hint_in
from bot.discord_ui.commands import help as help_command, playing
from bot.discord_ui.interactions import autocomplete
from bot.engine import chance
from bot.engine.chance import MatchRandomness
from bot.engine.contract import Lot, Move, Shuffle
from bot.engine.game_info import Length, Preset
from bot.games import names
from bot.games.block import BLOCK
from bot.games.connecting.observation import TableSeen
from bot.present import screen
from bot.service import periodic_posts
from bot.service.clock import scheduler
from bot.service.lobby.lobbies import Lobbies
from bot.service.play import hints
from bot.service.ports.clock import SystemEntropy
from bot.service.publishing import digests
from bot.store import SqlStore, open_store
from bot.store.database import LOCK_TIMEOUT
from renderers.ink.themes import DEFAULT_THEME, Theme
from renderers.scene.bones import Scene
from tests.blank import run_on_the_loop
from tests.discord_ui.limits import check_everything
from tests.discord_ui.simulation import DiscordSim, Person, Shown


class Deals:
    """The source of a test's deals: they follow from its seed alone.

    Secrets and salts are numbered as they are requested, so deals depend neither on the test's name
    nor on the ids of interactions, which change with every command that the bot registers.
    """

    def __init__(self) -> None:
        self.salt_begins = "salt-"
        self.router: list[str] = []
        """The salts that the bot gave; ours were used instead."""
        self(1)

    def __call__(self, seed: int) -> None:
        self.seed, self._secrets, self._salts = seed, itertools.count(), itertools.count()

    def secret(self, _: object = None) -> bytes:
        return hashlib.sha256(f"secret {next(self._secrets)} of {self.seed}".encode()).digest()

    def salted(self, method: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a method so that its last positional argument, the salt, is replaced by ours."""

        def call(*args: Any, **kwargs: Any) -> Any:
            self.router.append(args[-1])
            return method(*args[:-1], f"{self.salt_begins}{next(self._salts)}", **kwargs)

        return call

    def random(self, _: object = None) -> random.Random:
        return random.Random(self.seed)


@pytest.fixture(autouse=True)
def deals(monkeypatch) -> Deals:
    """Deal the same pieces each time a test runs; `deals(seed)` deals others."""
    deals = Deals()
    monkeypatch.setattr(SystemEntropy, "secret", deals.secret)
    monkeypatch.setattr(SystemEntropy, "random", deals.random)
    for name in ("_opening", "join", "start"):
        monkeypatch.setattr(Lobbies, name, deals.salted(getattr(Lobbies, name)))
    return deals


@pytest.fixture
def few_playouts(monkeypatch) -> None:
    monkeypatch.setattr(hints, "hint_in", partial(hint_in, playouts=20))


@pytest.fixture
def ends_told_apart(monkeypatch) -> None:
    """Offer plays at all ends, also at those that are alike, so that there are too many."""
    monkeypatch.setattr(TableSeen, "alike", lambda _, at, other: at == other)


@pytest.fixture
def stacked(monkeypatch) -> list[str]:
    """Return a list for nature's next answers, as codes; when it is empty, chance goes on."""
    codes: list[str] = []
    by_chance = MatchRandomness.answer

    def answer(self: MatchRandomness, asked: Shuffle | Lot, ordinal: int) -> Move:
        return chance.answer(asked, codes.pop(0)) if codes else by_chance(self, asked, ordinal)

    monkeypatch.setattr(MatchRandomness, "answer", answer)
    return codes


def picture_of(scene: Scene, *, theme: Theme = DEFAULT_THEME) -> bytes:
    """Return a PNG of one pixel that differs from that of any other scene, or in another theme."""
    words, file = PngImagePlugin.PngInfo(), BytesIO()
    words.add_text("scene", hashlib.sha256(repr((scene, theme)).encode()).hexdigest())
    Image.new("1", (1, 1)).save(file, "PNG", pnginfo=words)
    return file.getvalue()


@pytest.fixture
def real_pictures() -> None:
    """Draw real pictures in the tests that use this; drawing is most of a screen's cost."""


@pytest.fixture(autouse=True)
def quick_pictures(request, monkeypatch) -> None:
    """Turn scenes into PNGs of one pixel, unless the test uses `real_pictures`."""
    if "real_pictures" not in request.fixturenames:
        monkeypatch.setattr(screen, "render", picture_of)


@pytest.fixture
def patience() -> float:
    """Return the seconds that the store waits for others; a test file may override this."""
    return LOCK_TIMEOUT


@pytest.fixture
def store_in_a_thread() -> None:
    """Run the store's statements in a thread, as in production, in the tests that use this."""


@pytest.fixture(autouse=True)
def quick_store(request, monkeypatch, patience) -> None:
    """Run statements on the event loop, and don't sync commits to the disk."""

    def without_waiting(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.close()

    def opened(url: str, **options: Any) -> SqlStore:
        store = open_store(url, patience=patience, **options)
        event.listen(store.database.engine, "connect", without_waiting)
        if "store_in_a_thread" not in request.fixturenames:
            run_on_the_loop(store)
        return store

    monkeypatch.setattr(bot.cluster, "open_store", opened)


@pytest.fixture(autouse=True)
def no_clock_to_be_set(monkeypatch) -> None:
    """Let clocks sleep until something is due, not only an hour: virtual time is never set."""
    monkeypatch.setattr(periodic_posts, "LONGEST_SLEEP", timedelta(days=7))
    monkeypatch.setattr(digests, "LONGEST_SLEEP", timedelta(days=7))
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", timedelta(days=7))


@pytest.fixture
async def sim(tmp_path) -> AsyncIterator[DiscordSim]:
    """Yield a simulated Discord with five people; afterwards check everything the bot said.

    Errors that the bot let escape fail the test.
    """
    simulated = DiscordSim(tmp_path)
    await simulated.open()
    yield simulated
    await simulated.close()
    assert simulated.env.errors == []
    check_everything(simulated)


@pytest.fixture
async def lobby(sim: DiscordSim) -> Shown:
    """Return Ana's lobby of Block."""
    return await sim.play(sim.ana)


@pytest.fixture
async def two_play(sim: DiscordSim) -> None:
    """Start a match of Block of Ana and Bruno."""
    await sim.start(sim.bruno)


@pytest.fixture
async def three_play(sim: DiscordSim) -> None:
    """Start a match of Block of Ana, Bruno and Chen."""
    await sim.start(sim.bruno, sim.chen)


@pytest.fixture
async def end(sim: DiscordSim) -> Shown:
    """Return the result of a match of Ana and Bruno."""
    return await sim.finish(sim.bruno)


@pytest.fixture
def boss(sim: DiscordSim) -> Person:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("boss"), roles=[role])


FIVE = (
    Preset("plain", "Plain rules"),
    Preset("goat", "Goat", {"nextLead": "winner"}, aliases=("козёл",), at_home=("ru",)),
    Preset(
        "sixty-one",
        "Sixty-One",
        {"nextLead": "rotate-left", "target": 61},
        aliases=("sesenta y uno",),
        shorter={Length.SHORT: {"target": 31}},
    ),
    Preset("hundred", "Hundred", {"nextLead": "rotate-left"}),
    Preset("cousin", "Cousin", {"nextLead": "winner"}, aliases=("Goat",), differs="It is larger."),
)


@pytest.fixture
def five(monkeypatch) -> None:
    """Let Block have these five presets only."""
    info = replace(BLOCK.info, presets=FIVE)
    listed = tuple(info if each.id == info.id else each for each in names.GAMES)
    named = tuple(each for info in listed for each in names.with_presets(info))
    block: Any = BLOCK.game
    rules = replace(BLOCK, game=replace(block, info=info))
    monkeypatch.setitem(games._BY_ID, info.id, rules)
    monkeypatch.setattr(names, "_BY_KEY", {each.key: each for each in named})
    for module in (autocomplete, help_command, playing):
        monkeypatch.setattr(module, "NAMED", named)
    monkeypatch.setattr(playing, "_KEYS", frozenset(each.key for each in named))
