"""Solitaire: one player clears a row of bones."""

from bot.engine.game_info import GameInfo, Topic, WorkedExample
from bot.engine.match_formats import RaceTo
from bot.engine.options import choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.solitaire.rules import SolitaireRules

_INFO = GameInfo(
    id="solitaire",
    name=N_("Solitaire"),
    aliases=("patience",),
    min_seats=1,
    max_seats=1,
    rules=1,
    options=(
        choice(
            "triple",
            N_("When three can be removed together"),
            {
                "same-number": N_("if one number is on all three"),
                "pairwise": N_("if every pair of them shares a number"),
            },
        ),
        flag("mustRemove", N_("You must remove a bone if you can"), default="on"),
    ),
    card=(
        N_("Three bones lie in a row; draw the rest one by one and add them on the right."),
        N_("You can remove a bone if the bones on both sides of it share a number."),
        N_("Three that share a number can go together. Remove all 28 bones to win."),
    ),
    page=(
        N_(
            "For one player, with the 28 bones of a double-six set. Three lie face up, side by side"
            " in a row; the rest lie face down."
        ),
        N_(
            "If the bones to the left and right of a bone share a number, you can remove the one"
            " between them, and the gap closes. If one number is on all three, you can remove all"
            " three instead. An option allows this if every pair of the three shares a number."
        ),
        N_(
            "If you can remove something, you must, but you choose what. If you can't, draw the"
            " next bone and add it at the right end of the row. An option lets you draw at any"
            " time."
        ),
        N_(
            "You win when all 28 bones are removed. When there's nothing left to draw or to remove,"
            " it's over: the fewer bones left, the better."
        ),
        N_("It's hard: even careful players win only now and then."),
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END, Topic.END),
    examples=(
        WorkedExample(
            N_("2-1 and 4-2 share the 2, so you can remove 6-5 between them."),
            1,
            ("deal 2-1 6-5 4-2 4-4 6-2"),
        ),
        WorkedExample(
            N_("The 2 is on all three bones, so you can remove 4-2 alone or all three together."),
            1,
            ("deal 2-1 6-5 4-2 4-4 6-2; 6-5; draw; draw; 4-4"),
        ),
    ),
    penalties=True,
    open_play=True,
    playouts=800,
)

SOLITAIRE = Rounds(SolitaireRules(_INFO), RaceTo(lambda _: None, counted=True))
