"""A second program of Mexican Train."""

from tests.games.references.telling import News, Program, bones, halves, is_double, other_half, pips

DEFAULTS = """set=auto rounds=all engine=laid hand=auto doubles=cover doubleChain=off
    doubleBlank=0 firstTrain=off"""
HANDS = {9: (12, 11, 10, 8, 7, 6, 5), 12: (15, 15, 15, 12, 12, 10, 10)}
"""The hands of two to eight players, by the highest double of the set (TRAIN-5)."""
MEXICAN = "m"


def mexican_train(seats: int, options: dict[str, str]) -> Program:
    told, totals, leader = News(), [0] * seats, None
    highest = (9 if seats <= 4 else 12) if options["set"] == "auto" else int(options["set"])
    size = HANDS[highest][seats - 2] if options["hand"] == "auto" else int(options["hand"])
    rounds = highest + 1 if options["rounds"] == "all" else int(options["rounds"])
    for number in range(highest, highest - rounds, -1):  # TRAIN-3
        engine = f"{number}-{number}"
        is_laid = options["engine"] == "laid"
        without = engine if is_laid else ""
        hands, yard = yield from told.deal(bones(highest), seats, size, without)
        holders = [seat for seat in range(seats) if engine in hands[seat]]
        if holders:
            leader = holders[0]
        else:  # TRAIN-6
            leader = (yield from told.lot(seats)) if leader is None else (leader + 1) % seats
        if not is_laid:
            while engine not in hands[leader]:  # TRAIN-4
                hands[leader].append(yard.pop(0))
                leader = leader if engine in hands[leader] else (leader + 1) % seats
            hands[leader].remove(engine)
        table = Yard(told, hands, yard, number, options)
        seat = leader
        while not table.is_over():
            yield from table.turn(seat)
            seat = (seat + 1) % seats
        points = [pips(hand) + int(options["doubleBlank"]) * ("0-0" in hand) for hand in hands]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        is_last = number == highest - rounds + 1
        following = None if is_last or not is_laid else (leader + 1) % seats
        best = [seat for seat in range(seats) if points[seat] == min(points)]
        out = [seat for seat in best if not hands[seat]] or (best if len(best) == 1 else [])
        told.end_round(tuple(out), points, totals, following)
    return (yield from told.end([s for s in range(seats) if totals[s] == min(totals)], totals))


class Yard:
    """The trains of a round, and how turns go on them."""

    def __init__(self, told: News, hands, stock, engine: int, options: dict[str, str]) -> None:
        self.told, self.hands, self.stock, self.options = told, hands, stock, options
        self.ends = dict.fromkeys([*"abcdefgh"[: len(hands)], MEXICAN], engine)
        self.markers: set[str] = set()
        self.open: list[str] = []
        """The trains whose last double is to be covered, in the order of those doubles."""
        self.had_turn: set[int] = set()

    def is_over(self) -> bool:
        """Return whether somebody is out, or nobody could go on if all trains had markers."""
        left = [number for hand in self.hands for bone in hand for number in halves(bone)]
        can_go_on = self.stock or set(left) & set(self.ends.values())
        return not can_go_on or not all(self.hands)

    def to_cover(self) -> list[str]:
        """Return the trains of open doubles, without those whose number is used up (TRAIN-10)."""
        left = {n for held in (self.stock, *self.hands) for bone in held for n in halves(bone)}
        return [train for train in self.open if self.ends[train] in left]

    def codes(self, bones_: list[str], trains: list[str]) -> set[str]:
        return {f"{b}@{t}" for b in bones_ for t in trains if self.ends[t] in halves(b)}

    def turn(self, seat: int) -> Program:
        hand, own, drawn = self.hands[seat], "abcdefgh"[seat], None
        has_doubled = has_covered = is_extending = False
        is_first = seat not in self.had_turn and self.options["firstTrain"] == "on"
        self.had_turn.add(seat)
        while not self.is_over():
            usual = sorted({own, MEXICAN, *self.markers})
            candidates, waiting = [drawn] if drawn else hand, self.to_cover()
            legal = self.codes(candidates, waiting[:1] or ([own] if is_extending else usual))
            if waiting and has_doubled and not has_covered and self.options["doubleChain"] == "on":
                legal |= self.codes([b for b in candidates if is_double(b)], usual)  # TRAIN-11
            if is_extending:
                legal.add("stop")
            if not legal and self.stock and not drawn:  # TRAIN-8
                yield from self.told.ask(seat, ["draw"])
                drawn = self.stock.pop(0)
                hand.append(drawn)
                continue
            code = yield from self.told.ask(seat, legal or ["pass"])
            if code == "stop":
                return
            if code == "pass":
                self.markers.add(own)
                return
            bone, train = code.split("@")
            drawn = None
            has_covered |= self.lay(hand, bone, train)
            has_doubled = has_doubled or is_double(bone)
            if train == own:
                self.markers.discard(own)  # TRAIN-9
            if self.options["doubles"] == "again":
                goes_on = is_double(bone)
            else:
                goes_on = has_doubled and bool(self.to_cover())
            is_extending = is_first and train == own and not goes_on  # TRAIN-14
            if not goes_on and not is_extending:
                return

    def lay(self, hand: list[str], bone: str, train: str) -> bool:
        """Lay a bone; return whether it covers a double."""
        hand.remove(bone)
        self.ends[train] = other_half(bone, self.ends[train])
        covers = train in self.open
        if covers:
            self.open.remove(train)
        if is_double(bone) and self.options["doubles"] == "cover":
            self.open.append(train)
        return covers
