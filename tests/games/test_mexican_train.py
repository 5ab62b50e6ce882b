import random

import pytest
from msgspec.structs import replace

from bot.domino.bone import BONE_OF, bone, by_code, double_n, mask
from bot.engine.contract import Lot, Previous
from bot.engine.errors import WrongSeats
from bot.engine.match_formats import FixedRounds
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, MatchState, RoundScored
from bot.engine.seating import prepare
from bot.games.common.events import Drew, Leads
from bot.games.connecting.events import Dealt
from bot.games.mexican_train import MEXICAN_TRAIN
from bot.games.mexican_train.course import Need, name_of, train_at
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck, TrainsEnded
from bot.games.mexican_train.options import HandsTooLarge
from bot.present.i18n import ENGLISH
from bot.present.screens.match.lobby import Lobby, lobby_screen
from bot.present.text.seats import Reader
from bot.present.views import view_of_ending
from tests.games.cases import by_chance
from tests.games.playing import played
from tests.games.positions import begun, bones, language, result, told
from tests.games.worlds import worlds_of
from tests.present import sights
from tests.scores import deeds

_, _, step, steps, after, asked, legal = language(MEXICAN_TRAIN)
OTHERS = "8-7 7-6 6-5"
"""A hand that fits neither a 9 nor a 4 nor a 1."""


def table(*hands, on="", stock="", turn="a", marked="", fresh="", **options):
    """Return a table in mid-round, the engine being 9-9: hands and what was laid, ``9-4@a``."""
    setup = prepare(MEXICAN_TRAIN.info, len(hands), options)
    seats, start = len(hands), MEXICAN_TRAIN.start(setup).round
    tracks = replace(start.tracks, begun=True)
    for code in on.split():
        text, _, at = code.partition("@")
        tracks = tracks.lay(train_at(at, seats), bones(text)[0])
    course = replace(
        tracks.course,
        turn=train_at(turn, seats),
        marked=1 << seats | sum(1 << train_at(each, seats) for each in marked),
        need=Need.BONE,
        fresh=sum(1 << train_at(each, seats) for each in fresh),
    )
    round_ = replace(
        start,
        awaits=None,
        turn=train_at(turn, seats),
        leader=0,
        hands=tuple(map(bones, hands)),
        stock=bones(stock),
        tracks=replace(tracks, course=course),
    )
    return MatchState(setup, 1, round_, (0,) * seats)


def ends(state):
    course = state.round.tracks.course
    return {name_of(at, course.terms.seats): shown for at, shown in enumerate(course.ends)}


def marked(state):
    course = state.round.tracks.course
    seats = range(course.terms.seats)
    return "".join(name_of(each, len(seats)) for each in seats if course.marked >> each & 1)


def opened(state):
    course = state.round.tracks.course
    return "".join(name_of(each, course.terms.seats) for each in course.opened)


def whose(state):
    (seat,) = asked(state)
    return name_of(seat, len(state.round.hands))


def dealt(seats, *first, previous=None, **options):
    """Deal with the bones of ``first`` before all others; return nature's next task or the seat."""
    start = begun(MEXICAN_TRAIN, seats, previous, **options)
    order = asked(start).pieces
    front = " ".join(first).split()
    rest = [code for code in order if code not in front]
    return step(start, " ".join(["deal", *front, *rest]))


@pytest.mark.parametrize(
    ("options", "count"), [({}, 10), ({"set": 12}, 13), ({"rounds": 1}, 1), ({"rounds": 5}, 5)]
)
def test_TRAIN_3_the_engine_of_each_round_is_the_next_lower_double(options, count):
    match_format = MEXICAN_TRAIN.match_format
    setup = prepare(MEXICAN_TRAIN.info, 2, options)
    assert match_format.terms(setup).rounds == count
    highest = 12 if "set" in options else 9
    for number in range(count):
        previous = Previous(number, 0, ()) if number else None
        state = begun(MEXICAN_TRAIN.game, 2, previous, **options)
        assert state.tracks.engine == bone(highest - number, highest - number)


def test_TRAIN_4_whoever_was_dealt_the_engine_lays_it_and_begins():
    hands = "9-4 8-7 9-9 7-6 6-5 5-4"
    made = dealt(3, hands, engine="held", hand=2)
    assert told(made, EngineLaid) == EngineLaid(bone(9, 9), 1)
    assert told(made, Leads).seat == 1
    assert whose(made.state) == "b"
    assert [len(hand) for hand in made.state.round.hands] == [2, 1, 2]


def test_TRAIN_4_if_nobody_has_the_engine_all_draw_in_turn_until_it_appears():
    hands = "9-4 8-7 9-3 7-6 6-5 5-4"
    made = dealt(3, hands, "6-0 6-1 6-2 9-9", engine="held", hand=2)
    assert asked(made.state) == Lot((0, 1, 2))
    begins = step(made.state, "lot 1")
    drew = [event.seat for event in begins.events if isinstance(event, Drew)]
    assert drew == [1, 2, 0, 1]
    assert whose(begins.state) == "b"
    assert [len(hand) for hand in begins.state.round.hands] == [3, 3, 3]


def test_TRAIN_5_everybody_is_dealt_so_many():
    sizes = {9: (12, 11, 10, 8, 7, 6, 5), 12: (15, 15, 15, 12, 12, 10, 10)}
    for highest, hands in sizes.items():
        for seats, size in enumerate(hands, start=2):
            state = dealt(seats, set=highest).state
            assert {len(hand) for hand in state.round.hands} == {size}
            whole = len(double_n(highest))
            assert len(state.round.stock) == whole - 1 - seats * size


@pytest.mark.parametrize(("seats", "options", "most"), [(8, {"set": 9}, 6), (2, {}, 26)])
def test_TRAIN_5_a_hand_that_leaves_no_boneyard_is_refused(seats, options, most):
    assert dealt(seats, **options, hand=most).state.round.stock
    with pytest.raises(HandsTooLarge, match=f"at most {most} bones"):
        begun(MEXICAN_TRAIN, seats, **options, hand=most + 1)


def test_TRAIN_6_the_lead_passes_to_the_left_of_the_last_leader():
    _, _, step, _, _, asked, _ = language(MEXICAN_TRAIN.game)
    start = begun(MEXICAN_TRAIN.game, 3, Previous(1, 2, (0,)))
    leads = told(step(start, " ".join(["deal", *asked(start).pieces])), Leads)
    assert (leads.seat, leads.by_lot) == (0, False)


def test_TRAIN_T1():
    state = table("9-4 4-4 4-1 8-8", "9-1 8-7", OTHERS, stock="5-2 3-3")
    one = after(state, "9-4@a", "9-1@m")
    assert legal(one, 2) == ["draw"]
    two = step(one, "draw", "pass")
    assert told(two, Stuck) == Stuck(2, newly=True)
    assert (marked(two.state), ends(two.state)["c"], whose(two.state)) == ("c", 9, "a")
    three = after(two.state, "4-4@a")
    assert whose(three) == "a"
    assert legal(three, 0) == ["4-1@a"]
    four = after(three, "4-1@a")
    assert (ends(four)["a"], whose(four), opened(four)) == (1, "b", "")


LEFT_OPEN = table("4-4 8-8 9-2", "9-6 8-7", "7-4 8-5", on="9-4@a", stock="7-3 6-2 3-3")


def test_TRAIN_T2():
    one = after(LEFT_OPEN, "4-4@a", "draw", "pass")
    assert (marked(one), opened(one), whose(one)) == ("a", "a", "b")
    assert legal(one, 1) == ["draw"]
    two = after(one, "draw", "pass")
    assert (marked(two), whose(two)) == ("ab", "c")
    assert legal(two, 2) == ["7-4@a"]
    three = after(two, "7-4@a")
    assert (marked(three), opened(three), whose(three)) == ("ab", "", "a")
    assert "9-2@m" in legal(three, 0)


def test_TRAIN_T3():
    hands = "4-4 8-8 9-2", "9-6 8-7", "7-4 8-5"
    one = after(table(*hands, on="9-4@a", stock="7-3", doubles="again"), "4-4@a")
    assert legal(one, 0) == ["9-2@m"]
    two = after(one, "9-2@m")
    assert legal(two, 1) == ["9-6@b"]
    assert whose(after(two, "9-6@b")) == "c"


def test_TRAIN_T4_TRAIN_9():
    state = table("5-0 8-8", "7-5 8-6", on="9-7@a", marked="a", turn="b", stock="3-3")
    one = step(state, "7-5@a")
    assert (marked(one.state), told(one, Coupled).unmarked) == ("a", False)
    two = step(one.state, "5-0@a")
    assert (marked(two.state), told(two, Coupled).unmarked) == ("", True)


@pytest.mark.parametrize(("blank", "points"), [(0, 19), (25, 44), (50, 69)])
def test_TRAIN_T5_TRAIN_12_TRAIN_13(blank, points):
    state = table(
        *("4-4", "9-5 3-0", "8-8 2-1 0-0"), on="9-4@a", stock="3-3", doubleBlank=blank, rounds=1
    )
    made = step(state, "4-4@a")
    assert result(made) == ("domino", (0,), (0, 17, points))
    assert told(made, MatchEnded).winners == (0,)


def test_TRAIN_T6_TRAIN_11():
    hands = "4-4 1-1 4-2 8-8", "8-7 6-1", "7-7"
    state = table(*hands, on="9-4@a 9-1@m", stock="5-3 3-3", doubleChain="on")
    one = after(state, "4-4@a")
    assert legal(one, 0) == ["1-1@m", "4-2@a"]
    two = after(one, "1-1@m")
    assert (opened(two), legal(two, 0)) == ("am", ["4-2@a"])
    three = after(two, "4-2@a")
    assert (opened(three), whose(three), legal(three, 0)) == ("m", "a", ["draw"])
    four = after(three, "draw", "pass")
    assert (marked(four), whose(four), legal(four, 1)) == ("a", "b", ["6-1@m"])
    assert whose(after(four, "6-1@m")) == "c"


def test_TRAIN_8_with_an_empty_boneyard_the_train_is_marked_at_once():
    state = table(OTHERS, "9-8 7-5")
    assert legal(state, 0) == ["pass"]
    assert marked(after(state, "pass")) == "a"


def test_TRAIN_8_a_drawn_bone_that_fits_is_laid_at_once():
    state = after(table(OTHERS, "9-8 7-5", stock="9-3"), "draw")
    assert legal(state, 0) == ["9-3@a", "9-3@m"]


def test_TRAIN_10_a_double_that_was_drawn_and_laid_is_covered_by_another_draw():
    state = after(table("8-7", "9-8", on="9-4@a", stock="4-4 4-3 2-2"), "draw", "4-4@a")
    assert legal(state, 0) == ["draw"]
    assert legal(after(state, "draw"), 0) == ["4-3@a"]


def test_TRAIN_10_a_double_whose_number_is_used_up_binds_nobody():
    fours = "9-8@b 8-4@b 7-4@b 7-5@b 5-4@b 6-4@b 6-3@b 4-3@b 4-2@b 2-1@b 4-1@b 4-0@b"
    state = table("4-4 8-8", "9-7 6-6", on=f"9-4@a {fours}", stock="3-3")
    made = after(state, "4-4@a")
    assert (opened(made), whose(made), legal(made, 1)) == ("", "b", ["9-7@m"])


def test_TRAIN_12_a_round_without_a_boneyard_goes_on_while_any_bone_fits_any_train():
    state = table("8-7", "7-6 3-3", on="9-8@b", turn="b")
    assert marked(after(state, "pass")) == "b"
    assert legal(after(state, "pass"), 0) == ["8-7@b"]


def test_TRAIN_12_it_ends_when_the_boneyard_is_empty_and_no_bone_fits_any_train():
    made = step(table("9-7 6-5", "6-1 3-3"), "9-7@a")
    assert result(made) == ("blocked", (0,), (11, 13))


def test_TRAIN_12_whoever_was_dealt_nothing_but_the_engine_is_out_before_the_first_move():
    made = dealt(3, "9-4 9-9 8-7", engine="held", hand=1, rounds=1)
    assert result(made) == ("domino", (1,), (13, 0, 15))
    assert told(made, MatchEnded).winners == (1,)
    reader = Reader(sights.table_info(1001, 1002, 1003, game_id="mexican-train"), ENGLISH)
    ended = told(made, TrainsEnded)
    assert ended.last is None
    assert view_of_ending(ended).how_it_ended(ended, reader, counted=True).endswith("went out.")


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_match_of_hands_of_one_bone_with_the_engine_among_them_ends(seats):
    setup = prepare(MEXICAN_TRAIN.info, seats, {"hand": 1, "engine": "held"})
    for seed in range(5):
        match = played(MEXICAN_TRAIN, setup, seed)
        assert match.states[-1].outcome


def test_TRAIN_14_in_the_first_turn_the_own_train_may_go_on():
    hands = "9-4 4-4 4-1 8-8", "9-1 8-7"
    state = table(*hands, stock="5-2", firstTrain="on", fresh="ab")
    one = after(state, "9-4@a")
    assert legal(one, 0) == ["4-4@a", "4-1@a", "stop"]
    two = after(one, "4-4@a")
    assert legal(two, 0) == ["4-1@a"]
    three = after(two, "4-1@a")
    assert legal(three, 0) == ["stop"]
    four = after(three, "stop")
    assert whose(four) == "b"
    assert four.round.tracks.course.need is Need.BONE
    assert not four.round.tracks.course.fresh & 1


def test_TRAIN_15_the_fewest_points_win_and_a_tie_is_shared():
    assert isinstance(MEXICAN_TRAIN.match_format, FixedRounds)
    state = table("4-4", "9-5 3-0", "8-6 2-1", on="9-4@a", rounds=1)
    made = step(replace(state, totals=(20, 3, 5)), "4-4@a")
    assert told(made, RoundScored).totals == (20, 20, 22)
    assert told(made, MatchEnded).winners == (0, 1)


def test_who_goes_out_with_a_double_or_by_a_pip_earns_the_achievements_for_it():
    out = table("4-4", "6-6 9-5", on="9-4@a", rounds=1)
    assert {"out-with-double", "six-six-left"} <= deeds.after(MEXICAN_TRAIN, out, "4-4@a")
    plain = table("4-3", "6-5 9-5", on="9-4@a", rounds=1)
    earned = deeds.after(MEXICAN_TRAIN, plain, "4-3@a")
    assert not earned & {"out-with-double", "six-six-left"}
    blocked = table("9-7 6-5", "6-3 3-0", rounds=1)
    assert "blocked-by-one" in deeds.after(MEXICAN_TRAIN, blocked, "9-7@a")
    blank = table("9-7 8-6 6-4", "0-0", rounds=1, doubleBlank=25)  # 24 against 25
    assert "blocked-by-one" in deeds.after(MEXICAN_TRAIN, blank, "9-7@a")
    blank = table("9-7 6-5", "6-4 2-0 0-0", rounds=1, doubleBlank=25)  # 11 against 37
    assert "blocked-by-one" not in deeds.after(MEXICAN_TRAIN, blank, "9-7@a")


@by_chance(MEXICAN_TRAIN)
def test_TRAIN_I1_TRAIN_I2_TRAIN_I3(match):
    whole = sorted(each.code for each in double_n(match.states[0].round.tracks.engine.high))
    chain = match.setup.options["doubleChain"] == "on"
    for state, places in zip(match.states, match.places, strict=True):
        tracks = state.round.tracks
        assert len(tracks.trains) == match.setup.seat_count + 1
        assert chain or len(tracks.course.opened) <= 1
        assert sorted(code for pieces in places.values() for code in pieces) == whole


@by_chance(MEXICAN_TRAIN)
def test_TRAIN_7_halves_that_touch_show_the_same_number(match):
    for state in match.states:
        tracks = state.round.tracks
        for train in tracks.trains:
            near = tracks.engine.high
            for half, far in train:
                assert half == near
                near = far


def timeout(state, seat=0):
    return MEXICAN_TRAIN.timeout_move(MEXICAN_TRAIN.observe(state, seat)).code


@pytest.mark.parametrize(
    ("hand", "played"),
    [
        ("9-1 9-6 8-7", "9-6@a"),  # the heaviest, and on the train of its seat
        ("4-4 9-1 8-7", "9-1@a"),  # a double that nothing covers stays in the hand
        ("4-4 4-1 9-1", "9-1@a"),
        ("4-4 8-7", "4-4@m"),  # unless there is nothing else
    ],
)
def test_when_time_is_up_the_heaviest_bone_is_laid_and_no_double_that_cannot_be_covered(
    hand, played
):
    assert timeout(table(hand, "8-6", on="9-4@m", stock="3-3")) == played


def test_when_time_is_up_a_first_turn_goes_on_as_long_as_it_can():
    state = table("9-4 4-1 8-8", "8-6", stock="5-2", firstTrain="on", fresh="a")
    one = after(state, "9-4@a")
    assert timeout(one) == "4-1@a"
    assert timeout(after(one, "4-1@a")) == "stop"


def test_a_lobby_whose_hands_are_too_large_says_so_and_does_not_start():
    table = sights.table_info(*range(1001, 1009), game_id="mexican-train")
    with pytest.raises(WrongSeats) as caught:
        begun(MEXICAN_TRAIN, 8, hand=12)
    screen = lobby_screen(Lobby(table, (), caught.value), ENGLISH)
    assert "With 8 players and this set, a hand can have at most 11 bones." in sights.text(screen)


@by_chance(MEXICAN_TRAIN)
def test_every_world_that_is_sampled_could_have_been_dealt(match):
    """The moves of the round, made after the sampled deal, lead to what the seat sees."""
    for at in filter(match.is_asked, match.moments(12)):
        seat, first = match.eyes[at % len(match.eyes)], match.rounds[at]
        seen = match.observed(at, seat)
        belief = match.rules.believe(seen)
        belief.sample(random.Random(at))
        order = [BONE_OF[bit].code for bit in belief._exchange.held]
        left_out = [seen.round.tracks.engine.code] if len(order) < len(match.pieces) else []
        state = match.states[first]
        for ply in match.plies[first:at]:
            is_deal = ply.move.code.startswith("deal")
            code = " ".join(["deal", *order, *left_out]) if is_deal else ply.move.code
            state = match.rules.apply(
                state, ply.actor, find(match.rules, state, ply.actor, code)
            ).state
        assert match.rules.observe(state, seat) == seen, f"seat {seat} at ply {at}"


def test_worlds_are_sampled_that_no_exchange_of_two_bones_leads_to():
    """B was stuck at an 8, C at a 7, D at a 6: from either world to the other, three bones move."""
    laid = ["9-8", "8-7", "7-6"]
    state = table("6-5", "7-0", "6-0", "8-0", on="9-8@m 8-7@m 7-6@m", marked="bcd").round
    all_bones = bones("9-9 9-8 8-7 7-6 6-5 7-0 6-0 8-0")
    plays = [Coupled(0, by_code(code), 4, 4, int(code[0])) for code in laid]
    history = (
        *(Dealt((all_bones[1:5], *state.hands[1:]), (4, 1, 1, 1), 0, 0), EngineLaid(bone(9, 9))),
        *(plays[0], Stuck(1, newly=True), Stopped(2), Stopped(3)),
        *(plays[1], Stopped(1), Stuck(2, newly=True), Stopped(3)),
        *(plays[2], Stopped(1), Stopped(2), Stuck(3, newly=True)),
    )
    course = state.tracks.course
    course = replace(course, terms=replace(course.terms, bones=mask(all_bones)))
    state = replace(state, history=history, tracks=replace(state.tracks, course=course))
    found = {tuple(world.values()) for world in worlds_of(MEXICAN_TRAIN.game, state, 0, 1_000)}
    hands = [tuple((each,) for each in hand.split()) for hand in ("7-0 6-0 8-0", "6-0 8-0 7-0")]
    assert found == {(("6-5",), *others, ()) for others in hands}
