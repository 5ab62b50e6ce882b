import pytest

from bot.games import CATALOGUE
from bot.model.terms import Pace
from bot.present.i18n import ENGLISH
from bot.present.screens.rules import rules_screen
from bot.present.text.lengths import LENGTHS, expected_time


@pytest.mark.parametrize(
    ("days", "pace", "told"),
    [
        *((3.4, Pace.DAY, "3 days"), (2.6, Pace.SLOW, "3 days"), (19.1, Pace.NONE, "19 days")),
        *((1.2, Pace.DAY, "1 day"), (0.6, Pace.DAY, "1 day"), (0.4, Pace.DAY, "10 hours")),
        *((0.0, Pace.DAY, "5 minutes"), (0.04, Pace.DAY, "60 minutes")),
        *((2.6, Pace.LIVE, "10 minutes"), (19, Pace.LIVE, "80 minutes")),
        *((80, Pace.LIVE, "6 hours"), (2.6, Pace.RELAXED, "70 minutes")),
    ],
)
def test_what_a_match_takes_is_told_in_the_unit_that_suits_its_pace(days, pace, told):
    text = expected_time(days, pace, ENGLISH)
    assert text == f"A match takes about {told} at this pace."


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_the_rules_say_what_each_length_means(rules):
    info = rules.info
    if not info.shorter:
        with pytest.raises(KeyError):
            rules_screen(info, ENGLISH, "lengths")
        return
    *_, told = rules_screen(info, ENGLISH, "lengths").parts
    options = {option.key: option for option in info.options}
    for length, values in info.shorter.items():
        (line,) = [each for each in str(told).splitlines() if f"**{LENGTHS[length]}**" in each]
        for key, value in values.items():
            assert f"{options[key].help}: {options[key].label(value)}" in line
