"""A database in which every table has rows, most of them from real play."""

from datetime import timedelta
from pathlib import Path
from random import Random

from bot.model.calls import Reminder, WatchReminders
from bot.model.daily import Attempt, Deal, Mark
from bot.model.messages import MessageRecord
from bot.model.plans import Reach
from bot.model.preferences import Holiday, MessagePreference, Preferences, QuietHours, ThemeChoice
from bot.model.puzzle_attempts import PuzzleAttempt
from bot.model.scores import Post
from bot.model.terms import Pace
from bot.scores.rating import FRESH
from bot.service.lobby.new_match import MatchPlace
from bot.store import open_store, upgrade
from bot.store.tables.columns import metadata
from bot.store.tables.matches import matches, seats
from bot.store.tables.people import digests
from tests.service.harness import ANA, BRUNO, NOON, ServiceHarness
from tests.store.support import execute, rows, url_of

LAST_ID = 5
"""The highest id that a match has had; that match was deleted."""


async def fill(file: Path) -> None:
    store = open_store(url_of(file))
    await upgrade(store.database)
    harness = ServiceHarness(store)
    for people in ((ANA, BRUNO), (BRUNO, ANA)):
        match_id = await harness.running(*people)
        await harness.play_on(match_id, Random(match_id), moves=20)
        for user in people:
            await harness.matches.leave(match_id, user)
            await harness.quiet()
    while await harness.service.scoring.catch_up(10):
        pass
    lobby = await harness.lobby(ANA, BRUNO, where=MatchPlace(None, 11))
    await harness.tables.set_pace(lobby, ANA, Pace.DAY)
    await harness.tables.start(lobby, ANA, "start")
    await harness.quiet()
    await harness.lobby(BRUNO, where=MatchPlace(2, 12))

    await store.save_preferences(
        ANA,
        Preferences(
            MessagePreference.REMINDERS,
            quiet=QuietHours(1380, 420, "Asia/Kathmandu"),
            listed=False,
            theme=ThemeChoice("night", "porcelain"),
        ),
    )
    running = await store.match(lobby)
    assert running is not None
    await store.plan(lobby, running.revision, running.agenda, reminded=[Reminder(ANA, running.ply)])
    await store.watch(lobby, 103, WatchReminders(goes_on=True), 2, most=50)
    open_lobby = lobby + 1
    await store.invite(open_lobby, BRUNO, [ANA], NOON, since=NOON - timedelta(hours=1), most=10)
    deal = Deal(NOON.date(), "block", 1, 2, {"target": "none"}, bytes(range(32)))
    await store.keep_deal(deal)
    await store.add_par(deal.day, [-7, 12], known=0)
    attempt = Attempt(deal.day, ANA, ("5-3",), guild_id=2**62 + 1, score=-3, counts=True)
    await store.save_attempt(attempt, NOON)
    await store.save_marks(deal.day, ANA, [Mark.BEST, Mark.COSTLY])
    await store.save_attempt(Attempt(deal.day, BRUNO, ("6-4",)), NOON)
    await store.save_attempt(Attempt(deal.day, 404, ("6-4",)), NOON)
    await store.erase(404, [deal.day])
    answer = PuzzleAttempt(ANA, "2522hoek", "2-0@r", solved=True, at=NOON)
    await store.answer_puzzle(answer, FRESH)
    await store.vote_for_puzzle(ANA, answer.puzzle_id, is_good=False)
    await store.earn(ANA, ["first_match"], NOON)
    await store.save_locale(BRUNO, "es-419")
    await store.offer_lesson(ANA, "duos", NOON)
    await store.save_holiday(ANA, Holiday(NOON, NOON + timedelta(days=9, microseconds=1)))
    await store.save_post_channel(1, Post.PODIUM, 2**63 - 1, "2026-W01")
    await store.save_post_channel(1, Post.DAILY, 2**63 - 2, "2026-01-01")
    await store.save_server_theme(1, ThemeChoice(bones="ebony"))
    await execute(store, digests.insert().values(user_id=BRUNO, due_at=NOON, claimed_at=NOON))
    planned = seats.update().where(seats.c.match_id == lobby, seats.c.seat == 0)
    await execute(store, planned.values(muted=True, wishes=["5-3", "6-4@5"], reach=Reach.CHANGE))
    await store.remember(lobby, MessageRecord(11, 2**62 + 1, None, 3, 2, 1, (0, 1)))
    deleted = await harness.lobby(ANA, where=MatchPlace(2, 13))
    assert deleted == LAST_ID
    await execute(store, matches.delete().where(matches.c.id == deleted))
    for table in metadata.sorted_tables:
        assert await rows(store, f"SELECT 1 FROM {table.name}"), f"{table.name} is empty"
    await harness.end()
