"""Kozel: the losers write their pips; with 13 at least, and up to 101, which makes a goat."""

from dataclasses import dataclass

from bot.domino.bone import HAS, Bone, bone, mask
from bot.domino.counting import Sum, pips
from bot.engine.contract import Outcome, Seat, Setup
from bot.engine.game_info import CardLine, GameInfo, Preset, Shown, Topic, WorkedExample
from bot.engine.match_formats import LastStanding
from bot.engine.options import ON, Option, choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.events import Credit, LeadReason, with_credits
from bot.games.common.lengths import TARGET, shorter_races, target_of, target_option
from bot.games.connecting import leading
from bot.games.connecting.events import VoidDeal
from bot.games.connecting.leading import DealtHands, Lead, Void
from bot.games.connecting.notes import Carried, Note, carried_or
from bot.games.connecting.rules import DRAW_OR_KNOCK, Connecting
from bot.games.connecting.scoring import Count, FinishedRound, Won, side_won
from bot.games.duos import DUOS_OF_SEATS

BLANKS, SIXES = bone(0, 0), bone(6, 6)
ONCE = "13-once"
FEWEST = {"13-hang": 13, ONCE: 13, "25-hang": 25, "off": 0}
"""The fewest points that are written, by the option ``opening`` (KOZEL-9)."""

# Translators: the special bones are 0-0 and 6-6.
_SPECIAL = N_("{who} · with 0-0 or 6-6, the hand counts {n}.")
# Translators: “Ana and Ben have 8 to write, less than 13: it hangs …”; {sum} may be 5 + 3 = 8.
_HANGS = N_("{who} · {sum}, less than {n}: this hangs and is added to their next loss.")
_LOST = N_("{who} · {sum}, less than {n} for a first entry: this is lost.")
# Translators: Eggs (яйца) is what players of Kozel call a tied block.
_WAITS = N_("Eggs: {n} pips wait. Each side that loses the next round writes them, too.")


class Accounts(Carried):
    """What is not written yet, and who leads."""

    hanging: tuple[Credit, ...] = ()
    """What sides have to write, but have not yet, by their first seat (KOZEL-9)."""
    waiting: int = 0
    """The pips of tied rounds, which each loser of the next decided round writes (KOZEL-8)."""
    winner: Seat | None = None
    """The seat that won the last round that somebody won (KOZEL-3)."""


def hand(setup: Setup) -> int:
    """Return how many bones each player is dealt (KOZEL-1)."""
    return 7 if setup.seat_count == 2 else int(setup.options["deal"])


def lead(deal: DealtHands) -> Lead | Void:
    """Let 1-1 lead first, or the next double that was dealt; then the winner (KOZEL-2, KOZEL-3)."""
    options, winner = deal.setup.options, carried_or(deal.setup, Accounts()).winner
    void = void_deal(deal) if options["redeal"] == ON else None
    if void is not None:
        return void
    if winner is not None:
        return Lead(winner, LeadReason.WON)
    if options["firstLead"] == "one-one":
        return leading.first_dealt(deal, leading.lowest_first(deal), LeadReason.LOWEST_DOUBLE)
    return leading.first_dealt(deal, leading.highest_first(deal), LeadReason.HIGHEST_DOUBLE)


def void_deal(deal: DealtHands) -> Void | None:
    """Return that the deal doesn't count, if a hand is too lopsided (KOZEL-5)."""
    most = max((mask(held) & number).bit_count() for held in deal.hands for number in HAS)
    void = Void(VoidDeal.MANY_OF_ONE) if most >= 6 else None
    return leading.many_doubles(deal, 5) or void


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


_INFO = GameInfo(
    id="kozel",
    name=N_("Kozel"),
    aliases=(
        *("козёл", "козел", "goat", "kozioł", "kosel", "домино козел", "рыба", "яйца"),
        *("russian dominoes", "базар", "fish", "eggs"),
    ),
    at_home=("ru",),
    presets=(
        Preset(
            "sea-goat",
            N_("Sea Goat"),
            {TARGET: 125, "opening": "25-hang"},
            aliases=("морской козёл", "морской козел"),
            at_home=("ru",),
        ),
    ),
    sample=("1-1", "6-1@l", "3-1@r", "6-6@l", "5-3@r"),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        target_option(101, 20, 51, 125, help_=N_("Points that make you the goat")),
        flag("pairs", N_("Four play in two pairs"), default="on"),
        Option("deal", 7, (7, 5), N_("Bones each for three or four players")),
        choice(
            "firstLead",
            N_("What leads the first round"),
            {"one-one": N_("1-1, or else 2-2 and so on"), "six-six": N_("the highest double")},
        ),
        choice(
            "opening",
            N_("Fewest points you can write"),
            {
                "13-hang": N_("13; fewer are added next time"),
                "13-once": N_("13 the first time; fewer are lost"),
                "25-hang": N_("25; fewer are added next time"),
                "off": N_("any number"),
            },
        ),
        choice(
            "fish",
            N_("After a block, the losers write"),
            {
                "own": N_("their own pips"),
                "difference": N_("how many more pips they hold"),
                "all": N_("the pips of all hands"),
            },
        ),
        choice(
            "eggs",
            N_("After a tied block, all pips"),
            {"carry": N_("wait for the next losers"), "off": N_("are forgotten")},
        ),
        choice(
            "blank",
            N_("Points for 0-0 in a hand"),
            {25: N_("25 if it's the only bone"), 0: N_("none"), 10: "10"},
        ),
        Option("sixSix", 12, (12, 50), N_("Points for 6-6 as the only bone in a hand")),
        flag("redeal", N_("New deal if a hand has five doubles or six of a number"), default="on"),
    ),
    card=(
        N_("Seven bones each; four play in pairs. If you can't play, draw if bones are left."),
        N_("1-1 leads first, then whoever won. First out, or the fewest pips, wins the round."),
        N_(
            "Losers write their pips, at least 13 at a time. Whoever reaches 101 is the goat and"
            " loses."
        ),
    ),
    other_lines=(
        CardLine(
            0,
            "pairs",
            "off",
            N_("Seven bones each, all for themselves. If you can't play, draw if bones are left."),
        ),
        CardLine(
            1,
            "firstLead",
            "six-six",
            N_("The highest double leads first, then the winner. First out or lowest hand wins."),
        ),
    ),
    page=(
        N_(
            "Two to four players with a double-six set; four play in two pairs, and partners sit"
            " opposite each other. Everybody gets seven bones; the rest are the boneyard. If a hand"
            " has five doubles, or six bones with one number, all bones are dealt again."
        ),
        N_(
            "In the first round, whoever has 1-1 leads it; if nobody does, 2-2, and so on up to"
            " 6-6, then 0-0. After that, whoever won the last round leads, with any bone. Play goes"
            " clockwise, and halves that touch must show the same number."
        ),
        DRAW_OR_KNOCK,
        N_(
            "Whoever goes out wins the round, with their partner if they have one. If nobody can"
            " play (a fish), the side with the fewest pips wins. The losers write the pips that"
            " they hold; if 0-0 is the only bone in a hand, it counts 25."
        ),
        N_(
            "You write nothing until you have at least 13 to write: fewer points hang, and are"
            " added the next time you lose. If a fish is tied (eggs), nobody writes, and the pips"
            " of all hands wait: when somebody wins a round, each losing side writes them on top of"
            " its own."
        ),
        N_(
            "The match ends when somebody has 101 points: they are the goat. Whoever has the fewest"
            " points wins."
        ),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.END, Topic.END, Topic.END),
    goal=3,
    examples=(
        WorkedExample(
            N_(
                "A goes out, and B holds 5-2: 7 pips, less than 13. B writes nothing yet: the 7"
                " hang until B next loses, and are added then."
            ),
            2,
            "deal 5-4 2-0 5-3 4-0 6-6 1-0 4-4 4-3 4-2 6-5 5-1 5-0 0-0 5-2; 4-4; 4-2@r; 4-0@l;"
            " 5-0@l; 5-3@l; 4-3@l; 2-0@r; 0-0@r; 1-0@r; 5-1@r; 5-4@l; 6-5@r; 6-6@r",
            shown=Shown.ROUND_END,
        ),
        WorkedExample(
            N_(
                "A fish. A and C hold 26 + 20 = 46 pips and win; B and D hold 36 + 32 and"
                " write **68**."
            ),
            4,
            "deal 5-1 4-0 2-0 6-5 4-3 5-4 3-2 6-6 6-4 5-0 6-2 4-1 6-0 1-0 4-2 5-2 6-1 0-0 2-2 2-1"
            " 3-0 5-5 5-3 3-1 6-3 3-3 4-4 1-1; 1-1; 5-1@l; 5-0@l; 6-1@r; 6-3@r; 3-2@r; 1-0@l;"
            " 2-1@r; 3-1@r; 4-3@r; 4-1@r",
            shown=Shown.ROUND_END,
        ),
    ),
    penalties=True,
    # Translators: Whoever loses is called the goat (козёл), as the game is.
    worst=N_("🐐 The goat: {who}."),
    partnerships=DUOS_OF_SEATS,
    pairs_option="pairs",
    playouts=2_000,
    shorter=shorter_races(20),
)

KOZEL = Rounds(
    Connecting(info=_INFO, hand_size=hand, lead=lead, score=score, keep=lambda _: 0),
    UntilAGoat(target_of, ends_early=lambda _: True),
)
