import re
from collections.abc import Sequence

from tests.discord_ui.readers.reader import FOLLOWS, Heard, Missing, Reader, agree

MEXICAN = "M"


class TrainReader(Reader):
    """A player who works out from the text which trains take which bones."""

    def __init__(self, letter: str, game_id: str) -> None:
        super().__init__(letter, game_id)
        self.bone = ""

    def hear(self, table: Heard) -> None:
        ends = read_ends(table)
        held = table.by_letter(r"Bones in hand: ([^.]+)\.", "how many bones everybody holds")
        if set(held) != set(ends) - {MEXICAN}:
            raise Missing(f"hands of {sorted(held)}, trains of {sorted(ends)}: {table.text!r}")
        engine = table.find(r"Engine: (\d+)-\1", "which double is the engine")
        trains = {name: told.split(" ") for name, told in table.all(r"Train (\w): ([^.]+)\.")}
        for name, shown in ends.items():
            last = trains.get(name, [f"-{engine}"])[-1]
            if last.split("-")[1] != shown:
                raise Missing(f"train {name} ends in {last}, not {shown}: {table.text!r}")
        known = 1 + sum(held.values()) + sum(map(len, trains.values()))
        known += int(table.find(r"(\d+) bones? in the boneyard", "what is left to draw"))
        if known not in {55, 91}:
            raise Missing(f"{known} bones are told of: {table.text!r}")

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        plays = self._expected(hand)
        playable = {bone for bone, _ in plays}
        if not plays:
            if len(labels) != 1 or labels[0] not in {"Draw a bone", "Knock", "Can't play"}:
                raise Missing(f"{labels} instead of a draw or a knock: {hand.text!r}")
            return labels[0]
        expected = {f"{bone}{FOLLOWS}" for bone in playable if f"{bone}{FOLLOWS}" in labels}
        whole = {each.removesuffix(FOLLOWS) for each in expected}
        expected |= {self._label(*each) for each in plays if each[0] not in whole}
        agree(expected, map(anonymous, labels), hand.text)
        label = max(labels, key=lambda each: sum(map(int, each.split(" ")[0].split("-"))))
        self.bone = label.split(" ")[0]
        return label

    def place(self, text: Heard, labels: Sequence[str]) -> str:
        plays = [each for each in self._expected(text) if each[0] == self.bone]
        agree({self._label(*each) for each in plays}, map(anonymous, labels), text.text)
        return labels[-1]

    def _expected(self, hand: Heard) -> list[tuple[str, str]]:
        ends = read_ends(hand)
        held = hand.items(r"Your hand: ([^.]+)\.") or [self.bone]
        first = hand.maybe(r"To be covered first: \d+-\d+ on train (\w)")
        usable = {self.letter, MEXICAN, *hand.items(r"With a marker: ([^.]+)\.")}
        trains = {first} if first else usable
        return [(b, t) for b in held for t in sorted(trains) if ends[t] in b.split("-")]

    def _label(self, bone: str, train: str) -> str:
        if train == MEXICAN:
            return f"{bone} on the Mexican train"
        return f"{bone} on your train" if train == self.letter else f"{bone} on somebody's train"


def anonymous(label: str) -> str:
    """Return a label without the name of the player whose train it is."""
    return re.sub(r" on .+'s train$", " on somebody's train", label)


def read_ends(text: Heard) -> dict[str, str]:
    listed = text.find(r"Trains end in: ([^.]+)\.", "what the trains show").split(", ")
    return dict(each.split(" ") for each in listed)
