import re
from collections import Counter
from collections.abc import Sequence

from tests.discord_ui.readers.heard import Heard, Missing, agree
from tests.discord_ui.readers.reader import FOLLOWS, Reader
from tests.discord_ui.readers.square_places import PIECE, SIGNS, Way, pair, read_places, ways

NUMBERED = rf"(\d+ · {PIECE})"
LONE = re.compile(rf"(Piece \d+) → ([A-Z])(?:: (\d+) points?)?(?: [{SIGNS}])?")
"""The button of a piece that fits in one place: “Piece 3 → H: 7 points ⊘”."""
KEEP, STOP, DRAW, KNOCK = "Keep it", "Stop here", "Draw a piece", "Knock"
FORCED = {"squares-block", "squares-draw"}
"""The games in which who can lay a piece has to."""
SCORING = {"squares"}


class SquaresReader(Reader):
    """A player who finds out by the symbols alone what fits where."""

    def __init__(self, letter: str, game_id: str) -> None:
        super().__init__(letter, game_id)
        self.boneyard = 0
        self.piece = ""

    def hear(self, table: Heard) -> None:
        self.boneyard = int(table.maybe(r"(\d+) pieces? in the boneyard") or 0)
        table.by_letter(r"Pieces in hand: ([^.]+)\.", "how many pieces everybody holds")
        read_places(table)

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        told = hand.find(r"upper row / lower row: ([^.]+)\.", "which pieces are held")
        held = re.findall(NUMBERED, told)
        if all("⬅" in each or "➡" in each for each in labels):
            if len(labels) != 2:
                raise Missing(f"there are two directions: {labels}")
            return labels[0]
        called = {f"Piece {each.partition(' · ')[0]}": each for each in held}
        lone = {called[found[1]]: found for found in map(LONE.fullmatch, labels) if found}
        if given := [each.partition(" → ")[0] for each in labels if " → " in each and not lone]:
            agree(called, given, hand.text)
            return labels[0]
        if self._is_gift(hand, labels, list(called)):
            return labels[0]
        offered = {
            called[each.removesuffix(FOLLOWS)]: each for each in labels if each.endswith(FOLLOWS)
        }
        drawn = hand.maybe(rf"Just drawn: {NUMBERED}") if KEEP in labels else None
        if KEEP in labels and drawn is None:
            raise Missing(f"the text does not say which piece was drawn: {hand.text!r}")
        places = read_places(hand)
        free = [drawn] if drawn else held
        fitting = {each for each in free if any(ways(without_number(each), places))}
        agree(fitting, {*offered, *lone}, hand.text)
        alone = {each: list(ways(without_number(each), places)) for each in fitting}
        agree({each for each, found in alone.items() if len(found) == 1}, lone, hand.text)
        for piece, found in lone.items():
            (way,) = alone[piece]
            points = str(way.points) if self.game_id in SCORING else None
            agree([(way.place, points)], [(found[2], found[3])], hand.text)
        numbers = {each.partition(" · ")[0] for each in fitting}
        agree(numbers, hand.items(r"You can play ([^.]+)\."), hand.text)
        choices = offered | {piece: found[0] for piece, found in lone.items()}
        self._expect_others(bool(fitting), set(labels) - set(choices.values()))
        if not fitting:
            return labels[0]
        self.piece = max(
            sorted(fitting),
            key=lambda each: max(way.points for way in ways(without_number(each), places)),
        )
        return choices[self.piece]

    def place(self, text: Heard, labels: Sequence[str]) -> str:
        if text.maybe(r"(It fits at )") is None:
            return labels[0]  # whom to give a piece to
        found = list(ways(without_number(self.piece), read_places(text)))
        if self.game_id in SCORING:
            made = Counter((way.place, way.points) for way in found)
            agree(made.items(), Counter(map(points_on, labels)).items(), text.text)
        else:
            agree(Counter(found).items(), Counter(map(way_on, labels)).items(), text.text)
        agree({way.place for way in found}, text.items(r"It fits at ([^.]+)\."), text.text)
        best = max(found, key=lambda way: way.points)
        if self.game_id not in SCORING:
            return next(each for each in labels if way_on(each) == best)
        return next(each for each in labels if points_on(each) == (best.place, best.points))

    def _is_gift(self, hand: Heard, labels: Sequence[str], held: Sequence[str]) -> bool:
        if hand.maybe(r"(You can play)") or {KEEP, STOP, DRAW, KNOCK} & set(labels):
            return False
        agree(held, [each.removesuffix(FOLLOWS) for each in labels], hand.text)
        return True

    def _expect_others(self, fits: bool, others: set[str]) -> None:
        if others & {KEEP, STOP}:
            expected = others if len(others) == 1 else {KEEP}
        elif fits and self.game_id in FORCED:
            expected = set()
        else:
            expected = {DRAW if self.boneyard and self.game_id != "squares-block" else KNOCK}
        agree(expected, others, f"{self.boneyard} pieces in the boneyard, fitting: {fits}")


def without_number(piece: str) -> str:
    return piece.partition(" · ")[2]


def way_on(label: str) -> Way:
    return Way(label[0], pair(label.partition("(")[2]))


def points_on(label: str) -> tuple[str, int]:
    return label[0], int(label[2:].split(" ")[1])
