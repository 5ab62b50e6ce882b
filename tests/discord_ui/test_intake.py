"""Interactions during a handover: each is accepted by one of the two processes, and by no more."""

from random import Random

import pytest

from bot.discord_ui.intake import ANSWERABLE, REMEMBERED, InteractionIntake


class Time:
    now = 1000.0


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def handled() -> list[int]:
    return []


@pytest.fixture
def intake(time: Time, handled: list[int]) -> InteractionIntake:
    return InteractionIntake(lambda data: handled.append(int(data["id"])), lambda: time.now)


def press(*intakes: InteractionIntake, number: int) -> None:
    for each in intakes:
        each.receive({"id": str(number)})


def test_at_whatever_moment_shards_change_hands_each_press_is_accepted_once(time, handled):
    def intake() -> InteractionIntake:
        return InteractionIntake(lambda data: handled.append(int(data["id"])), lambda: time.now)

    for seed in range(200):
        chance, old, new = Random(seed), intake(), intake()
        handled.clear()
        new.hold_back()
        closes = chance.randrange(20)
        opens = chance.randrange(closes, 21)
        for number in range(21):
            time.now += ANSWERABLE / 25
            if number == closes:
                accepted = frozenset(old.close())
            if number == opens:
                new.open(accepted)
            order = [old, new] if chance.random() < 0.5 else [new, old]
            press(*order, number=number)
        assert sorted(handled) == list(range(21))


def test_presses_too_old_to_be_answered_are_dropped(intake, time, handled):
    intake.hold_back()
    press(intake, number=1)
    time.now += ANSWERABLE + 0.1
    press(intake, number=2)
    intake.open(frozenset())
    assert handled == [2]


def test_if_the_predecessor_announced_nothing_what_was_kept_is_dropped(intake, handled):
    intake.hold_back()
    press(intake, number=1)
    intake.open(None)
    press(intake, number=2)
    assert handled == [2]


def test_only_presses_accepted_lately_are_announced(intake, time):
    press(intake, number=1)
    time.now += REMEMBERED + 0.1
    press(intake, number=2)
    assert intake.close() == (2,)
    press(intake, number=3)
    assert intake.close() == (2,)
