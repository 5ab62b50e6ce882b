"""The position of a worked example, reached by playing its log."""

from typing import Any

from bot.engine.contract import NATURE, Actor, Event, Lot, Observation, Rules, Seat, Shuffle
from bot.engine.replay import play
from bot.engine.rules_text import WorkedExample
from bot.engine.seating import prepare
from bot.engine.value import Value


class ExamplePosition(Value):
    """The position that the log of a worked example leads to."""

    seen: Observation
    """The view of the seat to move; that of a spectator if the round is over."""
    public: Observation
    """The view of everybody."""
    events: tuple[Event, ...]
    """The events of the last move."""


def example_position(rules: Rules[Any, Any], example: WorkedExample) -> ExamplePosition:
    """Return where an example's log leads.

    Raises a refusal at the first entry that the rules do not allow.
    """
    state = rules.start(prepare(rules.info, example.seats))
    events: tuple[Event, ...] = ()
    for entry in example.log.split("; "):
        asked = rules.to_act(state)
        actor: Actor = NATURE
        code = entry
        if isinstance(asked, Shuffle):
            code = _whole_deal(entry, asked.pieces)
        elif not isinstance(asked, Lot):
            actor = min(asked, default=NATURE)
        step = play(rules, state, actor, code)
        state, events = step.state, step.events
    to_act = rules.to_act(state)
    seat: Seat | None = min(to_act, default=None) if isinstance(to_act, frozenset) else None
    seen = rules.observe(state, seat)
    public = seen if rules.info.open_play else rules.observe(state, None)
    return ExamplePosition(seen, public, events)


def _whole_deal(entry: str, pieces: tuple[str, ...]) -> str:
    """Return the code of a shuffle that begins as ``entry`` does."""
    rest = list(pieces)
    for named in entry.split(" ")[1:]:
        if named in rest:
            rest.remove(named)
    return " ".join((entry, *rest))
