"""Achievements in the games at an open table: Memory and Solitaire."""

from bot.domino.bone import Bone
from bot.engine.rounds import RoundScored
from bot.engine.translatable import N_
from bot.games.memory.events import GridLaid, Taken, TurnedBack, TurnedUp
from bot.games.memory.table import TWELVE
from bot.games.solitaire.events import Removed
from bot.scores.achievements.conditions import at_least, in_game, longest_run, play_achievement, won
from bot.scores.achievements.participation import Participation


def pairs_in_a_row(part: Participation) -> int:
    return longest_run(
        part.events,
        lambda each: isinstance(each, Taken) and each.seat == part.seat,
        lambda each: isinstance(each, TurnedBack | RoundScored),
    )


def pairs_taken(part: Participation) -> int:
    return sum(isinstance(each, Taken) and each.seat == part.seat for each in part.events)


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


def triples_removed(part: Participation) -> int:
    return sum(isinstance(each, Removed) and each.together for each in part.events)


MEMORY_AND_SOLITAIRE = (
    play_achievement(
        "memory-perfect",
        "🧠",
        N_("Never forgets"),
        N_(
            "Win Memory with five pairs or more, never missing a pair whose second bone had been"
            " seen before."
        ),
        in_game("memory"),
        won,
        at_least(5, pairs_taken),
        never_forgot,
    ),
    play_achievement(
        "memory-run",
        "🐘",
        N_("Elephant"),
        N_("Take five pairs in a row in a match of Memory against others."),
        in_game("memory"),
        lambda part: part.seats > 1,
        at_least(5, pairs_in_a_row),
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
        at_least(5, triples_removed),
    ),
)
