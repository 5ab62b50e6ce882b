"""Events on a board, as text for a terminal."""

from collections.abc import Iterator

from bot.domino.bone import Bone
from bot.domino.grid import cell_name
from bot.engine.contract import Event
from bot.games.double_double import BoardDealt, BoardEnded, LowestShown, Pitted, Placed, Stopped


def board_text(event: Event) -> Iterator[str]:
    """Yield the event as one line or several; nothing if it is not a board's."""
    match event:
        case BoardDealt(hands, counts, boneyard):
            for seat, hand in enumerate(hands):
                yield f"seat {seat} has {_bones(hand) if hand is not None else counts[seat]}"
            yield f"{boneyard} in the boneyard"
        case LowestShown(bones):
            shown = ", ".join(f"seat {seat} {bone}" for seat, bone in enumerate(bones))
            yield f"lowest: {shown}"
        case Placed():
            yield from _placed_text(event)
        case Pitted(seat, bone):
            yield f"seat {seat} puts {bone or 'a domino'} into the pit"
        case Stopped(seat):
            yield f"seat {seat} does not go on"
        case BoardEnded(reason, _, hands, dots):
            yield f"the game ends: {reason}"
            for seat, (hand, left) in enumerate(zip(hands, dots, strict=True)):
                yield f"seat {seat} holds {_bones(hand)} = {left}"
        case _:
            pass


def _placed_text(event: Placed) -> Iterator[str]:
    bone, first, second = event.bone, cell_name(event.first), cell_name(event.second)
    yield f"{first} shows {bone.high}, {second} shows {bone.low}"
    if event.diamond:
        yield f"a diamond: {event.diamond} for seat {event.seat}"
    matched = [f"seat {seat}" for seat, bonus in enumerate(event.bonus) if bonus]
    if matched:
        yield f"the number on the track: {max(event.bonus)} for {', '.join(matched)}"
    yield f"the pieces stand on {', '.join(map(str, event.positions))}"


def _bones(hand: tuple[Bone, ...]) -> str:
    return " ".join(bone.code for bone in hand) or "nothing"
