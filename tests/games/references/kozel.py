"""A second program of Kozel."""

from tests.games.references.line import play_line
from tests.games.references.telling import News, Program, bones, halves, is_double, pips

DEFAULTS = """pairs=on deal=7 firstLead=one-one redeal=on fish=own
    eggs=carry opening=13-hang blank=25 sixSix=12 target=101"""


def kozel(seats: int, options: dict[str, str]) -> Program:
    in_pairs = seats == 4 and options["pairs"] == "on"
    sides = [[0, 2], [1, 3]] if in_pairs else [[seat] for seat in range(seats)]
    size = 7 if seats == 2 else int(options["deal"])
    told, eggs, accounts, hanging = News(), 0, [0 for _ in sides], [0 for _ in sides]
    leader: int | None = None
    while True:
        hands, yard = yield from told.deal(bones(6), seats, size)
        while options["redeal"] == "on" and any(map(is_void, hands)):  # KOZEL-5
            hands, yard = yield from told.deal(bones(6), seats, size)
        first = hands[leader] if leader is not None else [first_bone(options, hands)]
        lead = next(seat for seat in range(seats) if first[0] in hands[seat])
        ended = yield from play_line(told, hands, lead, first, step=1, yard=yard)
        held = [hand_value(options, hand) for hand in ended.hands]
        sums = [sum(held[seat] for seat in side) for side in sides]
        if ended.is_out:
            won = next(at for at, side in enumerate(sides) if ended.last in side)
            leader = ended.last
        elif sums.count(min(sums)) > 1:  # KOZEL-8
            won = None
        else:  # KOZEL-7
            won = sums.index(min(sums))
            leader = min(sides[won], key=held.__getitem__)
        wrote = [0 for _ in sides]
        if won is None:
            eggs += sum(held) if options["eggs"] == "carry" else 0
        else:
            for side, new in due(options, sums, won, eggs, is_fish=not ended.is_out).items():
                whole = hanging[side] + new
                wrote[side], hanging[side] = written(options, accounts[side], whole)
                accounts[side] += wrote[side]
            eggs = 0
        totals = by_seat(accounts, sides)
        winners = () if won is None else tuple(sides[won])
        told.end_round(winners, by_seat(wrote, sides), totals, leader)
        if options["target"] == "none":
            return (yield from told.end(winners or range(seats), totals))
        if max(totals) >= int(options["target"]):  # KOZEL-11
            best = [seat for seat in range(seats) if totals[seat] == min(totals)]
            return (yield from told.end(best, totals))


def written(options: dict[str, str], account: int, whole: int) -> tuple[int, int]:
    """Return what a side writes of what it has to write, and what hangs (KOZEL-9)."""
    least, _, kind = options["opening"].partition("-")
    if not kind or whole >= int(least) or (kind == "once" and account > 0):
        return whole, 0
    return 0, whole if kind == "hang" else 0


def by_seat(values: list[int], sides: list[list[int]]) -> tuple[int, ...]:
    found = {seat: value for side, value in zip(sides, values, strict=True) for seat in side}
    return tuple(found[seat] for seat in sorted(found))


def is_void(hand: list[str]) -> bool:
    with_number = [sum(number in halves(bone) for bone in hand) for number in range(7)]
    return sum(map(is_double, hand)) >= 5 or max(with_number) >= 6


def first_bone(options: dict[str, str], hands: list[list[str]]) -> str:
    """Return the bone that leads the first round (KOZEL-2)."""
    held = [bone for hand in hands for bone in hand]
    numbers = [1, 2, 3, 4, 5, 6] if options["firstLead"] == "one-one" else [6, 5, 4, 3, 2, 1]
    doubles = [f"{each}-{each}" for each in (*numbers, 0)]
    heaviest = max(held, key=lambda bone: (sum(halves(bone)), halves(bone)))
    return next((bone for bone in doubles if bone in held), heaviest)


def hand_value(options: dict[str, str], hand: list[str]) -> int:
    """Return the pips of a hand, with the special bones of KOZEL-10."""
    blank = int(options["blank"])
    if hand == ["0-0"] or (blank == 10 and "0-0" in hand):
        return pips(hand) + blank
    return int(options["sixSix"]) if hand == ["6-6"] else pips(hand)


def due(options, sums: list[int], won: int, eggs: int, *, is_fish: bool) -> dict[int, int]:
    """Return what each losing side has to write (KOZEL-6 to KOZEL-8)."""
    counted = {side: own for side, own in enumerate(sums) if side != won}
    if is_fish and options["fish"] == "all":
        counted = dict.fromkeys(counted, sum(sums))
    elif is_fish and options["fish"] == "difference":
        counted = {side: own - sums[won] for side, own in counted.items()}
    return {side: points + eggs for side, points in counted.items()}
