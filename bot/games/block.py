"""Block: seven bones each, nothing to draw; if you can't play, you knock."""

from bot.engine.game_info import GameInfo, Preset, Shown, Topic, WorkedExample
from bot.engine.options import choice
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import RACE, shorter_races, target_option
from bot.games.connecting.leading import (
    BY_LOT,
    DealtHands,
    Lead,
    last_winner_or_lot,
    left_of_last_leader,
)
from bot.games.connecting.rules import Connecting


def _lead(deal: DealtHands) -> Lead:
    """Let a lot choose the leader in every round, unless agreed otherwise (BLOCK-3)."""
    match deal.setup.options["nextLead"]:
        case "winner":
            return last_winner_or_lot(deal)
        case "rotate-left":
            return left_of_last_leader(deal)
        case _:
            return BY_LOT


_INFO = GameInfo(
    id="block",
    name=N_("Block"),
    aliases=("block dominoes", "blocking game", "individual", "dominó de a uno"),
    presets=(
        Preset(
            "gaple",
            N_("Gaple"),
            {"nextLead": "winner"},
            aliases=("domino gaple", "gapleh"),
            differs=N_(
                "In Gaple, 0-0 leads first, and if you can't play, you discard; here any bone"
                " leads, and you knock."
            ),
        ),
        Preset(
            "arabic-block",
            N_("Plain Arabic dominoes"),
            {"nextLead": "winner"},
            aliases=("دومينو عادة",),
            differs=N_(
                "In Arab countries, 6-6 leads first and three players get nine bones; here it is as"
                " in Block."
            ),
        ),
    ),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        choice(
            "nextLead",
            N_("Who leads the next round"),
            {
                "random": N_("a random player"),
                "winner": N_("the last winner"),
                "rotate-left": N_("the player to the left of the last leader"),
            },
        ),
        target_option(100, 20, 50, 150, 200),
    ),
    card=(
        N_("Seven bones each; match the number at either end of the line."),
        N_("If you can't play, knock. There's no drawing."),
        N_("First out scores the others' pips. If nobody can play, the lowest hand wins."),
    ),
    page=(
        N_(
            "Two to four players, each for themselves, with the 28 bones of a double-six set."
            " Everybody gets seven; the rest stay out of play, unseen."
        ),
        N_(
            "The leader, picked at random, plays any bone. Then each player in turn, clockwise,"
            " adds a bone at either end of the line: halves that touch must show the same number."
            " Doubles lie across the line, but nothing can be played on their tips (the short"
            " ends)."
        ),
        N_("If you can play, you must; if you can't, knock and wait for your next turn."),
        N_(
            "The round ends when somebody has no bones left (domino!) or when nobody can play"
            " (blocked). Whoever goes out wins; in a blocked round, whoever has the fewest pips"
            " wins. The winner scores the pips in all other hands minus those in their own. If the"
            " lowest hand is tied, nobody scores."
        ),
        N_("You play rounds until somebody reaches the target, normally 100 points."),
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END, Topic.END),
    examples=(
        WorkedExample(
            N_("B goes out with 3-1. A holds 1-0 and 6-1, 1 + 7 = 8 pips, so B scores **8**."),
            2,
            (
                "deal 4-2 5-3 1-1 6-4 5-4 6-1 1-0 4-1 6-6 5-0 3-2 3-1 6-0 4-4; lot 1; 6-6; 6-4@l;"
                " 4-4@l; 5-4@l; 6-0@r; 5-3@l; 5-0@r; pass; 3-2@l; 4-2@l; 4-1@l; 1-1@l; 3-1@l"
            ),
            shown=Shown.ROUND_END,
        ),
        WorkedExample(
            N_(
                "Nobody has a 4 or a 6: blocked. A holds 1 + 3 + 6 + 7 = 17 pips, B 0 + 4 + 3 + 5 ="
                " 12. B holds fewer and scores 17 − 12 = **5**."
            ),
            2,
            (
                "deal 1-0 3-3 2-1 5-5 6-3 5-2 4-0 6-6 2-2 5-0 5-3 0-0 3-2 3-0; lot 1; 6-6; 6-3@l;"
                " 5-3@l; 5-5@l; 5-0@l; 4-0@l"
            ),
            shown=Shown.ROUND_END,
        ),
    ),
    shorter=shorter_races(20),
)

BLOCK = Rounds(
    Connecting(info=_INFO, lead=_lead),
    RACE,  # BLOCK-10
)
