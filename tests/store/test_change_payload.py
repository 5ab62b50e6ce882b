from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from bot.service.ports.changes import Change, Subject
from bot.store.coordination.change_payload import MAX_PAYLOAD, NotOurs, payloads, read, word_of

IDS = st.integers(0, 2**63 - 1)
MATCHES = st.builds(Change, st.just(Subject.MATCH), IDS, st.none() | IDS)
OTHERS = st.builds(
    Change, st.sampled_from([each for each in Subject if each is not Subject.MATCH]), IDS
)
WORDS = st.text("mpes:!0123456789 ", max_size=30) | st.text(max_size=10)


@given(st.lists(MATCHES | OTHERS, max_size=600))
def test_changes_are_read_as_they_were_sent(changes):
    texts = list(payloads("0123abcd", map(word_of, changes)))
    assert all(len(text.encode()) <= MAX_PAYLOAD for text in texts)
    heard = [change for text in texts for change in read(text)[1]]
    assert heard == changes
    assert len(texts) <= 1 + len(changes) // 150


@given(st.text(max_size=20) | st.builds("0123abcd {}".format, WORDS))
def test_only_what_we_send_is_read(payload):
    with suppress(NotOurs):
        instance, changes = read(payload)
        words = ["!" if each is None else word_of(each) for each in changes]
        assert " ".join([instance, *words]) == payload


@pytest.mark.parametrize(
    "payload",
    [
        *("", "!", "0123abcd", "0123abcd ", "0123abcd  m1", "0123abcd m1 ", "0123ABCD m1"),
        *(
            "0123abcd m1\n",
            "0123abcd m1:",
            "0123abcd p1:2",
            "0123abcd m-1",
            "0123abcd x1",
            "0123abcd m01",
        ),
        *("0123abcd m٣", "0123abcd m9223372036854775808", "0123abcd m1:9223372036854775808"),
        "0123abcd" + " m1" * 4000,
    ],
)
def test_garbage(payload):
    with pytest.raises(NotOurs):
        read(payload)
