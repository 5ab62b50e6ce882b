import dataclasses

import pytest
from msgspec.structs import replace

from bot.domino.bone import by_code
from bot.domino.counting import Sum
from bot.domino.layout import DoublePlacement
from bot.domino.square_set import square
from bot.engine.contract import Event
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import SeatLeft, TimeUp, Unasked
from bot.games import CATALOGUE
from bot.games.common.events import (
    Credit,
    DealEvent,
    DrawEvent,
    Drew,
    LeadReason,
    Leads,
    Passed,
    RoundEndEvent,
    Scored,
)
from bot.games.connecting.events import Dealt, Lacking, Played, Redealt, RoundEnded, VoidDeal
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.events import AllPassed, Gave, Kept
from bot.model.match import Occupant
from bot.present.i18n import ENGLISH, words
from bot.present.narration.events import arithmetic, as_seen, how_it_ended, is_handed, news, tell
from bot.present.screens.match.hand import moved_note
from bot.present.screens.match.match_end import round_screen
from bot.present.views.squares.path import name as square_name
from tests.games.cases import Case, cases
from tests.games.playing import Match
from tests.games.positions import bones, line
from tests.present.sights import table_info, text

TWO = table_info(1001, 1002)
FOUR = table_info(1001, 1002, "steady", "casual")
A, B = "<@1001>", "<@1002>"


def played(seat: int, code: str, at: str = "") -> Played:
    bone, end, shows = by_code(code), "lr".find(at), [6, 4]
    if at:
        shows[end] = bone.low if bone.high == shows[end] else bone.high
    return Played(seat, bone, at, tuple(shows), end=max(0, end))


MOVES = [played(0, "6-4"), played(1, "6-6", "l"), played(0, "4-1", "r"), Passed(1)]
MOVED = [f"{A} led **6-4**", f"{B} played **6-6** on the 6", f"{A} played **4-1** on the 4"]


def test_moves_in_words():
    events = [Dealt((None, None), (7, 7), 0, 14), Leads(0, by_lot=True)]
    assert tell([*events, *MOVES], TWO, ENGLISH) == [*MOVED, f"{B} knocked"]
    assert tell(events, TWO, ENGLISH) == [f"{A} leads"]


def test_moves_before_somebody_left_are_told_with_their_name():
    gone = Occupant(1, level="steady", left_by=1002, left_ply=3, name="Coral")
    left = dataclasses.replace(TWO, sitters=(TWO.sitters[0], gone))
    told = [*MOVED, "🤖 Coral knocked"]
    assert tell([*MOVES[:3], SeatLeft(1), MOVES[3]], left, ENGLISH) == told
    assert news([*MOVES[:2], SeatLeft(1)], left, ENGLISH) == "\n".join(told[:2])
    assert tell(MOVES[1:2], left.at(2), ENGLISH) == told[1:2]
    assert tell(MOVES[3:], left.at(3), ENGLISH) == told[3:]
    deleted = dataclasses.replace(gone, left_by=None)
    forgotten = dataclasses.replace(left, sitters=(TWO.sitters[0], deleted)).at(2)
    assert tell(MOVES[1:2], forgotten, ENGLISH) == ["a former player played **6-6** on the 6"]


def test_each_player_has_a_line_with_their_moves_in_order():
    for_all = Redealt(next(iter(VoidDeal)))
    events = [*MOVES, Scored(1, Sum((10,))), for_all, *MOVES[:1]]
    assert news(events, TWO, ENGLISH).splitlines() == [
        f"{A} led **6-4** · played **4-1** on the 4",
        f"{B} played **6-6** on the 6 · knocked · 10 points",
        *tell([for_all], TWO, ENGLISH),
        f"{A} led **6-4**",
    ]


def test_what_is_played_after_somebody_has_knocked_is_told_after_it():
    """Else 6-5 would seem to be what the others had nothing for."""
    plays = (played(1, "6-6", ""), Passed(2), Passed(3), played(0, "6-4", "r"))
    told = news([*plays, played(1, "6-5", "l")], FOUR, ENGLISH).splitlines()
    names = [FOUR.name(seat, ENGLISH) for seat in (1, 2, 3, 0, 1)]
    assert [line.startswith(name) for line, name in zip(told, names, strict=True)] == [True] * 5
    assert ("6-6" in told[0], "6-5" in told[4]) == (True, True)


def test_a_new_round_begins_on_a_line_of_its_own():
    over = RoundEnded("domino", (0,), ((), bones("5-3")), (), line("6-4"), out=0)
    events = [*MOVES[2:3], over, Leads(0, by_lot=False, reason=LeadReason.WON)]
    played, led = news(events, TWO, ENGLISH, me=0).splitlines()
    assert (played, led.partition(" (")[0]) == ("You played **4-1** on the 4", "You lead")
    assert tell(events, TWO, ENGLISH, me=0) == [played, led]


def test_what_was_made_for_somebody_is_marked_for_them():
    marked = [Unasked(0, planned=True), MOVES[0], MOVES[1], Unasked(0, planned=False), MOVES[2]]
    told = ["You led **6-4**, as planned", MOVED[1], "You played **4-1** on the 4 (your only move)"]
    assert tell(marked, TWO, ENGLISH, me=0) == told
    drawn = [Unasked(0, planned=False), Drew(0, by_code("5-5"), 5), MOVES[2]]
    assert tell(drawn, TWO, ENGLISH, me=0) == [
        "You drew **5-5** (your only move)",
        "You played **4-1** on the 4",
    ]


def test_ones_own_moves_are_told_to_oneself():
    events = [Leads(1, by_lot=True), Drew(1, None, 5), Drew(1, None, 4), played(1, "6-6", "l")]
    events += [Passed(1), Passed(0)]
    own = ["You lead", "You drew 2 bones", "You played **6-6** on the 6", "You knocked"]
    assert tell(events, TWO, ENGLISH, me=1) == [*own, f"{A} knocked"]
    assert tell([played(1, "6-4")], TWO, ENGLISH, me=1) == ["You led **6-4**"]


def test_a_gift_is_addressed_only_to_whoever_got_it():
    gift, two = Gave(0, 1, square("w-5-2-4")), table_info(1001, 1002, game_id="squares")
    assert tell([gift], two, ENGLISH) == [f"{A} gave {B} a piece"]
    assert tell([gift], two, ENGLISH, me=1) == [f"{A} gave you **★5/4\xa02**"]


def test_draws_in_a_row_are_counted_for_each_person_and_name_no_bone():
    own, other = (Drew(seat, by_code("5-5"), 5) for seat in (0, 1))
    told = tell([own, own, own, played(0, "6-4", "l"), other, own], TWO, ENGLISH)
    assert told[:2] == [f"{A} drew 3 bones", f"{A} played **6-4** on the 6"]
    assert told[2:] == [f"{B} drew a bone", f"{A} drew a bone"]
    assert tell([own, own], TWO, ENGLISH, me=0) == ["You drew **5-5** and **5-5**"]
    assert tell([own, own], TWO, ENGLISH, me=1) == [f"{A} drew 2 bones"]


def test_a_computer_has_a_name_and_is_called_a_computer():
    told = tell([Passed(1)], table_info(1001, "steady"), ENGLISH)
    assert told[0].startswith("🤖 ")
    four = table_info(1001, "steady", "casual", "steady", match_id=7)
    assert len({four.name(seat, ENGLISH) for seat in range(4)}) == 4


def ended(reason: str, winners: tuple[int, ...], hands: tuple[str, ...], terms: tuple[int, ...]):
    scored = tuple(Credit((seat,), Sum(terms)) for seat in winners)
    out = winners[0] if reason == "domino" else None
    return RoundEnded(reason, winners, tuple(map(bones, hands)), scored, line("6-4"), out=out)


def test_how_a_round_ended_with_its_arithmetic():
    end = ended("domino", (0,), ("", "5-1 6-4"), (16,))
    assert how_it_ended(end, TWO, ENGLISH) == f"**Domino!** {A} went out."
    assert list(arithmetic(end, TWO, ENGLISH)) == [f"{B} holds 6 + 10 = 16", f"{A} scores 16"]
    end = ended("blocked", (1,), ("6-4", "1-0"), (10, -1))
    assert how_it_ended(end, TWO, ENGLISH) == f"**Blocked.** {B} has the lowest hand."
    sums = [f"{A} holds 10", f"{B} holds 1", f"{B} scores 10 − 1 = 9"]
    assert list(arithmetic(end, TWO, ENGLISH)) == sums
    for terms, told in (
        ((4,), "4 pips left, rounded to 5: 1 point"),
        ((3, 1), "3 + 1 = 4 pips left, rounded to 5: 1 point"),
        ((10, 10), "10 + 10 = 20 pips left: 4 points"),
        ((1,), "1 pip left, rounded to 0: 0 points"),
    ):
        fives = Credit((0,), Sum(terms, nearest=5, divided=5))
        end = replace(ended("domino", (0,), ("", "6-4"), ()), credits=(fives,))
        assert list(arithmetic(end, TWO, ENGLISH))[-1] == f"{A} · {told}"
    tie = ended("blocked", (), ("1-0", "1-0"), ())
    assert "nobody scores" in how_it_ended(tie, TWO, ENGLISH)
    assert not any("scores" in each for each in arithmetic(tie, TWO, ENGLISH))


def test_endings_are_not_told_as_moves():
    end = ended("domino", (0,), ("", "5-1"), (6,))
    scored = RoundScored(1, (0,), (6, 0), (6, 0), goal=100)
    over = MatchEnded((0,), (6, 0), "target")
    assert tell([end, scored, over], TWO, ENGLISH) == []


def test_the_end_of_a_round_tells_the_score_in_its_order():
    end = ended("domino", (1,), ("5-1", ""), (6,))
    scored = RoundScored(3, (1,), (0, 6), (41, 47), goal=100)
    screen = round_screen(TWO, [played(1, "6-4"), end, scored], ENGLISH)
    assert "end of round 3" in text(screen)
    assert f"{B} led **6-4**" in text(screen)
    assert text(screen).splitlines()[-2:] == [f"`B` {B} · **47**", f"`A` {A} · **41**"]
    assert screen.ping == ()


@pytest.mark.parametrize("reason", VoidDeal, ids=lambda reason: reason.value)
def test_every_void_deal_is_told(reason):
    (told,) = tell([Redealt(reason)], TWO, ENGLISH)
    assert told.endswith(": new deal")


def test_points_made_by_a_play_are_told_with_their_arithmetic():
    events = [played(0, "4-4", "r"), Scored(0, Sum((5, 5, 10)))]
    assert tell(events, TWO, ENGLISH) == [f"{A} played **4-4** on the 4", "5 + 5 + 10 = 20 points"]
    assert news(events, TWO, ENGLISH) == f"{A} played **4-4** on the 4 · 5 + 5 + 10 = 20 points"
    assert tell(events[1:], TWO, ENGLISH) == [f"{A} scored 5 + 5 + 10 = 20"]


def test_each_player_has_a_line_of_news_that_names_them_once():
    events = [Drew(0, None, 1), played(0, "4-4", "r"), Passed(1), Passed(2), Passed(3)]
    first, *others = news(events, FOUR, ENGLISH).split("\n")
    names = [FOUR.name(seat, ENGLISH) for seat in range(4)]
    assert first == f"{names[0]} drew a bone · played **4-4** on the 4"
    assert others == [f"{name} knocked" for name in names[1:]]
    assert news(events, FOUR, ENGLISH, most=2) == "\n".join(others[1:])


def test_the_readers_own_line_says_you_once_where_a_language_has_such_a_word():
    events = [played(0, "4-4", "r"), Unasked(0, planned=True), played(0, "6-6", "l"), Passed(1)]
    own, _ = news(events, FOUR, ENGLISH, me=0).split("\n")
    assert own == "You played **4-4** on the 4 · played **6-6** on the 6, as planned"
    german, _ = news(events, FOUR, words("de"), me=0).split("\n")
    assert german.count("Du ") == 1
    italian, _ = news(events, FOUR, words("it"), me=0).split("\n")
    assert italian.count("Hai giocato") == 2, "an auxiliary is no pronoun"


def test_news_never_begin_with_points_whose_play_is_left_out():
    events = [played(0, "4-4", "r"), Scored(0, Sum((5, 5))), played(0, "6-6", "l"), Passed(1)]
    last = f"{A} played **6-6** on the 6\n{B} knocked"
    assert news(events, TWO, ENGLISH, most=3) == news(events, TWO, ENGLISH, most=2) == last


def test_a_name_is_said_again_after_what_somebody_else_does():
    scored = Scored(0, Sum((5, 5)))
    alone = news([played(0, "4-4", "r"), scored, played(0, "6-6", "l")], FOUR, ENGLISH)
    assert alone == f"{A} played **4-4** on the 4 · 5 + 5 = 10 points · played **6-6** on the 6"
    squares = table_info(1001, 1002, 1003, game_id="squares")
    given = news([Kept(0), Gave(0, 1, square("w-5-2-4")), Kept(0)], squares, ENGLISH)
    assert given == f"{A} kept the piece · gave {B} a piece · {A} kept the piece"


def test_what_finding_the_leader_has_shown_is_told():
    six, five = by_code("6-6"), by_code("5-5")
    assert tell([Lacking((0, 1), (six,))], TWO, ENGLISH) == ["Nobody was dealt 6-6"]
    both = tell([Lacking((0, 1), (six, five))], TWO, ENGLISH)
    assert both == ["None of these was dealt: 6-6 and 5-5"], "no “or” after a “not”"
    alone = tell([Lacking((1,), bones("0-0 1-1 2-2 3-3 4-4 5-5 6-6"))], TWO, ENGLISH)
    assert alone == [f"{B} has no double, so the lead passes on"]


@pytest.mark.parametrize(
    ("lie", "how"),
    [(DoublePlacement.ALONG, "in line"), (DoublePlacement.SPINNER, "crosswise")],
    ids=str,
)
def test_how_a_double_lies_is_told_where_it_was_chosen(lie, how):
    opened = (4, 4) if lie is DoublePlacement.SPINNER else ()
    event = Played(0, by_code("4-4"), "u", (6, 6, 4, 6, *opened), lie, chosen=True, end=2)
    assert tell([event], TWO, ENGLISH) == [f"{A} played **4-4** at G, {how}"]


def test_an_end_is_told_by_a_letter_only_if_the_picture_still_has_letters():
    """4-3 makes both ends show 3; they have letters until 6-3 makes them differ."""
    first = Played(0, by_code("4-3"), "l", (3, 3))
    second = Played(1, by_code("6-3"), "r", (3, 6), end=1)
    third = Played(0, by_code("6-3"), "l", (6, 6))
    on_the_four, on_the_three = f"{A} played **4-3** on the 4", f"{B} played **6-3** on the 3"
    assert tell([first, second], TWO, ENGLISH) == [on_the_four, on_the_three]
    assert tell([second, third], TWO, ENGLISH)[0] == f"{B} played **6-3** at F"
    over = ended("blocked", (0,), ("1-0", "2-0"), (2,))
    assert tell([second, third, over], TWO, ENGLISH)[0] == on_the_three


@pytest.mark.parametrize(
    ("reason", "bone", "why"),
    [
        (LeadReason.LOT, "", "the leader was picked at random"),
        (LeadReason.WON, "", "the winner of the last round leads"),
        (LeadReason.HIGHEST_DOUBLE, "5-5", "the highest double leads"),
        (LeadReason.HOLDS_SIX_SIX, "", "whoever has 6-6 leads"),
    ],
)
def test_who_leads_is_told_with_the_reason(reason, bone, why):
    announced = Leads(0, by_lot=reason is LeadReason.LOT, bones=bones(bone), reason=reason)
    with_bone = f" with **{bone}**" if bone else ""
    assert tell([announced], TWO, ENGLISH) == [f"{A} leads{with_bone} ({why})"]
    assert tell([announced], TWO, ENGLISH, me=0) == [f"You lead{with_bone} ({why})"]
    events, led = [announced, played(0, bone or "6-4"), Passed(1)], f"{A} led **{bone or '6-4'}**"
    assert tell(events, TWO, ENGLISH) == [f"{led} ({why})", f"{B} knocked"]
    assert tell(events[1:2], TWO, ENGLISH) == [led]


def test_a_blocked_round_between_two_sides():
    four = table_info(1001, 1002, 1003, 1004, game_id="duos")
    fewer = ended("blocked", (0, 2), ("1-0", "6-4", "2-0", "3-0"), (13,))
    even = ended("blocked", (0, 2), ("5-0", "3-0", "1-0", "3-0"), (6,))
    assert "together have the lower hands" in how_it_ended(fewer, four, ENGLISH)
    last = replace(even, last=(1, by_code("5-0")))
    assert how_it_ended(last, four, ENGLISH).endswith("<@1002> played the last bone, 5-0.")


def test_penalties_are_charged():
    three = table_info(1001, 1002, 1003, game_id="maltese-cross")
    charged = (Credit((1,), Sum((11, 2), times=2)),)
    end = RoundEnded("domino", (0,), ((), bones("6-5 1-1"), ()), charged, line("6-4"), out=0)
    charge = f"Penalty points for {B}: 11 + 2 = 13; 13 × 2 = 26"
    assert list(arithmetic(end, three, ENGLISH)) == [charge]
    told = how_it_ended(replace(end, last=(0, by_code("5-5"))), three, ENGLISH)
    assert told.endswith("went out with 5-5. As it's a double, the pips count twice.")


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_every_event_is_told_by_its_game_or_like_in_any_game(rules):
    of_rounds = DrawEvent | DealEvent | RoundEndEvent | RoundScored | MatchEnded
    told_alike = TimeUp | Scored | Passed | Leads | of_rounds
    case = next(cases(rules))
    who = table_info(*range(1001, 1001 + case.seats), game_id=rules.info.id)
    for ply in case.match().plies:
        for event in ply.events:
            phrases = tell([event.for_seat(None)], who, ENGLISH)
            assert phrases or isinstance(event, told_alike), event


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
