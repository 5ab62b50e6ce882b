"""What became of many matches: each is compared with what was pressed, shown and stored."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

from bot.games import game
from bot.model.match import Stage
from bot.present.i18n import words
from bot.present.scenes import table_alt
from tests.wire.discord_objects import DM_CHANNEL, Message
from tests.wire.fake_discord import FakeDiscord
from tests.wire.group import CALLED, Group
from tests.wire.person import moves_offered_by
from tests.wire.stored_matches import StoredMatches

T = TypeVar("T")
ROUND = re.compile(r"round \d+")
"""Every round begins with the same empty table."""


class Referee:
    """Notes every message as it appears, and checks at the end what became of all matches."""

    def __init__(self, discord: FakeDiscord) -> None:
        self._discord = discord
        self._tables: Counter[tuple[int, str]] = Counter()
        """Messages with a table, by channel, and by round and what the table shows."""
        self._pings: Counter[tuple[int, int, str]] = Counter()
        """Notifications by such messages, by channel, person, and the same."""
        self._called: dict[int, tuple[list[str], frozenset[int]]] = {}
        """By channel, the round and the people of its last notification."""
        self.called_in_a_row: list[tuple[int, str]] = []
        """The channels and tables that notified whom the one before had in the same round.

        If no table is lost with a process, somebody else's turn is between two of theirs: that of a
        person who has a plan is shown in the same message, and notifies nobody.
        """
        self._hands: Counter[tuple[int, str]] = Counter()
        """Direct messages with a hand, by person and by the first move that it offers."""
        discord.watch = self._note

    @property
    def repetitions(self) -> list[object]:
        shown_twice = _repeated(self._tables)
        return [*shown_twice, *self.pinged_twice, *self.sent_twice, *self.called_in_a_row]

    @property
    def pinged_twice(self) -> list[tuple[int, int, str]]:
        return _repeated(self._pings)

    @property
    def sent_twice(self) -> list[tuple[int, str]]:
        return _repeated(self._hands)

    def _note(self, message: Message) -> None:
        room = message.channel
        if message.seen_by is not None:
            return
        if message.edits:
            _, called = self._called.get(room.id, ([], frozenset()))
            if (named := CALLED.search(message.text)) and int(named[1]) not in called:
                self._called.pop(room.id, None)
            return
        if "table.png" in message.files:
            number = ROUND.findall(message.text)
            table = f"{' '.join(number)}: {message.alt}"
            self._tables[room.id, table] += 1
            self._pings.update((room.id, user, table) for user in message.pinged)
            if message.pinged:
                now = number, message.pinged
                self.called_in_a_row += [(room.id, table)] * (self._called.get(room.id) == now)
                self._called[room.id] = now
        elif room.kind == DM_CHANNEL and (offered := moves_offered_by(message)):
            self._hands[room.id, str(min(offered))] += 1

    def complaints(self, groups: list[Group], stored: StoredMatches) -> list[str]:
        """Return what is wrong, but for repetitions, for which a crash may be an excuse."""
        users = {group.match: stored.users(group.match) for group in groups}
        counting = users.keys() & stored.rated_matches()
        over = [each for each in counting if stored.stage(each) is Stage.OVER]
        played = Counter(user for number in over for user in users[number].values())
        asked = self._discord.interactions.values()
        complaints = [
            *self._discord.violations,
            *(f"unanswered: {each}" for each in asked if each.can_be_answered and not each.reply),
            *(f"match {number} is owed its newest table" for number in stored.owed()),
            *(f"the clock moved in match {number} at {ply}" for number, ply in stored.late()),
            *(f"match {number} is nobody's" for number in stored.numbers() - users.keys()),
        ]
        if (rated := stored.rated()) != played:
            complaints.append(f"matches that count: {rated}, matches that were played: {played}")
        return complaints + [each for group in groups for each in complaints_of(group, stored)]


def complaints_of(group: Group, stored: StoredMatches) -> list[str]:
    shown = _wrong_result if group.is_over else _wrong_table
    lobbies = (f"a lobby is left: {each.text}" for each in group.lobbies)
    wrong = [*lobbies, *_wrong_moves(group, stored), *shown(group, stored)]
    return [f"match {group.match}: {each}" for each in wrong]


def _wrong_moves(group: Group, stored: StoredMatches) -> Iterator[str]:
    users = stored.users(group.match)
    if sorted(users.values()) != sorted(each.id for each in group.people):
        yield f"wrong people: {users}"
    plies = (each for each in stored.replayed(group.match) if not each.move.automatic)
    chosen = {(ply.index, ply.move.code, users[ply.actor]) for ply in plies if ply.actor in users}
    pressed = {(move.ply, move.code, move.interaction.user) for move in group.moves}
    played = [move for move in group.moves if move.played]
    confirmed = Counter((move.ply, move.code, move.interaction.user) for move in played)
    yield from (f"lost: {each}" for each in confirmed.keys() - chosen)
    not_pressed = (each for each in chosen - pressed if not group.planning.allows(*each))
    yield from (f"nobody's: {each}" for each in not_pressed)
    yield from (f"confirmed twice: {each}" for each in _repeated(confirmed))


def _wrong_result(group: Group, stored: StoredMatches) -> Iterator[str]:
    if stored.stage(group.match) is not Stage.OVER:
        yield "it is not over"
    yield from (f"a table is left: {each.text}" for each in group.tables)
    results = [each for each in group.shown if f"t:{group.match}:rematch" in each.ids]
    if len(results) != 1:
        yield f"{len(results)} results"


def _wrong_table(group: Group, stored: StoredMatches) -> Iterator[str]:
    """Yield what is wrong unless one table shows the newest state, and the right clocks run."""
    if stored.stage(group.match) is not Stage.RUNNING:
        yield "it is not running"
    rules, state = game("block"), stored.replayed(group.match)[-1].state
    now = table_alt(rules.observe(state, None), words(None))
    if [each.alt for each in group.tables] != [now]:
        yield f"tables {[each.alt for each in group.tables]}, should be {now}"
    if stored.tables(group.match) != [each.id for each in group.tables]:
        yield f"the tables known are {stored.tables(group.match)}"
    acting, people = rules.to_act(state), stored.people(group.match)
    if not isinstance(acting, frozenset) or acting & people != stored.clocks(group.match):
        yield f"clocks {stored.clocks(group.match)} run, {acting} are to act"


def _repeated(counted: Counter[T]) -> list[T]:
    return [each for each, times in counted.items() if times > 1]
