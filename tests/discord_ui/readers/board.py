import re
from collections.abc import Sequence

from tests.discord_ui.readers.reader import FOLLOWS, Heard, Missing, Reader, agree

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
        joins, bridges = read_squares(hand), read_bridges(hand)
        star = hand.maybe(r"covers the star, ([A-O]\d+)")
        fitting = {
            bone
            for bone in held
            if set(bone[::2]) & set(joins.values()) or "".join(bone[::2]) in bridges
        }
        if star:
            wanted = {f"{bone}, {pips} on the star" for bone in held for pips in bone[::2]}
            agree(wanted, labels, hand.text)
            return min(labels)
        placing = {label[:3] for label in labels if label[3:].startswith(FOLLOWS)}
        agree(fitting, placing, hand.text)
        others = set(labels) - {each for each in labels if each[3:].startswith(FOLLOWS)}
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
        diamonds, lettered = read_diamonds(text), read_letters(text)
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
            squares = tail, beside(tail, arrow)
            gains = self._gains([diamonds.get(square, 0) for square in squares])
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
        gains = {
            letter: BONUS for letter, number in self.number.items() if number in self.bone[::2]
        }
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


def read_diamonds(text: Heard) -> dict[str, int]:
    told = _by_square(text, r"Diamonds within reach: ([^.]+)\.")
    return {square: int(number) for square, number in told.items()}


def read_letters(text: Heard) -> dict[str, str]:
    told = text.find(r"Places: ([^.]+)\.", "which places the letters mark")
    return dict(each.split(" ") for each in told.split(", "))


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
