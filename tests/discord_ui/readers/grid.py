import re
from collections.abc import Sequence

from tests.discord_ui.readers.reader import Heard, Missing, Reader, agree

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
        halves = "-".join((self.known[one], self.known[other])).split("-")
        return sum(map(int, halves)) == 12

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
