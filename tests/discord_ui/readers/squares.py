import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.discord_ui.readers.reader import FOLLOWS, Heard, Missing, Reader, agree

WILD, DIGITS = "★", "123456"
SIGNS = "0★➜⊕⊘↻⇄"
SYMBOL = f"[{DIGITS}{SIGNS}]"
PIECE = f"{SYMBOL} ?{SYMBOL}/{SYMBOL} ?{SYMBOL}"
_PLACE = rf"([A-Z]) (above it|to its right|below it|to its left) \(({SYMBOL} ?{SYMBOL})\)"
_OUTSIDE = {"above it": 0, "to its right": 1, "below it": 2, "to its left": 3}


class Way(NamedTuple):
    """A place for a piece, and what the piece then shows on its outside."""

    place: str
    outside: tuple[str, str]

    @property
    def points(self) -> int:
        return sum(int(each) for each in self.outside if each in DIGITS)


class Place(NamedTuple):
    """A free place at an end, and the two symbols that a piece must match there."""

    letter: str
    side: int
    shown: tuple[str, str]


def read_places(text: Heard) -> list[Place]:
    text.find(r"(Open end )", "which ends are open")
    return [Place(letter, _OUTSIDE[at], pair(shown)) for letter, at, shown in text.all(_PLACE)]


def symbols(told: str) -> tuple[str, ...]:
    return tuple(re.findall(SYMBOL, told))


def pair(told: str) -> tuple[str, str]:
    one, other = symbols(told)[:2]
    return one, other


def ways(piece: str, places: list[Place]) -> Iterator[Way]:
    """Yield the ways to lay a piece, which may be named with its number before it."""
    a, b, c, d = symbols(piece.rpartition(" · ")[2])
    for _ in range(4):
        # a b    The sides above, at the right, below and at the left, as one reads them: from the
        # c d    left or from above.
        sides = ((a, b), (b, d), (c, d), (a, c))
        for place in places:
            if all(map(_match, sides[(place.side + 2) % 4], place.shown)):
                yield Way(place.letter, sides[place.side])
        a, b, d, c = c, a, b, d


def _match(one: str, other: str) -> bool:
    """Return whether two small squares match (SQ-4)."""
    colourful = {WILD, *DIGITS}
    if {one, other} & colourful:
        return one == other or (WILD in {one, other} and {one, other} <= colourful)
    return True


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
        followed = [each for each in labels if each.endswith(FOLLOWS)]
        offered = {called[each.removesuffix(FOLLOWS)]: each for each in followed}
        drawn = hand.maybe(rf"Just drawn: {NUMBERED}") if KEEP in labels else None
        if KEEP in labels and drawn is None:
            raise Missing(f"the text does not say which piece was drawn: {hand.text!r}")
        places = read_places(hand)
        free = [drawn] if drawn else held
        fits = {each: list(ways(each, places)) for each in free}
        fitting = {each for each, found in fits.items() if found}
        agree(fitting, {*offered, *lone}, hand.text)
        agree({each for each, found in fits.items() if len(found) == 1}, lone, hand.text)
        for piece, found in lone.items():
            (way,) = fits[piece]
            points = str(way.points) if self.game_id in SCORING else None
            agree([(way.place, points)], [(found[2], found[3])], hand.text)
        numbers = {each.partition(" · ")[0] for each in fitting}
        agree(numbers, hand.items(r"You can play ([^.]+)\."), hand.text)
        choices = offered | {piece: found[0] for piece, found in lone.items()}
        self._expect_others(bool(fitting), set(labels) - set(choices.values()))
        if not fitting:
            return labels[0]
        self.piece = max(sorted(fitting), key=lambda each: max(way.points for way in fits[each]))
        return choices[self.piece]

    def place(self, text: Heard, labels: Sequence[str]) -> str:
        if text.maybe(r"(It fits at )") is None:
            return labels[0]  # whom to give a piece to
        found = list(ways(self.piece, read_places(text)))
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


def way_on(label: str) -> Way:
    return Way(label[0], pair(label.partition("(")[2]))


def points_on(label: str) -> tuple[str, int]:
    return label[0], int(label[2:].split(" ")[1])


TURNED, DOWN = " turned over", " face down"


class SquareRowReader(Reader):
    """A player who knows the pieces of their row that lie face up."""

    def hear(self, table: Heard) -> None:
        rows = table.all(r"Row of Player ([A-D]) from left to right: ([^.]+)\.")
        if self.letter not in dict(rows):
            raise Missing(f"the row of {self.letter} is not told: {table.text!r}")
        read_places(table)

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        mine = rf"(?:Your row|Row of Player {self.letter}) from left to right: ([^.]+)\."
        row = hand.find(mine, "how the row lies").split(", ")
        places = read_places(hand)
        pending = [each.removesuffix(TURNED) for each in row if each.endswith(TURNED)]
        up = {each for each in row if not each.endswith((TURNED, DOWN))}
        if wrong := [each for each in up if WILD not in each]:
            raise Missing(f"only pieces with a wild square lie face up, not {wrong}")
        fitting = [(piece, way) for piece in pending or up for way in ways(piece, places)]
        turns = [each for each in labels if "piece" in each]
        lays = {each: laid(each, pending) for each in labels if each not in turns}
        agree(Counter(fitting).items(), Counter(lays.values()).items(), hand.text)
        if pending:
            agree((), turns, hand.text)
        elif len(turns) != 1 or "left piece" not in turns[0].casefold():
            raise Missing(f"the left piece can be turned over, and nothing else: {labels}")
        elif row[0] in up and ("can't fit" in turns[0]) != (row[0] not in dict(fitting)):
            raise Missing(f"{row[0]} is face up, and the label says {turns}: {hand.text!r}")
        return next(iter(lays), labels[0])


def laid(label: str, pending: list[str]) -> tuple[str, Way]:
    """Return the piece and the way that a label names; without a piece, it is the ``pending`` one.

    The label of a piece in the row is “★6/1 5 → W (4 2)”.
    """
    piece, arrow, way = label.rpartition(" → ")
    if not arrow and not pending:
        raise Missing(f"the label does not say which piece is laid: {label}")
    return piece if arrow else pending[0], way_on(way)
