import asyncio

from bot.discord_ui.interactions.response import Reply
from bot.model.preferences import MessagePreference, Preferences
from tests.discord_ui.own import MENUS, choose, chosen, fill, offered, quiet, sets, until


async def stored(sim, who):
    return (await sim.client.service.preferences.player_settings([who.id]))[who.id].preferences


async def test_all_is_shown_in_words_and_in_menus_to_that_person_alone(sim):
    shown = await sim.ask(sim.ana, "preferences")
    assert "14 days of holiday left (counted over 365 days)" in shown.text
    assert chosen(shown) == {
        "felt": "Felt: as in the server",
        "bones": "Bones: as in the server",
        "language": "Language: as in your Discord",
        "letters": "Messages: hand, reminders",
        "calls": "Invitations: in the channel",
        "forced": "Forced moves: by hand",
        "quiet": "Quiet hours: not set",
        "holiday": "Holiday: not away",
        "listed": "Public profile: yes",
    }
    assert offered(shown, "holiday") == ["none", "1", "2", "3", "5", "7", "10", "14"]


async def test_what_was_chosen_is_shown_and_kept_through_a_restart(sim):
    old = await sim.ask(sim.ana, "preferences")
    shown = await sets(sim, sim.ana, "letters", "reminders")
    shown = await choose(sim, sim.ana, shown, "forced", "on")
    assert chosen(shown)["forced"] == "Forced moves: automatically"
    await sim.restart()
    assert chosen(await sim.ask(sim.ana, "preferences")) == chosen(shown)
    assert await stored(sim, sim.ana) == Preferences(MessagePreference.REMINDERS, autoplay=True)
    assert await stored(sim, sim.bruno) == Preferences()
    shown = await choose(sim, sim.ana, old, "letters", "off")
    assert chosen(shown)["letters"] == "Messages: none"
    assert chosen(shown)["forced"] == "Forced moves: automatically", "nothing else has changed"


async def test_who_picks_quiet_hours_is_asked_once_where_they_live(sim):
    await until(sim, 12)
    shown = await sim.ask(sim.ana, "preferences")
    form = await sim.pick(sim.ana, shown, "1380-480", menu="o:quiet")
    fields = [label["component"] for label in form.modal["components"]]
    assert [field.get("value") or "" for field in fields] == ["23:00", "08:00", ""]
    await fill(sim.ana, form, "23:00", "08:00", " kolkata ")
    shown = sim.now(shown)
    assert chosen(shown)["quiet"] == "Quiet hours: 11:00\u202fPM–8:00\u202fAM"
    assert "It's 5:30\u202fPM in Asia/Kolkata now" in shown.text
    assert (await sim.pick(sim.ana, shown, "0-480", menu="o:quiet")).modal is None
    assert chosen(sim.now(shown))["quiet"] == "Quiet hours: 12:00\u202fAM–8:00\u202fAM"
    assert (await stored(sim, sim.ana)).quiet.zone == "Asia/Kolkata"


async def test_other_hours_are_typed_and_then_stand_in_the_menu(sim):
    shown = await quiet(sim, sim.ana, "9:30 pm", "6.15", "new york")
    assert chosen(shown)["quiet"] == "Quiet hours: 9:30\u202fPM–6:15\u202fAM"
    form = await sim.pick(sim.ana, shown, "…", menu="o:quiet")
    fields = [label["component"] for label in form.modal["components"]]
    assert [field["value"] for field in fields] == ["21:30", "06:15", "America/New_York"]
    await choose(sim, sim.ana, sim.now(shown), "quiet", "none")
    assert (await stored(sim, sim.ana)).quiet is None


async def test_what_cannot_be_understood_changes_nothing_and_is_explained(sim):
    before = await quiet(sim, sim.ana, "22", "7", "Berlin")
    for typed, told in (
        (("22", "7", "<@1> @everyone"), "I don't know the time zone “<@1> @everyone”."),
        (("22", "soon", "Berlin"), "“soon” isn't a time."),
        (("22", "22", "Berlin"), "Quiet hours need a start and an end"),
    ):
        after = await quiet(sim, sim.ana, *typed)
        assert after.texts[0].splitlines()[-1].startswith(told)
        assert after.owner == sim.ana.id
        assert chosen(after) == chosen(before)


async def test_whoever_uses_a_menu_sets_their_own_and_sees_nothing_of_others(sim):
    await quiet(sim, sim.ana, "22", "7", "Lisbon")
    await sim.play(sim.ana)
    result = await sim.press(sim.bruno, sim.lobby(), "o:letters", values=["off"])
    assert "Lisbon" not in sim.private_reply(result, sim.bruno)
    assert chosen(sim.reply(result))["letters"] == "Messages: none"
    assert (await stored(sim, sim.ana)).messages is MessagePreference.ON
    assert (await stored(sim, sim.bruno)).messages is MessagePreference.OFF
    assert "open table" in sim.lobby().text


async def test_what_another_process_changes_at_the_same_moment_is_kept(sim):
    store, save = sim.client.service.store, type(sim.client.service.store).save_preferences
    shown, others = await sim.ask(sim.ana, "preferences"), [Preferences(autoplay=True)]

    async def after_another(user, *how):
        while others:
            await save(store, user, others.pop())
        await save(store, user, *how)

    store.save_preferences = after_another
    await choose(sim, sim.ana, shown, "letters", "off")
    assert await stored(sim, sim.ana) == Preferences(MessagePreference.OFF, autoplay=True)


async def test_of_two_quick_picks_the_screen_shown_last_knows_of_both(sim, monkeypatch):
    """The first is still being answered when the second comes."""
    shown = await sets(sim, sim.ana, "forced", "on")
    gate, replace, holding, answers = asyncio.Event(), Reply.replace, Reply.holding, []

    async def first_one_slowly(self, screen):
        answers.append(screen)
        if len(answers) == 1:
            await sim.env.external_wait(gate.wait(), reason="a slow answer")
        return await replace(self, screen)

    def until_somebody_waits(self, lock, **how):
        if lock.locked():
            gate.set()
        return holding(self, lock, **how)

    monkeypatch.setattr(Reply, "replace", first_one_slowly)
    monkeypatch.setattr(Reply, "holding", until_somebody_waits)
    for menu in ("o:letters", "o:forced"):
        await sim.pick(sim.ana, shown, "off", menu=menu)
    gate.set()
    await sim.settle()
    menus = chosen(sim.now(shown))
    assert menus["letters"] == "Messages: none"
    assert menus["forced"] == "Forced moves: by hand"
    assert await stored(sim, sim.ana) == Preferences(MessagePreference.OFF, autoplay=False)


async def test_days_that_are_not_left_are_refused_with_the_number(sim):
    old = await sim.ask(sim.ana, "preferences")
    click = (sim.ana, old, "o:holiday")
    await sim.at_once(click, click, values=["10"])
    away = await sim.ask(sim.ana, "preferences")
    await sim.pass_time(days=11)
    shown = await choose(sim, sim.ana, old, "holiday", "7")
    told = "You can take 14 days of holiday in any 365 days, and you have 4 left."
    assert shown.texts[0].splitlines()[-1] == told
    assert chosen(shown)["holiday"] == "Holiday: not away"
    assert offered(shown, "holiday") == ["none", "1", "2", "3"], "two clicks at once were one"
    shown = await choose(sim, sim.ana, away, "holiday", "end")
    assert shown.texts[0].splitlines()[-1] == "You're not on holiday."
    assert chosen(shown)["holiday"] == "Holiday: not away"
    assert all(menu in {each["custom_id"][2:] for each in shown.menus} for menu in MENUS)
