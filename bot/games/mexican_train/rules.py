"""Rules of a round of Mexican Train."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.domino.bone import Bone, bone, double_n, in_order, mask
from bot.engine.chance import LotResult, ShuffleResult
from bot.engine.contract import Actor, Belief, Event, Move, Rng, Seat, Setup, Shuffle, Step
from bot.engine.planning import Wish
from bot.games.common.pieces import Draw, Pass, codes
from bot.games.common.rules import BaseRules, has_turned
from bot.games.connecting.moves import Play
from bot.games.mexican_train import table
from bot.games.mexican_train.belief import TrainBelief
from bot.games.mexican_train.course import Tracks, first_course
from bot.games.mexican_train.events import Stuck
from bot.games.mexican_train.moves import MEXICAN, Stop, legal_moves, name_of
from bot.games.mexican_train.observation import TrainSeen
from bot.games.mexican_train.options import engine_of, hand_size, highest
from bot.games.mexican_train.position import TrainPosition
from bot.games.mexican_train.table import TrainTable


@dataclass(frozen=True, slots=True)
class TrainRules(BaseRules[TrainTable, TrainSeen]):
    def start(self, setup: Setup) -> TrainTable:
        """Return the table before the deal; raises ``HandsTooLarge``."""
        hand_size(setup)
        none = ((),) * (setup.seat_count + 1)
        tracks = Tracks(engine_of(setup), first_course(setup, 0), none)
        return TrainTable(setup, Shuffle(codes(double_n(highest(setup)))), 0, tracks)

    def moves_of(self, state: TrainTable, seat: Seat) -> tuple[Move, ...]:
        return legal_moves(state.tracks.course, state.hands[seat], can_draw=bool(state.stock))

    def carry_out(self, state: TrainTable, actor: Actor, move: Move) -> Step[TrainTable]:
        match move:
            case Play():
                return table.lay(state, move)
            case Draw():
                return table.draw(state)
            case Pass():
                return table.end_turn(state, stuck=True)
            case Stop():
                return table.end_turn(state, stuck=False)
            case ShuffleResult(order=order):
                return table.deal(state, order)
            case LotResult(seat=seat):
                return table.begin(state, seat)
            case _:
                raise TypeError(f"not a move of Mexican Train: {move!r}")

    def piece_locations(self, state: TrainTable) -> dict[str, tuple[str, ...]]:
        """Return where every piece is (TRAIN-I3); before the deal, all are in the stock."""
        tracks = state.tracks
        hands = {f"hand {seat}": codes(hand) for seat, hand in enumerate(state.hands)}
        stock = codes(state.stock if state.hands else double_n(highest(state.setup)))
        trains = {
            f"train {name_of(at, state.setup.seat_count)}": codes(bone(*each) for each in laid)
            for at, laid in enumerate(tracks.trains)
        }
        hub = (tracks.engine.code,) if tracks.begun else ()
        return {**hands, "stock": stock, "hub": hub, **trains}

    def observe(self, state: TrainTable, seat: Seat | None) -> TrainSeen:
        return TrainSeen(
            *self.shared_view(state, seat, tuple(map(len, state.hands))),
            hand=state.hands[seat] if seat is not None and state.hands else (),
            boneyard=len(state.stock),
            tracks=state.tracks,
        )

    def timeout_risk(self, seen: TrainSeen, move: Move) -> tuple[int, ...]:
        """Lay the heaviest bone, first on the own train, and no double that can't be covered."""
        if not isinstance(move, Play):
            return (1,)  # a first turn goes on as long as it can
        return _is_loose(seen, move.bone), -move.bone.pips, move.at != _own(seen)

    def preference(self, seen: TrainSeen, move: Move) -> tuple[int, ...]:
        """Get rid of heavy bones, where others can play, too; but first of a marker."""
        if not isinstance(move, Play):
            return (-1,)
        marked = seen.seat is not None and seen.tracks.course.marked >> seen.seat & 1
        is_own = move.at == _own(seen)
        return not _is_loose(seen, move.bone), move.bone.pips, is_own == bool(marked)

    def position(self, state: TrainTable, rng: Rng) -> TrainPosition:
        hands, stock = list(map(mask, state.hands)), [each.bit for each in reversed(state.stock)]
        scored = partial(table.result, state.setup)
        return TrainPosition(state.tracks.course, hands, stock, scored)

    def believe(self, seen: TrainSeen) -> Belief:
        return TrainBelief(seen, partial(table.result, seen.setup))

    def wishes(self, seen: TrainSeen) -> tuple[Wish, ...]:
        """Return each bone of the hand, alone, on the own train and on the Mexican one."""
        return tuple(
            Wish(each.code, place)
            for each in in_order(seen.hand)
            for place in ("", _own(seen), MEXICAN)
        )

    def granted(self, seen: TrainSeen, wish: Wish) -> tuple[Move, ...]:
        return tuple(
            move
            for move in seen.legal
            if isinstance(move, Play)
            and move.bone.code == wish.piece
            and wish.place in ("", move.at)
        )

    def ends_plans(self, before: TrainSeen, after: TrainSeen, events: Sequence[Event]) -> bool:
        stuck = any(isinstance(event, Stuck) for event in events)
        return stuck or has_turned(before, after, events)


def _own(seen: TrainSeen) -> str:
    return name_of(seen.seat or 0, seen.setup.seat_count)


def _is_loose(seen: TrainSeen, bone: Bone) -> bool:
    """Return whether a bone is a double that no other bone of the hand covers."""
    return bone.double and not any(each.has(bone.high) for each in seen.hand if each is not bone)
