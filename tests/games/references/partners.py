"""A second program of Latin partners."""

from tests.games.references.line import Ended, Plays, play_line
from tests.games.references.telling import News, Program, Score, bones, halves, is_double, pips

DEFAULTS = """target=200 count=all block=duel blockTie=leader nextLead=winner capicua=25
    capicuaBlank=on passAll=25 openingPass=25/50 chuchazo=0 bonusLimit=off"""
PLAIN = "target=100 count=losers blockTie=nobody capicua=0 passAll=0 openingPass=0"
PRESETS = {
    "dominican": "",
    "dominican-club": f"{PLAIN} block=pairs target=200",
    "venezuelan": f"{PLAIN} block=lowest blockTie=blocker",
    "colombian": f"{PLAIN} block=pairs",
    "spanish": f"{PLAIN} block=pairs nextLead=rotate-right",
    "arab": f"{PLAIN} block=lowest",
}


def partners(seats: int, options: dict[str, str]) -> Program:
    assert seats == 4
    told, totals = News(), [0, 0]
    leader: int | None = None
    while True:
        hands, _ = yield from told.deal(bones(6), 4, 7)
        if leader is None or options["nextLead"] == "six-six":  # PART-2
            leader = next(seat for seat in range(4) if "6-6" in hands[seat])
            leads = ["6-6"]
        else:
            leads = hands[leader]
        before = tuple(totals)

        def watch(plays: Plays) -> None:
            side, points = knock_bonus(options, plays)
            if allowed(options, totals[side], points):
                totals[side] += points
                told.append(Score((side, side + 2), points))

        ended = yield from play_line(told, hands, leader, leads, step=-1, watch=watch)
        side, decider, points = settled(options, ended)
        if side is not None:
            totals[side] += points
        made = [now - then for now, then in zip(totals, before, strict=True)]
        leader = (leader - 1) % 4 if options["nextLead"] == "rotate-right" else decider
        won = () if side is None else (side, side + 2)
        following = None if options["nextLead"] == "six-six" else leader
        told.end_round(won, made * 2, totals * 2, following)
        best = [seat for seat in range(4) if totals[seat % 2] == max(totals)]
        if options["target"] == "none":
            return (yield from told.end(best, totals * 2))
        if max(totals) >= int(options["target"]) and len(best) == 2:  # PART-13
            return (yield from told.end(best, totals * 2))


def knock_bonus(options: dict[str, str], plays: Plays) -> tuple[int, int]:
    """Return the number of a side, and the points of its bonus after the last move."""
    passed = [code == "pass" for _, code in plays]
    if passed[-4:] == [False, True, True, True]:  # PART-9
        return plays[-4][0] % 2, int(options["passAll"])
    if passed == [False, True, False]:  # PART-10
        small_and_large = options["openingPass"].split("/")
        lead = plays[0][1]
        return plays[0][0] % 2, int(small_and_large[0 if is_double(lead) else -1])
    return 0, 0


def allowed(options: dict[str, str], total: int, points: int) -> bool:
    """Return whether a side with that total gets the bonus (PART-12)."""
    if options["bonusLimit"] == "must-fit" and options["target"] != "none":
        return 0 < points <= int(options["target"]) - total
    return points > 0 and not (options["bonusLimit"] == "170" and total >= 170)


def settled(options: dict[str, str], ended: Ended) -> tuple[int | None, int, int]:
    """Return the number of the side that wins, the seat that decided the round, the points."""
    held = [pips(hand) for hand in ended.hands]
    winner = (ended.last % 2, ended.last) if ended.is_out else blocked(options, held, ended)
    side, decider = winner
    if side is None:
        return None, ended.leader, 0
    points = sum(held) if options["count"] == "all" else held[1 - side] + held[3 - side]
    if ended.is_out and ended.fits_both:  # PART-8
        blank = options["capicuaBlank"] == "off" and 0 in halves(ended.bone)
        if options["capicua"] == "double":
            points *= 1 if blank else 2
        else:
            points += 0 if blank else int(options["capicua"])
    if ended.is_out and ended.bone == "0-0":  # PART-11
        points += int(options["chuchazo"])
    return side, decider, points


def blocked(options: dict[str, str], held: list[int], ended: Ended) -> tuple[int | None, int]:
    """Return the number of the side that wins a block (PART-6, PART-7), and who decided it."""
    compared = {ended.last, (ended.last - 1) % 4} if options["block"] == "duel" else {0, 1, 2, 3}
    hands = [[held[seat] for seat in (side, side + 2) if seat in compared] for side in (0, 1)]
    figures = [sum(each) if options["block"] == "pairs" else min(each) for each in hands]
    if figures[0] != figures[1]:
        side = figures.index(min(figures))
    elif options["blockTie"] == "nobody":
        return None, ended.leader
    else:
        ties = {"leader": ended.leader % 2, "blocker": ended.last % 2, "other": 1 - ended.last % 2}
        side = ties[options["blockTie"]]
    return side, min((seat for seat in (side, side + 2) if seat in compared), key=held.__getitem__)
