import json
import re
from dataclasses import replace

import pytest

from bot.engine.contract import NATURE
from bot.engine.record import Record
from bot.games import CATALOGUE
from bot.present.text.square_signs import SIGNS
from tests.cli.support import good, match, refused, run, told
from tests.drawn_squares import DRAWN, spelled
from tests.games.cases import cases, needed_for

_CODES = {ord(sign): symbol for symbol, sign in SIGNS.items()}
BONE = re.compile(r"\b(?:\w+(?:-\w){3}|\d{1,2}-\d{1,2})\b")
RULED = re.compile(
    r"Ends that need their double first: [^.]*\.|6-6 was left over"
    r"|(?:Nobody was dealt|None of these was dealt|Drawn for the lead).*"
)
"""Sentences that name bones because of the rules."""
ALOUD = {"leads", "lacking", "holding"}
"""Events that announce something about hands to everybody."""
TABLES = [
    pytest.param(
        case.rules.info.id,
        case.seats,
        tuple(f"{key}={value}" for key, value in case.options),
        deep,
        marks=pytest.mark.deep if deep else (),
        id=f"{case.id}-{'whole' if deep else 'head'}",
    )
    for rules in CATALOGUE
    for case in cases(rules)
    if case.options == needed_for(rules, case.seats)
    for deep in ([False, True] if case.seats == rules.info.min_seats else [True])
]
"""Of each game the start of a match of the fewest seats; in deep tests whole ones of all sizes."""


def legitimate(lines, seat):
    """Return for every line of a full replay the bones that ``seat`` has seen in that round."""
    seen: set[str] = set()
    for line in lines:
        for event in line["events"]:
            anew = dealt_to(event, seat)
            seen = seen | shown_to(event, seat) if anew is None else anew
        yield seen


def dealt_to(event, seat):
    """Return what a seat sees when a round begins; ``None`` for any other event."""
    match event:
        case {"type": "dealt" | "board_dealt", "hands": hands}:
            return set(hands[seat])
        case {"type": "rows_dealt" | "grid_laid"}:
            return set()
        case {"type": "row_laid" | "lots_drawn", "bones": bones}:
            return set(bones)
        case {"type": "squares_dealt", "hands": hands, "starter": starter}:
            return {*(hands[seat] or ()), starter}
        case _:
            return None


SHOWN = {"played", "placed", "turned", "odd_laid", "turned_up", "added"}
SHOWN |= {"piece_laid", "piece_turned", "holding", "engine_laid", "coupled"}
"""Events with a bone or piece that everybody sees or knows of."""
ENDED = {"round_ended", "squares_ended", "board_ended", "trains_ended"}


def shown_to(event, seat):
    """Return what a seat sees of an event in a round."""
    match event:
        case {"type": "drew", "seat": drawer, "bone": bone} if drawer == seat:
            return {bone}
        case {"type": "drew_piece", "seat": drawer, "piece": piece} if drawer == seat:
            return {piece}
        case {"type": "gave", "to": receiver, "piece": piece} if receiver == seat:
            return {piece}
        case {"type": "all_passed", "got": got}:
            return {got[seat]}
        case {"type": "lowest_shown", "bones": bones}:
            return set(bones)
        case {
            "type": "round_ended" | "squares_ended" | "board_ended" | "trains_ended",
            "hands": hands,
        }:
            return {bone for hand in hands for bone in hand}
        case {"type": "leads"}:
            return {*event.get("bones", ())}
        case {"type": kind} if kind in SHOWN:
            return {event.get("bone", event.get("piece"))}
        case _:
            return set()


@pytest.mark.parametrize(("game", "seats", "options", "deep"), TABLES)
def test_neither_json_nor_text_names_a_bone_the_seat_has_not_seen(game, seats, options, deep):
    record = match(game, seats, "test", *options)
    record = record if deep else head(record, 150)
    *full, outcome = told(record)
    for seat in range(seats):
        *shown, end = told(record, "--seat", seat)
        assert end == outcome
        for line, whole, seen in zip(shown, full, legitimate(full, seat), strict=True):
            quiet = [event for event in line["events"] if event["type"] not in ALOUD]
            assert set(BONE.findall(json.dumps({**line, "events": quiet}))) <= seen, line
            for key in ("i", "actor", "scores", "to_act"):
                assert line[key] == whole[key]
            assert line["legal"] == {k: v for k, v in whole["legal"].items() if k == str(seat)}
    types = [[event["type"] for event in line["events"]] for line in full]
    ended = next((at for at, found in enumerate(types) if "round_scored" in found), len(full))
    for stop in range(1, min(15, ended), 1 if deep else 6):
        text = good(run("replay", "-", "--seat", 0, stdin=head(record, stop).dump()))
        *_, seen = legitimate(full[:stop], 0)
        written = DRAWN.sub(spelled, RULED.sub("", text)).translate(_CODES)
        named = {piece.lower() for piece in BONE.findall(written)}
        turned = {bone[::-1] for bone in seen if len(bone) == 3}
        assert named <= seen | turned


def head(record: Record, length: int) -> Record:
    return replace(record, log=record.log[:length])


def swapped(record: Record, one: int, other: int) -> Record:
    (actor, code), *rest = record.log
    word, *bones = code.split(" ")
    bones[one], bones[other] = bones[other], bones[one]
    return replace(record, log=((actor, " ".join([word, *bones])), *rest))


def test_bones_that_stay_hidden_make_no_difference():
    record = match("block")
    *full, _ = told(record)
    ended = next(at for at, line in enumerate(full) if len(line["events"]) > 1)
    hidden = swapped(record, 20, 25)
    for seat in (0, 1):
        shown = told(head(record, ended), "--seat", seat)
        assert told(head(hidden, ended), "--seat", seat) == shown


def test_another_hand_makes_no_difference_before_it_plays():
    records = (match("block", seed=str(seed)) for seed in range(50))
    record = head(next(each for each in records if each.log[1] == (NATURE, "lot 0")), 2)
    other = swapped(record, 10, 20)
    for json_or_text in (("--json",), ()):
        shown, same = (
            good(run("replay", "-", *json_or_text, "--seat", 0, stdin=each.dump()))
            for each in (record, other)
        )
        assert shown == same
    assert told(other, "--seat", 1) != told(record, "--seat", 1)


def test_a_wrong_entry_of_another_does_not_tell_what_it_could_have_played():
    record = match("block")
    *full, _ = told(record)
    at = next(at for at, line in enumerate(full) if line["to_act"] == [1])
    wrong = replace(record, log=(*record.log[: at + 1], (1, "7-7@l")))
    complaint = refused(run("replay", "-", "--json", "--seat", 0, stdin=wrong.dump()))
    assert BONE.findall(complaint) == ["7-7"]
    complaint = refused(run("replay", "-", "--json", "--seat", 1, stdin=wrong.dump()))
    assert set(full[at]["legal"]["1"]) <= set(re.findall(r"[\d-]+(?:@\w)?", complaint))


def test_a_wrong_shuffle_is_not_quoted_to_a_seat():
    record = swapped(match("block"), 0, 1)
    doubled = record.log[0][1].replace(" 6-6", " 6-5")
    wrong = replace(record, log=((NATURE, doubled),))
    assert not BONE.findall(refused(run("replay", "-", "--seat", 0, stdin=wrong.dump())))
