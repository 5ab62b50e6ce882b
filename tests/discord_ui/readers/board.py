import re
from collections.abc import Iterator, Sequence

from tests.discord_ui.readers.reader import FOLLOWS, Heard, Missing, Reader, agree

MISS = r"Player ([A-F]) turned up ([^:]+): no pair"


class GridReader(Reader):
    def __init__(self, letter: str, game_id: str) -> None:
        super().__init__(letter, game_id)
        self.known: dict[str, str] = {}
        """The bones that were heard of, by their places."""
        self.turned_up = ""
        """The place that this player turned up as the first of an attempt just now."""
        self.pairs = 0
        self.expects_pair = False

    def hear(self, table: Heard) -> None:
        for _, told in table.all(MISS):
            self._learn(told)
        self._learn(table.maybe(r"Face up: ([^.]+)\.") or "")
        if self.turned_up and self.turned_up not in self._shown(table):
            raise Missing(f"the bone at {self.turned_up} was turned up: {table.text!r}")
        self.turned_up = ""
        here = self._there(table) | {p for p in self.known if p in self._shown(table)}
        self.known = {place: bone for place, bone in self.known.items() if place in here}
        pairs = table.by_letter(r"Pairs: ([^.]+)\.", "how many pairs everybody has")[self.letter]
        if self.expects_pair and pairs != self.pairs + 1:
            raise Missing(f"a pair was known, and none was made: {table.text!r}")
        self.pairs, self.expects_pair = pairs, False

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        up = hand.maybe(r"Face up: ([A-H]\d) \d-\d")
        offered = (self._there(hand) | self._shown(hand)) - {up}
        agree(offered, labels, hand.text)
        unknown = sorted(offered - set(self.known))
        if up is not None:
            partners = [p for p in offered & set(self.known) if self._pair(p, up)]
            self.expects_pair = bool(partners)
            return [*partners, *unknown, *labels][0]
        known = sorted(set(self.known) & offered)
        pairs = [one for one in known if any(self._pair(one, o) for o in known if o != one)]
        self.turned_up = [*pairs, *unknown, *labels][0]
        return self.turned_up

    def _learn(self, told: str) -> None:
        for place, bone in re.findall(r"([A-H]\d) (\d-\d)", told):
            if self.known.setdefault(place, bone) != bone:
                raise Missing(f"{place} was {self.known[place]} before: {told!r}")

    def _pair(self, one: str, other: str) -> bool:
        return sum(map(int, f"{self.known[one]}-{self.known[other]}".split("-"))) == 12

    def _shown(self, table: Heard) -> set[str]:
        told = [miss for _, miss in table.all(MISS)] + [table.maybe(r"Face up: ([^.]+)\.") or ""]
        return set(re.findall(r"[A-H]\d(?= )", " ".join(told)))

    def _there(self, table: Heard) -> set[str]:
        places = set()
        for each in table.items(r"Face down: ([^.]+)\."):
            first, _, last = each.partition(" to ")
            columns = range(int(first[1:]), int((last or first)[1:]) + 1)
            places |= {f"{first[0]}{column}" for column in columns}
        return places


BONUS = 3
SQUARE = r"[A-O]\d+"
STEPS = {"↑": (0, -1), "→": (1, 0), "↓": (0, 1), "←": (-1, 0)}


class BoardReader(Reader):
    """A player who places what scores most, as far as the texts tell."""

    def __init__(self, letter: str, game_id: str) -> None:
        super().__init__(letter, game_id)
        self.bone = ""
        self.points: dict[str, int] = {}
        """Everybody's points as told last, and as the label promised after a placing."""
        self.number: dict[str, str] = {}
        """The number under everybody's score piece."""
        self.promised = False

    def hear(self, table: Heard) -> None:
        before = self.points
        self._hear_track(table)
        if self.promised and before != self.points:
            raise Missing(f"the points had to be {before}: {table.text!r}")
        self.promised = False
        table.by_letter(r"Dominoes in hand: ([^.]+)\.", "how many bones everybody holds")
        table.find(r"(\d+) dominoe?s? in the boneyard", "how many bones can be drawn")

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        held = hand.items(r"Your hand: ([^.]+)\.")
        joined, bridges = {*read_squares(hand).values()}, read_bridges(hand)
        if hand.maybe(r"covers the star, ([A-O]\d+)"):
            wanted = {f"{bone}, {pips} on the star" for bone in held for pips in bone[::2]}
            agree(wanted, labels, hand.text)
            return min(labels)
        fitting = {each for each in held if joined & {*each[::2]} or each[0] + each[2] in bridges}
        placing = {each for each in labels if each[3:].startswith(FOLLOWS)}
        agree(fitting, {each[:3] for each in placing}, hand.text)
        others = set(labels) - placing
        if not fitting and "Stop here" not in others:
            agree({f"Put {bone} in the pit" for bone in held}, others, hand.text)
        else:
            agree({"Stop here"} & others, others, hand.text)
        if not fitting:
            return min(others)
        own = self.number[self.letter]
        self.bone = max(sorted(fitting), key=lambda bone: (own in bone, bone[0] == bone[2]))
        return next(each for each in labels if each.startswith(f"{self.bone}{FOLLOWS}"))

    def place(self, text: Heard, labels: Sequence[str]) -> str:
        joins, bridges = read_squares(text), read_bridges(text)
        within_reach = _by_square(text, r"Diamonds within reach: ([^.]+)\.")
        diamonds = {square: int(number) for square, number in within_reach.items()}
        places = text.find(r"Places: ([^.]+)\.", "which places the letters mark")
        lettered = dict(each.split(" ") for each in places.split(", "))
        reached, best = set(), ("", -1)
        for label in labels:
            letter, arrow = label[: label.index(" ")], label[label.index(" ") + 1]
            if letter not in lettered or arrow not in STEPS:
                raise Missing(f"the text does not say where {label!r} is: {text.text!r}")
            tail = lettered[letter]
            if joins.get(tail) in {*self.bone[::2]}:
                reached.add(tail)
            elif "".join(self.bone[::2]) not in bridges:
                raise Missing(f"{tail} of {label!r} can't be joined: {text.text!r}")
            gains = self._gains([diamonds.get(at, 0) for at in (tail, beside(tail, arrow))])
            agree(gains.items(), self._promises(label).items(), f"{label}, {text.text}")
            best = max(best, (label, gains.get(self.letter, 0)), key=lambda each: each[1])
        wanted = {square for square, number in joins.items() if number in self.bone[::2]}
        agree(wanted, reached, text.text)
        for letter, gain in self._promises(best[0]).items():
            self.points[letter] += gain
        self.promised = True
        return best[0]

    def _gains(self, diamonds: list[int]) -> dict[str, int]:
        twice = 2 if self.bone[0] == self.bone[2] else 1
        gains = {who: BONUS for who, number in self.number.items() if number in self.bone[::2]}
        gains[self.letter] = gains.get(self.letter, 0) + twice * sum(diamonds)
        return {letter: gain for letter, gain in gains.items() if gain}

    def _promises(self, label: str) -> dict[str, int]:
        _, mine, *others = label.split(" · ")
        gains = {self.letter: int(mine)}
        for letters, _, gain in (each.rpartition(" +") for each in others):
            gains |= dict.fromkeys(letters.split(" "), int(gain))
        return {letter: gain for letter, gain in gains.items() if gain}

    def _hear_track(self, text: Heard) -> None:
        told = text.find(r"Score pieces, goal \d+: ([^.]+)\.", "where the score pieces are")
        pieces = re.findall(r"([A-F]) (\d+)(?: on a (\d))?", told)
        self.points = {letter: int(points) for letter, points, _ in pieces}
        self.number = {letter: number or "none" for letter, _, number in pieces}


def read_squares(text: Heard) -> dict[str, str]:
    return _by_square(text, r"Squares that join a number: ([^.]+)\.")


def beside(square: str, arrow: str) -> str:
    across, down = STEPS[arrow]
    return f"{chr(ord(square[0]) + across)}{int(square[1:]) + down}"


def read_bridges(text: Heard) -> set[str]:
    """Return the numbers of bones that fit between two others, either way round."""
    told = re.findall(rf"(\d) {SQUARE} – (\d) {SQUARE}", text.text)
    return {one + other for pair in told for one, other in (pair, pair[::-1])}


def _by_square(text: Heard, pattern: str) -> dict[str, str]:
    groups = (each.split(" ") for each in (text.maybe(pattern) or "").split("; ") if each)
    return {square: number for number, *squares in groups for square in squares}


def row_in(text: Heard) -> list[str]:
    if text.maybe(r"(The row is empty)"):
        return []
    return text.find(r"The row from left to right: ([^.]+)\.", "how the row lies").split(" ")


class SolitaireReader(Reader):
    """A player who removes three bones if possible, else one, else draws."""

    def __init__(self, letter: str, game_id: str) -> None:
        super().__init__(letter, game_id)
        self.left: int | None = None
        """The number of bones that the row has if the last move did what it said."""

    def hear(self, table: Heard) -> None:
        row = row_in(table)
        table.find(r"(\d+) bones? left to draw", "how many bones can be drawn")
        if self.left not in {None, len(row)}:
            raise Missing(f"the row has to have {self.left} bones: {table.text!r}")

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        row = row_in(hand)
        removable = set(_removable(row))
        told = {each for each, _ in hand.all(r"((?:\d-\d ?)+) can be removed(:| together:)")}
        agree(removable, told, hand.text)
        offered = {_named(label): label for label in labels if label.startswith("Remove ")}
        agree(removable, offered, hand.text)
        if not offered:
            self.left = None
            return next(each for each in labels if each.startswith("Draw"))
        best = max(offered, key=len)
        self.left = len(row) - len(best.split(" "))
        return offered[best]


def _removable(row: list[str]) -> Iterator[str]:
    """Yield the bones that the rules allow to be removed (SOLO-2, SOLO-3)."""
    for before, middle, after in zip(row, row[1:], row[2:], strict=False):
        common = set(before[::2]) & set(after[::2])
        if common:
            yield middle
        if common & set(middle[::2]):
            yield f"{before} {middle} {after}"


def _named(label: str) -> str:
    return " ".join(re.findall(r"\d-\d", label.partition(":")[0]))
