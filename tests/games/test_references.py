"""Second programs of some games: they know the worked examples, and agree with the rules."""

import pytest

from bot.engine.errors import UnknownGame
from bot.engine.seating import prepare
from bot.games import game
from tests.games.references import jamaican, kozel, mexican_train, partners
from tests.games.references.comparing import Stacked, compare, random_setup
from tests.games.references.line import Ended, play_line
from tests.games.references.telling import OVER, News, RoundEnd, bones, options
from tests.seeds import SEEDS

DUOS = f"{partners.DEFAULTS} {partners.PLAIN} block=pairs blockTie=other nextLead=rotate-right"
PROGRAMS = {
    "duos": (partners.partners, DUOS),
    "partners": (partners.partners, partners.DEFAULTS),
    "jamaican": (jamaican.jamaican, jamaican.DEFAULTS),
    "kozel": (kozel.kozel, kozel.DEFAULTS),
    "mexican-train": (mexican_train.mexican_train, mexican_train.DEFAULTS),
}
DEEP = [pytest.param(part, marks=pytest.mark.deep) for part in range(1, 1 + 10 * (len(SEEDS) // 2))]


def found(name):
    try:
        return game(name)
    except UnknownGame:
        pytest.skip("not in the catalogue")


@pytest.mark.parametrize("part", [0, *DEEP])
@pytest.mark.parametrize("name", PROGRAMS)
def test_random_matches_go_as_the_second_program_says(name, part):
    """A part is five matches in every run, thirty in the deep tests."""
    rules = found(name)
    second, defaults = PROGRAMS[name]
    assert {option.key for option in rules.info.options} <= set(options(defaults))
    for number in range(30 if part else 5):
        rng = Stacked(f"{name} {part} {number}")
        compare(rules, random_setup(rules, rng), second, defaults, rng)


@pytest.mark.parametrize("preset", partners.PRESETS)
def test_presets_of_partners_are_those_of_the_printed_rules(preset):
    rules, printed = found("partners"), options(f"{partners.DEFAULTS} {partners.PRESETS[preset]}")
    for seed in range(3):
        setup = prepare(rules.info, 4, printed)
        compare(rules, setup, partners.partners, partners.DEFAULTS, Stacked(seed))
    defaults = {option.key: option.default for option in rules.info.options}
    named = {each.id: each.options for each in getattr(rules.info, "presets", ())}
    assert options("", **{**defaults, **named.get(preset, printed)}) == printed


BLK = "1-1 2-1@l 3-1@r 2-0@l 4-3@r 1-0@l 4-1@r 5-1@r 6-5@r 6-1@r"
HANDS = [
    *("1-1 4-3 6-5 6-3 6-2 3-3 4-0", "2-0 5-1 5-0 6-0 3-2 4-2 3-0"),
    *("3-1 4-1 0-0 2-2 5-2 5-3 4-4", "2-1 1-0 6-1 6-6 5-5 6-4 5-4"),
]


def run(program, codes):
    """Return what the program returns, or else its last moment."""
    moment = next(program)
    try:
        for code in codes.split():
            assert code in moment.legal
            moment = program.send(code)
    except StopIteration as done:
        return done.value
    return moment


def blk(*swap, step=-1):
    """Return the end of BLK, with two bones exchanged between the hands that hold them."""
    exchanged = dict(zip(swap, reversed(swap), strict=True))
    order = [HANDS[seat if step < 0 else -seat % 4] for seat in range(4)]
    hands = [[exchanged.get(bone, bone) for bone in hand.split()] for hand in order]
    return run(play_line(News(), hands, 0, hands[0], step=step), BLK)


def out(*hands, bone="6-5", before=(5, 1), laid=()):
    held = [hand.split() for hand in hands]
    return Ended(held, 0, hands.index(""), bone, before, frozenset(laid))


def scores(module, monkeypatch, program, *rounds):
    """Return the totals after rounds that end so, and who has won the match by then."""
    ends, told = iter(rounds), []

    def play(*_, **__):
        yield from ()
        return next(ends)

    monkeypatch.setattr(module, "play_line", play)
    moment = next(program)
    for _ in rounds:
        moment = program.send("deal " + " ".join(sorted(moment.legal)))
        told += moment.news
    won = told.pop().winners if moment.actor == OVER else None
    return [each.totals for each in told], won


def settled(ended, **others):
    return partners.settled(options(partners.DEFAULTS, **others), ended)


def test_PART_T1():
    ended = out("5-5 2-1", "", "6-4", "4-3")
    assert settled(ended) == (1, 1, 30)
    assert settled(ended, count="losers") == (1, 1, 23)


@pytest.mark.parametrize(
    ("bone", "before", "points"),
    [("5-3", (3, 5), 43), ("5-3", (3, 3), 18), ("3-3", (3, 3), 18), ("6-0", (6, 0), 43)],
)
def test_PART_T2_PART_T3_PART_T4(bone, before, points):
    ended = out("", "6-1", "4-4", "2-0 1-0", bone=bone, before=before)
    assert settled(ended) == (0, 0, points)
    assert settled(ended, capicuaBlank="off") == (0, 0, 18 if bone == "6-0" else points)


@pytest.mark.parametrize(
    ("rest", "points"),
    [
        ("2 pass 6-4@l", 50),
        ("4 pass 6-4@l", 25),
        ("2 pass pass 6-4@l", 0),
        ("2 pass pass pass", 25),
    ],
)
def test_PART_T5(rest, points):
    plays = list(zip((0, 3, 2, 1), f"4-{rest}".split(), strict=False))
    assert partners.knock_bonus(options(partners.DEFAULTS), plays) == (0, points)


def test_PART_T6():
    assert settled(blk()) == (0, 2, 120)
    assert settled(blk(), block="lowest") == (1, 1, 120)
    assert settled(blk(), block="lowest", count="losers") == (1, 1, 54)
    assert settled(blk(), block="pairs", count="losers") == (0, 0, 66)


@pytest.mark.parametrize(
    ("tie", "won"), [("leader", 0), ("blocker", 1), ("other", 0), ("nobody", None)]
)
def test_PART_T7(tie, won):
    assert settled(blk("5-2", "4-2"), block="lowest", blockTie=tie)[0] == won


def test_PART_T8():
    assert partners.allowed(options(partners.DEFAULTS), 180, 25)
    assert not partners.allowed(options(partners.DEFAULTS, bonusLimit=170), 180, 25)


A, B, TIED = out("", "5-1", "6-1", "4-0"), out("5-1", "", "6-1", "4-0"), blk("5-2", "4-2")
KEY = A._replace(bone="5-1", laid=frozenset(b for b in bones(6) if "5" in b or "1" in b))
LOOSE = KEY._replace(laid=KEY.laid - {"4-1"})
TO_SIX = [B, B, B, B, B, A, A, A, A, KEY]


@pytest.mark.parametrize(
    ("rounds", "others", "shown"),
    [
        pytest.param([A, A, A, B], {}, "10 20 30 00", id="JAM-T1"),
        pytest.param([A, B, A], {}, "10 00 20", id="JAM-T2"),
        pytest.param([A, B, B], {"oneAllPlayTwo": "off"}, "10 00 01", id="JAM-T2 off"),
        pytest.param([blk()], {}, "01", id="JAM-T3"),
        pytest.param([A, A, A, TIED, A], {}, "10 20 30 30 50", id="JAM-T4"),
        pytest.param([A, A, A, TIED, B], {}, "10 20 30 30 00", id="JAM-T4 broken"),
        pytest.param([KEY, TIED, KEY], {}, "20 20 40", id="JAM-T5"),
        pytest.param([LOOSE], {}, "10", id="JAM-T6"),
        pytest.param(
            *(TO_SIX, {"format": "first-to-six"}, "01 02 03 04 05 15 25 35 45 65"), id="JAM-T7"
        ),
    ],
)
def test_JAM(monkeypatch, rounds, others, shown):
    program = jamaican.jamaican(4, options(jamaican.DEFAULTS, **others))
    totals, won = scores(jamaican, monkeypatch, program, *rounds)
    assert [f"{one}{other}" for one, other, *_ in totals] == shown.split()
    assert won == ((0, 2) if rounds == TO_SIX else None)


def weighing(count):
    """Return bones with that many pips; only their sum counts."""
    return "6-6 " * (count // 12) + f"{min(count % 12, 6)}-{max(count % 12 - 6, 0)}"


EIGHT, SEVEN = out("", "4-3 1-0"), out("", "5-2")
NEARLY = [out("", weighing(84)), out(weighing(90), "")]
THREE = [
    *(out(weighing(60), weighing(50), ""), out("", weighing(45), weighing(40))),
    out("", weighing(20), weighing(61)),
]
EGGS = [blk("3-3", "6-6", step=1), out("", "6-1", "5-5", "6-3 3-1")]


@pytest.mark.parametrize(
    ("rounds", "others", "totals", "winners"),
    [
        pytest.param([EIGHT, SEVEN], {}, (0, 15), None, id="KOZEL-T1"),
        pytest.param([EIGHT, SEVEN], {"opening": "13-once"}, (0, 0), None, id="KOZEL-T1 once"),
        pytest.param([out("", "0-0")], {}, (0, 25), None, id="KOZEL-T2"),
        pytest.param([out("", "0-0 3-1")], {"opening": "off"}, (0, 4), None, id="KOZEL-T2 more"),
        pytest.param([blk(step=1)], {}, (0, 66, 0, 66), None, id="KOZEL-T3"),
        pytest.param([blk(step=1)], {"fish": "difference"}, (0,) * 4, None, id="KOZEL-T3 less"),
        pytest.param(EGGS, {}, (0, 140, 0, 140), (0, 2), id="KOZEL-T4"),
        pytest.param([*NEARLY, out("", weighing(17))], {}, (90, 101), (0,), id="KOZEL-T5"),
        pytest.param([*NEARLY, out("", weighing(16))], {}, (90, 100), None, id="KOZEL-T5 less"),
        pytest.param(THREE, {}, (60, 115, 101), (0,), id="KOZEL-T6"),
    ],
)
def test_KOZEL(monkeypatch, rounds, others, totals, winners):
    program = kozel.kozel(len(totals), options(kozel.DEFAULTS, redeal="off", **others))
    after, won = scores(kozel, monkeypatch, program, *rounds)
    assert (after[-1], won) == (totals, winners)


def trains(*hands, stock, **others):
    held, given = [hand.split() for hand in hands], options(mexican_train.DEFAULTS, **others)
    return mexican_train.Yard(News(), held, stock.split(), 9, given)


def turns(table, *turns):
    """Play the turns of seats 0, 1, 2, 0, …; return all markers."""
    for number, codes in enumerate(turns):
        assert run(table.turn(number % 3), codes) is None, codes
    return "".join(sorted(table.markers))


def test_TRAIN_T1():
    table = trains("9-4 4-4 4-1 8-8", "9-1 8-7", "8-3", stock="5-2 6-6")
    assert turns(table, "9-4@a", "9-1@m", "draw pass", "4-4@a 4-1@a") == "c"
    assert (table.ends["a"], table.ends["c"], table.stock) == (1, 9, ["6-6"])


def test_TRAIN_T2():
    table = trains("4-4 8-8", "9-6 8-7", "9-2 7-4 8-3", stock="7-3 6-2 6-6")
    table.ends["a"] = 4
    assert turns(table, "4-4@a draw pass", "draw pass") == "ab"
    assert run(table.turn(2), "").legal == {"7-4@a"}
    assert run(table.turn(2), "7-4@a") is None
    assert (table.to_cover(), table.markers) == ([], {"a", "b"})


def test_TRAIN_T3():
    table = trains("4-4 9-2 8-8", "9-6 8-7", "9-3 8-3", stock="6-6", doubles="again")
    table.ends["a"] = 4
    assert turns(table, "4-4@a 9-2@m") == ""
    assert run(table.turn(1), "").legal == {"9-6@b"}


def test_TRAIN_T4():
    table = trains("5-0 1-1", "7-5 1-0", "2-0", stock="6-6")
    table.ends["a"] = 7
    table.markers.add("a")
    assert run(table.turn(1), "7-5@a") is None
    assert table.markers == {"a"}
    assert run(table.turn(0), "5-0@a") is None
    assert not table.markers


@pytest.mark.parametrize(("blank", "points"), [(0, (0, 17, 19)), (50, (0, 17, 69))])
def test_TRAIN_T5(monkeypatch, blank, points):
    given = options(mexican_train.DEFAULTS, rounds=1, doubleBlank=blank)
    program = mexican_train.mexican_train(3, given)
    assert next(program).legal == {*bones(9)}

    def turn(table, _):
        table.hands[:] = [], ["9-5", "3-0"], ["8-8", "2-1", "0-0"]
        yield from ()

    monkeypatch.setattr(mexican_train.Yard, "turn", turn)
    monkeypatch.setattr(mexican_train.Yard, "is_over", lambda table: not all(table.hands))
    program.send("deal " + " ".join(bones(9)))
    assert program.send("lot 0").news[0] == RoundEnd((0,), points, points, None)


def test_TRAIN_T6():
    table = trains("4-4 1-1 4-2 8-8", "9-1 5-0", "2-0", stock="3-0 6-6", doubleChain="on")
    table.ends.update(a=4, m=1)
    assert turns(table, "4-4@a 1-1@m 4-2@a draw pass") == "a"
    assert run(table.turn(1), "").legal == {"9-1@m"}
