"""A round of Mexican Train at one moment, and the effects of its moves."""

from msgspec.structs import replace

from bot.domino.bone import Bone, by_codes, in_order, mask
from bot.domino.counting import Sum, unique_lowest
from bot.engine.contract import Event, Lot, Outcome, Seat, Setup, Step
from bot.engine.seating import left_of
from bot.games.common.events import BLOCKED, DOMINO, Credit, Drew, LeadReason, Leads, with_credits
from bot.games.common.pieces import dealt_hands, replaced, without
from bot.games.common.rules import RoundState, with_events
from bot.games.connecting.events import Dealt
from bot.games.connecting.moves import Play
from bot.games.connecting.scoring import Hands
from bot.games.mexican_train.course import Course, Tracks
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck, TrainsEnded
from bot.games.mexican_train.moves import train_at
from bot.games.mexican_train.options import engine_is_held, hand_size


class TrainTable(RoundState):
    tracks: Tracks
    hands: Hands = ()
    stock: tuple[Bone, ...] = ()
    """The bones of the boneyard, top first."""


def deal(state: TrainTable, order: tuple[str, ...]) -> Step[TrainTable]:
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
    begun = begin(step.state, first, LeadReason.NEXT_LEFT)
    return Step(begun.state, (*step.events, *begun.events))


def begin(state: TrainTable, seat: Seat, reason: LeadReason = LeadReason.LOT) -> Step[TrainTable]:
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


def lay(state: TrainTable, play: Play) -> Step[TrainTable]:
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


def draw(state: TrainTable) -> Step[TrainTable]:
    seat, found, stock = state.turn, state.stock[0], state.stock[1:]
    hands = replaced(state.hands, seat, (*state.hands[seat], found))
    tracks = replace(state.tracks, course=state.tracks.course.draw())
    after = replace(state, hands=hands, stock=stock)
    return _after(after, tracks, Drew(seat, found, len(stock)))


def end_turn(state: TrainTable, *, stuck: bool) -> Step[TrainTable]:
    """Pass the turn on; a seat that is ``stuck`` gets a marker (TRAIN-8)."""
    seat, course = state.turn, state.tracks.course
    newly = not course.marked >> seat & 1
    after: Course = course.mark() if stuck else course.pass_on()
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
        _charges(state.setup, shown),
        tracks,
        outcome.winners[0] if outcome.reason == DOMINO else None,
        (laid.seat, laid.bone) if laid else None,
    )
    over = with_events(step.state, ended, outcome=outcome)
    return Step(over.state, (*step.events, ended))


def result(setup: Setup, hands: Hands) -> Outcome:
    """Return the result of a round; the lowest hand wins one in which nobody went out."""
    points = with_credits((0,) * len(hands), _charges(setup, hands))
    out = next((seat for seat, hand in enumerate(hands) if not hand), None)
    winner = unique_lowest(dict(enumerate(points))) if out is None else out
    winners = () if winner is None else (winner,)
    return Outcome(winners, points, BLOCKED if out is None else DOMINO)


def _charges(setup: Setup, hands: Hands) -> tuple[Credit, ...]:
    """Charge everybody the pips in their hand, 0-0 as the option says (TRAIN-13)."""
    blank = int(setup.options["doubleBlank"])
    sums = [Sum(tuple([each.pips or blank for each in hand])) for hand in hands]
    return tuple([Credit((seat,), each) for seat, each in enumerate(sums) if each.terms])
