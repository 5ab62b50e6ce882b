"""All Fives: a round whose every count is worked out here by hand."""

from __future__ import annotations

from tests.discord_ui.table import Cafe, Shown
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
    # 5 + 8 + 4 = 17.
    ("A", "5-3@l", None, (10, 20)),
    # 10 + 8 + 4 = 22.
    ("B", "5-5@l", None, (10, 20)),
    ("A", "4-2@e", "10 + 8 + 2 = 20", (30, 20)),
    # 10 + 8 + 0 = 18.
    ("B", "2-0@e", None, (30, 20)),
    # 0 + 8 + 0 = 8.
    ("A", "5-0@l", None, (30, 20)),
    # Neither 6-6 nor 6-3 fits 0, 4, 0 or 1. Bruno draws 3-3 in vain, and then 2-1.
    ("B", "2-1@f", "0 + 8 + 0 + 2 = 10", (30, 30)),
    # Ana is out, and scores before the bonus comes.
    ("A", "4-3@r", "0 + 3 + 0 + 2 = 5", (35, 30)),
)
# Bruno is left with 6-6, 6-3 and 3-3: 12 + 9 + 6 = 27, nearly 25, and a fifth of that is 5.
BONUS = "27 ≈ 25; 25 ÷ 5 = 5"
TOTALS = (40, 30)
"""30 + 5 + 5 for Ana."""


def point(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


async def begin(cafe: Cafe, stacked: list[str]) -> None:
    stacked += [deal(ANA, BRUNO, BONEYARD), "lot 0"]
    await cafe.start(cafe.bruno, game_id="all-fives")


def ended(cafe: Cafe) -> Shown:
    (shown,) = [each for each in cafe.public() if each.is_("round.png")]
    return shown


async def test_a_round_of_all_fives_is_counted_as_one_counts_it_by_hand(cafe, stacked):
    await begin(cafe, stacked)
    people = {"A": cafe.ana, "B": cafe.bruno}
    assert "All Fives · round 1 of a match to 100" in cafe.table().text

    for letter, code, scored, points in ROUND:
        who = people[letter]
        assert await cafe.to_move() is who
        hand = await cafe.make(who, code)
        last = code == ROUND[-1][1]
        shown = ended(cafe) if last else cafe.table()
        told = f"<@{who.id}> scored {scored}"
        assert (told in shown.text) == (scored is not None), shown.text
        if last:
            break
        assert (f"You scored {scored}" in hand.text) == (scored is not None)
        for seat, total in zip("AB", points, strict=True):
            (line,) = [each for each in shown.text.splitlines() if f"`{seat}` " in each]
            assert f" · {point(total)}" in f"{line} ", "points count at once"

    told = ended(cafe).text
    assert f"**Domino!** <@{cafe.ana.id}> is out." in told
    assert f"-# <@{cafe.bruno.id}> holds " in told
    assert " = 27" in told
    assert f"-# <@{cafe.ana.id}> made 35 points by playing" in told
    assert f"-# <@{cafe.bruno.id}> made 30 points by playing" in told
    assert f"-# <@{cafe.ana.id}> scores {BONUS}" in told
    assert f"`A` <@{cafe.ana.id}> · **{TOTALS[0]}**" in told
    assert f"`B` <@{cafe.bruno.id}> · **{TOTALS[1]}**" in told
    assert (await cafe.state()).totals == TOTALS

    table = cafe.table().text
    assert "All Fives · round 2 of a match to 100" in table
    for who, total in zip(people.values(), TOTALS, strict=True):
        assert f"<@{who.id}> · 7 bones · {point(total)}" in table
    assert await cafe.to_move() is cafe.ana, "the winner leads"


async def test_the_running_points_survive_a_restart_and_are_seen_by_all(cafe, stacked):
    await begin(cafe, stacked)
    for letter, code, _, _ in ROUND[:6]:
        await cafe.make({"A": cafe.ana, "B": cafe.bruno}[letter], code)
    await cafe.restart()
    for who in (cafe.ana, cafe.eva):
        shown = await cafe.say(who, "board")
        assert f"<@{cafe.ana.id}> · 4 bones · 10 points" in shown.text
        assert f"<@{cafe.bruno.id}> · 4 bones · 20 points" in shown.text
    assert (await cafe.state()).totals == (0, 0), "the round is not in the books yet"


async def test_what_draws_in_vain_is_told_before_the_play(cafe, stacked):
    """The boneyard has 12 bones left after two were drawn; nobody but Bruno learns which."""
    await begin(cafe, stacked)
    for letter, code, _, _ in ROUND[:11]:
        await cafe.make({"A": cafe.ana, "B": cafe.bruno}[letter], code)
    table, hand = cafe.table(), await cafe.hand(cafe.bruno)
    assert f"<@{cafe.bruno.id}> drew 2 bones" in table.text
    assert "12 bones in the boneyard" in table.text
    assert "3-3" not in table.all_words
    assert [each.code for each in hand.moves] == ["2-1@f"]
    assert "3-3" in hand.alts[0]
