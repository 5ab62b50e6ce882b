import pytest

from bot.engine.contract import Event
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.events import AllPassed, Gave
from bot.present.i18n import ENGLISH
from bot.present.narration.events import as_seen, is_handed
from bot.present.screens.match.hand import moved_note
from bot.present.views.squares.path import name as square_name
from tests.games.cases import Case
from tests.games.playing import Match
from tests.present.sights import table_info

THREE = Case(DOMINO_SQUARES, 3, ())
WHO = table_info(1001, 1002, 1003, game_id="squares")


@pytest.fixture(scope="module")
def match() -> Match:
    return THREE.match(5)


def told_at(match: Match, kind: type[Event]) -> list[int]:
    found = [
        ply.index
        for ply in match.plies
        if any(isinstance(event, kind) for event in ply.events) and not match.closes(ply.index)
    ]
    assert found, "this match has none; another seed may"
    return found


def seen_after(match: Match, ply: int, seat: int | None):
    return match.rules.observe(match.states[ply + 1], seat)


def public(match: Match, first: int, last: int) -> list[Event]:
    plies = match.plies[first : last + 1]
    return [event.for_seat(None) for ply in plies for event in ply.events]


@pytest.mark.parametrize("kind", [Gave, AllPassed])
@pytest.mark.parametrize("before", [0, 1, 4])
def test_everybody_finds_their_own_view_of_what_was_told_to_all(match, kind, before):
    for ply in told_at(match, kind):
        first = max(ply - before, match.rounds[ply] + 1)
        own = [event for each in match.plies[first : ply + 1] for event in each.events]
        for seat in (0, 1, 2, None):
            found = as_seen(public(match, first, ply), seen_after(match, ply, seat))
            assert found == [event.for_seat(seat) for event in own]


def test_what_was_handed_on_is_named_to_who_had_it_and_who_has_it(match):
    for ply in told_at(match, Gave):
        (gift,) = [event for event in match.plies[ply].events if isinstance(event, Gave)]
        assert gift.piece is not None
        name = f"**{square_name(gift.piece)}**"
        for seat in range(3):
            note = moved_note(WHO, public(match, ply, ply), seen_after(match, ply, seat), ENGLISH)
            assert (name in note) == (seat in {gift.seat, gift.to})
            assert ("gave you" in note) == (seat == gift.to) == is_handed(gift, seat)


def test_what_happened_before_a_new_deal_is_told_as_to_all(match):
    closing = next(ply.index for ply in match.plies if match.closes(ply.index))
    last = closing + 2
    events = public(match, closing - 3, last)
    found = as_seen(events, seen_after(match, last, 0))
    assert found[: -len(public(match, closing + 1, last))] == public(match, closing - 3, closing)
    assert len(found) == len(events)
    assert all(type(one) is type(other) for one, other in zip(found, events, strict=True))
