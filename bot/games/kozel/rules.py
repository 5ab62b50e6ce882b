"""Kozel: the losers write their pips; with 13 at least, and up to 101, which makes a goat."""

from bot.domino.bone import HAS, mask
from bot.engine.contract import Setup
from bot.engine.game_info import CardLine, GameInfo, Preset, Shown, Topic, WorkedExample
from bot.engine.options import ON, Option, choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.events import LeadReason
from bot.games.common.lengths import TARGET, shorter_races, target_of, target_option
from bot.games.connecting import leading
from bot.games.connecting.events import VoidDeal
from bot.games.connecting.leading import DealtHands, Lead, Void
from bot.games.connecting.notes import carried_or
from bot.games.connecting.rules import DRAW_OR_KNOCK, Connecting
from bot.games.duos import DUOS_OF_SEATS
from bot.games.kozel.accounts import Accounts, UntilAGoat, score


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
        target_option(101, 20, 51, 125, help_=N_("Points with which you are the goat")),
        flag("pairs", N_("Four play in two pairs"), default="on"),
        Option("deal", 7, (7, 5), N_("Bones for each of three or four players")),
        choice(
            "firstLead",
            N_("The first lead"),
            {"one-one": N_("1-1, or the next double"), "six-six": N_("the highest double")},
        ),
        choice(
            "opening",
            N_("The fewest points that are written"),
            {
                "13-hang": N_("13, and fewer hang until the next time"),
                "13-once": N_("13 for the first entry, and fewer are lost"),
                "25-hang": N_("25, and fewer hang until the next time"),
                "off": N_("any number"),
            },
        ),
        choice(
            "fish",
            N_("What the losers of a blocked round write"),
            {
                "own": N_("their own pips"),
                "difference": N_("what they hold more than the winners"),
                "all": N_("the pips of all hands"),
            },
        ),
        choice(
            "eggs",
            N_("The pips after a tied block"),
            {"carry": N_("wait for the next losers"), "off": N_("are forgotten")},
        ),
        choice(
            "blank",
            N_("Points for 0-0 in a hand"),
            {25: N_("25 if it's alone"), 0: N_("none"), 10: "10"},
        ),
        Option("sixSix", 12, (12, 50), N_("Points for 6-6 alone in a hand")),
        flag("redeal", N_("New deal for five doubles or six of a number in a hand"), default="on"),
    ),
    card=(
        N_("Seven bones each; four play two against two. If you can't play, draw."),
        N_("1-1 leads first, then whoever won. First out, or the fewest pips, wins the round."),
        N_("Losers write their pips, with 13 or more at a time. Whoever has 101 is the goat."),
    ),
    other_lines=(
        CardLine(
            0,
            "pairs",
            "off",
            N_("Seven bones each, everybody for themselves. If you can't play, draw."),
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
            "Whoever goes out wins the round, with their partner. If nobody can play (a fish), the"
            " side with fewer pips wins. The losers write the pips that they hold; 0-0 alone in a"
            " hand counts 25."
        ),
        N_(
            "You write nothing while you have less than 13 to write: that hangs, and is added the"
            " next time you lose. If a fish is tied (eggs), nobody writes, and the pips of all"
            " hands wait; each loser of the next round writes them, too."
        ),
        N_("Whoever first has 101 points is the goat and loses. The fewest points win the match."),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.END, Topic.END, Topic.END),
    goal=3,
    examples=(
        WorkedExample(
            N_(
                "A goes out, and B holds 5-2: 7 pips, less than 13. B writes nothing yet; the"
                " 7 hang, and are added the next time B loses."
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
