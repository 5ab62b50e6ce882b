"""A game that only tests know: it uses what Block and Draw do not need of the contract.

Everybody lays a card face down at the same time; when all have, the cards are turned up and the
lowest pays a point. Then what lies on the table is shuffled into the stock, everybody draws one,
and a second card is laid. The seat on which a lot fell pays one more, unless mercy was agreed. Who
has paid the limit leaves the match; the last side at the table wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from bot.domino.worlds import assign
from bot.engine.contract import (
    NATURE,
    NOBODY,
    Actor,
    Event,
    GameInfo,
    Lot,
    Move,
    Nature,
    Outcome,
    Rng,
    Seat,
    Setup,
    Shuffle,
    Step,
)
from bot.engine.errors import NotYourTurn
from bot.engine.nature import Deal, Drawn
from bot.engine.options import Option, flag
from bot.engine.rounds import Rounds
from tests.games.secrecy import retold

CARDS = tuple(f"c{number:02}" for number in range(1, 17))
Cards = tuple[str, ...]


class Phase(Enum):
    DEAL = 0
    LOT = 1
    FIRST = 2
    MIX = 3
    SECOND = 4
    OVER = 5


@dataclass(frozen=True, slots=True)
class Given(Event):
    """Cards were given out, at first or after the mixing."""

    cards: tuple[Cards | None, ...]
    stock: Cards | None

    def for_seat(self, seat: Seat | None) -> Given:
        own = tuple(cards if at == seat else None for at, cards in enumerate(self.cards))
        return Given(own, None)


@dataclass(frozen=True, slots=True)
class Burdened(Event):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Laid(Event):
    seat: Seat
    card: str | None

    def for_seat(self, seat: Seat | None) -> Laid:
        return self if seat == self.seat else Laid(self.seat, None)


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    cards: tuple[str | None, ...]
    """By seat."""
    pays: Seat


@dataclass(frozen=True, slots=True)
class Toy:
    """A round of it at one moment."""

    setup: Setup
    phase: Phase = Phase.DEAL
    hands: tuple[Cards, ...] = ()
    stock: Cards = CARDS
    laid: tuple[str | None, ...] = ()
    """By seat, face down; the card is still in the hand."""
    table: Cards = ()
    burdened: Seat | None = None
    paid: tuple[int, ...] = ()
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class ToySeen:
    """A round of it as a seat sees it."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    phase: Phase
    hand: Cards
    laid: str | None
    counts: tuple[int, ...]
    stock: int
    table: Cards
    burdened: Seat | None
    paid: tuple[int, ...]
    history: tuple[Event, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Lay(Move):
    card: str


@dataclass(frozen=True, slots=True)
class ToyRules:
    """The rules of a round."""

    info: GameInfo

    def start(self, setup: Setup) -> Toy:
        return Toy(setup, laid=(None,) * setup.table, paid=(0,) * setup.table)

    def to_act(self, state: Toy) -> Shuffle | Lot | frozenset[Seat]:
        match state.phase:
            case Phase.DEAL | Phase.MIX:
                return Shuffle(tuple(sorted(state.stock + state.table)))
            case Phase.LOT:
                return Lot(state.setup.seats)
            case Phase.FIRST | Phase.SECOND:
                return frozenset(seat for seat in state.setup.seats if state.laid[seat] is None)
            case Phase.OVER:
                return NOBODY

    def legal_moves(self, state: Toy, seat: Seat) -> tuple[Move, ...]:
        asked = self.to_act(state)
        if not isinstance(asked, frozenset) or seat not in asked:
            return ()
        return tuple(Lay(f"lay {card}", card=card, secret=True) for card in state.hands[seat])

    def apply(self, state: Toy, actor: Actor, move: Move) -> Step[Toy]:
        asked = self.to_act(state)
        if actor not in asked if isinstance(asked, frozenset) else actor is not NATURE:
            raise NotYourTurn
        match move:
            case Deal(order=order):
                return self._give(state, order)
            case Drawn(seat=seat):
                return _told(replace(state, phase=Phase.FIRST, burdened=seat), Burdened(seat))
            case Lay(card=card) if not isinstance(actor, Nature):
                return self._lay(state, actor, card)
            case _:
                raise TypeError(move)

    def _give(self, state: Toy, order: Cards) -> Step[Toy]:
        first = state.phase is Phase.DEAL
        each = int(state.setup.options["cards"]) if first else 1
        cards: list[Cards] = [()] * state.setup.table
        for at, seat in enumerate(state.setup.seats):
            cards[seat] = order[at * each : (at + 1) * each]
        hands = tuple(cards if first else map(Cards.__add__, state.hands, cards))
        stock = order[each * len(state.setup.seats) :]
        phase = Phase.LOT if first else Phase.SECOND
        after = replace(state, phase=phase, hands=hands, stock=stock, table=())
        return _told(after, Given(tuple(cards), stock))

    def _lay(self, state: Toy, seat: Seat, card: str) -> Step[Toy]:
        laid = tuple(card if at == seat else other for at, other in enumerate(state.laid))
        after = _told(replace(state, laid=laid), Laid(seat, card))
        return after if self.to_act(after.state) else self._turn_up(after)

    def _turn_up(self, step: Step[Toy]) -> Step[Toy]:
        state = step.state
        cards = [card for card in state.laid if card is not None]
        pick = min if state.setup.options["pays"] == "lowest" else max
        paying = state.laid.index(pick(cards))
        paid = list(state.paid)
        paid[paying] += 1
        after = replace(
            state,
            phase=Phase.MIX if state.phase is Phase.FIRST else Phase.OVER,
            hands=tuple(tuple(card for card in hand if card not in cards) for hand in state.hands),
            laid=(None,) * state.setup.table,
            table=tuple(cards),
            paid=tuple(paid),
        )
        told = _told(after, TurnedUp(state.laid, paying))
        over = told.state if after.phase is Phase.MIX else _counted(told.state)
        return Step(over, step.events + told.events)

    def outcome(self, state: Toy) -> Outcome | None:
        return state.outcome

    def leader(self, state: Toy) -> Seat | None:
        return state.burdened

    def whereabouts(self, state: Toy) -> dict[str, Cards]:
        hands = {f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
        return {**hands, "stock": state.stock, "table": state.table}

    def observe(self, state: Toy, seat: Seat | None) -> ToySeen:
        asked = self.to_act(state)
        return ToySeen(
            setup=state.setup,
            seat=seat,
            to_act=asked if isinstance(asked, frozenset) else NOBODY,
            legal=() if seat is None else self.legal_moves(state, seat),
            phase=state.phase,
            hand=() if seat is None or not state.hands else state.hands[seat],
            laid=None if seat is None else state.laid[seat],
            counts=tuple(map(len, state.hands)),
            stock=len(state.stock),
            table=state.table,
            burdened=state.burdened,
            paid=state.paid,
            history=tuple(event.for_seat(seat) for event in state.history),
            outcome=state.outcome,
        )

    def imagine(self, seen: ToySeen, rng: Rng) -> Toy:
        state = Toy(
            seen.setup,
            seen.phase,
            laid=(None,) * seen.setup.table,
            table=seen.table,
            burdened=seen.burdened,
            paid=seen.paid,
            outcome=seen.outcome,
        )
        return _imagined(seen, state, rng) if seen.counts else state

    def safest(self, seen: ToySeen) -> Move:
        pick = max if seen.setup.options["pays"] == "lowest" else min
        return pick(seen.legal, key=lambda move: move.code)


def _told(state: Toy, event: Event) -> Step[Toy]:
    return Step(replace(state, history=(*state.history, event)), (event,))


def _counted(state: Toy) -> Toy:
    paid = list(state.paid)
    if state.setup.options["mercy"] == "off" and state.burdened is not None:
        paid[state.burdened] += 1
    for side in state.setup.partnerships:
        for seat, total in [(seat, sum(paid[each] for each in side)) for seat in side]:
            paid[seat] = total
    least = min(paid[seat] for seat in state.setup.seats)
    winners = tuple(seat for seat in state.setup.seats if paid[seat] == least)
    return replace(state, outcome=Outcome(winners, tuple(paid), "turned up"))


# Imagining: a card was kept since it was dealt, was drawn after the mixing, or is in the stock.


@dataclass(frozen=True, slots=True)
class Slot:
    owner: Seat | None
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """The history of a round, sorted."""

    given: tuple[Given, ...]
    turned: tuple[TurnedUp, ...]

    def up(self, trick: int, seat: Seat) -> Cards:
        """The card that a seat showed in the first (0) or second (1) trick, if it has."""
        card = self.turned[trick].cards[seat] if trick < len(self.turned) else None
        return () if card is None else (card,)

    @property
    def mixed(self) -> bool:
        return len(self.given) > 1


def _imagined(seen: ToySeen, state: Toy, rng: Rng) -> Toy:
    story = Story(
        tuple(event for event in seen.history if isinstance(event, Given)),
        tuple(event for event in seen.history if isinstance(event, TurnedUp)),
    )
    held = _held(seen, story, rng)
    seats = range(seen.setup.table)
    hands = tuple(
        tuple(
            card
            for card in held[Slot(seat)] + held[Slot(seat, drawn=True)]
            if card not in story.up(1, seat)
        )
        for seat in seats
    )
    laid = tuple(_laid(seen, seat, hands[seat], rng) for seat in seats)
    told = tuple(_retell(seen, story, held, laid))
    return replace(state, hands=hands, stock=held[Slot(None)], laid=laid, history=told)


def _laid(seen: ToySeen, seat: Seat, hand: Cards, rng: Rng) -> str | None:
    """The card that a seat has laid face down: any of its hand, if it is not to act."""
    if seat == seen.seat:
        return seen.laid
    if not seen.to_act or seat in seen.to_act or not hand:
        return None
    return hand[rng.randrange(len(hand))]


def _held(seen: ToySeen, story: Story, rng: Rng) -> dict[Slot, Cards]:
    """For each slot the cards that came to it and stayed through the first trick."""
    held: dict[Slot, Cards] = {Slot(None): ()}
    open_slots = [Slot(None)] * seen.stock
    for seat in range(seen.setup.table):
        sizes = [int(seen.setup.options["cards"]) - len(story.up(0, seat)), int(story.mixed)]
        for at, size in enumerate(sizes if seat in seen.setup.seats else (0, 0)):
            slot = Slot(seat, drawn=bool(at))
            held[slot] = ()
            if seat != seen.seat:
                open_slots += [slot] * size
            elif size:
                own = story.given[at].cards[seat] or ()
                held[slot] = tuple(card for card in own if at or card not in story.up(0, seat))
    turned_first = {card for seat in seen.setup.seats for card in story.up(0, seat)}
    settled = {card for cards in held.values() for card in cards}
    settled |= set() if story.mixed else turned_first

    def possible(card: str, slot: Slot) -> bool:
        if card in turned_first and slot.owner is not None and not slot.drawn:
            return False
        owners = [seat for seat in seen.setup.seats if card in story.up(1, seat)]
        return not owners or slot.owner == owners[0]

    cards = [card for card in CARDS if card not in settled]
    for card, slot in zip(assign(cards, open_slots, possible, rng), open_slots, strict=True):
        held[slot] += (card,)
    return held


def _retell(
    seen: ToySeen, story: Story, held: dict[Slot, Cards], laid: tuple[str | None, ...]
) -> Iterator[Event]:
    """The history with what was hidden filled in."""
    trick = 0
    for event in seen.history:
        match event:
            case Given() if event is story.given[0]:
                cards = tuple(
                    own if own is not None else story.up(0, seat) + held[Slot(seat)]
                    for seat, own in enumerate(event.cards)
                )
                rest = tuple(card for card in CARDS if not any(card in each for each in cards))
                yield Given(cards, rest if story.mixed else held[Slot(None)])
            case Given():
                drawn = tuple(held[Slot(seat, drawn=True)] for seat in range(len(event.cards)))
                yield Given(drawn, held[Slot(None)])
            case Laid(seat=seat):
                yield Laid(seat, next(iter(story.up(trick, seat)), laid[seat]))
            case TurnedUp():
                trick += 1
                yield event
            case _:
                yield event


# A match of it.


@dataclass(frozen=True, slots=True)
class LastSide:
    """Who has paid the limit is out; the last side, or the least burdened, wins."""

    def goal(self, setup: Setup) -> int | None:
        return int(setup.options["limit"])

    def length(self, setup: Setup) -> int | None:
        return None

    def counts(self, setup: Setup) -> bool:
        return True

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        return tuple(seat for seat in setup.seats if totals[seat] < int(setup.options["limit"]))

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        del played
        left = self.survivors(setup, totals)
        sides = {next((side for side in setup.partnerships if s in side), (s,)) for s in left}
        if len(sides) > 1:
            return None
        least = min(totals[seat] for seat in setup.seats)
        lowest = tuple(seat for seat in setup.seats if totals[seat] == least)
        return Outcome(left or lowest, totals, "last side")


INFO = GameInfo(
    id="toy",
    name="Toy",
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        Option("cards", 3, (2, 3), "Cards for each"),
        Option("limit", 4, (2, 4), "Points that put a seat out", limits=(1, 12)),
        Option("pays", "lowest", ("lowest", "highest"), "Which card pays"),
        flag("mercy", "The lot costs nothing"),
    ),
    card=("Lay a card.", "The lowest pays.", "The last at the table wins."),
    page=("Only for tests.",),
)
TOY = Rounds(ToyRules(INFO), LastSide())
TOY_IN_PAIRS = Rounds(
    ToyRules(replace(INFO, id="toy-pairs", min_seats=4, partnerships=((0, 2), (1, 3)))),
    LastSide(),
)


@retold.register
def _(state: Toy, log: list[tuple[Actor, str]]) -> list[tuple[Actor, str]]:
    given = iter([event for event in state.history if isinstance(event, Given)])
    laid = iter([event for event in state.history if isinstance(event, Laid)])
    told: list[tuple[Actor, str]] = []
    for actor, code in log:
        if code.startswith("deal "):
            event = next(given)
            cards = (*(card for hand in event.cards for card in hand or ()), *(event.stock or ()))
            told.append((actor, "deal " + " ".join(cards)))
        elif code.startswith("lay "):
            told.append((actor, f"lay {next(laid).card}"))
        else:
            told.append((actor, code))
    return told
