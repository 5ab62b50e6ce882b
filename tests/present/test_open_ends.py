from typing import Any

import pytest

from bot.domino.layout import Layout
from bot.games.all_fives import ALL_FIVES
from bot.games.blind import BLIND
from bot.games.connecting.events import Played, RoundEnded
from bot.games.connecting.observation import TableSeen
from bot.games.draw import DRAW
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.maltese_cross import MALTESE_CROSS as MALTESE
from bot.games.names import GAMES
from bot.games.star import STAR
from bot.present.i18n import ENGLISH
from bot.present.input.move_input import code_of, named_move
from bot.present.scenes import hand_alt, hand_scene, round_alt, table_alt, table_scene
from bot.present.screens.match.hand import hand_screen
from bot.present.text import shortening
from bot.present.text.seats import letter
from bot.present.text.shortening import MAX_ALT, fitting
from bot.present.views import view_of, view_of_game
from bot.present.views.line import (
    EndNames,
    describe_bones,
    describe_ends,
    from_left,
    names_before,
    names_of_ends,
)
from tests.games.cases import cases
from tests.games.positions import bones, line, position, step
from tests.present.sights import ALL, longest, seen, table_info, text


def test_a_line_is_read_from_one_end_to_the_other():
    layout = line("6-4 6-6@l 4-1@r 6-2@l 3-1@r")
    assert from_left(layout) == ["2-6", "6-6", "6-4", "4-1", "1-3"]
    assert describe_bones(layout, ENGLISH) == ["The line: 2-6 6-6 6-4 4-1 1-3."]
    assert list(describe_ends(layout, ENGLISH)) == ["Open ends: 2, 3.", "Last bone played: 3-1."]
    assert describe_bones(line(""), ENGLISH) == ["The table is empty."]
    assert not list(describe_ends(line(""), ENGLISH))


def test_ends_that_show_the_same_are_told_by_their_letters():
    layout = line("6-4 6-5@l 5-4@l")
    assert describe_bones(layout, ENGLISH) == ["The line from E to F: 4-5 5-6 6-4."]
    assert next(describe_ends(layout, ENGLISH)) == "Open ends: E 4, F 4."


def test_the_whole_table_is_told_to_a_spectator():
    table = seen((), line("6-4"), seat=None, to_act=(1,), counts=(6, 1), boneyard=14)
    assert table_alt(table, ENGLISH) == (
        "Waiting for Player B. Open ends: 6, 4. Bones in hand: A 6, B 1."
        " 14 bones in the boneyard. The line: 6-4."
    )


def test_a_hand_tells_what_can_be_played():
    told = hand_alt(seen(bones("6-4 5-5 2-1"), line("6-2")), ENGLISH)
    assert told.startswith("Your hand: 2-1, 5-5, 6-4. You can play 2-1 and 6-4. Open ends: 6, 2.")
    told = hand_alt(seen(bones("6-4 2-1"), line("6-2")), ENGLISH)
    assert told.startswith("Your hand: 2-1, 6-4. You can play any of them.")
    assert hand_alt(seen((), line("6-2")), ENGLISH).startswith("Your hand is empty.")


def test_the_end_of_a_round_tells_every_hand():
    end = RoundEnded("domino", (0,), ((), bones("5-1 6-4")), (), line("6-6"), out=0)
    told = round_alt(end, ENGLISH)
    assert told.startswith("Player A has no bones left. Player B held 5-1, 6-4.")


def test_alt_texts_fit_into_discords_limit_at_their_longest():
    hands = tuple(ALL[at : at + 7] for at in range(0, 28, 7))
    worst = (
        table_alt(seen((), longest(), seat=None, counts=(28, 28, 28, 28), boneyard=28), ENGLISH),
        hand_alt(seen(ALL, longest()), ENGLISH),
        hand_alt(seen(ALL, line("")), ENGLISH),
        round_alt(RoundEnded("blocked", (0,), hands, (), longest(), out=None), ENGLISH),
    )
    assert all(len(text) <= MAX_ALT for text in worst)
    assert not worst[0].endswith("…"), "a whole table can be told"
    assert not worst[3].endswith("…"), "a whole round can be told"


def test_what_is_too_long_is_cut_between_two_pieces():
    for first in ("A", "AB", "ABC", "ABCD"):
        told = fitting([first, *["6-4"] * 400])
        assert len(told) <= MAX_ALT
        assert set(told.removesuffix(" …").split()) == {first, "6-4"}


def test_who_is_to_move_is_told_of_a_table_that_is_cut_too(monkeypatch):
    monkeypatch.setattr(shortening, "MAX_ALT", 80)
    told = table_alt(seen((), line("6-4 6-5@l 4-3@r"), seat=None, to_act=(1,)), ENGLISH)
    assert told.startswith("Waiting for Player B. Open ends: 5, 3.")
    assert told.endswith(" …")
    assert len(told) <= 80


CROSS = "6-6 6-1@l 6-2@r 6-3@u 6-0@d"
STOLEN = f"{CROSS} 1-1@l 2-1@l 2-2@l"
FULL, SIDES = {"armGate": "full-cross"}, {"spinnerOrder": "sides-first"}


def facts(seen) -> list[str]:
    view, table = view_of(seen)
    return list(view.facts(table, ENGLISH))


def ringed(seen) -> list[tuple[int, int]]:
    scene: Any = hand_scene(seen)
    return [(bone.high, bone.low) for bone in scene.hand.bones if bone.drawn]


@pytest.mark.parametrize(
    ("laid", "called"), [("6-4", ["6", "4"]), ("6-6", ["E", "F"]), ("6-4 6-5@l 5-4@l", ["E", "F"])]
)
def test_ends_are_called_by_their_pips_unless_these_are_the_same(laid, called):
    names = names_of_ends(line(laid))
    assert [names.name(end) for end in range(2)] == called


def test_more_than_two_ends_have_letters_that_are_no_seats_and_no_digits():
    letters = [EndNames([1] * 22).name(end) for end in range(22)]
    assert letters == [*"EFGHJKLMNPQRSTUVWXYZ", "EE", "FF"]


def test_no_game_whose_ends_have_letters_has_a_seat_with_such_a_letter():
    lettered = [info for info in GAMES if view_of_game(info.id).seen_type is TableSeen]
    assert lettered
    assert all(letter(info.max_seats - 1) < "E" for info in lettered)


@pytest.mark.parametrize("rules", [ALL_FIVES, BLIND, LUCKY_DRAW], ids=lambda each: each.info.id)
def test_the_news_names_an_end_as_the_button_did(rules):
    table = Layout()
    for ply in next(cases(rules)).match().plies:
        for event in ply.events:
            if isinstance(event, Played) and event.at:
                assert names_before(event).shows == tuple(table.ends.shows)
                assert table.ends.names[event.end] == event.at
        table = ply.state.round.layout


def test_what_the_open_ends_add_up_to_is_told_with_the_rules_way_of_counting():
    seen = ALL_FIVES.observe(position(ALL_FIVES, "4-2", "1-0", on="6-6 6-4@l 4-4@l 6-1@r"), 0)
    assert facts(seen)[0] == "Open ends: 8 + 1 = 9."
    assert "Added up: 8 + 1 = 9." in table_alt(seen, ENGLISH)
    assert facts(DRAW.observe(position(DRAW, "4-2", "1-0", on="6-4"), 0)) == []


def test_a_play_says_what_it_earns():
    seen = ALL_FIVES.observe(position(ALL_FIVES, "4-2 6-5", "1-0", on="6-6 6-4@l 6-1@r"), 0)
    named = {move.code: named_move(move, seen, ENGLISH) for move in seen.legal}
    assert named["6-5@u"] == "6-5 → G · +10"
    assert named["4-2@l"] == "4-2 → E"
    assert code_of("6-5 → G", seen, ENGLISH) == "6-5@u"
    assert code_of("6-5 → G · +10", seen, ENGLISH) == "6-5@u"


def test_a_bone_with_many_places_says_what_it_earns_at_most():
    seen = ALL_FIVES.observe(position(ALL_FIVES, "6-0", "1-0", on="6-6 6-5@l"), 0)
    view, table = view_of(seen)
    assert [group.label for group in view.groups(table, ENGLISH)] == ["6-0 … · up to +5"]
    assert named_move(seen.legal[0], seen, ENGLISH) == "6-0 → F · +5"


def test_a_lead_says_what_it_earns():
    seen = ALL_FIVES.observe(position(ALL_FIVES, "5-5 6-4", "1-0"), 0)
    assert [named_move(move, seen, ENGLISH) for move in seen.legal] == ["5-5 · +10", "6-4 · +10"]


@pytest.mark.parametrize(
    ("rules", "on", "options", "told"),
    [
        (STAR, "6-6 6-1@l 6-2@r", {}, "Until then, only bones with a 6 can be played, at G or H."),
        (MALTESE, CROSS, {}, "that need their double first: E 1-1, F 2-2, G 3-3, H 0-0."),
        (MALTESE, STOLEN, {}, "F is closed for the rest of the round: 2-2 was played on another"),
        (MALTESE, f"{CROSS} 1-1@l", FULL, "E is closed until every arm has its double."),
        (ALL_FIVES, "5-5 5-1@l", SIDES, "G and H are closed until both long sides of the spinner"),
    ],
)
def test_closed_ends_are_told_with_the_reason(rules, on, options, told):
    state = position(rules, *["6-0"] * max(2, rules.info.min_seats), on=on, **options)
    seen = rules.observe(state, None)
    assert told in " ".join(facts(seen))
    assert told in table_alt(seen, ENGLISH)


def test_a_closed_end_has_a_bar_and_keeps_its_letter_in_a_replay_too():
    seen = MALTESE.observe(position(MALTESE, "6-4", "1-0", on=STOLEN), None)
    view, table = view_of(seen)
    in_replay: Any = view.all_hands(table, (("6-4",), ("1-0",)), ())
    scene: Any = table_scene(seen, ())
    for line_ in (scene, in_replay.table):
        assert {e.label for e in line_.ends if e.mark == "closed"} == {"F"}, "2-2 was played at E"


def test_a_hand_greys_the_ends_where_nothing_fits_and_leaves_none_out():
    """The words and the news name ends that take no bone of this hand, so its picture has them."""
    seen = ALL_FIVES.observe(position(ALL_FIVES, "2-1", "1-0", on="1-1 4-1@l 6-1@r"), 0)
    assert facts(seen)[0] == "Open ends: 4 + 6 = 10."
    scene: Any = hand_scene(seen)
    marks = [f"{end.label} {end.pips} {end.mark}" for end in scene.table.ends]
    assert marks == ["E 4 greyed", "F 6 greyed", "G 1 flag", "H 1 flag"]


def test_a_bone_just_drawn_is_named_and_marked_for_its_owner_until_they_play():
    before = position(DRAW, "2-1", "1-0", on="6-4", stock="5-5 6-3")
    state, who = step(DRAW, before, "draw", "draw").state, table_info(game_id="draw")
    own, other = DRAW.observe(state, 0), DRAW.observe(state, 1)
    assert ringed(own) == [(5, 5), (6, 3)]
    assert "Just drawn: 5-5, 6-3." in hand_alt(own, ENGLISH)
    told = text(hand_screen(who, own, 3, ENGLISH))
    assert "You drew **5-5** and **6-3**" in told
    assert text(hand_screen(who, own, 3, ENGLISH, told)).count("You drew") == 1
    led = "You lead · drew **5-5** and **6-3**"
    assert text(hand_screen(who, own, 3, ENGLISH, led)).count("drew") == 1
    assert "drew" not in text(hand_screen(who, other, 3, ENGLISH))
    assert ringed(DRAW.observe(step(DRAW, state, "6-3@l").state, 0)) == []
