import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.domino.counting import Sum
from bot.domino.square import SYMBOLS
from bot.domino.square_set import SQUARES
from bot.engine.errors import IllegalMove, WrongSeats
from bot.engine.options import flag
from bot.engine.rounds import RoundScored
from bot.games import CATALOGUE, game
from bot.games.common.events import Credit, Passed
from bot.games.connecting.events import Played, RoundEnded
from bot.games.connecting.moves import PASS, plays
from bot.games.names import NAMED
from bot.model.match import CloseReason, Occupant
from bot.model.preferences import NO_THEME
from bot.present import custom_ids
from bot.present.catalogues import LANGUAGES
from bot.present.custom_ids import LobbyMenu, LobbyVerb
from bot.present.i18n import ENGLISH, words
from bot.present.screen import (
    MAX_ENTRIES,
    ChannelMenu,
    Entry,
    Menu,
    PeopleMenu,
    Picture,
    Screen,
    Section,
    Tone,
)
from bot.present.screens.choose_game import chooser_screen, pages
from bot.present.screens.help import help_screen
from bot.present.screens.home import OpenMatch, State, games_screen
from bot.present.screens.match.closed import closed_screen, retired_screen
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.lobby import Lobby, lobby_screen, started_screen
from bot.present.screens.match.lobby_options import options_screen
from bot.present.screens.match.match_end import round_screen
from bot.present.screens.match.table import more_screen, table_screen, title
from bot.present.text.seats import PACES
from bot.present.text.shortening import in_words
from bot.present.text.square_signs import WRITTEN
from bot.present.text.unbroken import unbroken
from bot.present.views import view_of
from bot.present.views.squares.path import name as square_name
from renderers.paint import render
from renderers.scene.bones import LineScene
from tests.drawn_squares import DRAWN
from tests.games.positions import bones, line
from tests.present.sights import ALL, buttons, labels, longest, offered, seen, table_info, text

SOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
BIG = 10**18 - 1
"""A number as long as Discord's ids."""
FULL = table_info(BIG, BIG - 1, BIG - 2, BIG - 3, match_id=BIG)


ONE_OF_MANY = re.compile(r"(?<![\d,.−-])1 (points|bones|pieces|tiles|pairs|dots|players|rounds)\b")
_SIDE = "(?:" + "|".join((*SYMBOLS, *WRITTEN.values())) + ")"
SQUARE = re.compile(rf"(?<![\w-]){_SIDE}(?:-{_SIDE}){{3}}(?![\w-])", re.IGNORECASE)
SQUARE_NAMES = {square_name(piece) for piece in SQUARES}
"""The names of all pieces: each has only one, however it lies."""


def components(screen: Screen) -> int:
    """Return the number of components of the message, nested ones included. Pings are part of the
    first text if there is no room for them."""
    menus = [row for row in screen.rows if isinstance(row, Menu)]
    inside = len(buttons(screen)) + sum(2 if menu.title else 1 for menu in menus)
    sections = sum(isinstance(part, Section) for part in screen.parts)
    count = 1 + len(screen.parts) + len(screen.pictures) + sections + len(screen.rows) + inside
    return count + 1 if screen.ping and count < 40 else count


def check(screen: Screen) -> None:
    texts = [part for part in screen.parts if isinstance(part, str)]
    texts += [part.text for part in screen.parts if isinstance(part, Section)]
    assert components(screen) <= 40
    rows = (*screen.top_rows, *screen.rows)
    titles = [row.title for row in rows if isinstance(row, Menu)]
    assert sum(map(len, map(unbroken, texts + titles))) + 25 * len(screen.ping) <= 4000
    assert all(each.strip() for each in texts)
    named = []
    for row in rows:
        if isinstance(row, Menu):
            named.append(row.id)
            if not isinstance(row, ChannelMenu | PeopleMenu):  # Discord fills these
                assert 1 <= len(row.entries) <= 25
            assert len({entry.value for entry in row.entries}) == len(row.entries)
            assert all(max(len(e.label), len(e.detail)) <= 100 for e in row.entries)
            named += [entry.value for entry in row.entries if entry.value.startswith("m:")]
            assert sum(entry.chosen for entry in row.entries) <= 1
        else:
            assert 1 <= len(row) <= 5
            named += [button.id for button in row]
            assert all(1 <= len(button.label) <= 80 for button in row)
    assert len(set(named)) == len(named)
    assert all(len(id_) <= custom_ids.MAX_LENGTH for id_ in named)
    for picture in screen.pictures:
        assert 1 <= len(picture.alt) <= 1024
        assert not any(digit.isdigit() for digit in picture.name)
    for told in (*texts, *(picture.alt for picture in screen.pictures)):
        assert not ONE_OF_MANY.search(told)
        assert {each[0] for each in DRAWN.finditer(told)} <= SQUARE_NAMES, "turned"
        assert not SQUARE.search(told), "not as it is drawn"


def moves_of(screen: Screen) -> list[str]:
    return [id_.split(":", 3)[3] for id_, _ in offered(screen) if id_.startswith("m:")]


@pytest.mark.parametrize("held", [1, 7, 19, 20, 21, 25, 26, 28])
@pytest.mark.parametrize("laid", ["", "6-6", "6-4"])
def test_a_hand_of_up_to_28_bones_offers_every_move_once(held, laid):
    sight = seen(ALL[-held:], line(laid), counts=(held, 7))
    screen = hand_screen(FULL, sight, BIG, ENGLISH, "x" * 100)
    check(screen)
    view, table = view_of(sight)
    moves = [move.code for move in sight.legal if move in (PASS, view.offered(move, table))]
    assert moves_of(screen) == ([code for code in moves if code != "pass"] or ["pass"])


def test_a_hand_whose_owner_waits_offers_to_plan_and_another_look():
    screen = hand_screen(FULL, seen(bones("6-4"), line("6-5"), to_act=(1,)), 9, ENGLISH)
    assert labels(screen) == ["Plan", "Refresh", "⋯"]
    assert f"Waiting for <@{BIG - 1}>." in text(screen)
    check(screen)
    check(hand_screen(FULL, seen((), longest(), to_act=()), 99, ENGLISH))


@pytest.mark.parametrize("waiting", [(), (0,), (0, 1, 2, 3)])
def test_the_longest_table_with_the_longest_news(waiting):
    news = [Played(at % 4, ALL[at % 28], "r", (6, 6)) for at in range(200)] + [Passed(3)] * 50
    sight = seen((), longest(), seat=None, to_act=waiting, counts=(9, 9, 9, 9), boneyard=28)
    screen = table_screen(FULL, sight, news, ENGLISH)
    check(screen)
    assert screen.ping == tuple(FULL.sitters[seat].user_id for seat in waiting)
    assert str(screen.parts[0]).count(" · ") < 20
    check(retired_screen(FULL, sight, ENGLISH))


def test_computers_are_not_pinged():
    sight = seen((), line("6-4"), seat=None, to_act=(0, 1))
    assert table_screen(table_info(1001, "steady"), sight, (), ENGLISH).ping == (1001,)


def test_no_public_screen_has_a_move_in_its_ids():
    sight = seen((), line("6-4"), seat=None, counts=(7, 7, 7, 7))
    more = more_screen(FULL, ENGLISH, seated=True)
    for screen in (table_screen(FULL, sight, (), ENGLISH), more):
        assert moves_of(screen) == []
        assert sight.legal == ()


def test_the_longest_end_of_a_round():
    hands = tuple(ALL[at : at + 7] for at in range(0, 28, 7))
    made = (Credit((0,), Sum((99, 99, 99, -99))),)
    end = RoundEnded("blocked", (0,), hands, made, longest(), None)
    scored = RoundScored(999, (0,), (999, 0, 0, 0), (9999,) * 4, goal=9999)
    news = [Played(at % 4, ALL[at % 28], "r", (6, 6)) for at in range(100)]
    check(round_screen(FULL, [*news, end, scored], ENGLISH))


@pytest.mark.parametrize(("three", "allowed"), [("off", "2 or 4"), ("on", "2–4")])
def test_a_lobby_tells_how_many_can_play_with_what_is_agreed(three, allowed):
    info = game("draw").info
    table = replace(FULL, info=info, options={**info.default_options, "allowThree": three})
    alone = WrongSeats(game=info.name, allowed="2–4", seats=1)
    screen = lobby_screen(Lobby(table, ("casual",), alone), ENGLISH)
    assert f" Players needed for Draw: {allowed}. Now: 1." in str(screen.parts[2])


def test_a_lobby_names_numbers_that_are_agreed_but_no_word_that_is_usual():
    info = game("mexican-train").info
    for hand, said in (("auto", ""), (7, "Bones in a hand: **7** · ")):
        table = replace(FULL, info=info, options={**info.default_options, "hand": hand})
        screen = lobby_screen(Lobby(table, ("casual",), None), ENGLISH)
        assert f"-# {said}Pace: " in str(screen.parts[2])
    block = lobby_screen(Lobby(FULL, ("casual",), None), ENGLISH)
    assert "-# Points to win the match: **100** · " in str(block.parts[2])


@pytest.mark.parametrize("is_dm", [True, False])
def test_where_only_computers_can_come_asking_one_stands_out_until_it_can_start(is_dm):
    table = replace(FULL, sitters=FULL.sitters[:1])
    for obstacle in (None, WrongSeats(game="Block", allowed="2–4", seats=1)):
        screen = lobby_screen(Lobby(table, ("casual",), obstacle, is_dm=is_dm), ENGLISH)
        tones = {each.label: each.tone for each in buttons(screen)}
        assert (tones["Add computer"] is Tone.MAIN) is (is_dm and obstacle is not None)


def test_nobody_is_called_to_a_rematch_in_which_all_seats_are_taken():
    full = Lobby(FULL, (), None, is_rematch=True, expected=(7,))
    assert lobby_screen(full, ENGLISH).ping == ()
    free = replace(full, table_info=replace(FULL, sitters=FULL.sitters[:2]))
    assert lobby_screen(free, ENGLISH).ping == (7,)


def test_a_lobby_says_how_strong_computers_are_where_that_was_measured():
    table = replace(FULL, sitters=(Occupant(0, 1001), Occupant(1, level="strong")))
    lobby = Lobby(table, ("strong",), None, ratings={"strong": 2050})
    assert " · strong 2,050" in str(lobby_screen(lobby, ENGLISH).parts[2])
    assert "computer: strong · about 2,050" in str(options_screen(lobby, ENGLISH).rows)
    unmeasured = lobby_screen(replace(lobby, ratings={}), ENGLISH).parts[2]
    assert "· strong\n" in str(unmeasured)


@pytest.mark.parametrize(("game_id", "goal"), [("kozel", "to"), ("maltese-cross", "out at")])
def test_the_title_says_out_only_where_players_are_eliminated(game_id, goal):
    assert title(table_info(game_id=game_id), seen(), ENGLISH).endswith(f" · {goal} 100")


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_a_lobby_of_every_game_fits_and_starts_if_nothing_hinders_it(rules):
    info = rules.info
    table = replace(FULL, info=info, options=info.default_options)
    for obstacle in (None, WrongSeats(game=info.name, allowed="2 or 4", seats=3)):
        lobby = Lobby(table, ("casual", "steady"), obstacle, expected=(BIG, BIG, BIG))
        screen = lobby_screen(lobby, ENGLISH)
        check(screen)
        (start,) = [each for each in buttons(screen) if each.id.endswith(LobbyVerb.START)]
        assert start.disabled is (obstacle is not None)
        check(started_screen(lobby, ENGLISH))
    assert render(screen.pictures[0].scene, width=160)
    check(closed_screen(table, ENGLISH))


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_every_menu_shows_what_is_agreed_and_has_its_name_and_range_above(rules):
    info = rules.info
    table = replace(FULL, info=info, options=info.default_options)
    for pace in PACES:
        screen = options_screen(Lobby(replace(table, pace=pace), ("steady",), None), ENGLISH)
        assert screen.parts == ("### Table options",)
        menus = [row for row in screen.rows if isinstance(row, Menu)]
        agreed = [menu for menu in menus if LobbyMenu.COMPUTER not in menu.id]
        chosen = [
            entry.label.removeprefix(f"{menu.hint}: ")
            for menu in agreed
            for entry in menu.entries
            if entry.chosen
        ]
        together = ["off", "on", "on"] if info.max_seats > 1 else []  # hints, phrases, ratings
        values = [option.label(option.default) for option in info.options]
        assert chosen == [*values, PACES[pace], *together]
        if not menus[0].title:  # there is no room for so many
            continue
        for menu, option in zip(menus, info.options, strict=False):
            range_ = f" · {option.limits[0]}–{option.limits[1]}" if option.limits else ""
            assert menu.title == f"**{option.help}**{range_}"
        assert all(menu.title for menu in menus)


@pytest.mark.parametrize("why", [None, *CloseReason])
def test_tables_that_were_given_up_say_why_and_how_to_go_on(why):
    table = replace(FULL, close_reason=why)
    sight = seen((), line("6-4"), seat=None)
    for screen in (closed_screen(table, ENGLISH), retired_screen(table, sight, ENGLISH)):
        check(screen)
        assert "Open a new table with /play." in str(screen.parts[0])
        assert not screen.rows


def test_where_menus_do_not_fit_under_their_names_what_is_chosen_has_the_name():
    options = tuple(flag(f"option{n}", f"Option {n}") for n in range(13))
    info = replace(FULL.info, options=options)
    table = replace(FULL, info=info, options=info.default_options)
    screen = options_screen(Lobby(table, (), None), ENGLISH)
    check(screen)
    first, *_ = menus = [row for row in screen.rows if isinstance(row, Menu)]
    assert (len(menus), first.hint) == (17, "Option 0")
    assert [each.label for each in first.entries] == ["Option 0: no", "yes"]
    assert all(sum(": " in entry.label for entry in menu.entries) <= 1 for menu in menus)


def test_an_option_set_to_a_number_of_ones_own_is_among_the_choices():
    table = replace(FULL, options={**FULL.options, "target": 77})
    rows = options_screen(Lobby(table, (), None), ENGLISH).rows
    (target,) = [row for row in rows if isinstance(row, Menu) and row.id.endswith(":target")]
    assert [entry.value for entry in target.entries if entry.chosen] == ["77"]
    assert target.entries[-1].value.startswith(custom_ids.OTHER)


def test_a_second_computer_of_the_same_level_can_be_added():
    table = replace(FULL, sitters=(Occupant(0, 1001), Occupant(1, level="strong")))
    lobby = Lobby(table, ("strong",), None)
    values = []
    for shown in (7, 8):
        values += [id_ for id_, _ in offered(options_screen(lobby, ENGLISH, shown=shown))[-2:]]
    assert len(set(values)) == 4, "what is shown as chosen can't be chosen again"
    assert [custom_ids.without_number(each) for each in values] == ["strong", "-", "strong", "-"]


def test_every_game_is_in_the_menu_and_has_its_picture_on_one_page():
    infos = [rules.info for rules in CATALOGUE]
    shown = []
    for page in range(pages(infos)):
        screen = chooser_screen(infos, page, ENGLISH)
        check(screen)
        (menu,) = screen.top_rows
        assert isinstance(menu, Menu)
        assert [entry.value for entry in menu.entries] == [info.id for info in infos]
        assert all(entry.detail for entry in menu.entries)
        shown += [picture.name for picture in screen.pictures]
    assert shown == [f"{info.id}.png" for info in infos]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_have_room_for_twenty_five_games(language):
    many, say = NAMED[:25], words(language)
    for screen in (help_screen(many, say), *(chooser_screen(many, at, say) for at in range(5))):
        check(screen)
        (menu,) = [row for row in (*screen.top_rows, *screen.rows) if isinstance(row, Menu)]
        assert len(menu.entries) == 25
    assert pages(many) == 5


def test_more_games_than_a_menu_takes_are_in_several():
    many = NAMED[: MAX_ENTRIES + 1]
    for screen in (help_screen(many, ENGLISH), chooser_screen(many, 0, ENGLISH)):
        check(screen)
        first, second = (e for e in (*screen.top_rows, *screen.rows) if isinstance(e, Menu))
        assert [each.value for each in (*first.entries, *second.entries)] == [e.key for e in many]
        assert second.id == f"{first.id}1"
        assert (first.hint[-8:], second.hint[-8:]) == ("(1 of 2)", "(2 of 2)")


def test_a_menu_refuses_more_entries_than_discord_accepts():
    entries = tuple(Entry(str(n), str(n)) for n in range(MAX_ENTRIES + 1))
    with pytest.raises(ValueError, match="the menu x:help: has more than 25 entries"):
        Menu("x:help:", "", entries)


def test_a_picture_of_a_game_is_drawn_only_once():
    infos = [rules.info for rules in CATALOGUE]
    first, again = (chooser_screen(infos, 0, ENGLISH).pictures[0].paint(NO_THEME) for _ in range(2))
    assert first is again


@pytest.mark.parametrize("length", [10, 3000, 3990, 3999])
def test_pictures_in_words_are_cut_to_what_a_message_holds(length):
    lost, drawn = (Picture(LineScene(), "6-4 " * 250, name) for name in ("a.png", "b.png"))
    told = "x" * length
    screen = in_words(Screen((told, lost, Section("y", lost), drawn)), drawn=["b.png"])
    first, *words, beside, last = screen.parts
    assert (first, beside, last) == (told, "y", drawn)
    assert [str(each).endswith(" …") for each in words] == [length > 10] * (length < 3999)
    check(screen)


def test_cards_at_their_longest():
    check(help_screen([rules.info for rules in CATALOGUE], ENGLISH))
    url = f"https://discord.com/channels/{BIG}/{BIG}/{BIG}"
    mine = OpenMatch(
        *(BIG, "Double Double Dominoes", url, State.HELD, SOON, "x" * 60),
        others=tuple(Occupant(seat, BIG) for seat in (1, 2, 3)),
        moved_at=SOON,
    )
    screen = games_screen([mine] * 25, 300, ENGLISH)
    check(screen)
    listed = str(screen.parts[-1])
    assert f"{300 - listed.count(url)} more" in listed
    check(games_screen([replace(mine, state=State.MY_TURN, place="")] * 25, 25, ENGLISH))


def test_a_refusal_at_its_longest_fits_into_a_message():
    legal = ", ".join(move.code for move in plays(ALL, line("6-6").ends))
    assert len(ENGLISH.refusal(IllegalMove(code="x" * 41, legal=legal))) < 1000
