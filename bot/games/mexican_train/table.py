"""A round of Mexican Train at one moment, and the effects of its moves."""

from msgspec.structs import replace

from bot.domino.bone import Bone, bone, by_codes, double_n, in_order, mask
from bot.domino.counting import Sum, unique_lowest
from bot.engine.contract import Event, Lot, Outcome, Seat, Setup, Step
from bot.engine.seating import left_of
from bot.games.common.events import (
    BLOCKED,
    DOMINO,
    Credit,
    Drew,
    LeadReason,
    Leads,
    with_credits,
)
from bot.games.common.pieces import dealt_hands, replaced, without
from bot.games.common.rules import RoundState, with_events
from bot.games.connecting.events import Dealt
from bot.games.connecting.moves import Play
from bot.games.mexican_train.course import Course, Terms, Tracks, terms_of
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck, TrainsEnded
from bot.games.mexican_train.moves import train_at
from bot.games.mexican_train.options import engine_is_held, hand_size, highest

Hands = tuple[tuple[Bone, ...], ...]


class TrainTable(RoundState):
    tracks: Tracks
    hands: Hands = ()
    stock: tuple[Bone, ...] = ()
    """The bones of the boneyard, top first."""
    last: tuple[Seat, Bone, int] | None = None
    """The seat that laid the last bone, that bone, and the train on which it lies."""

    @property
    def bones(self) -> tuple[Bone, ...]:
        return double_n(highest(self.setup))

    @property
    def terms(self) -> Terms:
        return terms_of(self.setup, self.bones)

    def course(self) -> Course:
        lying = mask(bone(*halves) for halves in self.tracks.halves)
        return Course(self.terms, self.tracks, lying, self.turn)


def deal(state: TrainTable, order: tuple[str, ...]) -> Step[TrainTable]:
    """Deal hands; the engine is taken out of the set first, unless somebody must hold it."""
    setup, engine = state.setup, bone(state.tracks.engine, state.tracks.engine)
    is_held = engine_is_held(setup)
    bones = tuple([each for each in by_codes(order) if is_held or each is not engine])
    hands = dealt_hands(setup, bones, hand_size(setup))
    stock = bones[sum(map(len, hands)) :]
    dealt = Dealt(hands, tuple(map(len, hands)), len(stock), 0)
    tracks = replace(state.tracks, begun=not is_held)
    step = with_events(
        replace(state, hands=hands, stock=stock, awaits=Lot(setup.seats), tracks=tracks),
        *((dealt,) if is_held else (EngineLaid(engine), dealt)),
    )
    holder = next((seat for seat in setup.seats if engine in hands[seat]), None)
    before = setup.previous.leader if setup.previous is not None else None
    if holder is not None:
        begun = begin(step.state, holder)
    elif before is not None:
        begun = begin(step.state, left_of(setup.seats, before), LeadReason.NEXT_LEFT)
    else:
        return step
    return Step(begun.state, (*step.events, *begun.events))


def begin(state: TrainTable, seat: Seat, reason: LeadReason = LeadReason.LOT) -> Step[TrainTable]:
    """Let ``seat`` lead, or be the first to draw until the engine appears (TRAIN-4, TRAIN-6)."""
    setup, hands, stock = state.setup, state.hands, state.stock
    engine = bone(state.tracks.engine, state.tracks.engine)
    events: tuple[Event, ...] = ()
    if engine_is_held(setup):
        while engine not in hands[seat]:
            seat = left_of(setup.seats, seat) if events else seat
            hands, stock = replaced(hands, seat, (*hands[seat], stock[0])), stock[1:]
            events += (Drew(seat, hands[seat][-1], len(stock)),)
        hands = replaced(hands, seat, without(hands[seat], engine))
        events += (Leads(seat, by_lot=False, bones=(engine,)), EngineLaid(engine, seat))
    else:
        events += (Leads(seat, by_lot=reason is LeadReason.LOT, reason=reason),)
    begun = replace(
        state,
        awaits=None,
        turn=seat,
        leader=seat,
        hands=hands,
        stock=stock,
        tracks=replace(state.tracks, begun=True),
    )
    return _after(begun, begun.course(), *events)


def lay(state: TrainTable, play: Play) -> Step[TrainTable]:
    seat, tracks, course = state.turn, state.tracks, state.course()
    laid = play.bone
    seats = state.setup.seat_count
    train = train_at(play.at, seats)
    joins = tracks.shows(train)
    course.lay(train, laid)
    trains = replaced(tracks.trains, train, (*tracks.trains[train], (joins, laid.other(joins))))
    unmarked = bool(tracks.marked & ~course.marked)
    event = Coupled(seat, laid, train, seats, joins, train in course.opened, unmarked)
    after = replace(
        state,
        hands=replaced(state.hands, seat, without(state.hands[seat], laid)),
        last=(seat, laid, train),
    )
    return _after(replace(after, tracks=replace(tracks, trains=trains)), course, event)


def draw(state: TrainTable) -> Step[TrainTable]:
    seat, drawn, stock = state.turn, state.stock[0], state.stock[1:]
    hands = replaced(state.hands, seat, (*state.hands[seat], drawn))
    course = state.course()
    course.drew = True
    return _after(replace(state, hands=hands, stock=stock), course, Drew(seat, drawn, len(stock)))


def mark(state: TrainTable) -> Step[TrainTable]:
    seat, course = state.turn, state.course()
    course.mark()
    return _after(state, course, Stuck(seat, newly=not state.tracks.marked >> seat & 1))


def stop(state: TrainTable) -> Step[TrainTable]:
    seat, course = state.turn, state.course()
    course.pass_on()
    return _after(state, course, Stopped(seat))


def _after(state: TrainTable, course: Course, *events: Event) -> Step[TrainTable]:
    """Return the table as the course goes on, or end the round (TRAIN-12)."""
    tracks = replace(
        state.tracks,
        marked=course.marked,
        opened=course.opened,
        need=course.need,
        drew=course.drew,
        fresh=course.fresh,
    )
    step = with_events(state, *events, turn=course.turn, tracks=tracks)
    hands = tuple(map(mask, state.hands))
    if all(hands) and (state.stock or not course.fits_nowhere(sum(hands))):
        return step
    shown = tuple(map(in_order, state.hands))
    charged = charges(state.setup, shown)
    outcome = result_of(state.setup, shown)
    ended = TrainsEnded(
        outcome.reason,
        outcome.winners,
        shown,
        charged,
        tracks,
        outcome.winners[0] if outcome.reason == DOMINO else None,
        None if state.last is None else state.last[:2],
    )
    over = with_events(step.state, ended, outcome=outcome)
    return Step(over.state, (*step.events, ended))


def charges(setup: Setup, hands: Hands) -> tuple[Credit, ...]:
    """Charge everybody the pips in their hand, 0-0 as the option says (TRAIN-13)."""
    blank = int(setup.options["doubleBlank"])
    held = enumerate(hands)
    return tuple([Credit((s,), Sum(tuple([b.pips or blank for b in hand]))) for s, hand in held if hand])


def result_of(setup: Setup, hands: Hands) -> Outcome:
    """Return the result of a round; the lowest hand wins one in which nobody went out."""
    points = with_credits((0,) * len(hands), charges(setup, hands))
    out = next((seat for seat, hand in enumerate(hands) if not hand), None)
    winner = unique_lowest(dict(enumerate(points))) if out is None else out
    winners = () if winner is None else (winner,)
    return Outcome(winners, points, BLOCKED if out is None else DOMINO)
