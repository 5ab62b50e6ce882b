"""The demo, played by clicking, while checking what each viewer must not see."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import LONGEST, demo_running
from tests.browser.page import MOVE, PHONE, DemoPage

pytestmark = pytest.mark.browser

BONE = re.compile(r"(?<![\w-])(\d)-(\d)(?![\w-])")
OWN = "Your hand"
ROUND_OVER = "end of round"
LINE = 10.0  # pixels by which letters and signs in one line may stand higher or lower


def bones(text: str) -> set[str]:
    """Return the bones that a text names, higher half first."""
    return {f"{max(pair)}-{min(pair)}" for pair in BONE.findall(text)}


def to_move(page: DemoPage) -> str:
    found = re.search(r"➤ \w @(\w+)", page.table.inner_text())
    assert found, "a person is to move whenever the table is shown"
    return found[1]


def bruno_joins(page: DemoPage) -> Locator:
    """Let Bruno join Ana's table, and return its message."""
    lobby = page.saying("open table")
    page.be("Bruno")
    page.press(lobby, "Join")
    page.be("Ana")
    return lobby


@dataclass
class Eyes:
    """Remembers everybody's hands, and checks that they are on nobody else's page."""

    page: DemoPage
    dealt: dict[str, set[str]] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)
    """By id: the viewer of each message that only one of them sees."""
    pictures: dict[str, str] = field(default_factory=dict)
    """By digest: the owner of each picture of a hand."""
    looks: int = 0

    def open_hand(self) -> None:
        self.page.press(self.page.table, "Hand")
        (alt,) = [alt for alt, _ in self.page.pictures() if alt.startswith(OWN)]
        self.dealt[self.page.viewer] = bones(alt.split(".")[0])
        self.look()

    def look(self) -> None:
        """Check that everything on the page is public or the viewer's."""
        viewer = self.page.viewer
        self.looks += 1
        for message in self.page.secrets.all():
            found = message.get_attribute("data-message-id")
            assert found is not None
            assert self.messages.setdefault(found, viewer) == viewer
        everything = self.page.everything()
        for found, owner in self.messages.items():
            assert owner == viewer or found not in everything
        for alt, digest in self.page.pictures():
            if alt.startswith(f"{OWN}:"):
                assert self.pictures.setdefault(digest, viewer) == viewer
            assert self.pictures.get(digest, viewer) == viewer
        if self.page.saying(ROUND_OVER).count():
            return  # hands are face up now
        for alt, _ in self.page.pictures():
            if alt.startswith(OWN):
                assert bones(alt.split(".")[0]) <= self.dealt[viewer]
        for label in self.page.messages.locator(".component-button").all_inner_texts():
            assert bones(label) <= self.dealt.get(viewer, set())
        told = self.page.told()
        assert any(reader == viewer for reader, _ in told)
        for owner, hidden in self._hidden():
            assert owner == viewer or not hidden & bones(everything)
            for reader, text in told:
                assert owner == reader or not hidden & bones(text)

    def _hidden(self) -> Iterator[tuple[str, set[str]]]:
        """Yield every player with the bones that they still hold."""
        tables = [alt for alt, _ in self.page.pictures() if "Waiting for" in alt]
        assert len(tables) == 1, "a match has one table, however often it is shown anew"
        laid = bones(tables[0])
        for owner, dealt in self.dealt.items():
            yield owner, dealt - laid


def test_commands_settings_threads_and_direct_messages(browser: Browser, address: str) -> None:
    page = DemoPage.open(browser, address)
    page.type("help")
    assert "/leaderboard" in page.secrets.last.inner_text()
    page.type("settings")
    assert "Server settings" in page.secrets.last.inner_text()

    page.type("play", "dra")  # it completes to draw, but the channel already has a table
    page.press(page.secrets.last, "Open a thread")
    assert "Your table is open in" in page.secrets.last.inner_text()
    expect(page.place("# Draw")).to_be_visible()
    page.go(page.secrets.last.get_by_text("#Draw"))
    page.press(bruno_joins(page), "Start")
    expect(page.table).to_contain_text("7 bones")

    page.be("Bruno")
    page.go(page.place("Direct messages"))
    page.type("play", "solit")
    page.press(page.saying("open table"), "Start")
    expect(page.messages.last.locator(MOVE).first).to_be_visible()
    page.go(page.place("# dominoes"))
    assert page.secrets.count() == 0
    assert page.saying("open table").count() == 1
    assert page.troubles == []


def test_a_deal_of_the_day_is_played_while_strong_computers_play_it(browser, fresh_address):
    """The demo ends with the test, so that strong computers don't play on beside the others."""
    page = DemoPage.open(browser, fresh_address)
    page.type("daily")
    for _ in range(2):
        before = page.secrets.last.inner_text()
        page.press(page.secrets.last, page.secrets.last.locator("button").first.inner_text())
        assert page.secrets.last.inner_text() != before
    assert page.troubles == []


def test_a_lobby_fits_a_phone(browser: Browser, address: str) -> None:
    """Whoever opens a table sees all its buttons without scrolling."""
    page = DemoPage.open(browser, address, PHONE)
    page.go(page.place("# lounge"))
    for game in ("block", "duos", "double"):
        page.type("play", game)
        lobby = page.saying("open table")
        expect(lobby.locator("img.gallery-image")).to_be_visible()
        page.scroll_to_newest()
        room = page.page.locator("#channel-composer-input").bounding_box()
        assert room is not None
        for label in ("Join", "Start", "Add computer", "Invite", "Options", "Rules", "Leave"):
            box = lobby.locator("button.component-button").filter(has_text=label).bounding_box()
            assert box is not None
            assert 0 < box["y"] < box["y"] + box["height"] < room["y"], (game, label)
        head = lobby.locator("h3").bounding_box()
        assert head is not None
        assert head["y"] > 0
        page.press(lobby, "Leave")
    assert page.troubles == []


def test_a_game_is_chosen_and_played_at_once(browser: Browser, address: str) -> None:
    page = DemoPage.open(browser, address, PHONE)
    page.go(page.place("# lounge"))
    page.type("play")
    assert page.secrets.last.locator("img.component-thumbnail").count() == 6
    page.type("play", "lucky")
    page.press(page.saying("open table"), "Play now")
    expect(page.live_hands.last).to_be_visible()
    page.move()
    assert page.troubles == []


def test_people_are_invited_and_watchers_choose_reminders(browser, fresh_address):
    page = DemoPage.open(browser, fresh_address)
    lobby = page.saying("open table")
    page.press(lobby, "Invite")
    page.choose_people(page.secrets.last, "Bruno", "Chen")
    expect(page.secrets.last).to_contain_text("You've invited @Bruno and @Chen")
    call = page.saying("has invited you to a table")
    expect(call).to_contain_text("@Bruno")
    page.be("Bruno")
    page.press(call, "Join")
    page.be("Ana")
    page.press(lobby, "Start")
    expect(page.table).to_contain_text("7 bones")
    page.be("Dana")
    page.press(page.table, "⋯")
    page.press(page.secrets.last, "When it ends")
    expect(page.secrets.last).to_contain_text("I'll remind you when the match ends.")
    assert page.troubles == []


def test_news_come_to_another_tab_by_themselves(browser: Browser, address: str) -> None:
    ana, bruno = DemoPage.open(browser, address), DemoPage.open(browser, address)
    bruno.be("Bruno")
    bruno.press(bruno.saying("open table"), "Join")
    expect(ana.saying("open table")).to_contain_text("@Bruno")
    ana.press(ana.saying("open table"), "Start")
    expect(bruno.table).to_contain_text("7 bones")


def test_a_taken_port_is_told_in_one_line(address: str) -> None:
    port = str(urlsplit(address).port)
    command = [sys.executable, "-m", "bot", "demo", "--port", port]
    second = subprocess.run(command, capture_output=True, timeout=LONGEST, check=False)
    assert (second.returncode, second.stdout) == (2, b"")
    (line,) = second.stderr.decode().splitlines()
    assert f"port {port} is in use" in line


@pytest.fixture
def fresh_address(tmp_path: Path) -> Iterator[str]:
    with demo_running(tmp_path) as found:
        yield found


def test_every_seat_takes_one_line_on_a_phone(browser: Browser, fresh_address: str) -> None:
    page = DemoPage.open(browser, fresh_address, PHONE)
    lobby = bruno_joins(page)
    for _ in range(2):
        page.press(lobby, "Add computer")
    page.press(lobby, "Start")
    expect(page.table).to_contain_text("Time runs out")
    seats = [line for line in page.lines(page.table) if " bones\xa0· " in line[0]]
    assert len(seats) == 4
    assert [text for text, wrapped in seats if wrapped > LINE] == []


@pytest.mark.deep
def test_two_people_and_a_computer_play_a_round(browser: Browser, fresh_address: str) -> None:
    page = DemoPage.open(browser, fresh_address)
    lobby = bruno_joins(page)
    page.press(lobby, "Add computer")
    page.press(lobby, "Start")

    eyes = Eyes(page)
    for viewer in ("Ana", "Bruno"):
        page.be(viewer)
        eyes.open_hand()
    assert not eyes.dealt["Ana"] & eyes.dealt["Bruno"]
    assert [len(hand) for hand in eyes.dealt.values()] == [7, 7]

    moved = set()
    while not page.saying(ROUND_OVER).count():
        mover = to_move(page)
        page.be(mover)
        eyes.look()
        if not page.live_hands.count():
            page.press(page.table, "Hand")
            eyes.look()
        page.move()
        eyes.look()
        moved.add(mover)

    assert moved == {"Ana", "Bruno"}
    assert eyes.looks > 4
    for viewer in ("Ana", "Bruno"):  # the next round has been dealt: hands are secret again
        page.be(viewer)
        page.press(page.table, "Hand")
        eyes.look()
    assert page.troubles == []
