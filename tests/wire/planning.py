"""People who plan, change and stop plans while they play, and what became of that."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

from tests.wire.discord_objects import Interaction, Message
from tests.wire.person import Person, moves_offered_by

PIECE = re.compile(r"w:\d+:(?:add|remove):([^@]+)")

Do = Callable[[Callable[[], Interaction | None]], Awaitable[Interaction | None]]
"""Presses something, and returns the press once it is answered."""


@dataclass
class Planning:
    """What the people of a match have planned."""

    often: float = 0
    """How often somebody plans, of the turns of others."""
    pieces: set[tuple[int, str]] = field(default_factory=set)
    """The people with the pieces that they have ever planned."""
    stopped: set[tuple[int, int]] = field(default_factory=set)
    """The plies at which people were offered their moves after they had stopped their plan."""

    def allows(self, ply: int, code: str, user: int) -> bool:
        """Return whether a move that nobody pressed can have been planned."""
        is_planned = (user, code.partition("@")[0]) in self.pieces
        return is_planned and (ply, user) not in self.stopped

    async def change(self, do: Do, chance: Random, person: Person, hand: Message) -> None:
        """Press a few buttons of the hand's plan; one may have gone, or the turn have come."""
        match = next((id_.split(":")[1] for id_ in hand.ids if id_.startswith("w:")), None)
        if match is None:
            return
        presses = [f"w:{match}:open:", *["add"] * chance.randint(1, 3)]
        presses += ["remove"] * (chance.random() < 0.2)
        presses += [f"w:{match}:reach:{chance.choice(('turn', 'round', 'change'))}"]
        presses += [f"w:{match}:stop:"] * (chance.random() < 0.3)
        for press in presses:
            wanted = (id_ for id_ in hand.ids if id_.startswith(f"w:{match}:{press}"))
            found = [press] if press in hand.ids else [*wanted]
            if found:
                await self.press(do, person, hand, chance.choice(found))

    async def press(self, do: Do, person: Person, hand: Message, button: str) -> None:
        if piece := PIECE.fullmatch(button):
            self.pieces.add((person.id, piece[1]))
        asked = await do(lambda: person.press(hand, button) if button in hand.ids else None)
        is_stop = button.endswith(":stop:")
        if asked is not None and is_stop and button not in hand.ids:
            self.stopped |= {(ply, person.id) for _, ply, _ in moves_offered_by(hand)}
