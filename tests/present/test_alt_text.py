from bot.games.connecting.events import RoundEnded
from bot.present.i18n import ENGLISH
from bot.present.scenes import hand_alt, round_alt, table_alt
from bot.present.text import shortening
from bot.present.text.shortening import MAX_ALT, fitting
from bot.present.views.line import describe_bones, describe_ends, from_left
from tests.present.sights import ALL, bones, line, longest, seen


def test_a_line_is_read_from_one_end_to_the_other():
    layout = line("6-4", "6-6@l", "4-1@r", "6-2@l", "3-1@r")
    assert from_left(layout) == ["2-6", "6-6", "6-4", "4-1", "1-3"]
    assert describe_bones(layout, ENGLISH) == ["The line: 2-6 6-6 6-4 4-1 1-3."]
    assert list(describe_ends(layout, ENGLISH)) == ["Open ends: 2, 3.", "Last bone played: 3-1."]
    assert describe_bones(line(), ENGLISH) == ["The table is empty."]
    assert not list(describe_ends(line(), ENGLISH))


def test_ends_that_show_the_same_are_told_by_their_letters():
    layout = line("6-4", "6-5@l", "5-4@l")
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
        hand_alt(seen(ALL, line()), ENGLISH),
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
    told = table_alt(seen((), line("6-4", "6-5@l", "4-3@r"), seat=None, to_act=(1,)), ENGLISH)
    assert told.startswith("Waiting for Player B. Open ends: 5, 3.")
    assert told.endswith(" …")
    assert len(told) <= 80
