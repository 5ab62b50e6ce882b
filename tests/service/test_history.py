"""Looking back is cheap: few stories are in memory, and films are made one at a time."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine.seating import prepare
from bot.games import game
from bot.model.errors import AnimationUnderWay, NoSuchMatch, NothingToReplay, OlderRules
from bot.model.match import Match, Occupant, Stage
from bot.service.history import MatchHistory, Viewer
from tests.games.chanced import SECRET, log_by_chance
from tests.service.harness import refused, stored_match

AT = datetime(2026, 1, 1, tzinfo=UTC)
ANA, BEN, EVA = (Viewer(user, 5, 7) for user in (1, 2, 3))
RULES = game("block")
LOG = tuple(log_by_chance(RULES, prepare(RULES.info, 2)))
USUAL = {"guild_id": 5, "channel_id": 7, "host_id": 1, "secret": SECRET, "start_salt": "1003"}


class StubStore:
    """A store with finished matches of Ana and Ben in server 5; counts how often a log is read."""

    def __init__(self, *, rules: int = RULES.info.rules, log=LOG) -> None:
        self.rules, self.entries, self.reads = rules, log, 0

    async def match(self, match_id: int) -> Match | None:
        if match_id > 9:
            return None
        seats = (Occupant(0, 1, salt="1001"), Occupant(1, 2, salt="1002"))
        now = {"rules": self.rules, "ply": len(self.entries), "stage": Stage.OVER}
        return stored_match(match_id, **USUAL, **now, seats=seats)

    async def ended(self, match_id: int):
        return SimpleNamespace(seats=())

    async def log(self, match_id: int):
        self.reads += 1
        return self.entries


def stub_store(**what: Any) -> Any:
    return StubStore(**what)


async def test_a_story_is_read_once_while_it_is_looked_at():
    store = stub_store()
    match_history = MatchHistory(store, kept=2)
    for match_id in (1, 1, 2, 1, 2):
        await match_history.open_story(match_id, ANA)
    assert store.reads == 2
    for match_id in (3, 2):  # the third puts the first away, that was not looked at for longest
        await match_history.open_story(match_id, ANA)
    assert store.reads == 3
    await match_history.open_story(1, ANA)
    assert store.reads == 4


async def test_who_may_see_is_asked_every_time():
    match_history = MatchHistory(stub_store())
    await match_history.open_story(1, EVA)  # in the same server
    elsewhere, in_dms = Viewer(3, 6, 7), Viewer(3, None, 7)
    for viewer in (elsewhere, in_dms, Viewer(3, 5, 8, lambda channel: channel != 7)):
        await refused(NoSuchMatch, match_history.open_story(1, viewer))
    await match_history.open_story(1, Viewer(3, 5, 8, lambda channel: channel == 7))
    await match_history.open_story(1, Viewer(2, None, 8))  # who played
    await refused(NoSuchMatch, match_history.open_story(10, ANA))


async def test_what_cannot_be_replayed():
    older = MatchHistory(stub_store(rules=99))
    for asked in (older.open_story, older.proof):
        await refused(OlderRules, asked(1, ANA))
    for nobody_moved in ((), LOG[:1]):
        with pytest.raises(NothingToReplay):
            await MatchHistory(stub_store(log=nobody_moved)).open_story(1, ANA)


async def test_the_proof_of_a_match_holds_until_something_is_changed():
    proof = await MatchHistory(stub_store()).proof(1, ANA)
    assert proof.holds
    assert proof.source.salts == ("1001", "1002", "1003")
    assert not (await MatchHistory(stub_store(log=(LOG[0], *LOG[2:]))).proof(1, ANA)).holds


def test_a_person_has_one_animation_made_at_a_time():
    match_history = MatchHistory(stub_store())
    with match_history.drawing_animation(ANA), match_history.drawing_animation(BEN):
        for who in (ANA, BEN):
            with pytest.raises(AnimationUnderWay), match_history.drawing_animation(who):
                raise AssertionError
    for _ in range(2):  # an animation that fails keeps nobody waiting
        with pytest.raises(ZeroDivisionError), match_history.drawing_animation(ANA):
            raise ZeroDivisionError
