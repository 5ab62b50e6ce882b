"""Forged records: the script of docs/verifying.md and ``replay`` detect each of them."""

import hmac
import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.ai.daily import deal_record, par_seed
from bot.domino.square_set import SQUARES
from bot.engine.chance import MatchRandomness, commitment, lot_result
from bot.engine.contract import NATURE, Lot, Shuffle
from bot.engine.record import Entry, Record, Source
from bot.engine.replay import replay, take_back_code
from bot.engine.seating import prepare
from bot.engine.story import check_shuffles, lots_drawn
from bot.games import game
from tests.cli.days import SECRET as DEAL_SECRET, days_of_all_games, played_out
from tests.cli.support import good, run as boneyard
from tests.games import chanced
from tests.games.cases import needed_for
from tests.games.chanced import CHANCE, SALTS, SECRET

PAGE = (Path(__file__).parents[1] / "docs" / "verifying.md").read_text(encoding="utf-8")
(SCRIPT,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
CODE = compile(SCRIPT, "verify.py", "exec")
HONEST: list[tuple[str, dict[str, Any]]] = [
    *((id_, {}) for id_ in ("block", "blind", "squares", "squares-blind", "maltese-cross")),
    *(("double-double", {"sets": "3"}), ("memory", {"tiles": 56}), ("memory", {"tiles": 16})),
    *(("squares-block", {"pieces": 5}), ("blind", {"bones": 5}), ("cuban", {})),
]
"""Games whose shuffles differ in kind, with options that change the set."""


class Said(NamedTuple):
    status: object
    out: str
    err: str


def script(record: Record, tmp_path: Path) -> Said:
    return script_on(record.dump(), tmp_path)


def script_on(record: str, tmp_path: Path) -> Said:
    """Run the script on a record, as ``python verify.py record.json`` does."""
    (tmp_path / "record.json").write_text(record, encoding="utf-8")
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(out), redirect_stderr(err):
        patched.setattr(sys, "argv", ["verify.py", str(tmp_path / "record.json")])
        with pytest.raises(SystemExit) as ended:
            exec(CODE, {"__name__": "__main__"})
    return Said(ended.value.code, out.getvalue(), err.getvalue())


def record_of(game_id: str, chance: Any = CHANCE, **options: Any) -> Record:
    """Return a match at a full table, with the deals of ``chance`` in its log."""
    rules = game(game_id)
    seats = rules.info.max_seats
    options = dict(needed_for(rules, seats)) | options
    setup = prepare(rules.info, seats, options)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(chanced, "CHANCE", chance)
        log = chanced.log_by_chance(rules, setup)
    found = tuple(check_shuffles(rules, setup, log, chance))
    source = Source(commitment(SECRET), SECRET.hex(), SALTS, lots_drawn(found))
    return Record(game_id, rules.info.rules, seats, options, tuple(log), chance=source)


BLOCK = record_of("block")
assert BLOCK.chance is not None


class ForgedChance(MatchRandomness):
    forge: Callable[[MatchRandomness, Any, int], Any]

    def answer(self, asked, ordinal):
        return type(self).forge(CHANCE, asked, ordinal)


def forged_by(forge: Callable[[MatchRandomness, Any, int], Any]) -> Record:
    """Return a match of Block that was really played with forged deals or lots."""
    cheat = type("Cheat", (ForgedChance,), {"forge": staticmethod(forge)})
    return record_of("block", cheat(SECRET, SALTS))


def source(**changes: Any) -> Record:
    assert BLOCK.chance is not None
    return replace(BLOCK, chance=replace(BLOCK.chance, **changes))


def told_otherwise(at: int, code: str) -> Record:
    return replace(BLOCK, log=(*BLOCK.log[:at], (NATURE, code), *BLOCK.log[at + 1 :]))


def entered(at: int, entry: Any) -> Record:
    return replace(BLOCK, log=(*BLOCK.log[:at], entry, *BLOCK.log[at:]))


def all_lots_to(seat: int) -> Record:
    return forged_by(
        lambda c, asked, n: lot_result(seat) if isinstance(asked, Lot) else c.answer(asked, n)
    )


def lot_among_one() -> Record:
    """Let the lot fall on seat 2, because it is drawn among seat 2 alone."""
    record = all_lots_to(2)
    assert record.chance is not None
    chance = replace(record.chance, lots=((2,),) * len(record.chance.lots))
    return replace(record, chance=chance)


def two_of_four_four() -> Record:
    """Replace 2-0 with a second 4-4 in the set; the shuffle of that set is correct."""
    pieces = tuple("4-4" if each == "2-0" else each for each in SIX)
    return told_otherwise(0, CHANCE.answer(Shuffle(pieces), 0).code)


def deal_put_away() -> Record:
    """Call the first deal void, because it does not suit, and play the second one."""
    first = CHANCE.answer(Shuffle(SIX), 0).code
    record = forged_by(lambda c, asked, n: c.answer(asked, n + 1))
    return replace(record, log=((NATURE, first), *record.log))


SIX = tuple(f"{high}-{low}" for high in range(7) for low in range(high + 1))
FIRST = BLOCK.log[0][1]
OTHER, NONE = commitment(bytes(32)), commitment(b"")
ALIKE = f"{commitment(SECRET)[:-1]}{'1' if commitment(SECRET)[-1] == '0' else '0'}"
"""The commitment except for its last digit."""
DIFFERS = "does not follow from secret and salts"


class Forgery(NamedTuple):
    record: Record
    script: str
    replay: str
    script_status: int = 1
    replay_status: int = 1


OTHER_DEALS = forged_by(lambda c, asked, n: MatchRandomness(bytes(32), SALTS).answer(asked, n))
ALL_LOTS_TO_ONE = all_lots_to(1)
LOTS = BLOCK.chance.lots
NOT_ALL, NOT_COMMITTED, ENTRY_0 = "not made from everybody", "not the one that was", "log entry 0"
FORGERIES = {
    "a deal turned round": Forgery(
        told_otherwise(0, "deal " + " ".join(FIRST.split()[:0:-1])), DIFFERS, "log entry", 1, 2
    ),
    "deals of another secret": Forgery(OTHER_DEALS, DIFFERS, f"{ENTRY_0}: the deal {DIFFERS}"),
    "a lot that fell on somebody else": Forgery(ALL_LOTS_TO_ONE, DIFFERS, f"the lot {DIFFERS}"),
    "a lot among one seat": Forgery(lot_among_one(), NOT_ALL, f"the lot {DIFFERS}"),
    "lots said to be among one": Forgery(
        source(lots=((0,),) * len(LOTS)), NOT_ALL, "not drawn among the seats"
    ),
    "a lot kept back": Forgery(source(lots=LOTS[1:]), NOT_ALL, "not drawn among the seats"),
    "a bone twice and another missing": Forgery(two_of_four_four(), DIFFERS, ENTRY_0, 1, 2),
    "a deal put away": Forgery(deal_put_away(), "dealt again: 1;", "log entry 1, nature", 2, 2),
    "a lot put away": Forgery(entered(2, BLOCK.log[1]), "not due there", "log entry 2", 1, 2),
    "a deal within a round": Forgery(entered(3, BLOCK.log[0]), DIFFERS, "log entry 3", 1, 2),
    "another secret": Forgery(source(secret=bytes(32).hex()), NOT_COMMITTED, NOT_COMMITTED),
    "another commitment": Forgery(source(commitment=OTHER), NOT_COMMITTED, NOT_COMMITTED),
    "a commitment that begins alike": Forgery(
        source(commitment=ALIKE), NOT_COMMITTED, NOT_COMMITTED
    ),
    "no secret": Forgery(source(secret="", commitment=NONE), "not 32 bytes", "has 0 bytes"),
    "salts in another order": Forgery(source(salts=SALTS[::-1]), DIFFERS, DIFFERS),
    "salts joined to one": Forgery(
        source(salts=("1001,1002", "1003")), "must be decimal numbers", "not the id of a click"
    ),
    "more salts than clicks": Forgery(source(salts=SALTS * 2), "at most", "of 4 has 2 to 5"),
    "too few clicks": Forgery(
        source(salts=SALTS[:1]), "must be decimal numbers", "there are 1 salts"
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_record_is_found_out(tmp_path, name):
    forgery = FORGERIES[name]
    done = script(forgery.record, tmp_path)
    assert done.status == forgery.script_status
    assert forgery.script in done.err
    for options in ((), ("--json", "--seat", 0)):
        result = boneyard("replay", "-", *options, stdin=forgery.record.dump())
        assert result.exit_code == forgery.replay_status
        assert forgery.replay in result.stderr
        assert all(line.startswith("boneyard: ") for line in result.stderr.splitlines())


@pytest.mark.parametrize(("game_id", "options"), HONEST)
def test_an_honest_record_holds(tmp_path, game_id, options):
    record = record_of(game_id, **options)
    chances = [code for actor, code in record.log if actor is NATURE]
    done = script(record, tmp_path)
    head, *told = done.out.splitlines()
    assert head == f"commitment {commitment(SECRET)}"
    assert told == [f"{nth} same {code}" for nth, code in enumerate(chances, 1)]
    draws_for_the_lead = game_id == "blind"  # and the next deal follows at once
    assert done.status == (2 if draws_for_the_lead else 0), done.err
    assert ("check them with boneyard replay" in done.err) == draws_for_the_lead
    *_, commits, salts, verdict = good(boneyard("replay", "-", stdin=record.dump())).splitlines()
    assert commits.endswith(f": {commitment(SECRET)}")
    assert salts == f"Salts: {', '.join(SALTS)}"
    assert verdict == f"All {len(chances)} deals and lots follow from secret and salts."


def test_replay_tells_programs_what_holds():
    def told(record: Record) -> Any:
        out = boneyard("replay", "-", "--json", stdin=record.dump()).stdout
        return json.loads(out.splitlines()[-1])

    assert BLOCK.chance is not None
    honest = told(BLOCK)
    assert list(honest) == ["outcome", "chance"]
    assert honest["chance"]["commitment"] == commitment(SECRET)
    assert honest["chance"]["salts"] == list(SALTS)
    assert honest["chance"]["wrong"] == []
    assert len(told(source(secret="xyz", salts=()))["chance"]["wrong"]) == 2
    assert list(told(replace(BLOCK, chance=None))) == ["outcome"]


def test_the_script_is_short_and_runs_with_python_alone(tmp_path):
    assert len(SCRIPT.splitlines()) < 90
    imports = re.findall(r"^(?:import|from) .*", SCRIPT, re.MULTILINE)
    assert imports == ["import hashlib, hmac, json, sys"]
    (tmp_path / "verify.py").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "record.json").write_text(BLOCK.dump(), encoding="utf-8")
    command = [sys.executable, "-I", "-S", "verify.py", "record.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "1 same deal " in done.stdout


def test_it_has_the_square_pieces_that_we_play_with():
    (listed,) = re.findall(r'SQUARES = """(.*?)"""', SCRIPT, re.DOTALL)
    assert listed.split() == [piece.code for piece in SQUARES]


def test_a_record_with_moves_taken_back_is_verified_too(tmp_path):
    first = next(at for at, (actor, _) in enumerate(BLOCK.log) if actor is not NATURE)
    back = (BLOCK.log[first][0], take_back_code(first))
    record = replace(BLOCK, log=(*BLOCK.log[: first + 3], back, *BLOCK.log[first:]))
    assert script(record, tmp_path).status == 0
    assert "back@" in good(boneyard("replay", "-", "--json", stdin=record.dump()))


# Deals of the day.

DEALS = days_of_all_games()


def deal(day: date, **changes: Any) -> Record:
    """Return a deal, played to its end, as a record."""
    return replace(deal_record(played_out(day)[0])[0], **changes)


@pytest.mark.parametrize("day", DEALS, ids=str)
def test_an_honest_deal_holds(tmp_path, day):
    record = deal(day)
    done = script(record, tmp_path)
    assert done.status == 0, done.err
    assert done.out.startswith(
        f"commitment {commitment(DEAL_SECRET)}\ndeal of {day} {record.game}\n"
    )
    assert "follow from secret and salts." in good(boneyard("replay", "-", stdin=record.dump()))


def forged_deals() -> dict[str, tuple[Record, str]]:
    honest = deal(DEALS[0])
    assert honest.chance is not None
    log, rng = honest.log, honest.chance
    at = next(at for at, (actor, _) in enumerate(log) if actor == 1)
    other_day = replace(rng, salts=("daily", "2026-12-08"))
    foreign = replace(rng, secret=bytes(32).hex(), commitment=commitment(bytes(32)))
    return {
        "of another secret": (replace(honest, chance=foreign), DIFFERS),
        "of another day": (replace(honest, chance=other_day), "the deal of 2026-12-08 is"),
        "of no day": (
            replace(honest, chance=replace(rng, salts=("daily",))),
            "“daily” and its day",
        ),
        "of a day spelled otherwise": (
            replace(honest, chance=replace(rng, salts=("daily", "20261130"))),
            "as in 2026-12-01",
        ),
        "cut off": (replace(honest, log=log[: at + 1]), ""),
    }


@pytest.mark.parametrize("name", forged_deals())
def test_a_forged_deal_is_found_out(name):
    record, told = forged_deals()[name]
    result = boneyard("replay", "-", stdin=record.dump())
    assert result.exit_code == (1 if told else 0)
    assert told in result.stderr


def test_a_computer_that_plays_otherwise_is_found_out():
    """It plays by the rules, with the right shuffle, but not what follows from the secret."""
    for day in DEALS:
        record = deal(day)
        rules = game(record.game)
        state = rules.start(prepare(rules.info, record.seats, record.options))
        log: list[Entry] = []
        for ply in replay(rules, prepare(rules.info, record.seats, record.options), record.log):
            legal = () if ply.actor in {NATURE, 0} else rules.legal_moves(state, ply.actor)
            if other := next((each.code for each in legal if each.code != ply.move.code), None):
                forged = replace(record, log=(*log, (ply.actor, other)))
                result = boneyard("replay", "-", stdin=forged.dump())
                assert result.exit_code == 1
                assert f"log entry {len(log)}: the secret leads to {ply.move.code}" in result.stderr
                break
            log.append((ply.actor, ply.move.code))
            state = ply.state


def test_the_page_has_the_numbers_of_deals():
    day = date(2026, 12, 1)
    stated = dict(
        re.findall(r"^\| (?:seed for )?`?([^`|]+?(?:\\\|\d)?)`? \| `(.*)` \|$", PAGE, re.MULTILINE)
    )
    assert stated["day"] == day.isoformat()
    randomness = MatchRandomness(DEAL_SECRET, ("daily", day.isoformat()))
    assert stated["shuffle of the 28 bones"] == randomness.answer(Shuffle(SIX), 0).code
    assert played_out(day)[0].log[0][1] == stated["shuffle of the 28 bones"]
    assert stated[r"par\|0"] == str(par_seed(DEAL_SECRET, 0))
    for purpose in ("computer|3", "par|0"):
        digest = hmac.digest(DEAL_SECRET, f"boneyard/daily/1|{purpose}".encode(), "sha256")
        assert stated[purpose.replace("|", r"\|")] == str(int.from_bytes(digest[:8], "big"))
