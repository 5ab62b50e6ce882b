"""Maltese Cross: first a cross, then arms that open with their doubles; pips are penalties."""

from bot.domino.bone import DOUBLE_OF
from bot.domino.counting import Sum
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Setup
from bot.engine.game_info import CardLine, GameInfo, Length, Preset, Shown, Topic, WorkedExample
from bot.engine.match_formats import LastStanding
from bot.engine.options import Option, choice
from bot.engine.rounds import Rounds
from bot.engine.seating import left_of
from bot.engine.translatable import N_
from bot.games.common.events import Credit, LeadReason
from bot.games.common.lengths import ONE_ROUND, ONE_ROUND_LABEL
from bot.games.connecting.events import VoidDeal
from bot.games.connecting.leading import DealtHands, Lead, Void, any_double_from, highest_double
from bot.games.connecting.moves import around_the_lead
from bot.games.connecting.observation import Limit
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, FinishedRound

HAND = 7
LIMIT, ENDS = "limit", "matchEnds"
TOO_MANY_DOUBLES = 5
_ALL_ARMS = 0b1111
"""The mask of the four arms of the cross."""
_SAMPLE = ("5-5+", "5-1@l", "5-4@r", "5-2@u", "5-0@d", "4-4@r", "1-1@l")


def doubles(_: Setup, ends: Ends) -> tuple[DoublePlacement, ...]:
    """Return how a double is laid: the lead is a spinner, later ones open nothing (CROSS-6)."""
    return (DoublePlacement.ACROSS,) if ends.lying else (DoublePlacement.SPINNER,)


def lead(deal: DealtHands) -> Lead | Void:
    """Let the highest double lead; later, any double of the last winner (CROSS-2…4)."""
    for hand in deal.hands:
        if sum(each.double for each in hand) >= TOO_MANY_DOUBLES:
            return Void(VoidDeal.MANY_DOUBLES)
    setup, previous = deal.setup, deal.setup.previous
    if previous is None or not previous.winners:
        return highest_double(deal)
    winner = previous.winners[0]
    if winner in setup.seats:
        return any_double_from(winner, LeadReason.WON, deal)
    return any_double_from(left_of(setup.seats, winner), LeadReason.NEXT_DOUBLE, deal)


def gate(setup: Setup, ends: Ends) -> list[int] | None:
    """Require the cross first, then open arms as agreed; doubles fit all of them (CROSS-5…7)."""
    crossing = around_the_lead(ends)
    if crossing is not None:
        return crossing
    lying, doubled, rule = ends.lying, ends.doubled, setup.options["armGate"]
    if rule == "full-cross":
        # Any bone, as soon as each of the four arms has its double (nine bones).
        return None if doubled == _ALL_ARMS else [DOUBLE_OF[pips] for pips in ends.shows]
    arms = _ALL_ARMS if rule == "any-double" else doubled
    return [
        ends.fits[end] if lying & DOUBLE_OF[pips] and arms >> end & 1 else DOUBLE_OF[pips]
        for end, pips in enumerate(ends.shows)
    ]


def why_closed(_: Setup, ends: Ends, end: int) -> Limit:
    """Say what closes an arm; by the option, it can be arms without doubles (CROSS-5…7)."""
    if 0 in ends.at:
        return Limit.LEAD_FIRST
    return Limit.OTHER_ARMS_FIRST if ends.doubled >> end & 1 else Limit.DOUBLE_ELSEWHERE


def score(ending: FinishedRound) -> Count:
    """Charge everybody their own pips, twice if the winner went out with a double (CROSS-9…11)."""
    winner = ending.winner
    went_out_with = ending.last[1] if ending.last is not None and ending.out is not None else None
    times = 2 if went_out_with is not None and went_out_with.double else 1
    spared = ending.setup.options["blockedWinnerPenalty"] == "none"
    charged = tuple(
        Credit((seat,), Sum(tuple(each.pips for each in ending.hands[seat]), times=times))
        for seat in ending.setup.seats
        if ending.hands[seat] and not (spared and seat == winner)
    )
    return Count(() if winner is None else (winner,), charged)


def _kept(setup: Setup) -> int:
    """Return the number of bones that eliminated players leave out of play (CROSS-13)."""
    dead = setup.options["eliminatedTiles"] == "dead"
    return HAND * (setup.seat_count - len(setup.seats)) if dead else 0


_INFO = GameInfo(
    id="maltese-cross",
    name=N_("Maltese Cross"),
    aliases=("doubles", "maltese", "cross"),
    presets=(
        Preset(
            "french",
            N_("French (Jamaica)"),
            {"armGate": "any-double", "matchEnds": "first"},
            aliases=("french dominoes",),
            differs=N_("In Jamaica, 0-0 leads; here the highest double does."),
        ),
    ),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        choice(
            "armGate",
            N_("What opens an arm"),
            {
                "own-double": N_("its own double"),
                "any-double": N_("its double on any arm"),
                "full-cross": N_("doubles on all four arms"),
            },
        ),
        choice(
            "blockedWinnerPenalty",
            N_("Penalty for the winner of a blocked round"),
            {"own": N_("the pips in their hand"), "none": N_("no penalty")},
        ),
        choice(
            "eliminatedTiles",
            N_("Where eliminated players' bones go"),
            {"boneyard": N_("into the boneyard"), "dead": N_("out of play")},
        ),
        Option(
            LIMIT,
            100,
            (ONE_ROUND, 25, 50, 100),
            N_("Penalty points with which you're out of the match"),
            limits=(1, 1000),
            labels=(ONE_ROUND_LABEL,),
        ),
        choice(
            ENDS,
            N_("When the match ends"),
            {"last": N_("when one player is left"), "first": N_("when the first player is out")},
        ),
    ),
    card=(
        N_("The highest double leads; the next four bones go on its four sides."),
        N_("Then each arm must continue with its own double. If you can't play, draw."),
        N_("Pips left in your hand are penalty points. With 100, you're out of the match."),
    ),
    other_lines=(
        CardLine(
            1,
            "armGate",
            "any-double",
            N_(
                "A number can be continued once its double lies on any arm. If you can't play,"
                " draw."
            ),
        ),
        CardLine(
            1,
            "armGate",
            "full-cross",
            N_("Once doubles lie on all four arms, anything can follow. If you can't play, draw."),
        ),
    ),
    page=(
        N_(
            "Two to four players, each for themselves, with the 28 bones of a double-six set."
            " Everybody gets seven; the rest are the boneyard. If a hand has five or more doubles,"
            " or nobody has a double, all bones are dealt again."
        ),
        N_(
            "The highest double leads the first round. After that, the last winner leads any of"
            " their doubles; if they have none, the lead passes to the left. After a round without"
            " a winner, the highest double leads again."
        ),
        N_(
            "First comes the cross: until there's a bone on each of the lead's four sides, you can"
            " only play bones that fit there. Then there are four arms, each with one end."
        ),
        N_(
            "Each arm must continue with its own double: the double of the number it shows. If that"
            " double is played on another arm, this arm is closed for the rest of the round. After"
            " its own double, an arm takes other bones, too, but only once the double of the number"
            " at its end is on the table, on any arm. Until then, it takes only that double."
        ),
        N_(
            "If you can play, you must. If you can't, draw until a bone can be played, and play it"
            " at once; if the boneyard is empty, knock."
        ),
        N_(
            "You win the round by going out or, if nobody can play, by having fewer pips than"
            " anybody else. Everybody gets the pips in their hand as penalty points; they count"
            " twice if the winner went out with a double."
        ),
        N_(
            "With 100 penalty points, you're out of the match, but you can keep watching. The last"
            " player remaining wins. If all remaining players reach 100 in the same round, the"
            " lowest total wins."
        ),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.TURN, Topic.END, Topic.END),
    goal=5,
    examples=(
        WorkedExample(
            N_(
                "Each arm needs its own double. 2-2 was played at E, so the arm with 6-2 is closed"
                " for the rest of the round. G takes only 3-3, and H only 0-0."
            ),
            2,
            (
                "deal 6-6 6-2 6-0 2-1 4-3 4-2 4-4 6-1 6-3 1-1 2-2 4-1 5-0 4-0; 6-6; 6-1@l; 6-2@r;"
                " 6-3@u; 6-0@d; 1-1@l; 2-1@l; 2-2@l"
            ),
        ),
        WorkedExample(
            N_(
                "A goes out with 3-3. As it's a double, pips count twice: B holds 3-2 and gets 5 ×"
                " 2 = **10** penalty points."
            ),
            2,
            (
                "deal 6-6 5-4 6-5 5-5 6-0 2-0 3-3 6-3 6-4 2-2 4-4 5-3 0-0 3-2; 6-6; 6-4@r; 6-5@u;"
                " 6-3@l; 6-0@d; 4-4@r; 5-4@r; 0-0@d; 2-0@d; 2-2@d; 5-5@u; 5-3@u; 3-3@l"
            ),
            shown=Shown.ROUND_END,
        ),
    ),
    sample=_SAMPLE,
    wide_sample=(*_SAMPLE, "4-3@r", "2-1@l"),
    penalties=True,
    shorter={Length.ROUND: {LIMIT: ONE_ROUND}, Length.SHORT: {LIMIT: 16, ENDS: "first"}},
)

MALTESE_CROSS = Rounds(
    Connecting(
        info=_INFO,
        lead=lead,
        score=score,
        keep=_kept,
        doubles=doubles,
        gate=gate,
        why_closed=why_closed,
        keeps_doubles=True,  # because they open arms to everybody
    ),
    LastStanding(lambda setup: setup.number(LIMIT), lambda setup: setup.options[ENDS] == "first"),
)
