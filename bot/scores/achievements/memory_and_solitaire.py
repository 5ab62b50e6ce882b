"""Achievements in the games at an open table: Memory and Solitaire."""

from bot.domino.bone import Bone
from bot.engine.rounds import RoundScored
from bot.engine.words import N_
from bot.games.memory.seen import GridLaid, Taken, TurnedBack, TurnedUp
from bot.games.memory.table import TWELVE
from bot.games.solitaire.seen import Removed
from bot.scores.achievements.conditions import (
    Condition,
    in_game,
    longest_run,
    play_achievement,
    won,
)
from bot.scores.achievements.participation import Participation


def pairs_in_a_row(count: int) -> Condition:
    """Require that many pairs taken in a row."""

    def taken(part: Participation) -> bool:
        return (
            longest_run(
                part.events,
                lambda each: isinstance(each, Taken) and each.seat == part.seat,
                lambda each: isinstance(each, TurnedBack | RoundScored),
            )
            >= count
        )

    return taken


def pairs_taken(count: int) -> Condition:
    """Require that many pairs taken in the match."""
    return lambda part: (
        sum(isinstance(each, Taken) and each.seat == part.seat for each in part.events) >= count
    )


def never_forgot(part: Participation) -> bool:
    """Return whether the player took a pair whenever the first bone's partner had been seen."""
    seen: dict[int, Bone] = {}
    first: Bone | None = None
    known = False
    for each in part.events:
        match each:
            case GridLaid():
                seen = {}
            case TurnedUp(place=place, bone=bone):
                if first is None:
                    first = bone
                    known = any(
                        at != place and other.pips + bone.pips == TWELVE
                        for at, other in seen.items()
                    )
                seen[place] = bone
            case Taken(places=places):
                seen = {at: bone for at, bone in seen.items() if at not in places}
                first = None
            case TurnedBack(seat=seat):
                if known and seat == part.seat:
                    return False
                first = None
            case _:
                pass
    return True


def triples_removed(count: int) -> Condition:
    """Require three bones removed at once that many times."""
    return lambda part: (
        sum(isinstance(each, Removed) and each.together for each in part.events) >= count
    )


MEMORY_AND_SOLITAIRE = (
    play_achievement(
        "memory-perfect",
        "🧠",
        N_("Never forgets"),
        N_(
            "Win Memory with five pairs or more, never missing a pair whose second tile had been"
            " seen before."
        ),
        in_game("memory"),
        won,
        pairs_taken(5),
        never_forgot,
    ),
    play_achievement(
        "memory-run",
        "🐘",
        N_("Elephant"),
        N_("Take five pairs in a row in a match of Memory against others."),
        in_game("memory"),
        lambda part: part.seats > 1,
        pairs_in_a_row(5),
    ),
    play_achievement(
        "solitaire-won",
        "🃏",
        N_("Nothing left"),
        N_("Win a match of Solitaire."),
        in_game("solitaire"),
        won,
    ),
    play_achievement(
        "solitaire-triples",
        "🎳",
        N_("Three at a blow"),
        N_("Remove three bones at once five times in one match of Solitaire."),
        in_game("solitaire"),
        triples_removed(5),
    ),
)
