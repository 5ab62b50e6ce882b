import json
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from bot.engine.contract import NATURE
from bot.engine.errors import BadRecord
from bot.engine.record import Record, Source, load

NOTATION = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
GOOD = {
    "boneyard": 1,
    "game": "block",
    "rules": 1,
    "seats": 2,
    "options": {"target": 50},
    "log": [["*", "deal 6-4 5-5"], ["*", "lot 1"], [1, "5-5"], [0, "5-2@r"], [1, "pass"]],
}


def broken(**changes):
    return json.dumps({**GOOD, **changes})


def test_a_record_is_read():
    record = load(json.dumps(GOOD))
    log = ((NATURE, "deal 6-4 5-5"), (NATURE, "lot 1"), (1, "5-5"), (0, "5-2@r"), (1, "pass"))
    assert record == Record(game="block", rules=1, seats=2, options={"target": 50}, log=log)


def test_what_is_written_is_read_again():
    """Also what chance followed from; what is not known is ignored, and much may be left out."""
    source = Source("ab", "cd", ("1", "2"), ((0, 1), (1,)))
    log = ((NATURE, "deal ü"), (2, '"'))
    record = Record("x", 3, 3, {"a": "é", "b": 2}, log, (2, 0, 1), source, "y")
    assert load(record.dump()) == record
    assert record.dump().isascii()
    assert load(broken(comment="my best match")) == load(json.dumps(GOOD))
    without = {key: value for key, value in GOOD.items() if key != "options"}
    assert load(json.dumps({**without, "seats": 1, "log": []})) == Record("block", 1, 1, {}, ())


def test_the_example_of_the_notation_page_is_a_record():
    start = NOTATION.index("```json\n") + len("```json\n")
    record = load(NOTATION[start : NOTATION.index("```", start)])
    assert [code for _, code in record.log][1:] == ["lot 0", "5-5", "5-2@r", "pass"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *((text, "not JSON") for text in ("", "\x00", "[" * 200_000, f'{{"a": {"9" * 5000}}}')),
        ("[]", "not a JSON object"),
        *(("{}", '"boneyard" is missing'), (broken(boneyard=2), '"boneyard" is not 1')),
        (broken(boneyard=True), '"boneyard" is missing or not a whole number'),
        (broken(game=7), '"game" is missing or not text'),
        (broken(preset=None), '"preset" is missing or not text'),
        (broken(rules=1.5), '"rules" is missing or not a whole number'),
        *(
            (broken(seats=count), '"seats" is missing or not a whole number')
            for count in ("2", True)
        ),
        (broken(options=[]), '"options" is not an object'),
        *((broken(options={"target": n}), 'option "target" is neither') for n in (None, 1.5)),
        (broken(options={"x" * 9000: 1.5}), 'option "x'),
        *((broken(log=log), '"log" is not a list') for log in (None, "pass")),
        (broken(log=[[0, "5-5"], [1]]), "log entry 1 is not"),
        *(
            (broken(log=[entry]), "log entry 0 is not")
            for entry in ("pass", [0, "5-5", 1], [0, 55])
        ),
        *((broken(log=[[who, "5-5"]]), "log entry 0 is not") for who in (True, "0")),
        (broken(log=[[2, "5-5"]]), "log entry 0 is by seat 2, and there are 2"),
        (broken(log=[[-1, "5-5"]]), "log entry 0 is by seat -1"),
        (broken(seniority=[0]), '"seniority" does not name each seat once'),
        *(
            (broken(seniority=n), '"seniority"')
            for n in ([0, 0], [0, 2], [False, True], [1.0, 0.0])
        ),
        *((broken(seniority=n), '"seniority"') for n in ("01", {"0": 0, "1": 1})),
        (broken(seniority=[0, 1], seats=10**15), '"seniority"'),
        (broken(seats=0), '"seats" is less than 1'),
        (broken(options={"\ud800": None}), 'option "?" is neither'),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(text, why):
    with pytest.raises(BadRecord) as caught:
        load(text)
    assert why in str(caught.value)
    assert str(caught.value).encode()
    assert len(str(caught.value)) < 300


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
entries = st.lists(st.one_of(st.just("*"), st.integers(-1, 3), json_values), max_size=3)


def only_records_or_refusals(text):
    try:
        record = load(text)
    except BadRecord:
        return
    assert load(record.dump()) == record
    record.dump().encode()


damaged = st.fixed_dictionaries(
    {},
    optional={
        "boneyard": st.just(1) | json_values,
        "game": st.just("block") | json_values,
        "rules": st.integers(0, 3) | json_values,
        "seats": st.integers(-1, 5) | json_values,
        "options": st.dictionaries(st.text(max_size=5), json_values) | json_values,
        "log": st.lists(entries | json_values, max_size=5) | json_values,
        "seniority": st.lists(st.integers(-1, 5), max_size=5) | json_values,
    },
).map(lambda changes: broken(**changes))


@st.composite
def cut_or_altered(draw):
    text = json.dumps(GOOD)
    at = draw(st.integers(0, len(text)))
    until = draw(st.integers(at, len(text)))
    return text[:at] + draw(st.text(max_size=3)) + text[until:]


@pytest.mark.parametrize(
    ("texts", "examples"),
    [
        pytest.param(damaged, 100, id="damaged"),
        pytest.param(cut_or_altered(), 60, id="cut or altered"),
        pytest.param(st.text(), 150, id="any text", marks=pytest.mark.deep),
        pytest.param(json_values.map(json.dumps), 150, id="any JSON", marks=pytest.mark.deep),
        pytest.param(damaged, 200, id="damaged, often", marks=pytest.mark.deep),
        pytest.param(cut_or_altered(), 150, id="cut or altered, often", marks=pytest.mark.deep),
    ],
)
def test_whatever_is_read_is_a_record_or_refused(texts, examples):
    settings(max_examples=examples, deadline=None)(given(texts)(only_records_or_refusals))()


@pytest.mark.parametrize(
    "chance",
    [
        [],
        "secret",
        {"commitment": "ab", "secret": "cd"},
        {"commitment": "ab", "secret": 5, "salts": []},
        {"commitment": "ab", "secret": "cd", "salts": [1]},
        {"commitment": "ab", "secret": "cd", "salts": [], "lots": [1]},
        {"commitment": "ab", "secret": "cd", "salts": [], "lots": [["a"]]},
    ],
)
def test_chance_that_is_not_told_as_it_should_be(chance):
    text = json.dumps(json.loads(Record("block", 1, 2, {}, ()).dump()) | {"chance": chance})
    with pytest.raises(BadRecord):
        load(text)
