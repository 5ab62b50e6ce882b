"""A second program of the Jamaican partner game."""

from tests.games.references.line import Ended, play_line
from tests.games.references.telling import News, Program, bones, halves, pips

DEFAULTS = """sporting=off tieValue=2 partnersTie=tie key=2 oneAllPlayTwo=on
    format=six-love"""
GOALS = {"single": 1, "first-to-two": 2, "first-to-six": 6, "six-love": 6}


def jamaican(seats: int, options: dict[str, str]) -> Program:
    assert seats == 4
    told, totals, value = News(), [0, 0], 1
    leader: int | None = None
    while True:
        hands, _ = yield from told.deal(bones(6), 4, 7)
        if leader is None:  # JAM-2
            leader = next(seat for seat in range(4) if "6-6" in hands[seat])
            leads = hands[leader] if options["sporting"] == "on" else ["6-6"]
        else:  # JAM-3
            leads = hands[leader]
        ended = yield from play_line(told, hands, leader, leads, step=-1)
        leader = winner(options, ended)
        won: tuple[int, ...] = ()
        points = [0, 0]
        if leader is None:  # JAM-5
            value = int(options["tieValue"])
        else:
            side = leader % 2
            won = (side, side + 2)
            points[side] = worth(options, ended, value)
            value = 1
            if options["format"] == "six-love" and totals[1 - side]:  # JAM-8
                if totals[1 - side] == 1 and options["oneAllPlayTwo"] == "on":
                    value = 2
                totals, leader = [0, 0], None
            else:
                totals[side] += points[side]
        told.end_round(won, points * 2, totals * 2, leader)
        if max(totals) >= GOALS[options["format"]]:  # JAM-9
            return (yield from told.end(won, totals * 2))


def winner(options: dict[str, str], ended: Ended) -> int | None:
    """Return the seat that wins the round for its side; ``None`` if it is tied."""
    if ended.is_out:
        return ended.last
    held = [pips(hand) for hand in ended.hands]
    lowest = [seat for seat in range(4) if held[seat] == min(held)]
    partners_only = len({seat % 2 for seat in lowest}) == 1
    if len(lowest) == 1 or (partners_only and options["partnersTie"] == "win"):
        return lowest[0]
    return None


def worth(options: dict[str, str], ended: Ended, value: int) -> int:
    """Return what a won round is worth, by JAM-7 and ``value``, which a round before it set."""
    numbers = set(halves(ended.bone))
    if not ended.is_out or len(numbers) == 1:
        return value
    if options["key"] == "any-both-ends":
        return 2 if all(numbers & {end} for end in ended.before) else value
    locked = all(each in ended.laid for each in bones(6) if numbers & set(halves(each)))
    return 2 if options["key"] == "2" and ended.fits_both and locked else value
