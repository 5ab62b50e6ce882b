"""What a seat can know and guess of the others' bones: the worlds that agree with what it saw.

A seat that draws or passes shows that it holds no bone that can be laid. So a bone that could have
been laid cannot have been in that hand, unless it was drawn later. A seat that must lead a certain
bone holds it. Each slot of the deal therefore takes some bones and not others.

The history is read once; then an ``Exchange`` makes one world after the other.

Most players score if they can. Otherwise, they get rid of doubles first, then of heavy bones. So
somebody who could have laid such a bone, and laid another one, probably didn't hold it. That is a
guess, not a deduction, so a world in which they held it isn't ruled out. An exchange that makes the
others' plays less likely is made with those odds only, so that worlds turn up as often as they are
likely.
"""

from collections.abc import Callable

from bot.domino.bone import BONE_OF, Bone, mask
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement, Layout
from bot.engine.contract import Rng, Seat, Setup, Value
from bot.games.common.deal_constraints import NEVER, Exchange, Slot, Slots
from bot.games.common.events import Drew, Leads, Passed, PointsEvent
from bot.games.connecting import leading
from bot.games.connecting.events import Dealt, Holding, Lacking, Played, last_laid
from bot.games.connecting.knocks import knocks_in_a_row
from bot.games.connecting.leading import Leading
from bot.games.connecting.line_rules import LineRules
from bot.games.connecting.moves import playable
from bot.games.connecting.observation import TableSeen
from bot.games.connecting.position import LinePosition

Fitting = Callable[[Setup, Layout], frozenset[Bone]]
"""A function that returns the bones that can be laid on a layout."""


def read(seen: TableSeen, fitting: Fitting) -> Slots[Bone]:
    facts, layout = Slots[Bone](), Layout()
    for when, event in enumerate(seen.history):
        match event:
            case Dealt(hands, counts):
                facts.deal(hands, counts, when)
            case Lacking(seats, bones):
                for seat in seats:
                    facts.lack(seat, frozenset(bones), when)
            case Leads(seat, bones=(bone,)) | Holding(seat, bone):
                facts.holds[bone] = seat
            case Drew(seat, bone):
                facts.lack(seat, fitting(seen.setup, layout), when)
                facts.draw(seat, bone, when)
            case Passed(seat):
                facts.lack(seat, fitting(seen.setup, layout), when)
            case Played(seat, bone, at, lie=lie):
                facts.played[bone] = (seat, when)
                layout = layout.lay(bone, at, lie) if at else layout.lead(bone, lie)
            case _:
                pass
    facts.leave(seen.stock)
    return facts


_KEEPING = 0.15
"""How likely it is that a player keeps a bone that most would have laid, against not holding it."""
ODDS = tuple(_KEEPING**times for times in range(100))
"""The odds of a world, by how often somebody keeps such a bone in it."""


class SeenPlay(Value):
    when: int
    """Index in the history."""
    seat: Seat
    preferred: int
    """The mask of the bones that could have been laid and that most would have preferred."""


def plays_of_others(seen: TableSeen, rules: LineRules) -> tuple[SeenPlay, ...]:
    ends, found = Ends(), []
    earned = [0] * seen.setup.seat_count
    for when, event in enumerate(seen.history):
        if isinstance(event, PointsEvent):
            for seat in seen.setup.side_of(event.seat):
                earned[seat] += event.points
        if not isinstance(event, Played):
            continue
        spinner = event.lie is DoublePlacement.SPINNER
        if not ends.lying:
            ends.lead(event.bone, spinner=spinner)
            continue
        if event.seat != seen.seat:
            by, bit = event.seat, event.bone.bit
            found.append(SeenPlay(when, by, _preferred(rules, ends, by, earned[by], bit)))
        ends.lay(ends.names.index(event.at), event.bone, spinner=spinner)
    return tuple(found)


def _preferred(rules: LineRules, ends: Ends, seat: Seat, earned: int, bit: int) -> int:
    fitting = playable(rules.gate, rules.setup, ends)
    if rules.points.earn is None:
        return fitting & rules.preferred_to(bit)
    wanted = [fitting & bones for bones in ends.fits]
    scoring = rules.scoring_plays(ends, wanted, seat, earned, out=False)
    points = {each: made for each, (made, _) in scoring.items()}
    own = points.get(bit, 0)
    more = sum(each for each, made in points.items() if made > own)
    equal = sum(each for each, made in points.items() if made == own)
    rest = fitting & ~sum(points) if own == 0 else equal
    return more | rest & rules.preferred_to(bit)


class LineBelief:
    """The worlds that agree with an observation in which it is the seat's turn."""

    def __init__(
        self,
        seen: TableSeen,
        bones: tuple[Bone, ...],
        rules: LineRules,
        lead: Leading,
        fitting: Fitting,
        *,
        habits: bool = True,
    ) -> None:
        """With ``habits``, what most players would have laid makes some worlds less likely."""
        self._seen, self._rules, self._lead = seen, rules, lead
        self._any_deal_agrees = not leading.depends_on_hands(lead, seen.setup)
        self._facts = facts = read(seen, fitting)
        self._plays = plays_of_others(seen, rules) if habits else ()
        self._hidden = [bone for bone in bones if bone not in facts.known]
        kept = {slot: self._kept(slot) for slot in dict.fromkeys(facts.slots)}
        self._exchange = Exchange(facts, self._hidden, kept, ODDS)
        self._played = mask(facts.played)
        self._owned = _slots_by_owner(facts.slots, len(seen.counts))
        deal = min(slot.born for slot in facts.slots)
        dealt = [slot if slot.born == deal else Slot(None, NEVER) for slot in facts.slots]
        self._dealt = _slots_by_owner(dealt, len(seen.counts))
        self._leads = [each for each in seen.history if isinstance(each, Leads)]
        self._last = last_laid(seen.history)
        self._knocks = knocks_in_a_row(seen.history)

    def _kept(self, slot: Slot) -> dict[int, int]:
        """Return how often each hidden bone, if it was there, was kept though most would lay it."""
        plays = [p for p in self._plays if p.seat == slot.owner and slot.born < p.when]
        kept = {}
        for bone in self._hidden:
            _, gone = self._facts.played.get(bone, (None, NEVER))
            bit = bone.bit
            kept[bit] = sum(bool(p.preferred & bit) for p in plays if p.when < gone)
        return kept

    def sample(self, rng: Rng) -> LinePosition:
        """Return a random world; raises ``NoWorldFound`` if none of those tried agrees."""
        return self._exchange.first(self._world, rng)

    def _world(self) -> LinePosition | None:
        """Return the present world, if it agrees; a round that goes on is not blocked."""
        if not self._any_deal_agrees and not self._agrees():
            return None
        position = self._position()
        return None if position.blocked() else position

    def _agrees(self) -> bool:
        """Return whether this deal counts, and leads as the round began."""
        held = self._exchange.held
        *hands, rest = [tuple([BONE_OF[held[at]] for at in slots]) for slots in self._dealt]
        deal = leading.DealtHands(self._seen.setup, tuple(hands), rest)
        return leading.consistent_lead(self._lead(deal), self._seen.history) is not None

    def _position(self) -> LinePosition:
        seen, held = self._seen, self._exchange.held
        played, hands = self._played, []
        for slots in self._owned[:-1]:
            hand = 0
            for at in slots:
                hand |= held[at]
            hands.append(hand & ~played)
        return LinePosition(
            self._rules,
            hands,
            [held[at] for at in reversed(self._owned[-1])],
            seen.layout.ends.copy(),
            next(iter(seen.to_act)),
            leads=mask(self._leads[-1].bones) if self._leads else 0,
            earned=seen.earned,
            last=self._last,
            knocks=self._knocks,
        )


def _slots_by_owner(slots: list[Slot], seats: int) -> list[list[int]]:
    """Return the indices of each seat's slots and, last, of those that nobody has."""
    owned: list[list[int]] = [[] for _ in range(seats + 1)]
    for at, slot in enumerate(slots):
        owner: Seat = seats if slot.owner is None else slot.owner
        owned[owner].append(at)
    return owned
