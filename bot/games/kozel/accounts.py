"""What the losers of a round of Kozel write, and what hangs or waits for the next one."""

from dataclasses import dataclass

from bot.domino.bone import Bone, bone
from bot.domino.counting import Sum, pips
from bot.engine.contract import Outcome, Seat, Setup
from bot.engine.match_formats import LastStanding
from bot.engine.translatable import N_
from bot.games.common.events import Credit, with_credits
from bot.games.connecting.notes import Carried, Note, carried_or
from bot.games.connecting.scoring import Count, FinishedRound, Won, side_won

BLANKS, SIXES = bone(0, 0), bone(6, 6)
ONCE = "13-once"
FEWEST = {"13-hang": 13, ONCE: 13, "25-hang": 25, "off": 0}
"""The fewest points that are written, by the option ``opening`` (KOZEL-9)."""

# Translators: the special bones are 0-0 and 6-6.
_SPECIAL = N_("{who} · a special bone makes the hand count {n}.")
# Translators: “Ana and Ben have 8 to write, less than 13: it hangs …”; {sum} may be 5 + 3 = 8.
_HANGS = N_("{who} · {sum}, less than {n}: that hangs, and is added the next time they lose.")
_LOST = N_("{who} · {sum}, less than {n} for a first entry: that isn't written.")
# Translators: Eggs (яйца) is what players of Kozel call a tied block.
_WAITS = N_("Eggs: {n} pips wait, and each loser of the next round writes them, too.")


class Accounts(Carried):
    """What is not written yet, and who leads."""

    hanging: tuple[Credit, ...] = ()
    """What sides have to write, but have not yet, by their first seat (KOZEL-9)."""
    waiting: int = 0
    """The pips of tied rounds, which each loser of the next decided round writes (KOZEL-8)."""
    winner: Seat | None = None
    """The seat that won the last round that somebody won (KOZEL-3)."""


def score(ending: FinishedRound) -> Count:
    """Let the losers write what they hold (KOZEL-6 to KOZEL-9)."""
    setup, before = ending.setup, carried_or(ending.setup, Accounts())
    held = {seat: _points_of(setup, hand) for seat, hand in enumerate(ending.hands)}
    plain = ending.pips
    special = tuple(Note(_SPECIAL, (s,), n=n) for s, n in held.items() if n != plain[s])
    won = side_won(ending, held, together=True)
    if won is None:
        waiting = before.waiting + sum(held.values()) if setup.options["eggs"] == "carry" else 0
        carried = _carried(setup, before.hanging, waiting, before.winner)
        return Count((), carried=carried, notes=special)
    losers = [side for side in setup.sides if side != won.side]
    due = [Credit(side, _due(ending, before, side, won, held)) for side in losers]
    written = tuple(each for each in due if each.sum.points >= _fewest(setup, each.seats))
    older = (each for each in before.hanging if each.seats == won.side)
    unwritten = (*older, *(each for each in due if each.sum.points and each not in written))
    carried = _carried(setup, unwritten, 0, won.seat)
    return Count(won.side, written, won.seat, carried, decision=won.decision, notes=special)


def _points_of(setup: Setup, hand: tuple[Bone, ...]) -> int:
    """Return what a hand counts: 0-0 and 6-6 may count more than their pips (KOZEL-10)."""
    blank = int(setup.options["blank"])
    if hand == (SIXES,):
        return int(setup.options["sixSix"])
    counts = hand == (BLANKS,) if blank == 25 else BLANKS in hand
    return pips(hand) + blank * counts


def _due(
    ending: FinishedRound, before: Accounts, side: tuple[Seat, ...], won: Won, held: dict[Seat, int]
) -> Sum:
    """Return what a losing side has to write, for this round and earlier ones (KOZEL-6 to 9)."""
    fish = ending.setup.options["fish"] if ending.out is None else "own"
    terms = [held[seat] for seat in ending.setup.seats if fish == "all" or seat in side]
    if fish != "all" and len(side) == 1 and terms == [ending.pips[side[0]]]:
        terms = sorted(each.pips for each in ending.hands[side[0]])
    if fish == "difference":
        terms.append(-sum(held[seat] for seat in won.side))
    terms += [each.sum.points for each in before.hanging if each.seats == side]
    return Sum((*terms, before.waiting) if before.waiting else tuple(terms))


def _fewest(setup: Setup, side: tuple[Seat, ...]) -> int:
    """Return with how many points the side writes (KOZEL-9)."""
    opening = str(setup.options["opening"])
    return 0 if opening == ONCE and setup.total_before(side[0]) else FEWEST[opening]


def _carried(
    setup: Setup, unwritten: tuple[Credit, ...], waiting: int, winner: Seat | None
) -> Accounts:
    """Return what goes on; with ``13-once``, what is not written is lost (KOZEL-9)."""
    opening, hanging = str(setup.options["opening"]), sorted(unwritten, key=lambda due: due.seats)
    text = _LOST if opening == ONCE else _HANGS
    notes = [Note(text, due.seats, due.sum, FEWEST[opening]) for due in hanging]
    if waiting:
        notes.append(Note(_WAITS, n=waiting))
    return Accounts(tuple(notes), () if opening == ONCE else tuple(hanging), waiting, winner)


@dataclass(frozen=True, slots=True)
class UntilAGoat(LastStanding):
    """The match ends with the first goat; for computers, what hangs is as good as written."""

    def win_chances(
        self, setup: Setup, totals: tuple[int, ...], played: Outcome
    ) -> tuple[float, ...]:
        limit, carried = self.limit(setup), played.carried
        if limit and isinstance(carried, Accounts) and not self.verdict(setup, totals, played):
            totals = tuple(min(each, limit - 1) for each in with_credits(totals, carried.hanging))
        return LastStanding.win_chances(self, setup, totals, played)
