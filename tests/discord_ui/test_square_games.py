"""Domino Squares: Block, Draw and Blind, people and computers, to the end of a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.lattice.events import DrewPiece, PieceLaid, SquaresDealt
from bot.service.ports import Stage
from tests.discord_ui.sweep import Sweep, now, squares_in, within_reach
from tests.discord_ui.table import Cafe, Person, Shown
from tests.discord_ui.test_squares import deal

MOVES = 90
"""More than the people of a match have."""


async def begin(cafe: Cafe, game_id: str, *computers: str) -> Sweep:
    lobby = await cafe.play(cafe.ana, game_id)
    await cafe.click(cafe.bruno, lobby, "Join")
    for level in computers:
        await cafe.add_computer(level)
    sweep = Sweep(cafe)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await sweep.look()
    return sweep


async def play_out(cafe: Cafe, sweep: Sweep) -> int:
    """By button, the last thing that is offered; a piece has its place chosen by letter."""
    made = 0
    while (await cafe.match()).is_open:
        who = await cafe.to_move()
        hand = await cafe.hand(who)
        bones = [each for each in hand.ids if each.startswith("b:")]
        if bones:
            await cafe.choose(who, hand, bones[-1])
            hand = cafe.now(hand)
            assert hand.is_("places.png")
            assert "Back to the hand" in {each.label for each in hand.buttons}
        await cafe.choose(who, hand, hand.moves[0].id)
        made += 1
        assert made < MOVES
        if made % 4 == 0:
            await sweep.look()
    await sweep.look()
    return made


async def left_over(cafe: Cafe) -> list[int]:
    """What every hand was worth in the end, by what was told of it to those who saw it."""
    hands: list[set[str]] = []
    for ply in await cafe.plies():
        for event in ply.events:
            match event:
                case SquaresDealt():
                    (code,) = [c for _, c in await cafe.store.log(1) if c.startswith("deal ")]
                    order, size = code.split(" ")[1:], event.counts[0]
                    hands = [
                        set(order[at * size : (at + 1) * size]) for at in range(len(event.counts))
                    ]
                case PieceLaid(seat, piece):
                    hands[seat].remove(piece.code)
                case DrewPiece(seat, piece) if piece is not None:
                    hands[seat].add(piece.code)
                case _:
                    pass
    return [sum(map(pips, hand)) for hand in hands]


def pips(code: str) -> int:
    return sum(int(symbol) for symbol in code.split("-") if symbol.isdigit())


@pytest.mark.parametrize("game_id", ["squares-draw", "squares-blind", "squares-block"])
async def test_people_and_computers_play_a_match(cafe, game_id):
    sweep = await begin(cafe, game_id, "casual")
    assert await play_out(cafe, sweep) > 4
    assert sweep.mentions > 60
    held, outcome = await left_over(cafe), (await cafe.state()).outcome
    ended, result = cafe.public()[-2:]
    assert ended.is_("round.png")
    out = "**Domino!**" in ended.text
    assert out or "**Blocked" in ended.text
    lowest = [seat for seat, points in enumerate(held) if points == min(held)]
    if not out:
        assert list(outcome.winners) == (lowest if len(lowest) == 1 else [])
    else:
        assert len(outcome.winners) == 1
        assert outcome.winners[0] in lowest
    for seat, who in enumerate((cafe.ana, cafe.bruno)):
        held_lines = [line for line in ended.text.splitlines() if f"-# <@{who.id}> holds " in line]
        assert [line.split(" ")[-1] for line in held_lines] in ([str(held[seat])], [])
        assert bool(held_lines) == (not out or seat not in outcome.winners)
    assert ("wins the match!" in result.text) == bool(outcome.winners)
    match = await cafe.match()
    assert match.stage is Stage.OVER
    assert (await cafe.results()).keys() == {cafe.ana.id, cafe.bruno.id}


# Draw: what is drawn is seen by its owner alone.


async def test_who_cannot_play_draws_by_itself(cafe, stacked):
    """As often as it takes, and at once."""
    stacked.append(deal())
    sweep = await begin(cafe, "squares-draw")
    drew = 0
    for _ in range(40):
        if not (await cafe.match()).is_open:
            break
        who, before = await cafe.to_move(), len((await cafe.state()).round.history)
        await cafe.move_by_command(who)
        await sweep.look()
        new = (await cafe.state()).round.history[before:]
        drew += sum(isinstance(event, DrewPiece) for event in new)
    assert drew
    assert any("drew" in each.text for each in cafe.versions if each.owner is None)


# Blind: nobody sees a piece that was never turned over.


async def test_the_row_is_turned_over_piece_by_piece(cafe, stacked):
    """0-0-6-2 lies; Ana turns over 0-2-6-6, which fits, then W-1-2-3, which does not."""
    ana = "0-2-6-6 w-1-2-3 1-1-2-2 1-1-5-5 1-1-5-6 1-1-6-4 1-2-3-2 1-2-5-6 1-4-6-6"
    named = {*ana.split(), "0-0-6-2"}
    bruno = [p for p in deal().split(" ")[1:] if p not in named][:9]
    stacked.append(deal(ana, *bruno, "0-0-6-2"))
    await begin(cafe, "squares-blind")
    assert squares_in(cafe.table().all_words) == {"0-0-6-2"}
    hand = await cafe.hand(cafe.ana)
    assert [each.label for each in hand.moves] == ["Turn over the left piece"]
    assert squares_in(hand.all_words) == {"0-0-6-2"}
    await cafe.click(cafe.ana, hand, "Turn over the left piece")
    hand = cafe.now(hand)
    assert "**0-2-6-6** fits: lay it." in hand.text
    assert "which fits" in cafe.table().text
    assert "0-2-6-6" in squares_in(cafe.table().all_words)
    await choose(cafe, cafe.ana, hand, "0-2-6-6")
    table = cafe.table()
    # She has gone on by herself: the next one does not fit, and has a wild square.
    assert "turned over **W-1-2-3**, which does not fit; it goes to the right end, face up" in (
        table.text
    )
    assert await cafe.to_move() is cafe.bruno
    assert squares_in(table.alts[0]) == {"0-0-6-2", "0-2-6-6", "w-1-2-3"}
    assert squares_in((await cafe.say(cafe.eva, "board")).all_words) == {
        *("0-0-6-2", "0-2-6-6", "w-1-2-3"),
    }


async def choose(cafe: Cafe, who: Person, hand: Shown, piece: str) -> None:
    """The first of a piece's places."""
    bones = [each for each in hand.ids if each.startswith("b:") and each.endswith(f":{piece}")]
    if bones:
        await cafe.choose(who, hand, bones[0])
        hand = cafe.now(hand)
    move = next(each for each in hand.moves if each.code.startswith(piece))
    await cafe.choose(who, hand, move.id)


def row(*last: str) -> str:
    """Ana's row begins as above; these two pieces lie last, in her row and in Bruno's."""
    first = "0-2-6-6 w-1-2-3 1-1-2-2 1-1-5-5 1-1-5-6 1-1-6-4 1-2-3-2 1-2-5-6"
    others = "1-5-4-4 2-2-3-6 2-3-4-4 2-4-3-3 2-4-4-5 2-5-6-3 3-5-6-5 4-4-6-5"
    return deal(first, last[0], others, last[1], "0-0-6-2")


async def what_all_see(folder: Path, stacked: list[str], order: str) -> list[object]:
    folder.mkdir()  # noqa: ASYNC240 - a test's own folder
    cafe = Cafe(folder)
    await cafe.open()
    try:
        stacked.append(order)
        await begin(cafe, "squares-blind")
        since = now(cafe)
        hand = await cafe.hand(cafe.ana)
        await cafe.click(cafe.ana, hand, "Turn over the left piece")
        await choose(cafe, cafe.ana, cafe.now(hand), "0-2-6-6")
        people = (cafe.ana, cafe.bruno)
        letters = [(each.all_words, each.pictures) for p in people for each in cafe.letters(p)]
        return letters + await within_reach(cafe, (*people, cafe.eva), set(), since)
    finally:
        await cafe.close()


async def test_pieces_never_turned_over_could_be_any(tmp_path, stacked):
    """Two rows that differ in what nobody has seen look alike, to their owners too."""
    one, other = [
        await what_all_see(tmp_path / last[0], stacked, row(*last))
        for last in (("1-4-6-6", "0-5-5-1"), ("0-5-5-1", "1-4-6-6"))
    ]
    assert len(one) > 20
    assert one == other


async def test_one_is_drawn_and_may_be_kept(cafe, stacked):
    lobby = await cafe.play(cafe.ana, "squares-draw")
    await cafe.click(cafe.bruno, lobby, "Join")
    options = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    await cafe.pick(cafe.ana, options, "on", menu="p:1:option:drawOne")
    ana = "1-1-2-2 1-1-5-5 1-1-5-6 1-1-6-4 1-2-3-2 1-2-5-6 1-4-6-6"
    bruno = "2-2-3-6 2-3-4-4 2-4-3-3 2-4-4-5 2-5-6-3 3-5-6-5 4-4-6-5"
    stacked.append(deal(ana, bruno, "0-1-3-6", "0-0-1-3", "0-0-4-6"))
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    kept = False
    for _ in range(30):
        if not (await cafe.match()).is_open or kept:
            break
        who = await cafe.to_move()
        hand = await cafe.hand(who)
        if "You drew " in hand.text and "lay it, or keep it." in hand.text:
            drawn = (await cafe.state()).round.drawn.code
            await cafe.click(who, hand, "Keep it")
            assert f"<@{who.id}> kept it" in cafe.table().text
            others = [each for each in cafe.versions if each.owner != who.id]
            assert drawn not in squares_in("".join(each.all_words for each in others))
            kept = True
        else:
            await cafe.move_by_command(who)
    assert kept
