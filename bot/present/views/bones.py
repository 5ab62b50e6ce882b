"""Bones laid in a line or a tree, from hands that only their owners see."""

from collections.abc import Iterable, Iterator, Sequence

from bot.domino.bone import MAX_PIPS, double_n
from bot.engine.contract import Event, Move, Seat
from bot.engine.translatable import N_
from bot.games.connecting.events import Holding, Lacking, Played, Redealt, RoundEnded, VoidDeal
from bot.games.connecting.knocks import BonusReason, BonusScored
from bot.games.connecting.moves import Play
from bot.games.connecting.notes import notes_of
from bot.games.connecting.observation import TableSeen
from bot.present.i18n import Words
from bot.present.text.seats import Reader, letter
from bot.present.views import hands
from bot.present.views.bone_hands import BoneHandsView
from bot.present.views.line import (
    bare_line,
    boneyard,
    describe_bones,
    describe_ends,
    describe_limits,
    laid_out,
    line_scene,
    names_of_ends,
)
from bot.present.views.plays import bone_move, played, signs_of, spellings_of
from bot.present.views.view import Options
from renderers.scene.bones import LineScene, Scene
from renderers.scene.captions import Sign

_VOID = {
    VoidDeal.NO_DOUBLE: N_("Nobody was dealt a double: new deal"),
    VoidDeal.MANY_DOUBLES: N_("One hand had five doubles or more: new deal"),
    VoidDeal.FOUR_DOUBLES: N_("One hand had four doubles or more: new deal"),
    VoidDeal.MANY_OF_ONE: N_("A hand had six bones or more with the same number: new deal"),
    VoidDeal.LEADER_LEFT: N_("6-6 was left over: new deal"),
}
_KNOCKED = {
    # Translators: {who} is two players, as in “Ana and Cid”; {n} is a number of points.
    BonusReason.ALL_KNOCKED: N_("Everybody else knocked: {who} score {n}"),
    BonusReason.LEAD_KNOCKED: N_("A knock right after the lead: {who} score {n}"),
}


class BonesView(BoneHandsView[TableSeen, RoundEnded]):
    seen_type = TableSeen
    end_type = RoundEnded
    sample_cut = 0.45

    def lying(self, seen: TableSeen, plays: Sequence[Play] = ()) -> LineScene:
        closed = {name for name, limit in seen.limits.items() if limit.closes}
        return line_scene(seen.layout, {play.at for play in plays} or None, closed)

    def describe_places(self, seen: TableSeen, say: Words) -> Iterator[str]:
        return describe_ends(seen.layout, say, seen.limits, seen.total)

    def describe_lying(self, seen: TableSeen, say: Words) -> Iterable[str]:
        return describe_bones(seen.layout, say)

    def lying_at_end(self, over: RoundEnded) -> LineScene:
        return bare_line(over.layout)

    def describe_lying_at_end(self, over: RoundEnded, say: Words) -> Iterable[str]:
        return describe_bones(over.layout, say)

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
        if isinstance(event, Played):
            return signs_of(event, later)
        return super().caption(event, later)

    def end_name(self, seen: TableSeen, code: str) -> str:
        return names_of_ends(seen.layout).name_by_code(code)

    def sample(self, codes: Sequence[str], options: Options, *, wide: bool = False) -> Scene:
        return bare_line(laid_out(codes))

    def facts(self, seen: TableSeen, say: Words) -> Iterator[str]:
        if added := self.sum_of_ends(seen, say):
            yield added
        yield from describe_limits(seen.layout, seen.limits, say)
        if seen.boneyard:
            yield boneyard(seen.boneyard, say)
        previous = seen.setup.previous
        for note in notes_of(previous.carried) if previous else ():
            yield hands.noted(note, lambda seat: f"`{letter(seat)}`", say)

    def sum_of_ends(self, seen: TableSeen, say: Words) -> str:
        """Say what the open ends add up to: “Open ends: 2 + 0 + 4 + 6 = 12.”."""
        return "" if seen.total is None else say("Open ends: {ends}.", ends=seen.total)

    def running(self, seen: TableSeen, seat: Seat) -> int:
        return seen.earned[seat]

    def phrase(self, event: Event, reader: Reader, later: Sequence[Event] = ()) -> str | None:
        say = reader.say
        match event:
            case Played():
                return played(event, later, reader)
            case Lacking(seats, bones):
                if len(seats) > 1:
                    named = say.listed(bone.code for bone in bones)
                    return say.count(
                        "Nobody was dealt {bones}",
                        "None of these was dealt: {bones}",
                        len(bones),
                        bones=named,
                    )
                return reader.told(
                    seats[0],
                    N_("You have no double, so the lead passes on"),
                    N_("{who} has no double, so the lead passes on"),
                )
            case Holding(seat, bone):
                own, other = N_("You have {bone}"), N_("{who} has {bone}")
                return reader.told(seat, own, other, bone=bone.code)
            case Redealt(reason):
                return say(_VOID[reason])
            case BonusScored(seats=seats, points=points, reason=reason):
                return say(_KNOCKED[reason], who=say.listed(map(reader.name, seats)), n=points)
            case _:
                return None

    def how_it_ended(self, over: RoundEnded, reader: Reader, *, counted: bool) -> str:
        if over.decision is not None:
            return hands.decided(over.decision, over.winners, reader)
        return super().how_it_ended(over, reader, counted=counted)

    def arithmetic(self, over: RoundEnded, reader: Reader) -> Iterator[str]:
        yield from hands.arithmetic(over, reader, over.extras)
        for note in over.notes:
            yield hands.noted(note, reader.name, reader.say)

    def move_name(self, move: Move, seen: TableSeen, say: Words) -> str:
        text = bone_move(move, seen.layout, seen.legal, say) or move.code
        gain = seen.gains.get(move.code)
        return f"{text} · {say.signed(gain)}" if gain else text

    def spellings(self, move: Move, seen: TableSeen, say: Words) -> list[str]:
        return spellings_of(move, seen.layout, say)

    def most_pips(self, seen: TableSeen) -> int | None:
        count = seen.stock + sum(seen.counts) + len(seen.layout.laid)
        return next(each for each in range(6, MAX_PIPS + 1) if len(double_n(each)) >= count)

    def offered(self, move: Move, seen: TableSeen) -> Move:
        """Return the play of the same bone at the first of the ends that are alike."""
        if not isinstance(move, Play) or not move.at:
            return move
        return next(
            each
            for each in seen.legal
            if isinstance(each, Play)
            and (each.bone, each.crosswise) == (move.bone, move.crosswise)
            and seen.alike(each.at, move.at)
        )

    def group_label(self, bone: str, moves: Sequence[Move], seen: TableSeen, say: Words) -> str:
        """Name a bone with the most that it can score."""
        if most := max(seen.gains.get(move.code, 0) for move in moves):
            return say("{bone} … · up to {points}", bone=bone, points=say.signed(most))
        return super().group_label(bone, moves, seen, say)
