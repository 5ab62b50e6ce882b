"""``/verify`` with a deal: the commitment while it is open, everything once it is not."""

import json
from datetime import date

import pytest

from bot.engine.chance import commitment
from bot.model.daily import closes_at
from bot.service.daily import par
from tests.cli.support import good, run
from tests.discord_ui.simulation import DiscordSim
from tests.discord_ui.test_daily import choose, finish
from tests.store.support import execute
from tests.test_verifying import script_on

FIRST = date(2026, 1, 1)


@pytest.fixture(autouse=True)
def few_runs(monkeypatch):
    monkeypatch.setattr(par, "RUNS", 2)


async def secret_of(sim: DiscordSim, day: date = FIRST) -> bytes:
    deal = await sim.store.deal(day)
    assert deal is not None
    return deal.secret


async def test_before_the_close_there_is_the_commitment_alone(sim):
    shown = await sim.ask(sim.ana, "verify", match="Deal 1")
    secret = await secret_of(sim)
    begun = await sim.ask(sim.ana, "daily")
    await choose(sim, sim.ana, begun)
    end = await finish(sim, sim.bruno, await sim.ask(sim.bruno, "daily"))
    assert "Verify" not in end.labels
    until_close = closes_at(FIRST) - sim.clock.now()
    await sim.pass_time(seconds=until_close.total_seconds() - 60)
    for who in (sim.ana, sim.bruno, sim.chen):
        for each in (
            *(shown, await sim.ask(who, "verify", match="deal 1")),
            *[sim.reply(await sim.press(who, begun, f"x:verify:d1{s}")) for s in ("", ":record")],
        ):
            assert f"`{commitment(secret)}`" in each.text
            assert (each.pictures, each.labels) == ([], [])
            assert secret.hex()[:8] not in each.all_words
    (offered,) = await sim.ana.autocomplete(sim.channel, "verify", "match", "")
    assert offered["value"] == "deal 1"


async def test_after_the_close_everything_is_told_and_the_docs_script_agrees(sim, tmp_path):
    end = await finish(sim, sim.ana, await sim.ask(sim.ana, "daily"))
    kept = await sim.ask(sim.ana, "verify", match="d1")
    until_close = closes_at(FIRST) - sim.clock.now()
    await sim.pass_time(seconds=until_close.total_seconds())
    (offered,) = await sim.bruno.autocomplete(sim.channel, "verify", "match", "deal")
    assert offered["name"].startswith("Deal 1 · ")
    shown = await sim.ask(sim.ana, "verify", match=offered["value"])
    secret, attempt = await secret_of(sim), await sim.store.attempt(FIRST, sim.ana.id)
    for told in (
        *(commitment(secret), secret.hex(), "`daily`, `2026-01-01`", "**1.** ✓ `A` "),
        f"lead to a score of {attempt.score},",
        *(f"`{' '.join(attempt.moves)}`", "docs/verifying.md"),
    ):
        assert told in shown.text
    assert commitment(secret) in kept.text
    await sim.press(sim.ana, end, "x:daily:open:1")
    again = await sim.opened(sim.ana, sim.now(end), "Verify")
    assert again.text == shown.text

    record = await sim.opened(sim.ana, shown, "Deal record")
    assert record.files == ["boneyard-deal-1.json"]
    (file,) = record.pictures
    done = script_on(file.decode(), tmp_path)
    assert (done.status, done.out.splitlines()[0]) == (0, f"commitment {commitment(secret)}")
    assert "follow from secret and salts." in good(run("replay", "-", stdin=file))
    moves = ("--moves", *attempt.moves)
    out = good(run("daily", "--secret", secret.hex(), "--date", FIRST, *moves, "--json"))
    assert json.loads(out)["log"] == json.loads(file)["log"]
    told = good(run("daily", "--secret", secret.hex(), "--date", FIRST, *moves))
    assert told.endswith(f"Score: {attempt.score}\n")
    other = await sim.ask(sim.bruno, "verify", match="Deal 1")
    assert "Your moves" not in other.text
    assert secret.hex() in other.text


async def test_a_score_that_the_moves_do_not_lead_to_is_called_out(sim):
    await finish(sim, sim.ana, await sim.ask(sim.ana, "daily"))
    await sim.pass_time(days=2)
    await execute(sim.store, "UPDATE daily_attempts SET score = score + 1")
    assert "another result" in (await sim.ask(sim.ana, "verify", match="Deal 1")).text


async def test_a_void_deal_says_so_and_still_shows_its_secret(sim, monkeypatch):
    await choose(sim, sim.ana, await sim.ask(sim.ana, "daily"))
    await execute(sim.store, "UPDATE daily_deals SET version = version + 1")
    assert "doesn't count for anybody" in (await sim.ask(sim.ana, "verify", match="Deal 1")).text
    await sim.pass_time(days=2)
    shown = await sim.ask(sim.ana, "verify", match="Deal 1")
    assert "can't deal it again" in shown.text
    assert (await secret_of(sim)).hex() in shown.text
    assert shown.labels == []


@pytest.mark.parametrize("typed", ["Deal 2", "deal 3", "Deal 999999", "d500"])
async def test_a_deal_that_there_is_not(sim, typed):
    assert "no such deal" in (await sim.ask(sim.ana, "verify", match=typed)).text
    assert await sim.store.deal(date(2026, 1, 2)) is None


async def test_a_number_alone_is_that_of_a_match_and_deals_have_names_in_every_language(sim):
    await sim.ask(sim.ana, "daily")
    assert "no such deal" not in (await sim.ask(sim.ana, "verify", match="1")).text
    assert (await sim.ask(sim.ana, "verify", match="#1")).text != ""
    await sim.pass_time(days=2)
    sim.speaks(sim.ana, "de")
    say = sim.words_of(sim.ana)
    shown = await sim.ask(sim.ana, "verify", match=say("Deal {number}", number=1))
    assert (await secret_of(sim)).hex() in shown.text
