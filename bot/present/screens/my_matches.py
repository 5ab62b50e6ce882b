"""A person's open matches, those that wait for them first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from itertools import accumulate

from bot.engine.translatable import N_
from bot.present.i18n import Words, moment
from bot.present.screen import Screen, note

MAX_LISTED = 25
"""The most matches whose links are looked up: a message has no room for more."""
ROOM = 3700
"""The most characters for the lines in all; Discord accepts 4,000 for the whole message."""
_NEVER = datetime.max.replace(tzinfo=UTC)


class State(IntEnum):
    """The state of a match for a person, the most urgent first."""

    MY_TURN = 0
    HELD = 1
    """A computer plays for them."""
    OTHERS = 2
    """The match waits for somebody else."""
    LOBBY = 3


_STATES = {
    State.MY_TURN: N_("**your turn**"),
    State.HELD: N_("a computer is playing for you; take your seat back at the table"),
    State.OTHERS: N_("waiting for others"),
    State.LOBBY: N_("not started"),
}


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """One of a person's matches."""

    game: str
    url: str
    state: State
    until: datetime | None = None
    """The deadline of the player it waits for, or the time when the lobby closes."""
    place: str = ""
    """The name of the server, if it is another one."""

    @property
    def urgency(self) -> tuple[State, datetime]:
        return self.state, self.until or _NEVER


def games_screen(matches: Sequence[OpenMatch], total: int, say: Words) -> Screen:
    """Show the first ``matches``, as many as there is room for; count the rest of ``total``."""
    if not matches:
        return note(say("You're not in a match. Start one with /play."))
    lines = [_line(match, say) for match in matches]
    ends = accumulate(len(line) + 1 for line in lines)
    lines = lines[: sum(end <= ROOM for end in ends)]
    if more := total - len(lines):
        lines.append(say.count("- and {n} more", "- and {n} more", more))
    return Screen(("### " + say("Your open matches"), "\n".join(lines)))


def _line(match: OpenMatch, say: Words) -> str:
    facts = [f"[{say(match.game)}]({match.url})", say(_STATES[match.state])]
    if match.until is not None:
        left = moment(match.until, "R")
        facts.append(
            say("closes {when}", when=left) if match.state is State.LOBBY else f"⏳ {left}"
        )
    if match.place:
        facts.append(match.place)
    return f"- {' · '.join(facts)}"
