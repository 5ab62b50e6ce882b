"""Eight people at one table: whatever is shown is a message that Discord accepts."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.engine.chance import MatchRandomness
from bot.engine.record import Source
from bot.engine.seating import prepare
from bot.engine.story import check_shuffles
from bot.model.match import Occupant
from bot.model.scores import PastMatch, ScoredSeat, SeatResult
from bot.present.catalogues import LANGUAGES
from bot.present.i18n import words
from bot.present.screens.lookback.share import share_screen, shared_result
from bot.present.screens.lookback.verify import PAGE as DEALS, verify_screen
from bot.present.screens.match.lobby import Lobby, lobby_screen
from bot.present.screens.match.match_end import match_screen
from bot.present.screens.my_matches import PAGE, FinishedMatch, history_screen
from bot.scores.achievements.catalogue import ACHIEVEMENTS
from tests.games.playing import played
from tests.made_up_games import CROWDED, made_up_games
from tests.present.sights import table_info
from tests.present.test_every_game import check_all, some
from tests.present.test_screens import check

SEATS = 8
LONGEST_ID = 10**19 - 1
PEOPLE = tuple(LONGEST_ID - seat for seat in range(SEATS))
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def made_up():
    with made_up_games():
        yield


def test_states_of_a_match_can_be_drawn_and_told():
    match = played(CROWDED, prepare(CROWDED.info, SEATS))
    check_all(match, some(match, *LANGUAGES[:3]))


def result_of(say, *, fresh: int):
    """Return the fullest result: everybody is rated and earns everything; some have no rating."""
    match = played(CROWDED, prepare(CROWDED.info, SEATS))
    seen = CROWDED.observe(match.states[-1], None)
    earned = tuple(each.id for each in ACHIEVEMENTS)
    scores = [
        ScoredSeat(
            seat,
            user,
            seat + 1,
            (),
            earned=earned,
            rating=12_345,
            gained=-1000,
            rated_matches=1 if seat < fresh else 9,
            weight=0.5,
        )
        for seat, user in enumerate(PEOPLE)
    ]
    table = table_info(*PEOPLE, game_id="crowded", match_id=LONGEST_ID)
    return match_screen(table, replace(seen, totals=(9999,) * SEATS), say, scores, "hello")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_result_can_be_posted_and_shared(language):
    say = words(language)
    names = dict.fromkeys(PEOPLE, "x" * 32)
    for fresh in (0, 4, SEATS):
        result = result_of(say, fresh=fresh)
        check(result)
        check(shared_result(LONGEST_ID, result, PEOPLE[0], say))
        check(share_screen(LONGEST_ID, result, names, say, elsewhere=True))


@pytest.mark.parametrize("is_cancelled", [False, True])
@pytest.mark.parametrize("game_id", ["double-double", "maltese-cross"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_the_longest_history(language, game_id, is_cancelled):
    points = 0 if is_cancelled else 9999
    results = tuple(
        SeatResult(seat, user, None, seat + 1, points, not is_cancelled and not seat, False, seat)
        for seat, user in enumerate(PEOPLE)
    )
    past = PastMatch(0, game_id, NOON, SEATS, SEATS, False, points, -1000, LONGEST_ID, LONGEST_ID)
    page = [
        FinishedMatch(
            replace(past, match_id=LONGEST_ID - nth, is_cancelled=is_cancelled), results, PEOPLE[-1]
        )
        for nth in range(PAGE)
    ]
    check(history_screen(page, 9, words(language), more=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_of_seven_computers(language):
    seats = (Occupant(0, PEOPLE[0]), *(Occupant(seat, level="steady") for seat in range(1, SEATS)))
    table = replace(table_info(*PEOPLE, game_id="crowded"), sitters=seats)
    for full in (table, replace(table, sitters=seats[:1])):
        check(
            lobby_screen(
                Lobby(full, ("steady",), None, is_alone=True, computers_to_add=7), words(language)
            )
        )


def test_a_page_of_the_longest_proof():
    """Eight hands of nine bones with four or five characters each are shown to the last one."""
    match = played(CROWDED, prepare(CROWDED.info, SEATS))
    salts = tuple(str(user) for user in (*PEOPLE, LONGEST_ID))
    chance = MatchRandomness(b"x" * 32, salts)
    deal, *_ = check_shuffles(CROWDED, match.setup, match.log, chance)
    held = (("12-9",) * 5 + ("9-8",) * 4,) * SEATS
    source = Source("c" * 64, "s" * 64, salts)
    table = table_info(*PEOPLE, game_id="crowded", match_id=LONGEST_ID)
    screen = verify_screen(
        table, source, (replace(deal, held=held),) * DEALS, 0, words("fr"), holds=True
    )
    check(screen)
    assert str(screen.parts).count("`H` 12-9 12-9") == DEALS
    assert "…" not in str(screen.parts[2])
