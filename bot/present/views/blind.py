"""Blind's table: a line, and rows of bones that lie face down."""

from collections.abc import Iterator, Sequence
from typing import Literal

from bot.domino.bone import by_code
from bot.engine.contract import Event, Move, Seat
from bot.engine.translatable import N_
from bot.games.blind.events import (
    DirectionChosen,
    DirectionsShown,
    LotsDrawn,
    OddLaid,
    Returned,
    Turned,
)
from bot.games.blind.moves import FROM_LEFT, Choose, TurnOver
from bot.games.blind.observation import BlindSeen
from bot.games.connecting.events import Played
from bot.games.connecting.moves import Play
from bot.present.i18n import Words
from bot.present.text.seats import Reader, letter, lettered
from bot.present.views.bones import BonesView
from bot.present.views.hands import describe_row
from bot.present.views.line import describe_bones, describe_ends, line_scene
from bot.present.views.plays import bone_move, signs_of, spellings_of
from bot.present.views.view import Hands, Options, View, without_settled
from renderers.scene.bones import RowScene, RowsScene, Scene, SeatRow, TableAndHandScene
from renderers.scene.captions import BoneSign, Glyph, Sign


class BlindView(View[BlindSeen]):
    """The view for a line and everybody's row, of which its owner sees no more than others."""

    seen_type = BlindSeen
    names_bones = True
    is_one_press = True
    max_direct_moves = 2
    has_private_copy = False

    def table(self, seen: BlindSeen, events: Sequence[Event]) -> Scene:
        rows = tuple(_row(seen, seat) for seat in seen.setup.seats)
        return RowsScene(line_scene(seen.layout), rows)

    def hand(self, seen: BlindSeen) -> Scene:
        """Return the line, once it has a bone, and the row of the observation's seat.

        If a bone is to be laid, the ends where it doesn't fit are greyed.
        """
        row = RowScene(_row(seen, seen.seat or 0))
        if not seen.layout.laid:
            return row
        fitting = {move.at for move in seen.legal if isinstance(move, Play)}
        return TableAndHandScene(line_scene(seen.layout, fitting or None), row)

    def all_hands(self, seen: BlindSeen, held: Hands, events: Sequence[Event]) -> Scene:
        rows = tuple(_row(seen, seat, held[seat]) for seat in seen.setup.seats)
        return RowsScene(line_scene(seen.layout), rows, shown=True)

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
        match event:
            case Played():
                return signs_of(event, later)
            case Turned(bone=bone) if not any(isinstance(each, Played) for each in later):
                return (BoneSign(bone.high, bone.low),)
            case Returned():
                return (Glyph.NOTHING,)
            case _:
                return super().caption(event, later)

    def sample(self, codes: Sequence[str], options: Options, *, wide: bool = False) -> Scene:
        """Return a row in which only doubles are face up."""
        bones = map(by_code, codes)
        return RowScene(SeatRow("A", tuple((b.high, b.low) if b.double else None for b in bones)))

    def describe_table(self, seen: BlindSeen, say: Words) -> Iterator[str]:
        yield from describe_ends(seen.layout, say)
        for seat in seen.setup.seats:
            yield _describe_row(seen, seat, say("Row of {who}", who=lettered(seat, say)), say)
        yield from describe_bones(seen.layout, say)

    def describe_hand(self, seen: BlindSeen, say: Words) -> Iterator[str]:
        if seen.seat is not None:
            yield _describe_row(seen, seen.seat, say("Your row"), say)
        yield from describe_ends(seen.layout, say)
        yield from describe_bones(seen.layout, say)

    def reported(self, events: Sequence[Event]) -> Sequence[Event]:
        return without_settled(events, DirectionChosen, DirectionsShown)

    def phrase(self, event: Event, reader: Reader, later: Sequence[Event] = ()) -> str | None:
        say = reader.say
        match event:
            case LotsDrawn(seats, bones):
                drawn = zip(seats, bones, strict=True)
                lots = say.listed(f"{reader.name(seat)} {bone.code}" for seat, bone in drawn)
                return say("Drawn for the lead: {lots}", lots=lots)
            case OddLaid(bone):
                return say("The leftover bone, **{bone}**, started the line", bone=bone.code)
            case DirectionChosen(seat):
                return reader.told(seat, N_("You've chosen"), N_("{who} has chosen"))
            case DirectionsShown():
                return say("Everybody has chosen")
            case Returned(seat, bone, up):
                told = reader.told(
                    seat,
                    N_("You turned over **{bone}**, which doesn't fit, so it goes to the back"),
                    N_("{who} turned over **{bone}**, which doesn't fit, so it goes to the back"),
                    bone=bone.code,
                )
                return say("{told}, face up", told=told) if up else told
            case _:
                return _BONES.phrase(event, reader, later)

    def waiting(self, event: Event, reader: Reader) -> str | None:
        if not isinstance(event, Turned):
            return None
        return reader.told(
            event.seat,
            N_("You turned over **{bone}**, which fits at both ends"),
            N_("{who} turned over **{bone}**, which fits at both ends"),
            bone=event.bone.code,
        )

    def question(self, seen: BlindSeen, say: Words) -> str:
        if not any(isinstance(move, Choose) for move in seen.legal):
            return ""
        return say(
            "From which end of your row do you want to turn over your bones? Nobody sees your"
            " choice until everybody has chosen."
        )

    def move_name(self, move: Move, seen: BlindSeen, say: Words) -> str:
        match move:
            case TurnOver():
                return say("Turn over the next bone")
            case Choose(direction=direction):
                return say("From the left") if direction == FROM_LEFT else say("From the right")
            case _:
                return bone_move(move, seen.layout, seen.legal, say) or move.code

    def spellings(self, move: Move, seen: BlindSeen, say: Words) -> list[str]:
        return spellings_of(move, seen.layout, say)


_BONES = BonesView()


_ROWS = {
    None: N_("{whose}: {bones}."),
    "left": N_("{whose}, turned over from the left: {bones}."),
    "right": N_("{whose}, turned over from the right: {bones}."),
}


def _row(seen: BlindSeen, seat: Seat, held: Sequence[str] | None = None) -> SeatRow:
    """Return a row as it lies, or face up if given what is ``held``, front first."""
    lying = list(seen.lying(seat))
    if held is not None:
        pending = [] if seen.pending is None or seat not in seen.to_act else [seen.pending]
        lying = [*pending, *map(by_code, held)]
        if _front(seen, seat) == "right":
            lying.reverse()
    bones = tuple(None if each is None else (each.high, each.low) for each in lying)
    return SeatRow(letter(seat), bones, _front(seen, seat), active=seat in seen.to_act)


def _front(seen: BlindSeen, seat: Seat) -> Literal["left", "right"] | None:
    if (direction := seen.directions[seat]) is None:
        return None
    return "left" if direction == FROM_LEFT else "right"


def _describe_row(seen: BlindSeen, seat: Seat, whose: str, say: Words) -> str:
    """List a row, the bone that is turned over next first."""
    lying = [None if each is None else each.code for each in seen.lying(seat)]
    if seen.pending is not None and seat in seen.to_act:
        at = lying.index(seen.pending.code)
        lying[at] = say("{bone} turned over", bone=seen.pending.code)
    front = _front(seen, seat)
    if front == "right":
        lying.reverse()
    return say(_ROWS[front], whose=whose, bones=describe_row(lying, say))
