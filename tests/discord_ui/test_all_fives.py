from tests.games.positions import deal

ANA = "6-4 1-1 4-4 5-3 4-2 5-0 4-3"
BRUNO = "6-1 3-1 4-1 5-5 2-0 6-6 6-3"
BONEYARD = "3-3 2-1"

ROUND = (
    # who, the move, what it scores as it is written, and what both have then
    ("A", "6-4", "6 + 4 = 10", (10, 0)),
    ("B", "6-1@l", "1 + 4 = 5", (10, 5)),
    # 1-1 is the spinner; one bone lies against it, so both its halves count: 2 + 4 = 6.
    ("A", "1-1@l", None, (10, 5)),
    # Two bones lie against it now: 3 + 4 = 7.
    ("B", "3-1@l", None, (10, 5)),
    # 4-4 is no spinner, and counts 8 at its end: 3 + 8 = 11.
    ("A", "4-4@r", None, (10, 5)),
    # At an end of the spinner, which counts nothing itself.
    ("B", "4-1@e", "3 + 8 + 4 = 15", (10, 20)),
)


async def test_points_made_by_playing_are_told_and_count_at_once(sim, stacked):
    stacked += [deal(ANA, BRUNO, BONEYARD), "lot 0"]
    await sim.start(sim.bruno, game_id="all-fives")
    people = {"A": sim.ana, "B": sim.bruno}
    for letter, code, scored, points in ROUND:
        who = people[letter]
        hand = await sim.make(who, code)
        table = sim.table().text
        assert (f"· {scored} points" in table) == (scored is not None), table
        assert (f"· {scored} points" in hand.text) == (scored is not None)
        (ends,) = [each for each in table.splitlines() if each.startswith("Open ends: ")]
        other = sim.bruno if who is sim.ana else sim.ana
        assert ends in (await sim.say(other, "hand")).text.splitlines()
        for seat, total in zip("AB", points, strict=True):
            (line,) = [each for each in table.splitlines() if f"`{seat}` " in each]
            assert line.rstrip("*").endswith(f" · {total}")
    assert (await sim.state()).totals == (0, 0), "the round is not in the books yet"
