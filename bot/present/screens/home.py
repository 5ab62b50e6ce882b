"""A person's open matches, and the way from one that waits for them to the next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import IntEnum
from itertools import accumulate

from bot.engine.translatable import N_
from bot.model.match import Occupant
from bot.present import custom_ids
from bot.present.i18n import Words, moment
from bot.present.screen import MAX_COMPONENTS, MAX_IN_ROW, Button, Screen, Tone, in_lines, note
from bot.present.text.seats import player_name

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
    match_id: int
    game: str
    url: str = ""
    state: State = State.LOBBY
    until: datetime | None = None
    """The deadline of the player it waits for, or the time when the lobby closes."""
    place: str = ""
    """The name of the server, if it is another one."""
    others: tuple[Occupant, ...] = ()
    """Everybody else at the table."""
    awaited: tuple[Occupant, ...] = ()
    """The people who are to move."""
    moved_at: datetime | None = None
    """The time of the last move."""

    @property
    def urgency(self) -> tuple[State, datetime]:
        return self.state, self.until or _NEVER


def games_screen(matches: Sequence[OpenMatch], total: int, say: Words) -> Screen:
    """Show the first ``matches``, as many as there is room for; count the rest of ``total``."""
    if not matches:
        return note(say("You're not in a match. Start one with /play."))
    screen = Screen(("### " + say("Your open matches"), _open_lines(matches, total, say)))
    waits = any(match.state is State.MY_TURN for match in matches)
    return with_next(screen, say) if waits else screen


def digest_screen(matches: Sequence[OpenMatch], total: int, now: datetime, say: Words) -> Screen:
    """Show some of the matches that wait for a person, ``total`` in all, as of ``now``."""
    head = say.count("{n} match waits for you", "{n} matches wait for you", total)
    hint = say("-# Change how often I write with /preferences.")
    screen = Screen((f"### {head}", _open_lines(matches, total, say), hint))
    return with_next(as_of(screen, now, say), say)


def nothing_waits_screen(expected_at: datetime | None, say: Words) -> Screen:
    """Say that no match waits for a person; others are to move by ``expected_at``, if at all."""
    text = say("Nothing waits for you.")
    if expected_at is not None:
        others = say("The next time to move runs out {when}.", when=moment(expected_at, "R"))
        text = say.in_a_row((text, others))
    return note(in_lines(text, say("-# See all your matches with /games.")))


def at_table_screen(game: str, match_id: int, url: str, say: Words) -> Screen:
    """Lead somebody to a table at which they choose, and from there to the next match."""
    screen = note(say("Your turn in {game}: choose at the table.", game=f"[{say(game)}]({url})"))
    return with_next(screen, say, match_id)


def with_next(screen: Screen, say: Words, match_id: int = 0) -> Screen:
    """Add the button that opens the next match that waits, if there is room for it.

    ``match_id`` is the match that the screen shows.
    """
    # Translators: a button that opens the next match in which it is the reader's turn.
    button = Button(custom_ids.next_match(match_id), say("Next match"), Tone.MAIN)
    *rows, last = screen.rows or ((),)
    if isinstance(last, tuple) and len(last) < MAX_IN_ROW:
        added = replace(screen, rows=(*rows, (*last, button)))
    else:
        added = replace(screen, rows=(*screen.rows, (button,)))
    return added if added.size <= MAX_COMPONENTS else screen


def as_of(screen: Screen, now: datetime, say: Words) -> Screen:
    """Say below a screen when it was true, where nobody will change it later."""
    return replace(screen, parts=(*screen.parts, say("-# As of {when}.", when=moment(now, "f"))))


def _open_lines(matches: Sequence[OpenMatch], total: int, say: Words) -> str:
    lines = [_open_line(match, say) for match in matches]
    ends = accumulate(len(line) + 1 for line in lines)
    lines = lines[: sum(end <= ROOM for end in ends)]
    if more := total - len(lines):
        lines.append(say.count("- and {n} more", "- and {n} more", more))
    return "\n".join(lines)


def _open_line(match: OpenMatch, say: Words) -> str:
    linked, state = f"[{say(match.game)}]({match.url})", say(_STATES[match.state])
    if match.others:
        # Translators: {game} is a game's name, {who} are the other players.
        linked = say("{game} with {who}", game=linked, who=_names(match, match.others, say))
    if match.state is State.OTHERS and match.awaited:
        state = say("waiting for {who}", who=_names(match, match.awaited, say))
    facts = [linked, state]
    if match.until is not None:
        left = moment(match.until, "R")
        facts.append(
            say("closes {when}", when=left) if match.state is State.LOBBY else f"⏳ {left}"
        )
    if match.moved_at is not None:
        # Translators: {when} is like “3 hours ago”.
        facts.append(say("last move {when}", when=moment(match.moved_at, "R")))
    if match.place:
        facts.append(match.place)
    return f"- {' · '.join(facts)}"


def _names(match: OpenMatch, players: Sequence[Occupant], say: Words) -> str:
    return say.listed(player_name(each, match.match_id, say) for each in players)
