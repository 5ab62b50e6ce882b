"""The positions of matching squares that agree with what a seat has seen.

A player who draws or passes shows that nothing in hand fits at either end. So a piece that would
have fitted cannot have been in that hand, unless it came later: each slot of the deal accepts only
some pieces. Slots that accept the same pieces form a group. A sample fills one group after the
other, beginning with the one that accepts the fewest, and then exchanges pieces at random, so that
all fillings are about equally likely.
"""

from dataclasses import dataclass
from functools import lru_cache

from bot.domino.path import Path
from bot.domino.random_matching import MIXING, TRIES, NoWorldFound
from bot.domino.square import Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import Rng, Seat
from bot.games.common.deal_constraints import Slot, Slots
from bot.games.common.events import Passed
from bot.games.squares.events import DrewPiece, PieceLaid, SquaresDealt
from bot.games.squares.matching.position import MatchingPosition
from bot.games.squares.observation import SquaresSeen, Task
from bot.games.squares.piece_bits import BIT, Bits, bits


@dataclass(slots=True)
class _Group:
    """Slots that accept the same pieces."""

    owner: Seat | None
    """The seat that got them; ``None`` for pieces that nobody was dealt or drew."""
    accepts: Bits
    count: int = 0


class MatchingBelief:
    def __init__(self, seen: SquaresSeen) -> None:
        facts = read(seen)
        self._seen, self._table = seen, MatchingPosition(seen)
        self._known = [0] * len(seen.counts)
        known = bits(piece for piece in facts.known if piece is not None)
        for slot, piece in zip(facts.slots, facts.known, strict=True):
            if piece is not None and piece not in facts.played and slot.owner is not None:
                self._known[slot.owner] |= BIT[piece]
        known |= BIT[seen.path.laid[0].piece]  # the starter was never in a hand
        hidden = [piece for piece in SQUARES if not BIT[piece] & known]
        self._groups, self._last = _grouped(facts, hidden)
        self._played: list[tuple[Bits, list[int]]] = []
        for piece in hidden:
            if piece in facts.played:
                self._settle(BIT[piece])
        self._played.sort(key=lambda each: len(each[1]))
        self._hidden = [BIT[piece] for piece in hidden if piece not in facts.played]
        self._is_exact = not self._played and all(
            not one.accepts & ~other.accepts
            for one, other in zip(self._groups, self._groups[1:-1], strict=False)
        )

    def _settle(self, piece: Bits) -> None:
        """Give a piece that was played the only group it can have come from, or note the choice."""
        choices = [at for at, group in enumerate(self._groups) if group.accepts & piece]
        if len(choices) == 1:
            self._groups[choices[0]].count -= 1
        else:
            self._played.append((piece, choices))

    def sample(self, rng: Rng) -> MatchingPosition:
        """Return a random position; raises :class:`NoWorldFound` if every try fails.

        If nothing can be drawn, somebody in it can play (GEN-9).
        """
        seen, table = self._seen, self._table.copy()
        for _ in range(TRIES):
            held = self._filled(rng)
            if held is None:
                continue
            if not self._is_exact:
                self._mix(held, rng)
            hands = self._known[:]
            for group, pieces in zip(self._groups[:-1], held, strict=False):
                if group.owner is not None:
                    hands[group.owner] |= sum(pieces)
            for piece, _ in self._played:
                hands = [hand & ~piece for hand in hands]
            if not seen.pile and not any(table.fits(hand) for hand in hands):
                continue
            rest = held[-1]
            rng.shuffle(rest)
            return table.deal(hands, rest[: seen.pile], self._drawn(held, rng))
        raise NoWorldFound

    def _filled(self, rng: Rng) -> list[list[Bits]] | None:
        groups, rest = self._groups, self._hidden
        room = [group.count for group in groups]
        held: list[list[Bits]] = [[] for _ in groups]
        for piece, choices in self._played:
            open_ones = [at for at in choices for _ in range(room[at])]
            if not open_ones:
                return None
            at = open_ones[int(rng.random() * len(open_ones))]
            held[at].append(piece)
            room[at] -= 1
        for at, group in enumerate(groups[:-1]):
            options, taken = [piece for piece in rest if piece & group.accepts], 0
            if len(options) < room[at]:
                return None
            for _ in range(room[at]):
                piece = options.pop(int(rng.random() * len(options)))
                held[at].append(piece)
                taken |= piece
            rest = [piece for piece in rest if not piece & taken]
        held[-1] = rest[:]
        return held

    def _mix(self, held: list[list[Bits]], rng: Rng) -> None:
        """Exchange pieces between groups at random where both accept the other's."""
        places = [(at, i) for at, pieces in enumerate(held) for i in range(len(pieces))]
        owned, count = len(places) - len(held[-1]), len(places)
        for _ in range(MIXING * owned):
            at, i = places[int(rng.random() * owned)]
            to, j = places[int(rng.random() * count)]
            one, other = held[at][i], held[to][j]
            if self._groups[at].accepts & other and self._groups[to].accepts & one:
                held[at][i], held[to][j] = other, one

    def _drawn(self, held: list[list[Bits]], rng: Rng) -> Bits:
        """Return the piece just drawn that must be laid or kept, if any (SQD-2)."""
        seen = self._seen
        if seen.task is not Task.DRAWN:
            return 0
        if seen.drawn is not None:
            return BIT[seen.drawn]
        possible = held[self._last]
        return possible[int(rng.random() * len(possible))]


def _grouped(facts: Slots[Square], hidden: list[Square]) -> tuple[list[_Group], int]:
    """Return the groups of the slots that were not seen, and the index of the last drawn one's.

    The group that accepts the fewest pieces comes first, and the pieces that nobody has last.
    """
    accepted: dict[Slot, Bits] = {}
    found: dict[tuple[Seat, Bits], _Group] = {}
    nobody, last = _Group(None, bits(each for each in hidden if each not in facts.played)), None
    for slot, piece in zip(facts.slots, facts.known, strict=True):
        if piece is not None:
            continue
        if slot.owner is None:
            nobody.count += 1
            continue
        if slot not in accepted:
            accepted[slot] = bits(each for each in hidden if facts.takes(each, slot))
        key = slot.owner, accepted[slot]
        last = found.setdefault(key, _Group(*key))
        last.count += 1
    groups = [*sorted(found.values(), key=lambda each: each.accepts.bit_count()), nobody]
    return groups, next((at for at, each in enumerate(groups) if each is last), 0)


def read(seen: SquaresSeen) -> Slots[Square]:
    facts, path = Slots[Square](), Path()
    for when, event in enumerate(seen.history):
        match event:
            case SquaresDealt(hands, counts, starter=starter):
                facts.deal(hands, counts, when)
                path = path.start(starter)
            case DrewPiece(seat, piece):
                facts.lack(seat, _fitting(path), when)
                facts.draw(seat, piece, when)
            case Passed(seat):
                facts.lack(seat, _fitting(path), when)
            case PieceLaid(seat, piece, cell, turn):
                facts.played[piece] = (seat, when)
                path = path.lay(piece, cell, turn)
            case _:
                pass
    facts.leave(seen.pile + seen.aside)
    return facts


@lru_cache(maxsize=256)
def _fitting(path: Path) -> frozenset[Square]:
    """Return the pieces that can be laid; a player who draws or passes holds none of them."""
    return frozenset([piece for piece in SQUARES if path.fits(piece)])
