"""Records what the bot sent, who could read it, and how far the match was then."""

import re

from bot.games import game
from tests.discord_ui.secrecy_sweep import (
    known_to,
    pieces_in,
    pieces_in_examples,
    pieces_in_rules,
    request_text,
)
from tests.wire.bot_process import BotProcess
from tests.wire.discord_objects import Message
from tests.wire.people import PlayedTable

WINDOW = 8
"""Plies back from now that a message may be about, since many plies follow by themselves."""


class Witness:
    """Records each request as its message appears or changes, with the length of the log then."""

    def __init__(self, bot: BotProcess) -> None:
        self._bot = bot
        self._noted: list[tuple[Message, str, int]] = []
        bot.discord.watch = self._note

    def _note(self, message: Message) -> None:
        call = self._bot.discord.calls[-1]
        told = request_text(call.path, call.query, call.body, list(call.files))
        count = "SELECT count(*) FROM log WHERE match_id = (SELECT max(id) FROM matches)"
        with self._bot.stored.opened() as database:
            ((length,),) = database.execute(count)
        self._noted.append((message, told, length))

    def saw_nobody_read_what_is_hidden(self, table: PlayedTable) -> None:
        """Check that every request, nonce, ids and file names included, reveals nothing hidden."""
        self._bot.discord.watch = lambda message: None
        rules, plies = game("block"), self._bot.stored.replayed(table.match)
        seats = {person.id: seat for seat, person in enumerate(table.people)}
        printed, examples = pieces_in_rules(rules.info), pieces_in_examples(rules.info)
        readers: list[int | None] = []
        for message, told, length in self._noted:
            reader = message.seen_by or message.channel.recipient
            if message.channel is not table.channel and reader not in seats:
                continue
            readers.append(reader)
            assert reader or not re.search(r'"[mbs]:', told), "an id is read by all"
            assert reader in seats or "hand.png" not in told
            allowed = set() if re.search(r"round \d", told) else printed
            allowed = allowed | (examples if re.search(r"block-example\.png", told) else set())
            if length:
                moments = plies[max(length - WINDOW, 0) : length]
                known = known_to(seats.get(reader or 0), moments, plies[:length], rules)
                allowed = allowed | known.told | (known.opened if "round.png" in told else set())
            assert pieces_in(told) <= allowed, (pieces_in(told) - allowed, reader, told)
        assert min(readers.count(each) for each in (None, *seats)) > 10
