"""Plans as their owner sees them: in the picture of the hand, in words and on buttons."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from bot.engine.planning import Wish
from bot.engine.translatable import N_
from bot.games.common.planning import MOST
from bot.games.common.rules import RoundSeen
from bot.present.i18n import Words
from renderers.scene.bones import HandScene, Scene, TableAndHandScene
from renderers.scene.squares import SquareHandScene

SeenT = TypeVar("SeenT", bound=RoundSeen)


def named(piece: str, place: str, say: Words) -> str:
    """Describe a wish by the name of its piece, and that of its place unless it is any."""
    if place == MOST:
        place = say("most points")
    return say("{bone} → {place}", bone=piece, place=place) if place else piece


class PlanView(ABC, Generic[SeenT]):
    """The part of a view that shows plans; a game without hands has none."""

    until_change = N_(
        "It holds until somebody passes, another player scores or is down to two, or you get a new"
        " piece."
    )
    """How long a plan lasts that is to end when something changes (:meth:`Rules.ends_plans`)."""

    @abstractmethod
    def hand(self, seen: SeenT) -> Scene:
        """Return the table above the seat's hand, if any; what can be played is marked in both."""

    def in_hand(self, seen: SeenT) -> Sequence[str]:
        """Return the codes of the pieces in the picture of the seat's hand, in their order."""
        return ()

    def planned_hand(self, seen: SeenT, wishes: Iterable[Wish]) -> Scene:
        """Return the table above the seat's hand, its pieces with their places in the plan."""
        scene = self.hand(replace(seen, legal=()))
        places = {wish.piece: place for place, wish in enumerate(wishes, 1)}
        # Of pieces that are alike, only the first is planned.
        planned = tuple(places.pop(code, None) for code in self.in_hand(seen))
        match scene:
            case TableAndHandScene(hand=HandScene() | SquareHandScene() as hand):
                return replace(scene, hand=replace(hand, planned=planned))
            case _:
                return scene

    def wish_name(self, wish: Wish, seen: SeenT, say: Words) -> str:
        """Describe a wish as its button does: “5-3”, or “5-3 → 5” with its place."""
        return named(wish.piece, wish.place, say)

    def describe_planned(self, wishes: Iterable[Wish], seen: SeenT, say: Words) -> Iterator[str]:
        """List a plan, if there is one, in a sentence: “Planned: 1: 5-3, 2: 6-4 → 5.”."""
        named = enumerate((self.wish_name(wish, seen, say) for wish in wishes), 1)
        told = ", ".join(f"{place}: {name}" for place, name in named)
        if told:
            # Translators: {bones} are numbered in the order in which they are to be played.
            yield say("Planned: {bones}.", bones=told)
