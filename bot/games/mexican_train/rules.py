"""Rules of a round of Mexican Train, and the effects of its moves."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.domino.bone import Bone, bone, by_codes, double_n, in_order, mask
from bot.engine.chance import LotResult, ShuffleResult
from bot.engine.contract import Actor, Belief, Event, Lot, Move, Rng, Seat, Setup, Shuffle, Step
from bot.engine.planning import Wish
from bot.engine.seating import left_of
from bot.games.common.events import DOMINO, Drew, LeadReason, Leads
from bot.games.common.pieces import Draw, Pass, codes, dealt_hands, replaced, without
from bot.games.common.rules import BaseRules, RoundState, has_turned, with_events
from bot.games.connecting.events import Dealt
from bot.games.connecting.moves import Play
from bot.games.connecting.scoring import Hands
from bot.games.mexican_train.belief import TrainBelief
from bot.games.mexican_train.course import MEXICAN, Stop, Tracks, TrainSeen, name_of, train_at
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck, TrainsEnded
from bot.games.mexican_train.options import engine_is_held, hand_size, highest
from bot.games.mexican_train.position import TrainPosition, charges, result


class TrainTable(RoundState):
    tracks: Tracks
    hands: Hands = ()
    stock: tuple[Bone, ...] = ()
    """The bones of the boneyard, top first."""


@dataclass(frozen=True, slots=True)
class TrainRules(BaseRules[TrainTable, TrainSeen]):
    def start(self, setup: Setup) -> TrainTable:
        """Return the table before the deal; raises ``HandsTooLarge``."""
        hand_size(setup)
        return TrainTable(setup, Shuffle(codes(double_n(highest(setup)))), 0, Tracks.first(setup))

    def moves_of(self, state: TrainTable, seat: Seat) -> tuple[Move, ...]:
        return state.tracks.course.legal_moves(state.hands[seat], can_draw=bool(state.stock))

    def carry_out(self, state: TrainTable, actor: Actor, move: Move) -> Step[TrainTable]:
        match move:
            case Play():
                return _lay(state, move)
            case Draw():
                return _draw(state)
            case Pass() | Stop():
                return _end_turn(state, stuck=isinstance(move, Pass))
            case ShuffleResult(order=order):
                return _deal(state, order)
            case LotResult(seat=seat):
                return _begin(state, seat)
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
        """Lay the heaviest bone, if it fits on the seat's own train; loose doubles come last."""
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
        return TrainPosition(state.setup, state.tracks.course, hands, stock)

    def believe(self, seen: TrainSeen) -> Belief:
        return TrainBelief(seen)

    def wishes(self, seen: TrainSeen) -> tuple[Wish, ...]:
        """Return each bone of the hand, alone, on its own train and on the Mexican one."""
        return tuple(
            Wish(each.code, place)
            for each in in_order(seen.hand)
            for place in ("", _own(seen), MEXICAN)
        )

    def granted(self, seen: TrainSeen, wish: Wish) -> tuple[Move, ...]:
        plays = [each for each in seen.legal if isinstance(each, Play)]
        return tuple(
            each for each in plays if each.bone.code == wish.piece and wish.place in ("", each.at)
        )

    def ends_plans(self, before: TrainSeen, after: TrainSeen, events: Sequence[Event]) -> bool:
        stuck = any(isinstance(event, Stuck) for event in events)
        return stuck or has_turned(before, after, events)


def _own(seen: TrainSeen) -> str:
    return name_of(seen.seat or 0, seen.setup.seat_count)


def _is_loose(seen: TrainSeen, bone: Bone) -> bool:
    """Return whether a bone is a double that no other bone of the hand covers."""
    return bone.double and not any(each.has(bone.high) for each in seen.hand if each is not bone)


def _deal(state: TrainTable, order: tuple[str, ...]) -> Step[TrainTable]:
    """Deal hands; the engine is taken out of the set first, unless somebody must hold it."""
    setup, engine, is_held = state.setup, state.tracks.engine, engine_is_held(state.setup)
    bones = tuple([each for each in by_codes(order) if is_held or each is not engine])
    hands = dealt_hands(setup, bones, hand_size(setup))
    stock = bones[sum(map(len, hands)) :]
    dealt = Dealt(hands, tuple(map(len, hands)), len(stock), 0)
    step = with_events(
        state,
        *((dealt,) if is_held else (dealt, EngineLaid(engine))),
        hands=hands,
        stock=stock,
        awaits=Lot(setup.seats),
        tracks=replace(state.tracks, begun=not is_held),
    )
    holder = next((seat for seat in setup.seats if engine in hands[seat]), None)
    before = setup.previous.leader if setup.previous is not None else None
    if holder is None and before is None:
        return step
    first = left_of(setup.seats, before or 0) if holder is None else holder
    begun = _begin(step.state, first, LeadReason.NEXT_LEFT)
    return Step(begun.state, (*step.events, *begun.events))


def _begin(state: TrainTable, seat: Seat, reason: LeadReason = LeadReason.LOT) -> Step[TrainTable]:
    """Let ``seat`` lead, or be the first to draw until the engine appears (TRAIN-4, TRAIN-6)."""
    setup, engine, hands, stock = state.setup, state.tracks.engine, state.hands, state.stock
    events: tuple[Event, ...] = (Leads(seat, by_lot=reason is LeadReason.LOT, reason=reason),)
    if engine_is_held(setup):
        events = ()
        while engine not in hands[seat]:
            seat = left_of(setup.seats, seat) if events else seat
            hands, stock = replaced(hands, seat, (*hands[seat], stock[0])), stock[1:]
            events += (Drew(seat, hands[seat][-1], len(stock)),)
        hands = replaced(hands, seat, without(hands[seat], engine))
        events += (Leads(seat, by_lot=False, bones=(engine,)), EngineLaid(engine, seat))
    begun = replace(state, awaits=None, leader=seat, hands=hands, stock=stock)
    tracks = replace(state.tracks, begun=True, course=replace(state.tracks.course, turn=seat))
    return _after(begun, tracks, *events)


def _lay(state: TrainTable, play: Play) -> Step[TrainTable]:
    seat, course, bone = state.turn, state.tracks.course, play.bone
    train = train_at(play.at, course.terms.seats)
    tracks = state.tracks.lay(train, bone)
    event = Coupled(
        seat,
        bone,
        train,
        course.terms.seats,
        course.ends[train],
        opens=bone.double and train in tracks.course.opened,
        unmarked=bool(course.marked & ~tracks.course.marked),
    )
    hands = replaced(state.hands, seat, without(state.hands[seat], bone))
    return _after(replace(state, hands=hands), tracks, event)


def _draw(state: TrainTable) -> Step[TrainTable]:
    seat, found, stock = state.turn, state.stock[0], state.stock[1:]
    hands = replaced(state.hands, seat, (*state.hands[seat], found))
    tracks = replace(state.tracks, course=state.tracks.course.draw())
    after = replace(state, hands=hands, stock=stock)
    return _after(after, tracks, Drew(seat, found, len(stock)))


def _end_turn(state: TrainTable, *, stuck: bool) -> Step[TrainTable]:
    """Pass the turn on; a seat that is ``stuck`` gets a marker (TRAIN-8)."""
    seat, course = state.turn, state.tracks.course
    newly = not course.marked >> seat & 1
    after = course.mark() if stuck else course.pass_on()
    event = Stuck(seat, newly=newly) if stuck else Stopped(seat)
    return _after(state, replace(state.tracks, course=after), event)


def _after(state: TrainTable, tracks: Tracks, *events: Event) -> Step[TrainTable]:
    """Return the table as the course goes on, or end the round (TRAIN-12)."""
    step = with_events(state, *events, turn=tracks.course.turn, tracks=tracks)
    hands = tuple(map(mask, state.hands))
    if all(hands) and (state.stock or not tracks.course.fits_nowhere(sum(hands))):
        return step
    shown = tuple(map(in_order, state.hands))
    outcome = result(state.setup, shown)
    laid = next((each for each in reversed(step.state.history) if isinstance(each, Coupled)), None)
    ended = TrainsEnded(
        outcome.reason,
        outcome.winners,
        shown,
        charges(state.setup, shown),
        tracks,
        outcome.winners[0] if outcome.reason == DOMINO else None,
        (laid.seat, laid.bone) if laid else None,
    )
    over = with_events(step.state, ended, outcome=outcome)
    return Step(over.state, (*step.events, ended))
