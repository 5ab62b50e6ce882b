"""Duos: two against two, counter-clockwise."""

from bot.domino.counting import Sum, pips
from bot.engine.contract import GameInfo, Seat
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.seating import right_of
from bot.engine.words import N_
from bot.games.connecting.leading import Deal, Lead, six_six
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, Ending
from bot.games.events import Credit

SEATS = 4
HAND = 7
TARGET = 50
DUOS_OF_SEATS = ((0, 2), (1, 3))


def lead(deal: Deal) -> Lead:
    """Let 6-6 lead first; later the seat to the right of the last leader leads (DUO-3)."""
    previous = deal.setup.previous
    if previous is None or previous.leader is None:
        return six_six(deal)
    return Lead(right_of(deal.setup.seats, previous.leader))


def score(ending: Ending) -> Count:
    """Give the winning duo the pips that its opponents hold (DUO-6, DUO-7)."""
    winners = _winning_duo(ending)
    (losers,) = (duo for duo in DUOS_OF_SEATS if duo != winners)
    points = Sum(tuple(ending.pips[seat] for seat in losers))
    return Count(winners, (Credit(winners, points),))


def _winning_duo(ending: Ending) -> tuple[Seat, ...]:
    """Return the duo that is out or, if blocked, holds fewer pips or did not block (DUO-8)."""
    if ending.out is not None:
        return _duo_of(ending.out)
    one, other = DUOS_OF_SEATS
    first, second = (sum(pips(ending.hands[seat]) for seat in duo) for duo in DUOS_OF_SEATS)
    if first != second:
        return one if first < second else other
    return other if ending.last.seat in one else one


def _duo_of(seat: Seat) -> tuple[Seat, ...]:
    return next(duo for duo in DUOS_OF_SEATS if seat in duo)


DUOS = Rounds(
    Connecting(
        info=GameInfo(
            id="duos",
            name="Duos",
            min_seats=SEATS,
            max_seats=SEATS,
            rules=1,
            options=(),
            card=(
                N_("Two against two: partners sit opposite. Seven bones each, nothing to draw."),
                N_("Play goes counter-clockwise; if you can't play, knock. 6-6 leads first."),
                N_("The duo that goes out, or holds less, scores the other duo's pips; 50 wins."),
            ),
            page=(
                N_(
                    "Four players in two duos; partners sit opposite each other. All 28 bones of a"
                    " double-six set are dealt, seven each."
                ),
                N_(
                    "Whoever has 6-6 leads it in the first round. Play goes counter-clockwise,"
                    " to the right. In each later round the player to the right of the last"
                    " leader leads any bone."
                ),
                N_(
                    "The line has two ends; doubles have two ends like any bone. If you can"
                    " play, you must; if you can't, knock."
                ),
                N_(
                    "When somebody goes out, their duo scores all pips in the two opponents'"
                    " hands. If nobody can play, the duo with fewer pips in total scores the"
                    " other duo's pips. In a tie, the duo of the player who played the last bone"
                    " loses."
                ),
                N_("The first duo with 50 points wins the match."),
            ),
            partnerships=DUOS_OF_SEATS,
        ),
        hand_size=lambda _: HAND,
        lead=lead,
        score=score,
        following=right_of,
    ),
    RaceTo(lambda _: TARGET),
)
