"""Solitaire: one player clears a row of bones."""

from bot.engine.contract import GameInfo
from bot.engine.options import Option, flag
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.solitaire.rules import SolitaireRules
from bot.games.solitaire.seen import (
    Added,
    DrawNext,
    Remove,
    Removed,
    RowEnded,
    RowLaid,
    SolitaireSeen,
)

__all__ = [
    "SOLITAIRE",
    "Added",
    "DrawNext",
    "Remove",
    "Removed",
    "RowEnded",
    "RowLaid",
    "SolitaireSeen",
]

SOLITAIRE = Rounds(
    SolitaireRules(
        GameInfo(
            id="solitaire",
            name="Solitaire",
            min_seats=1,
            max_seats=1,
            rules=1,
            options=(
                Option(
                    "triple",
                    "same-number",
                    ("same-number", "pairwise"),
                    N_("When three can be removed together"),
                    labels=(N_("all share one number"), N_("each pair shares a number")),
                ),
                flag("mustRemove", N_("You must remove a bone if you can"), default="on"),
            ),
            card=(
                N_("Three bones lie in a row; the rest are added one by one on the right."),
                N_("A bone between two that share a number can go: the gap closes."),
                N_("Three that share a number can go together. Remove all bones to win."),
            ),
            page=(
                N_(
                    "One player and the 28 bones of a double-six set, face down. Three are turned"
                    " up and laid side by side in a row."
                ),
                N_(
                    "If a bone's left and right neighbours share a number, you can remove the"
                    " bone between them, and the gap closes. If all three share one number, you"
                    " can remove all three instead. With an option, it's enough if each pair of"
                    " the three shares a number."
                ),
                N_(
                    "As long as you can remove something, you must; you choose what. When you"
                    " can't, turn up the next bone and add it at the right end of the row. With"
                    " an option, you can do that at any time."
                ),
                N_(
                    "You win when all 28 bones are removed. When no bone is left to turn up and"
                    " nothing can be removed, it's over: the fewer bones left, the better."
                ),
                N_("It's hard: even careful players only win now and then."),
            ),
            penalties=True,
            open_play=True,
        )
    ),
    RaceTo(lambda _: None, counted=True),
)
