from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tests.discord_ui.readers.reader import FOLLOWS, Heard, Missing, Reader, agree

Bone = tuple[str, str]
"""The halves of a bone; the one that is nearer to the first bone, or on the left, comes first."""


@dataclass
class Chain:
    """A line of bones and its arms at a spinner, whose open ends a reader adds up (FIVES-6)."""

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
        arms = {name: bones(arm) for name, arm in text.all(r"From \d+-\d+, (\w+): ([^.]+)\.")}
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
        return next(((arm[0][0], arm[0][0]) for arm in self.arms.values()), None)

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
    return [halves(each) for each in text.split(" ")]


def halves(bone: str) -> Bone:
    first, _, second = bone.partition("-")
    return first, second


def doubled(bone: Bone) -> bool:
    return bone[0] == bone[1]


def outwards(bone: str, shows: str) -> Bone:
    """Return the halves of a bone that joins an end which shows ``shows``."""
    first, second = halves(bone)
    return (first, second) if first == shows else (second, first)


EITHER_WAY = {"classic"}
"""The games in which a double is laid crosswise or in line, as its player likes."""


def fives(total: int) -> int:
    """Return the points for ends that add up to ``total`` (FIVES-5)."""
    return total if total % 5 == 0 else 0


def threes_and_fives(total: int) -> int:
    """Return how many threes and fives a total is (FT-5)."""
    return sum(total // each for each in (3, 5) if total % each == 0)


SCORING = {"all-fives": fives, "fives-and-threes": threes_and_fives}
"""What the ends' total scores, for the games in which plays score."""
CHIPPING_OUT = {"fives-and-threes": 1}
"""What the last bone of a side scores more."""
DRAWING = {"draw", "all-fives", "maltese-cross", "classic", "jamaican", "kozel"}
"""The games in which every bone is in a hand, in the boneyard or on the table."""
BONES = 28
Play = tuple[str, str, str]
"""A bone, what the end is called, and how a double is laid."""


class LineReader(Reader):
    """A player who knows the open ends from the texts, and plays what scores most."""

    def __init__(self, letter: str, game_id: str) -> None:
        super().__init__(letter, game_id)
        self.held: set[str] = set()
        self.laid = ""
        """The bone that this player laid last, until the table is heard again."""
        self.promised = 0
        """The points that the label promised for it."""
        self.boneyard = 0
        self.bone = ""
        self.counts: dict[str, int] = {}
        """The number of bones of each player, when the table was last heard."""

    def hear(self, table: Heard) -> None:
        self.boneyard = int(table.maybe(r"(\d+) bones? in the boneyard") or 0)
        if table.maybe(r"(The table is empty)"):
            return
        held = table.by_letter(r"Bones in hand: ([^.]+)\.", "how many bones everybody holds")
        chain, self.counts = Chain.read(table), held
        known = sum(held.values()) + self.boneyard + chain.bones
        if self.game_id in DRAWING and known != BONES:
            raise Missing(f"{known} bones are told of, not {BONES}: {table.text!r}")
        if not self.laid:
            return
        if held[self.letter] != len(self.held):
            raise Missing(f"{held[self.letter]} bones in hand, not {len(self.held)}: {table.text}")
        if chain.bones > 1:
            last = table.find(r"Last bone played: (\d+-\d+)", "which bone was played last")
            if last != self.laid:
                raise Missing(f"{self.laid} was laid, and the last bone played is {last}")
        if self.game_id in SCORING:
            table.find(r"Added up: .*?(\d+)\.", "what the ends add up to")
            if self.promised != SCORING[self.game_id](chain.total):
                raise Missing(f"{self.laid} promised {self.promised}, not {chain.total}")
        self.laid = ""

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        self._take_up(hand)
        ends = read_ends(hand)
        any_of_them = hand.maybe(r"(You can play any of them\.)")
        playable = {*(self.held if any_of_them else hand.items(r"You can play ([^.]+)\."))}
        if not ends:
            agree(playable, {re.sub(r" · \+\d+$", "", each) for each in labels}, hand.text)
            return self._lay(max(labels, key=lambda each: pips(each[:3])))
        plays = self._expected(hand, ends)
        agree({bone for bone, _, _ in plays}, playable, hand.text)
        if not plays:
            agree({"Draw a bone" if self.boneyard else "Knock"}, labels, hand.text)
            return labels[0]
        gains = self._gains(hand, one_of_equals(hand, plays, labels))
        expected = set()
        for bone in playable:
            mine = {play: gain for play, gain in gains.items() if play[0] == bone}
            most = max(mine.values())
            whole = f"{bone}{FOLLOWS}" + (f" · up to +{most}" if most else "")
            if whole in labels:
                expected.add(whole)
            else:
                expected |= {labelled(play, gain) for play, gain in mine.items()}
        agree(expected, labels, hand.text)
        best = max(gains, key=lambda play: (gains[play], pips(play[0]), play))
        self.bone, self.promised = best[0], gains[best]
        direct = labelled(best, gains[best])
        if direct in labels:
            return self._lay(direct)
        return next(each for each in labels if each.startswith(f"{self.bone}{FOLLOWS}"))

    def place(self, text: Heard, labels: Sequence[str]) -> str:
        plays = [p for p in self._expected(text, read_ends(text)) if p[0] == self.bone]
        gains = self._gains(text, one_of_equals(text, plays, labels))
        agree({labelled(play, gain) for play, gain in gains.items()}, labels, text.text)
        best = max(gains, key=lambda play: (gains[play], play))
        return self._lay(labelled(best, gains[best]))

    def _take_up(self, hand: Heard) -> None:
        held = set(hand.items(r"Your hand: ([^.]+)\."))
        drawn = set(hand.items(r"Just drawn: ([^.]+)\."))
        if self.held and held - drawn != self.held - drawn:
            raise Missing(f"the hand was {sorted(self.held)}: {hand.text!r}")
        self.held = held

    def _expected(self, hand: Heard, ends: dict[str, str]) -> list[Play]:
        awaited = hand.items(r"Ends that need their double first: ([^.]+)\.")
        doubles, found = dict(each.split(" ") for each in awaited), []
        for bone in self.held:
            either = self.game_id in EITHER_WAY and bone[0] == bone[2]
            for end, shows in ends.items():
                if shows in bone and doubles.get(end, bone) == bone:
                    ways = ("crosswise", "in line") if either else ("",)
                    found += [(bone, end, how) for how in ways]
        return found

    def _gains(self, text: Heard, plays: Sequence[Play]) -> dict[Play, int]:
        if self.game_id not in SCORING:
            return dict.fromkeys(plays, 0)
        chain, scored = Chain.read(text), SCORING[self.game_id]
        more = CHIPPING_OUT.get(self.game_id, 0) if self._plays_the_last_bone() else 0
        return {play: scored(chain.with_bone(play[0], play[1]).total) + more for play in plays}

    def _plays_the_last_bone(self) -> bool:
        """Return whether the bone is the last of the reader's side, of whom one sits opposite."""
        letters = sorted(self.counts)
        partner = letters[letters.index(self.letter) - 2] if len(letters) > 3 else self.letter
        return len(self.held) == 1 and (partner == self.letter or not self.counts[partner])

    def _lay(self, label: str) -> str:
        self.laid = label[:3]
        self.held.remove(self.laid)
        if "→" not in label and self.game_id in SCORING:
            total = Chain([(label[0], label[2])], {}, ("", ""), {}).total
            self.promised = SCORING[self.game_id](total)
        return label


def read_ends(text: Heard) -> dict[str, str]:
    """Return the pips of each open end by its name; empty before the lead."""
    if text.maybe(r"(The table is empty)"):
        return {}
    listed = text.find(r"Open ends: ([^.]+)\.", "which ends are open").split(", ")
    return {each.split(" ")[0]: each.split(" ")[-1] for each in listed}


def one_of_equals(text: Heard, plays: Sequence[Play], labels: Sequence[str]) -> list[Play]:
    chain, ends = Chain.read(text), read_ends(text)
    found: dict[Play, Play] = {}
    for play in plays:
        bone, end, how = play
        equal = (bone, f"at {ends[end]}-{ends[end]}" if end in chain.at_doubles else end, how)
        is_offered = any(each.partition(" · ")[0] == labelled(play, 0) for each in labels)
        if equal not in found or is_offered:
            found[equal] = play
    return list(found.values())


def labelled(play: Play, gain: int) -> str:
    bone, end, how = play
    label = f"{bone} → {end}" + (f", {how}" if how else "")
    return f"{label} · +{gain}" if gain else label


def pips(bone: str) -> int:
    return sum(map(int, halves(bone)))


class RowReader(Reader):
    """A player who knows a bone only once it is turned over."""

    def hear(self, table: Heard) -> None:
        rows = table.all(r"Row of Player ([A-D])(, turned over from the (?:left|right))?: [^.]+\.")
        if self.letter not in dict(rows):
            raise Missing(f"the row of {self.letter} is not told: {table.text!r}")
        if not table.maybe(r"(The table is empty)"):
            read_ends(table)

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        mine = rf"(?:Your row|Row of Player {self.letter})"
        row = hand.find(mine + r"[^:]*: ([^.]+)\.", "how the reader's own row lies").split(", ")
        if hand.maybe(mine + r", turned over from the (left|right)") is None:
            agree({"From the left", "From the right"}, labels, hand.text)
        elif row[0].endswith(" turned over"):
            bone, ends = row[0][:3], read_ends(hand)
            fitting = {end for end, shows in ends.items() if shows in bone}
            agree({f"{bone} → {end}" for end in fitting}, labels, hand.text)
        else:
            agree({"Turn over the next bone"}, labels, hand.text)
        return labels[-1]
