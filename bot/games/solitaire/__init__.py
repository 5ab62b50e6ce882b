"""Solitaire: one player clears a row of bones."""

from __future__ import annotations

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
                    N_("When three neighbours can go together"),
                    labels=(
                        N_("one number is on all of them"),
                        N_("each two of them share a number"),
                    ),
                ),
                flag("mustRemove", N_("Who can remove a bone must"), default="on"),
            ),
            card=(
                N_("Three bones lie in a row; the others come one by one at its right end."),
                N_("A bone between two that share a number can go: the gap closes."),
                N_("Three with one number can go together. You win when no bone is left."),
            ),
            page=(
                N_(
                    "One player and the 28 bones of a double-six set, face down. Three are turned"
                    " up and laid side by side in a row."
                ),
                N_(
                    "If the left and the right neighbour of a bone share a number, the bone"
                    " between them can be removed, and the gap closes. If one number is on all"
                    " three, you may remove all three instead. If it is agreed, it is enough that"
                    " each two of the three share some number."
                ),
                N_(
                    "As long as something can be removed you must remove something, and choose"
                    " what; when nothing can, you turn up the next bone and lay it at the right"
                    " end of the row. If it is agreed, you may do so at any time."
                ),
                N_(
                    "You have won when all 28 bones are gone. When no bone is left to turn up and"
                    " nothing can be removed, it is over: the fewer bones are left, the better."
                ),
                N_("It is hard: even a careful player wins only now and then."),
            ),
            penalties=True,
            open_play=True,
        )
    ),
    RaceTo(lambda _: None, counted=True),
)
