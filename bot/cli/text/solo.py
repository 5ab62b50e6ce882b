"""Events of Memory and Solitaire, as text for a terminal."""

from collections.abc import Iterator

from bot.domino.bone import Bone
from bot.engine.contract import Event
from bot.games.memory import GridCleared, GridLaid, Taken, TurnedBack, TurnedUp
from bot.games.solitaire import Added, Removed, RowEnded, RowLaid


def solo_text(event: Event) -> Iterator[str]:
    """Yield an event of these games as one line or several; nothing for any other."""
    yield from _grid_text(event)
    yield from _row_text(event)


def _grid_text(event: Event) -> Iterator[str]:
    match event:
        case GridLaid(count):
            yield f"{count} tiles lie face down"
        case TurnedUp(seat, name=name, bone=bone):
            yield f"seat {seat} turns up {bone} at {name}"
        case Taken(seat, bones=(one, other), pairs=pairs):
            yield f"seat {seat} takes {one} and {other}, pair {pairs}"
        case TurnedBack(bones=(one, other)):
            yield f"{one} and {other} are turned back"
        case GridCleared(reason, pairs=pairs, attempts=attempts):
            yield f"the round ends: {reason}"
            for seat, (found, tries) in enumerate(zip(pairs, attempts, strict=True)):
                yield f"seat {seat} has found {found} in {tries} attempts"
        case _:
            return


def _row_text(event: Event) -> Iterator[str]:
    match event:
        case RowLaid(bones, stock):
            yield f"row: {_bones(bones)}, {stock} face down"
        case Added(bone, left):
            yield f"{bone} comes at the right, {left} left"
        case Removed(bones):
            yield f"removed: {_bones(bones)}"
        case RowEnded(reason, left=left, draws=draws):
            yield f"the round ends: {reason}"
            yield f"left: {_bones(left)}; {draws} drawn"
        case _:
            return


def _bones(bones: tuple[Bone, ...]) -> str:
    return " ".join(bone.code for bone in bones) or "nothing"
