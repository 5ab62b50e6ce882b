"""The demo, played by clicking, with an eye on what each viewer must not see."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.page import DemoPage

pytestmark = pytest.mark.browser

BONE = re.compile(r"(?<![\w-])(\d)-(\d)(?![\w-])")
OWN = "Your hand"
ROUND_OVER = "end of round"


def bones(text: str) -> set[str]:
    """The bones that are named in a text, each with its higher half first."""
    return {f"{max(pair)}-{min(pair)}" for pair in BONE.findall(text)}


def to_move(page: DemoPage) -> str:
    """Whose turn it is, as the table says."""
    found = re.search(r"➤ \w @(\w+)", page.table.inner_text())
    assert found, "a person is to move whenever the table is shown"
    return found[1]


@dataclass
class Eyes:
    """Remembers whose every hand was, and looks whether it is on anybody else's page."""

    page: DemoPage
    dealt: dict[str, set[str]] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)
    """Ids of messages that only one viewer sees, and whose they are."""
    pictures: dict[str, str] = field(default_factory=dict)
    """Digests of pictures of hands, and whose they are."""
    looks: int = 0

    def open_hand(self) -> None:
        """The viewer looks at the own hand for the first time in the round."""
        self.page.press(self.page.table, "Hand")
        (alt,) = [alt for alt, _ in self.page.pictures() if alt.startswith(OWN)]
        self.dealt[self.page.viewer] = bones(alt.split(".")[0])
        self.look()

    def look(self) -> None:
        """Everything on the page is the viewer's own or everybody's."""
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
        """What everybody still holds."""
        tables = [alt for alt, _ in self.page.pictures() if "is to move" in alt]
        assert len(tables) == 1, "a match has one table, however often it is shown anew"
        laid = bones(tables[0])
        for owner, dealt in self.dealt.items():
            yield owner, dealt - laid


def test_two_people_and_a_computer_play_a_round(browser: Browser, address: str) -> None:
    page = DemoPage.open(browser, address)
    lobby = page.saying("a table is open")
    page.be("Bruno")
    page.press(lobby, "Join")
    page.be("Ana")
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
    check_arithmetic(page.saying(ROUND_OVER).last)
    new = []
    for viewer in ("Ana", "Bruno"):  # the next round has been dealt: hands are secret again
        page.be(viewer)
        page.press(page.table, "Hand")
        eyes.look()
        new.append(bones([alt for alt, _ in page.pictures() if alt.startswith(OWN)][-1]))
    assert page.troubles == []


def check_arithmetic(message: Locator) -> None:
    """What each hand holds and what the winner scores follow from the bones in the picture."""
    text = message.inner_text()
    alt = message.locator("img").get_attribute("alt") or ""
    held = {
        who: sum(int(half) for bone in bones(hand) for half in bone.split("-"))
        for who, hand in re.findall(r"layer (\w) held ([^.]+)\.", alt)
    }
    rows = re.findall(r"^(\w) (\S.*) · (\d+)$", text, re.MULTILINE)
    letters = {name: letter for letter, name, _ in rows}
    assert len(rows) == 3
    for who, sum_ in re.findall(r"^(\S.*) holds (\d.*)$", text, re.MULTILINE):
        assert value(sum_) == held[letters[who]]
    scored = re.findall(r"^(\S.*) scores (.+)$", text, re.MULTILINE)
    points = {letters[who]: value(sum_) for who, sum_ in scored}
    assert ("Domino!" in text) + ("Blocked" in text) == 1
    assert ("nobody scores" in text) == (not points)
    for letter, _, total in rows:
        assert int(total) == points.get(letter, 0)
    for winner, score in points.items():
        others = sum(pips for letter, pips in held.items() if letter != winner)
        assert score == others - held.get(winner, 0)


def value(sum_: str) -> int:
    """What is on the right of ``6 + 14 − 5 = 15``, after checking it."""
    terms, _, total = sum_.partition(" = ")
    result = sum(int(term) for term in terms.replace("− ", "-").replace("+ ", "").split())
    assert not total or int(total) == result
    return result


def test_news_come_to_another_tab_by_themselves(browser: Browser, address: str) -> None:
    ana, bruno = DemoPage.open(browser, address), DemoPage.open(browser, address)
    bruno.be("Bruno")
    bruno.press(bruno.saying("a table is open"), "Join")
    expect(ana.saying("a table is open")).to_contain_text("@Bruno", timeout=10_000)
    ana.press(ana.saying("a table is open"), "Start")
    expect(bruno.table).to_contain_text("7 bones", timeout=10_000)


def test_commands_can_be_typed(browser: Browser, address: str) -> None:
    page = DemoPage.open(browser, address)
    page.type("help")
    assert "/leaderboard" in page.secrets.last.inner_text()
    page.type("play", "dra")  # completed to draw; but the channel has its table
    page.press(page.secrets.last, "Open a thread for it")
    assert "Your table is open in" in page.secrets.last.inner_text()
    page.be("Dana")
    assert page.secrets.count() == 0


def test_a_taken_port_is_told_in_one_line(address: str) -> None:
    port = str(urlsplit(address).port)
    second = subprocess.run(
        [sys.executable, "-m", "bot", "demo", "--port", port],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert second.returncode == 2
    assert second.stdout == ""
    assert second.stderr.count("\n") == 1
    assert f"port {port} is in use" in second.stderr
