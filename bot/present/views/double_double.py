"""Double Double Dominoes' table: a board with diamonds, and everybody's points above it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.domino.board import BOARDS
from bot.domino.bone import BY_INDEX, Bone, in_order
from bot.engine.contract import Event, Move, Seat
from bot.engine.planning import Wish
from bot.engine.translatable import N_
from bot.games.common.events import DrawEvent, PointsEvent
from bot.games.common.pieces import codes
from bot.games.double_double.events import (
    BONEYARD,
    NO_PLACE,
    TARGET,
    BoardEnded,
    LowestShown,
    Pitted,
    Placed,
    Stopped,
)
from bot.games.double_double.moves import Discard, Place, Stop
from bot.games.double_double.table import BoardSeen
from bot.present.i18n import Words
from bot.present.text.seats import Reader, by_letter, letter, lettered
from bot.present.views import double_double_places, double_double_text
from bot.present.views.hands import counted_hands, describe_hand, face_up, hand_scene
from bot.present.views.view import Group, Hands, Options, Places, RoundEndView, View
from renderers.scene.bones import RoundScene, Scene, TableAndHandScene
from renderers.scene.captions import BoneSign, Glyph, SeatSign, Sign


class DoubleDoubleView(View[BoardSeen], RoundEndView[BoardEnded]):
    """The view for hands that only their owners see, and dozens of places for a bone."""

    seen_type = BoardSeen
    end_type = BoardEnded
    names_bones = True
    max_direct_moves = 0
    calls_by_letter = True
    until_change = N_(
        "It holds until another player's domino scores for you, or somebody can't place one."
    )

    def table(self, seen: BoardSeen, events: Sequence[Event]) -> Scene:
        return double_double_places.scene(seen, newest=_placed(events))

    def hand(self, seen: BoardSeen) -> Scene:
        playable = {move.bone for move in seen.legal if isinstance(move, Place | Discard)}
        board = double_double_places.own_scene(seen, newest=1)
        return TableAndHandScene(board, hand_scene(seen.hand, playable))

    def in_hand(self, seen: BoardSeen) -> Sequence[str]:
        return codes(in_order(seen.hand))

    def all_hands(self, seen: BoardSeen, held: Hands, events: Sequence[Event]) -> Scene:
        board = double_double_places.scene(seen, newest=_placed(events))
        return RoundScene(board, face_up(held, seen.setup.seats, seen.to_act))

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
        match event:
            case Placed(bone=bone):
                others = (
                    sign
                    for seat, bonus in enumerate(event.bonus)
                    if bonus and seat != event.seat
                    for sign in (SeatSign(letter(seat)), f"+{bonus}")
                )
                where = double_double_places.both(event.first, event.second)
                own = (f"+{event.points}",) if event.points else ()
                return BoneSign(bone.high, bone.low), Glyph.TO, where, *own, *others
            case Pitted(bone=Bone() as bone):
                return BoneSign(bone.high, bone.low), Glyph.REMOVED
            case Stopped():
                return (Glyph.NOTHING,)
            case DrawEvent() | PointsEvent():
                return ()
            case _:
                return super().caption(event, later)

    def reported(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events without draws: everybody draws at every turn."""
        return [each for each in events if not isinstance(each, DrawEvent)]

    def ended(self, over: BoardEnded) -> Scene:
        hands = counted_hands(enumerate(over.hands), over.winners)
        board = BOARDS[over.board]
        pieces = double_double_places.pieces(board, over.positions)
        shown = double_double_places.bare(board, over.laid, newest=1)
        return RoundScene(replace(shown, pieces=pieces, goal=over.target), hands)

    def sample(self, codes: Sequence[str], options: Options, *, wide: bool = False) -> Scene:
        return double_double_places.sample(codes, str(options["board"]), wide=wide)

    def describe_table(self, seen: BoardSeen, say: Words) -> Iterator[str]:
        yield double_double_text.track(seen, say)
        yield from double_double_text.open_squares(seen, say)
        held = by_letter((seat, seen.counts[seat]) for seat in seen.setup.seats)
        yield say("Dominoes in hand: {counts}.", counts=held)
        yield double_double_text.left_over(seen, say)
        yield from double_double_text.dominoes(seen.laid, say)
        yield from double_double_text.far_diamonds(seen, say)

    def describe_hand(self, seen: BoardSeen, say: Words) -> Iterator[str]:
        playable = {move.bone for move in seen.legal if isinstance(move, Place)}
        yield from describe_hand(seen.hand, playable, say)
        yield double_double_text.track(seen, say)
        if seen.seat is not None:
            ahead = double_double_text.numbers_ahead(seen.board, seen.positions[seen.seat])
            if ahead:
                numbers = " ".join(map(str, ahead))
                yield say("Numbers ahead of your score piece: {numbers}.", numbers=numbers)
        yield from double_double_text.open_squares(seen, say)
        yield from double_double_text.dominoes(seen.laid, say)

    def describe_end(self, over: BoardEnded, say: Words) -> Iterator[str]:
        for seat, hand in enumerate(over.hands):
            who, bones = lettered(seat, say), ", ".join(bone.code for bone in hand)
            points = say.count("{n} point", "{n} points", over.positions[seat])
            told = N_("{who}: {points}, held {bones}.") if hand else N_("{who}: {points}.")
            yield say(told, who=who, points=points, bones=bones)
        yield from double_double_text.dominoes(over.laid, say)

    def held(self, seen: BoardSeen, seat: Seat, say: Words) -> str:
        return say.count("{n} domino", "{n} dominoes", seen.counts[seat])

    def facts(self, seen: BoardSeen, say: Words) -> Iterator[str]:
        yield double_double_text.track(seen, say)
        yield double_double_text.left_over(seen, say)

    def goal(self, seen: BoardSeen) -> int:
        return seen.target

    def running(self, seen: BoardSeen, seat: Seat) -> int:
        return seen.positions[seat]

    def phrase(self, event: Event, reader: Reader, later: Sequence[Event] = ()) -> str | None:
        say = reader.say
        match event:
            case LowestShown(bones):
                shown = (f"{reader.name(seat)} {b.code}" for seat, b in enumerate(bones))
                return say("Lowest domino in each hand: {bones}", bones=say.listed(shown))
            case Placed():
                return double_double_places.placed(event, reader)
            case Pitted(seat, bone):
                if seat == reader.seat and bone is not None:
                    return say(
                        "You couldn't place a domino, so you put {bone} in the pit",
                        bone=f"**{bone.code}**",
                    )
                text = N_("{who} couldn't place a domino, so they put one in the pit")
                return say(text, who=reader.name(seat))
            case Stopped(seat):
                return reader.told(
                    seat,
                    N_("You didn't place another domino"),
                    N_("{who} didn't place another domino"),
                )
            case _:
                return None

    def how_it_ended(self, over: BoardEnded, reader: Reader, *, counted: bool) -> str:
        ends = {
            TARGET: N_("**The goal has been reached.**"),
            BONEYARD: N_("**The boneyard is empty.**"),
            NO_PLACE: N_("**No more dominoes can be placed.**"),
        }
        say = reader.say
        why, who = say(ends[over.reason]), say.listed(map(reader.name, over.winners))
        if len(over.winners) > 1:
            decided = say("{who} are tied on points and on pips left in hand.", who=who)
        elif over.positions.count(max(over.positions)) > 1:
            decided = say.count(
                "{who} wins the tie with the most left in hand: {n} pip.",
                "{who} wins the tie with the most left in hand: {n} pips.",
                over.dots[over.winners[0]],
                who=who,
            )
        else:
            return why
        return say("{why} {decided}", why=why, decided=decided)

    def question(self, seen: BoardSeen, say: Words) -> str:
        if any(isinstance(move, Discard) for move in seen.legal):
            return say("You can't place any of your dominoes. Choose one for the pit.")
        if not seen.laid and seen.legal:
            return next(double_double_text.open_squares(seen, say))
        if seen.after is not None and seen.legal:
            if len(seen.legal) == 1:
                return say("None of your dominoes fit next to your double, so stop here.")
            return say("You can place another domino next to your double, or stop.")
        return ""

    def move_name(self, move: Move, seen: BoardSeen, say: Words) -> str:
        """Describe a move: “4-3 → K7 K6 · 3 points”."""
        match move:
            case Place(bone=bone):
                where = double_double_places.both(move.first, move.second)
                points = double_double_places.points(seen, move, say)
                return say(
                    "{bone} → {where} · {points}", bone=bone.code, where=where, points=points
                )
            case Discard(bone=bone):
                return say("Put {bone} in the pit", bone=bone.code)
            case Stop():
                return say("Stop here")
            case _:
                return move.code

    def wish_name(self, wish: Wish, seen: BoardSeen, say: Words) -> str:
        return double_double_places.wish_name(wish, seen, say)

    def spellings(self, move: Move, seen: BoardSeen, say: Words) -> list[str]:
        return double_double_places.spellings(move) if isinstance(move, Place) else []

    def groups(self, seen: BoardSeen, say: Words) -> list[Group]:
        groups = []
        for bone in sorted(dict.fromkeys(seen.hand), key=BY_INDEX):
            moves = [m for m in seen.legal if isinstance(m, Place | Discard) and m.bone is bone]
            places = [move for move in moves if isinstance(move, Place)]
            if places and not seen.laid:
                offered = double_double_places.first_moves(seen)
                groups += [Group((move,)) for move in places if offered[move] is move]
            elif places:
                ways = tuple(sorted(places, key=lambda move: double_double_places.rank(seen, move)))
                label = say("{bone} …", bone=bone.code)
                if most := double_double_places.own_points(seen, ways[0]):
                    gain = say.signed(most)
                    label = say("{bone} … · up to {points}", bone=bone.code, points=gain)
                groups.append(Group(ways, bone.code, label))
            else:
                groups += [Group((move,)) for move in moves]
        return groups + [Group((move,)) for move in seen.legal if isinstance(move, Stop)]

    def offered(self, move: Move, seen: BoardSeen) -> Move:
        """Return the first placing that is offered for all that are alike on the empty board."""
        if seen.laid or not isinstance(move, Place):
            return move
        return double_double_places.first_moves(seen)[move]

    def label(self, move: Move, seen: BoardSeen, reader: Reader) -> str:
        """Return what a button says; of a first placing, only which half is on the star."""
        if isinstance(move, Place) and not seen.laid:
            pips = move.bone.high if move.first == seen.board.star else move.bone.low
            return reader.say("{spot}, {pips} on the star", spot=move.bone.code, pips=pips)
        return super().label(move, seen, reader)

    def places(self, seen: BoardSeen, ways: Sequence[Move], say: Words) -> Places | None:
        return double_double_places.places(
            seen, [move for move in ways if isinstance(move, Place)], say
        )


def _placed(events: Sequence[Event]) -> int:
    return max(1, sum(isinstance(event, Placed) for event in events))
