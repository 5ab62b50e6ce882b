"""/preferences: the screen, its menus and its form."""

from __future__ import annotations

import pytest

from bot.service.habits import Letters, Preferences
from tests.discord_ui.own import (
    MENUS,
    choose,
    chosen,
    fill,
    offered,
    preferences,
    quiet,
    sets,
    until,
)

OLD = "That button does not belong to any table of mine."


async def stored(cafe, who):
    habits = await cafe.client.boneyard.people.habits([who.id])
    return habits[who.id].preferences


async def test_all_is_shown_in_words_and_in_menus_to_that_person_alone(cafe):
    shown = await preferences(cafe, cafe.ana)
    assert "**Messages**: hand and reminders" in shown.text
    assert "**Forced moves**: left to you" in shown.text
    assert "**Quiet hours**: none" in shown.text
    assert "**Holiday**: you are not away" in shown.text
    assert "14 days are left this year" in shown.text
    assert chosen(shown) == {
        "letters": "Messages: hand and reminders",
        "forced": "Forced moves: left to you",
        "quiet": "Quiet hours: none",
        "holiday": "Holiday: you are not away",
        "listed": "Shown to others: yes",
    }
    assert offered(shown, "holiday") == ["none", "1", "2", "3", "5", "7", "10", "14"]


@pytest.mark.parametrize("letters", ["on", "reminders", "off"])
async def test_what_was_chosen_is_shown_and_kept_through_a_restart(cafe, letters):
    shown = await sets(cafe, cafe.ana, "letters", letters)
    shown = await choose(cafe, cafe.ana, shown, "forced", "on")
    assert "**Forced moves**: made for you" in shown.text

    await cafe.restart()

    assert chosen(await preferences(cafe, cafe.ana)) == chosen(shown)
    assert await stored(cafe, cafe.ana) == Preferences(Letters(letters), autoplay=True)
    assert await stored(cafe, cafe.bruno) == Preferences()


async def test_the_menus_work_after_a_restart(cafe):
    shown = await preferences(cafe, cafe.ana)
    await cafe.restart()
    shown = await choose(cafe, cafe.ana, shown, "letters", "off")
    assert chosen(shown)["letters"] == "Messages: none"


async def test_it_works_in_direct_messages_as_well(cafe):
    await cafe.ana.user.slash("help")
    shown = cafe.reply(await cafe.ana.user.slash("preferences"))
    shown = await choose(cafe, cafe.ana, shown, "letters", "reminders")
    assert "**Messages**: reminders only" in shown.text
    form = await cafe.pick(cafe.ana, shown, "1320-420", menu="o:quiet")
    await fill(cafe.ana.user, form, "22", "7", "berlin")
    assert "In Europe/Berlin it is" in cafe.now(shown).text
    assert chosen(await preferences(cafe, cafe.ana)) == chosen(cafe.now(shown))


# Quiet hours and the time zone.


async def test_who_picks_quiet_hours_is_asked_once_where_they_live(cafe):
    await until(cafe, 12)
    shown = await preferences(cafe, cafe.ana)
    form = await cafe.pick(cafe.ana, shown, "1380-480", menu="o:quiet")
    fields = [label["component"] for label in form.modal["components"]]
    assert [field.get("value") or "" for field in fields] == ["23:00", "08:00", ""]

    await fill(cafe.ana, form, "23:00", "08:00", " kolkata ")

    shown = cafe.now(shown)
    assert chosen(shown)["quiet"] == "Quiet hours: 11:00\u202fPM–8:00\u202fAM"
    assert "In Asia/Kolkata it is 5:30\u202fPM now" in shown.text

    result = await cafe.pick(cafe.ana, shown, "0-480", menu="o:quiet")
    assert result.modal is None
    assert chosen(cafe.now(shown))["quiet"] == "Quiet hours: 12:00\u202fAM–8:00\u202fAM"
    assert (await stored(cafe, cafe.ana)).quiet.zone == "Asia/Kolkata"


async def test_other_hours_are_typed_and_then_stand_in_the_menu(cafe):
    shown = await quiet(cafe, cafe.ana, "9:30 pm", "6.15", "new york")
    assert chosen(shown)["quiet"] == "Quiet hours: 9:30\u202fPM–6:15\u202fAM"
    assert "In America/New York it is" in shown.text

    form = await cafe.pick(cafe.ana, shown, "…", menu="o:quiet")
    fields = [label["component"] for label in form.modal["components"]]
    assert [field["value"] for field in fields] == ["21:30", "06:15", "America/New_York"]
    await fill(cafe.ana, form, "21:30", "06:15", "Lisbon")
    assert "In Europe/Lisbon it is" in cafe.now(shown).text

    shown = await choose(cafe, cafe.ana, cafe.now(shown), "quiet", "none")
    assert "**Quiet hours**: none" in shown.text
    assert (await stored(cafe, cafe.ana)).quiet is None


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (("22", "7", "Atlantis"), "I know no time zone “Atlantis”."),
        (("22", "7", "UTC+2"), "I know no time zone “UTC+2”."),
        (("22", "7", "Indiana"), "“Indiana” could be America/Indiana/Indianapolis, "),
        (("22", "7", "<@1> @everyone"), "I know no time zone “<@1> @everyone”."),
        (("25", "7", "Berlin"), "“25” is no time of the day."),
        (("22", "soon", "Berlin"), "“soon” is no time of the day."),
        (("22", "22", "Berlin"), "Quiet hours must have a beginning and an end"),
        (("7", "6", "Berlin"), "Quiet hours must have a beginning and an end"),
    ],
)
async def test_what_cannot_be_understood_changes_nothing_and_is_explained(cafe, typed, told):
    before = await quiet(cafe, cafe.ana, "22", "7", "Berlin")
    after = await quiet(cafe, cafe.ana, *typed)
    assert after.text.startswith(told)
    assert after.owner == cafe.ana.id
    assert chosen(after) == chosen(before)
    assert (await stored(cafe, cafe.ana)).quiet.zone == "Europe/Berlin"


# Who, and what is not offered.


@pytest.mark.parametrize(
    ("menu", "value"),
    [
        ("letters", "never"),
        ("letters", ""),
        ("forced", "yes"),
        ("quiet", "0-1439"),
        ("quiet", "60-120"),
        ("holiday", "4"),
        ("holiday", "-3"),
        ("holiday", "9999999999999999999999"),
        ("holiday", "on"),
        ("listed", "maybe"),
        ("listed", ""),
        ("colour", "on"),
        ("letters:2", "off"),
    ],
)
async def test_what_is_not_offered_changes_nothing(cafe, menu, value):
    shown = await preferences(cafe, cafe.ana)
    result = await cafe.press(cafe.ana, shown, f"o:{menu}", values=[value])
    assert cafe.private_reply(result, cafe.ana) == OLD
    assert await stored(cafe, cafe.ana) == Preferences()
    assert chosen(await preferences(cafe, cafe.ana)) == chosen(shown)


async def test_a_menu_without_a_choice_and_a_button_of_that_name_change_nothing(cafe):
    shown = await preferences(cafe, cafe.ana)
    result = await cafe.press(cafe.ana, shown, "o:letters", values=[])
    assert cafe.private_reply(result, cafe.ana) == OLD
    assert await stored(cafe, cafe.ana) == Preferences()


async def test_whoever_uses_a_menu_sets_their_own_and_sees_nothing_of_others(cafe):
    await quiet(cafe, cafe.ana, "22", "7", "Lisbon")
    await cafe.play(cafe.ana)
    result = await cafe.press(cafe.bruno, cafe.lobby(), "o:letters", values=["off"])
    answer = cafe.private_reply(result, cafe.bruno)
    assert "**Messages**: none" in answer
    assert "Lisbon" not in answer
    assert (await stored(cafe, cafe.ana)).letters is Letters.ON
    assert (await stored(cafe, cafe.bruno)).letters is Letters.OFF
    assert "a table is open" in cafe.lobby().text


async def test_two_windows_set_two_things_at_the_same_moment(cafe):
    await sets(cafe, cafe.ana, "forced", "on")
    one, other = await preferences(cafe, cafe.ana), await preferences(cafe, cafe.ana)
    await cafe.at_once((cafe.ana, one, "o:letters"), (cafe.ana, other, "o:forced"), values=["off"])
    assert await stored(cafe, cafe.ana) == Preferences(Letters.OFF, autoplay=False)


async def test_a_window_that_is_out_of_date_changes_its_own_thing_only(cafe):
    old = await preferences(cafe, cafe.ana)
    await quiet(cafe, cafe.ana, "22", "7", "Berlin")
    shown = await choose(cafe, cafe.ana, old, "letters", "off")
    assert "Europe/Berlin" in shown.text
    assert "**Messages**: none" in shown.text


# Holidays.


async def test_a_holiday_begins_and_ends_and_takes_of_the_year(cafe):
    shown = await sets(cafe, cafe.ana, "holiday", "7")
    ends = round((cafe.clock.now()).timestamp()) + 7 * 86_400
    assert f"<t:{ends}:f>" in shown.text or f"<t:{ends - 1}:f>" in shown.text
    assert chosen(shown)["holiday"] == "Holiday: you are away"
    assert offered(shown, "holiday")[:2] == ["none", "end"]
    assert "Counting the rest of this holiday, 14 days are left this year." in shown.text

    await cafe.pass_time(days=3, hours=1)
    shown = await sets(cafe, cafe.ana, "holiday", "end")
    assert "**Holiday**: you are not away" in shown.text
    assert "10 days are left this year" in shown.text
    assert offered(shown, "holiday") == ["none", "1", "2", "3", "5", "7", "10"]


async def test_two_clicks_at_once_are_one_holiday(cafe):
    shown = await preferences(cafe, cafe.ana)
    click = (cafe.ana, shown, "o:holiday")
    await cafe.at_once(click, click, values=["7"])
    await cafe.pass_time(days=8)
    shown = await preferences(cafe, cafe.ana)
    assert "7 days are left this year" in shown.text
    assert offered(shown, "holiday") == ["none", "1", "2", "3", "5", "7"]


async def test_days_that_are_not_left_are_refused_with_the_number(cafe):
    old = await preferences(cafe, cafe.ana)
    await sets(cafe, cafe.ana, "holiday", "10")
    await cafe.pass_time(days=11)
    shown = await choose(cafe, cafe.ana, old, "holiday", "7")
    assert shown.text.startswith("Holidays may last 14 days a year; you have 4 left.")
    assert chosen(shown)["holiday"] == "Holiday: you are not away"


async def test_a_holiday_that_is_over_cannot_be_ended_again(cafe):
    shown = await sets(cafe, cafe.ana, "holiday", "1")
    await cafe.pass_time(days=2)
    shown = await choose(cafe, cafe.ana, shown, "holiday", "end")
    assert shown.text.startswith("You are not on holiday.")
    assert chosen(shown)["holiday"] == "Holiday: you are not away"
    assert all(menu in {each["custom_id"][2:] for each in shown.menus} for menu in MENUS)
