"""What the losers of a round of Kozel write, and what hangs or waits for the next one."""

from collections.abc import Iterator, Sequence

from bot.domino.bone import Bone, bone
from bot.domino.counting import Sum, pips, unique_lowest
from bot.engine.contract import Seat, Setup
from bot.engine.translatable import N_
from bot.games.common.events import Credit
from bot.games.connecting.notes import Carried, Note
from bot.games.connecting.scoring import Count, Decision, FinishedRound, How

Side = tuple[Seat, ...]
BLANKS, SIXES = bone(0, 0), bone(6, 6)
ONCE = "13-once"
FEWEST = {"13-hang": 13, ONCE: 13, "25-hang": 25, "off": 0}
"""The fewest points that are written, by the option ``opening`` (KOZEL-9)."""


class Accounts(Carried):
    """What is not written yet, and who leads."""

    hanging: tuple[Sum | None, ...] = ()
    """The points that each seat's side has not written yet; empty before the first round."""
    waiting: int = 0
    """The pips of tied rounds, which each loser of the next decided round writes (KOZEL-8)."""
    winner: Seat | None = None
    """The seat that won the last round that somebody won (KOZEL-3)."""


def accounts(setup: Setup) -> Accounts:
    carried = setup.previous.carried if setup.previous else None
    nothing = Accounts(hanging=(None,) * setup.seat_count)
    return carried if isinstance(carried, Accounts) else nothing


def counted(setup: Setup, hand: tuple[Bone, ...]) -> int:
    """Return what a hand counts: 0-0 and 6-6 may count more than their pips (KOZEL-10)."""
    blank = int(setup.options["blank"])
    if hand == (SIXES,):
        return int(setup.options["sixSix"])
    counts = hand == (BLANKS,) if blank == 25 else BLANKS in hand
    return pips(hand) + blank * counts


def score(ending: FinishedRound) -> Count:
    """Let the losers write what they hold (KOZEL-6 to KOZEL-9)."""
    setup, before = ending.setup, accounts(ending.setup)
    held = {seat: counted(setup, ending.hands[seat]) for seat in setup.seats}
    sums = {side: sum(held[seat] for seat in side) for side in setup.sides}
    won = unique_lowest(sums) if ending.out is None else setup.side_of(ending.out)
    if won is None:
        waits = setup.options["eggs"] == "carry"
        waiting = before.waiting + sum(held.values()) if waits else 0
        carried = _carried(setup, before.hanging, waiting, before.winner)
        return Count((), carried=carried, notes=_special(ending, held))
    hanging, written = [*before.hanging], []
    for side in setup.sides:
        if side == won:
            continue
        due = Sum((*_terms(ending, side, won, held), *_older(before, side)))
        is_written = due.points >= _fewest(setup, side)
        for seat in side:
            hanging[seat] = None if is_written or not due.points else due
        if is_written:
            written.append(Credit(side, due))
    winner = min(won, key=lambda seat: (seat != ending.out, held[seat], seat))
    decision = Decision(How.PAIR if len(won) > 1 else How.HAND, winner)
    return Count(
        won,
        tuple(written),
        winner,
        _carried(setup, hanging, 0, winner),
        decision=None if ending.out is not None else decision,
        notes=_special(ending, held),
    )


def _terms(ending: FinishedRound, side: Side, won: Side, held: dict[Seat, int]) -> tuple[int, ...]:
    """Return what a losing side has to write for this round, hand by hand (KOZEL-6, KOZEL-7)."""
    fish = ending.setup.options["fish"] if ending.out is None else "own"
    if fish == "all":
        return tuple(held.values())
    hand = ending.hands[side[0]]
    if len(side) == 1 and held[side[0]] == pips(hand):
        own = tuple(sorted(each.pips for each in hand))
    else:
        own = tuple(held[seat] for seat in side)
    return own if fish == "own" else (*own, -sum(held[seat] for seat in won))


def _older(before: Accounts, side: Side) -> Iterator[int]:
    """Yield what the side has to write from earlier rounds (KOZEL-8, KOZEL-9)."""
    hanging = before.hanging[side[0]]
    if hanging is not None:
        yield hanging.points
    if before.waiting:
        yield before.waiting


def _fewest(setup: Setup, side: Side) -> int:
    """Return with how many points the side writes (KOZEL-9)."""
    opening = str(setup.options["opening"])
    return 0 if opening == ONCE and setup.total_before(side[0]) else FEWEST[opening]


def _carried(
    setup: Setup, unwritten: Sequence[Sum | None], waiting: int, winner: Seat | None
) -> Accounts:
    """Return what goes on; with ``13-once``, what is not written is lost (KOZEL-9)."""
    opening, notes = str(setup.options["opening"]), []
    is_lost = opening == ONCE
    for side in setup.sides:
        due = unwritten[side[0]]
        if due is not None:
            text = _LOST if is_lost else _HANGS
            notes.append(Note(text, side, sum=due, n=FEWEST[opening]))
    if waiting:
        notes.append(Note(_WAITS, n=waiting))
    hanging = (None,) * setup.seat_count if is_lost else tuple(unwritten)
    return Accounts(tuple(notes), hanging, waiting, winner)


def _special(ending: FinishedRound, held: dict[Seat, int]) -> tuple[Note, ...]:
    """Name the hands that count otherwise than by their pips (KOZEL-10)."""
    is_special = (seat for seat, count in held.items() if count != pips(ending.hands[seat]))
    return tuple(Note(_SPECIAL, (seat,), n=held[seat]) for seat in is_special)


# Translators: the special bones are 0-0 and 6-6.
_SPECIAL = N_("{who} · a special bone makes the hand count {n}.")
# Translators: “Ana and Ben have 8 to write, less than 13: it hangs …”; {sum} may be 5 + 3 = 8.
_HANGS = N_("{who} · {sum}, less than {n}: that hangs, and is added the next time they lose.")
_LOST = N_("{who} · {sum}, less than {n} for a first entry: that isn't written.")
# Translators: Eggs (яйца) is what players of Kozel call a tied block.
_WAITS = N_("Eggs: {n} pips wait, and each loser of the next round writes them, too.")
