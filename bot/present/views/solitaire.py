"""Solitaire's table: a row of bones side by side, and the stock."""

from collections.abc import Iterator, Sequence

from bot.domino.bone import DOUBLE_SIX, Bone
from bot.engine.contract import Event, Move, Seat
from bot.engine.translatable import N_
from bot.games.common.events import DrawEvent
from bot.games.solitaire.events import Added, Removed, RowEnded
from bot.games.solitaire.moves import DrawNext, Remove
from bot.games.solitaire.rules import SolitaireSeen, winnable
from bot.present.i18n import Words
from bot.present.text.seats import Reader
from bot.present.views.hands import faces
from bot.present.views.view import Options, RoundEndView, View
from renderers.scene.bones import PatienceScene, Scene
from renderers.scene.captions import BoneSign, Glyph, Sign

SET = len(DOUBLE_SIX)
_WIDE_ROW = ((2, 1), (6, 5), (4, 2), (3, 0), (6, 1), (5, 4), (3, 2), (6, 0))
"""The row of a wide sample, in which only the second bone can be removed."""


class SolitaireView(View[SolitaireSeen], RoundEndView[RowEnded]):
    seen_type = SolitaireSeen
    end_type = RowEnded
    names_bones = True

    def table(self, seen: SolitaireSeen, events: Sequence[Event]) -> Scene:
        removes = [move for move in seen.legal if isinstance(move, Remove)]
        return PatienceScene(
            faces(seen.row),
            seen.stock,
            len(seen.gone),
            middles=tuple((m.at, _shared(seen, m)) for m in removes if not m.triple),
            triples=tuple(move.at for move in removes if move.triple),
            newest=tuple(range(len(seen.row) - seen.newest, len(seen.row))),
        )

    def ended(self, over: RowEnded) -> Scene:
        return PatienceScene(faces(over.left), SET - over.removed - len(over.left), over.removed)

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
        match event:
            case Added(bone=bone):
                return Glyph.TAKEN, BoneSign(bone.high, bone.low)
            case Removed(bones=bones):
                return *(BoneSign(bone.high, bone.low) for bone in bones), Glyph.REMOVED
            case _:
                return super().caption(event, later)

    def sample(self, codes: Sequence[str], options: Options, *, wide: bool = False) -> Scene:
        bones = _WIDE_ROW if wide else _WIDE_ROW[:3]
        return PatienceScene(bones, SET - len(bones), 0, middles=((1, 2),), close=True)

    def describe_table(self, seen: SolitaireSeen, say: Words) -> Iterator[str]:
        for move in seen.legal:
            if isinstance(move, Remove):
                yield _describe_removable(seen, move, say)
        yield _describe_row(seen.row, say)
        if seen.newest:
            drawn = " ".join(bone.code for bone in seen.row[-seen.newest :])
            yield say.count(
                "Last bone drawn: {bones}.", "Last bones drawn: {bones}.", seen.newest, bones=drawn
            )
        yield from self.facts(seen, say)

    def describe_end(self, over: RowEnded, say: Words) -> Iterator[str]:
        yield _describe_row(over.left, say)

    def held(self, seen: SolitaireSeen, seat: Seat, say: Words) -> str:
        return say.count("{n} bone in the row", "{n} bones in the row", len(seen.row))

    def facts(self, seen: SolitaireSeen, say: Words) -> Iterator[str]:
        yield say.count("{n} bone left to draw.", "{n} bones left to draw.", seen.stock)
        yield say.count("{n} bone removed.", "{n} bones removed.", len(seen.gone))

    def alone(self, tally: int, say: Words) -> str:
        if not tally:
            return say("Solved: all 28 bones removed")
        return say.count("Stuck with {n} bone left", "Stuck with {n} bones left", tally)

    def tally(self, number: int, say: Words) -> str:
        return (
            say.count("{n} bone left", "{n} bones left", number) if number else say("no bones left")
        )

    def tally_at_end(self, number: int, say: Words) -> str:
        if not number:
            return say("all bones removed!")
        return say.count("{n} bone is left", "{n} bones are left", number)

    def drew(self, seat: Seat, draws: Sequence[DrawEvent], reader: Reader) -> str:
        bones = [f"**{draw.bone.code}**" for draw in draws if isinstance(draw, Added)]
        named = reader.say.listed(bones)
        return reader.say.count("{bones} was drawn", "{bones} were drawn", len(bones), bones=named)

    def phrase(self, event: Event, reader: Reader, later: Sequence[Event] = ()) -> str | None:
        if not isinstance(event, Removed):
            return None
        say, count = reader.say, len(event.bones)
        named = say.listed(f"**{bone.code}**" for bone in event.bones)
        return say.count("{bones} was removed", "{bones} were removed", count, bones=named)

    def how_it_ended(self, over: RowEnded, reader: Reader, *, counted: bool) -> str:
        say = reader.say
        if over.winners:
            told = say("**Solved!** All 28 bones removed.")
        else:
            told = say.count(
                "**Stuck:** {n} bone is left, {removed} of {all} have been removed.",
                "**Stuck:** {n} bones are left, {removed} of {all} have been removed.",
                len(over.left),
                removed=over.removed,
                all=SET,
            )
        deals = winnable(reader.table_info.options)
        return say.in_a_row((told, say("About {n} of 100 deals can be won.", n=deals)))

    def question(self, seen: SolitaireSeen, say: Words) -> str:
        if any(isinstance(move, Remove) for move in seen.legal):
            return say("You can remove something.")
        return say("There's nothing to remove.") if seen.legal else ""

    def move_name(self, move: Move, seen: SolitaireSeen, say: Words) -> str:
        """Describe a move with its reason: “Remove 6-5: 2 each side”."""
        match move:
            case Remove(bone=bone, triple=False):
                return say(
                    "Remove {bone}: {number} each side", bone=bone.code, number=_shared(seen, move)
                )
            case Remove():
                bones, number = _three(seen, move.at), _shared(seen, move)
                if move.bone.has(number):
                    return say("Remove {bones}: all {number}", bones=bones, number=number)
                return say("Remove {bones}: pairs", bones=bones)
            case DrawNext() if len(seen.legal) == 1:
                return say("Draw until something fits")
            case DrawNext():
                return say("Draw the next bone")
            case _:
                return move.code

    def spellings(self, move: Move, seen: SolitaireSeen, say: Words) -> list[str]:
        """Return the move without its reason, and a single bone either way round."""
        match move:
            case Remove(bone=bone, triple=False):
                bones = [bone.code, f"{bone.low}-{bone.high}"]
            case Remove(at=at):
                bones = [_three(seen, at)]
            case _:
                return []
        return [*bones, *(say("Remove {bone}", bone=each) for each in bones)]


def _three(seen: SolitaireSeen, at: int) -> str:
    return " ".join(bone.code for bone in seen.row[at - 1 : at + 2])


def _shared(seen: SolitaireSeen, move: Remove) -> int:
    """Return the number that both neighbours share: only one, since no bone occurs twice."""
    left, right = seen.row[move.at - 1], seen.row[move.at + 1]
    return next(number for number in (left.high, left.low) if right.has(number))


def _describe_removable(seen: SolitaireSeen, move: Remove, say: Words) -> str:
    """Say that bones can be removed, and which number is why (SOLO-2, SOLO-3)."""
    before, middle, after = seen.row[move.at - 1 : move.at + 2]
    if not move.triple:
        text = N_("{bone} can be removed: {number} on both sides.")
        return say(text, bone=middle.code, number=_shared(seen, move))
    bones = _three(seen, move.at)
    common = {before.high, before.low} & {middle.high, middle.low} & {after.high, after.low}
    if common:
        text = N_("{bones} can be removed together: all have a {number}.")
        return say(text, bones=bones, number=min(common))
    return say("{bones} can be removed together: any two share a number.", bones=bones)


def _describe_row(bones: tuple[Bone, ...], say: Words) -> str:
    if not bones:
        return say("The row is empty.")
    return say("The row from left to right: {bones}.", bones=" ".join(b.code for b in bones))
