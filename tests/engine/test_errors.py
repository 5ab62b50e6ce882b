import pickle
import re

import pytest

from bot.engine import errors
from bot.engine.errors import IllegalMove, Refusal, shortened


def tree(kind):
    return [kind, *(each for child in kind.__subclasses__() for each in tree(child))]


OURS = [kind for kind in tree(Refusal) if kind.__module__ == errors.__name__]


@pytest.mark.parametrize("kind", OURS)
def test_a_refusal_is_a_whole_sentence_with_its_places_filled(kind):
    places = dict.fromkeys(re.findall(r"{(\w+)}", kind.sentence), "X")
    refusal = kind(**places)
    assert "{" not in str(refusal)
    assert str(refusal).endswith(".")
    assert refusal.places == places
    assert errors.__doc__ is not None
    assert re.search(rf"\b{kind.__name__}\b", errors.__doc__)


def test_what_belongs_in_the_places_is_not_read_as_places():
    assert "{legal}" in str(IllegalMove(code="{legal}", legal="pass"))


def test_a_refusal_can_be_sent_to_another_process():
    refusal = IllegalMove(code="x", legal="pass")
    again = pickle.loads(pickle.dumps(refusal))
    assert str(again) == str(refusal)
    assert again.places == refusal.places


def test_a_strangers_text_is_quoted_in_short():
    assert shortened("5-5") == "5-5"
    assert shortened("x" * 500) == "x" * 40 + "…"
    assert shortened("a\ud800b") == "a?b"
