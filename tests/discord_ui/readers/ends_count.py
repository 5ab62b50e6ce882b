"""The sum of the open ends, counted by a reader of the bones in play (FIVES-6)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.discord_ui.readers.reader import Heard, Missing

Bone = tuple[str, str]
"""The halves of a bone; the one that is nearer to the first bone, or on the left, comes first."""


@dataclass
class Chain:
    """A line of bones and the arms that begin at a spinner in it."""

    line: list[Bone]
    arms: dict[str, list[Bone]]
    names: tuple[str, str]
    """The names of the left and the right end of the line."""
    sides: dict[str, str]
    """The pips of sides of a spinner where no arm begins yet, by what they are called."""

    @classmethod
    def read(cls, text: Heard) -> Chain:
        named = text.all(r"The line from (\w+) to (\w+): ([^.]+)\.")
        left, right, told = named[0] if named else ("", "", "")
        line = bones(told or text.find(r"The line: ([^.]+)\.", "which bones are in the line"))
        arms = {name: bones(arm) for name, arm in text.all(r"From \d-\d, (\w+): ([^.]+)\.")}
        ends = text.items(r"Open ends: ([^.]+)\.")
        shows = {each.split(" ")[0]: each.split(" ")[-1] for each in ends}
        sides = {name: pips for name, pips in shows.items() if name not in {left, right, *arms}}
        if not named:
            left, right, sides = line[0][0], line[-1][1], {}
        chain = cls(line, arms, (left, right), sides)
        told = text.maybe(r"Added up: ([^.]+)\.") or ""
        if told and int(told.split(" ")[-1]) != chain.total:
            raise Missing(f"the ends add up to {chain.total}, not {told}: {text.text!r}")
        return chain

    @property
    def bones(self) -> int:
        return len(self.line) + sum(map(len, self.arms.values()))

    @property
    def total(self) -> int:
        first, last = self.line[0], self.line[-1]
        if len(self.line) == 1:
            count = int(first[0]) + int(first[1]) if not doubled(first) else self._tip(first)
        else:
            count = self._tip(first, free=0) + self._tip(last)
        return count + sum(self._tip(arm[-1], neighbours=1) for arm in self.arms.values())

    @property
    def at_doubles(self) -> set[str]:
        tips = {self.names[0]: self.line[0], self.names[1]: self.line[-1]}
        tips |= {name: arm[-1] for name, arm in self.arms.items()}
        return {*self.sides, *(name for name, bone in tips.items() if doubled(bone))}

    def _tip(self, bone: Bone, free: int = 1, neighbours: int | None = None) -> int:
        if not doubled(bone):
            return int(bone[free])
        if neighbours is None:
            neighbours = (len(self.line) > 1) + (len(self.arms) if bone == self._spinner else 0)
        return 2 * int(bone[0]) if neighbours < 2 else 0

    @property
    def _spinner(self) -> Bone | None:
        pips = {arm[0][0] for arm in self.arms.values()}
        return next(((each, each) for each in pips), None)

    def with_bone(self, bone: str, end: str) -> Chain:
        line, arms = list(self.line), {name: list(arm) for name, arm in self.arms.items()}
        if end == self.names[0]:
            line.insert(0, outwards(bone, line[0][0])[::-1])
        elif end == self.names[1]:
            line.append(outwards(bone, line[-1][1]))
        elif end in arms:
            arms[end].append(outwards(bone, arms[end][-1][1]))
        else:
            arms[end] = [outwards(bone, self.sides[end])]
        return Chain(line, arms, self.names, {})


def bones(text: str) -> list[Bone]:
    return [(each[0], each[2]) for each in text.split(" ")]


def doubled(bone: Bone) -> bool:
    return bone[0] == bone[1]


def outwards(bone: str, shows: str) -> Bone:
    """Return the halves of a bone that joins an end which shows ``shows``."""
    return (bone[0], bone[2]) if bone[0] == shows else (bone[2], bone[0])
