"""Planning square pieces, which have a number in the picture and are planned with their place."""

from tests.games.matching import shuffled

DEAL = shuffled(
    "w-2-w-4 w-2-4-6 w-w-2-3 1-5-4-4 w-3-6-1 0-1-3-6 0-2-6-6 3-5-6-5 0-4-3-1",
    "w-w-3-4 2-3-4-4 w-4-5-6 w-5-2-4 0-4-3-4 w-1-3-5 pass1-2-6-4 0-6-3-5 again-6-4-3",
    "0-0-6-2",
)
PIECE, PLACE = "pass1-2-6-4", "pass1-2-6-4@s1/3"


async def plan(sim, place):
    """Let Bruno plan a piece at a place while Ana is to move; return his hand."""
    hand = await sim.hand(sim.bruno)
    await sim.clicked(sim.bruno, hand, "Plan", f"w:1:add:{PIECE}")
    await sim.choose(sim.bruno, sim.now(hand), f"w:1:add:{place}")
    return sim.now(hand)


async def test_a_piece_is_planned_by_its_number_and_its_place_by_its_letter(sim, stacked):
    stacked.append(DEAL)
    await sim.start(sim.bruno, game_id="squares-block")
    shown = await plan(sim, PLACE)
    number = next(each.label for each in shown.buttons if each.id == f"w:1:remove:{PIECE}")
    assert number.startswith("1 · Piece ")
    place = number.removeprefix("1 · ")
    assert f"📝 Plan: **{place} → " in shown.text
    assert f"Planned: 1: {place} → " in shown.alts[0]


async def test_a_planned_place_is_played_as_long_as_it_is_free(sim, stacked):
    stacked.append(DEAL)
    await sim.start(sim.bruno, game_id="squares-block")
    await plan(sim, PLACE)
    await sim.make(sim.ana, "0-2-6-6@e1/0")
    await sim.pass_time(minutes=4)
    assert [code for _, code in await sim.store.log(1)][-2:] == ["0-2-6-6@e1/0", PLACE]


async def test_somebody_whose_place_is_taken_is_asked(sim, stacked):
    stacked.append(DEAL)
    await sim.start(sim.bruno, game_id="squares-block")
    hand = await plan(sim, PLACE)
    await sim.make(sim.ana, "0-2-6-6@s1/3")
    await sim.pass_time(minutes=4)
    assert [code for _, code in await sim.store.log(1)][-1] == "0-2-6-6@s1/3"
    shown = sim.now(hand)
    assert shown.moves
    assert "📝 Plan" not in shown.text
