"""The demo's page as a player uses it: looking and clicking."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

PATIENCE = 120.0  # seconds after which anything that the page is waited for counts as hanging

DROPPED = 3000
"""Milliseconds after which an idle page without a pending action counts as having dropped it."""

TALL: ViewportSize = {"width": 1280, "height": 1400}
"""A viewport with room for a whole lobby: the page closes a menu whose message it has to scroll."""

PHONE: ViewportSize = {"width": 400, "height": 800}  # a phone held upright

MOVE = ".button-style-3"  # the selector of a button that makes a move

_QUIET = """() => {
  const now = window.simcordPreview;
  return now && now.ready && !now.pendingAction && now.awaitingRevision === null;
}"""
_DONE = """([before, until]) => {
  const now = window.simcordPreview;
  if (!now.ready || now.pendingAction || now.awaitingRevision !== null) return null;
  if (now.lastAction && now.lastAction.requestId !== before) return "done";
  return Date.now() > until ? "dropped" : null;
}"""
"""Checks that an action is done: a page that is just updating silently drops what is pressed."""
_LISTEN = """
  window.told = [];
  const fetched = window.fetch;
  window.fetch = async (...request) => {
    const answer = await fetched(...request);
    if (/json/.test(answer.headers.get("Content-Type"))) {
      answer.clone().text().then(text => window.told.push(text), () => {});
    }
    return answer;
  };"""
_STROKES = re.compile(r' d="[^"]*"')
_NEWEST = """() => {
  const timeline = document.getElementById("channel-timeline");
  timeline.scrollTop = timeline.scrollHeight;
  const images = [...timeline.querySelectorAll("img")];
  return images.every(image => image.complete)
    && timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight <= 1;
}"""
_PICTURES = """async () => Promise.all(
  [...document.querySelectorAll("#channel-message-list .gallery-image")].map(async image => {
    const bytes = await (await fetch(image.src)).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [image.alt, Array.from(digest, each => each.toString(16).padStart(2, "0")).join("")];
  }))"""

_LINES = """message => {
  const lines = [[]];
  const visit = node => {
    if (node.nodeName === "BR") lines.push([]);
    else if (node.nodeType === Node.TEXT_NODE) lines.at(-1).push(node);
    else {
      if (getComputedStyle(node).display === "block") lines.push([]);
      node.childNodes.forEach(visit);
    }
  };
  visit(message);
  return lines.map(nodes => {
    const range = document.createRange();
    const boxes = nodes.flatMap(node => {
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    }).filter(box => box.width);
    const tops = boxes.map(box => (box.top + box.bottom) / 2);
    const height = Math.max(...tops) - Math.min(...tops);
    return [nodes.map(node => node.data).join(""), height];
  }).filter(([text]) => text.trim());
}"""
"""Finds the lines of a message's text, each with the pixels that it reaches down: 0 in one row."""


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class DemoPage:
    """One browser tab with the demo in it."""

    page: Page
    viewer: str = "Ana"
    _told: list[tuple[str, str]] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    """Errors of the page's scripts."""

    @classmethod
    def open(cls, browser: Browser, url: str, viewport: ViewportSize = TALL) -> DemoPage:
        page = browser.new_context(bypass_csp=True, viewport=viewport).new_page()
        page.set_default_timeout(PATIENCE * 1000)
        expect.set_options(timeout=PATIENCE * 1000)
        opened = cls(page)
        page.add_init_script(_LISTEN)
        page.on("pageerror", lambda error: opened.troubles.append(str(error)))
        page.goto(url)
        page.wait_for_function(_QUIET)
        return opened

    # Looking.

    @property
    def messages(self) -> Locator:
        return self.page.locator("#channel-message-list > article")

    @property
    def secrets(self) -> Locator:
        return self.messages.filter(has=self.page.locator(".message-ephemeral-note"))

    @property
    def table(self) -> Locator:
        button = self.page.get_by_role("button", name="Hand", exact=True)
        return self.messages.filter(has=button).last

    @property
    def live_hands(self) -> Locator:
        """Return the viewer's hands that offer moves, the newest last."""
        return self.secrets.filter(has=self.page.locator(MOVE))

    def saying(self, text: str | re.Pattern[str]) -> Locator:
        return self.messages.filter(has_text=text)

    def lines(self, message: Locator) -> list[tuple[str, float]]:
        """Return the lines of a message as written, and by how many pixels each is wrapped."""
        return [(text, pixels) for text, pixels in message.evaluate(_LINES)]

    def pictures(self) -> list[tuple[str, str]]:
        """Return the alt text and a digest of every picture in the channel."""
        return [(alt, digest) for alt, digest in self.page.evaluate(_PICTURES)]

    def everything(self) -> str:
        """Return the whole page as it is, hidden parts included, except for the paths of icons."""
        return _STROKES.sub("", self.page.content())

    def told(self) -> list[tuple[str, str]]:
        """Return every state that the server has sent to the page, with the viewer it was for."""
        for text in self.page.evaluate("told.splice(0)"):
            state = json.loads(text)
            if "viewerId" in state:
                names = {each["id"]: each["name"] for each in state["viewers"]}
                self._told.append((names[state["viewerId"]], text))
        return self._told

    # Acting.

    def be(self, viewer: str) -> None:
        if viewer == self.viewer:
            return
        self.viewer = viewer
        self._act(lambda: self.page.get_by_label("Viewing as").select_option(label=viewer))

    def go(self, link: Locator) -> None:
        """Follow a link to another place and stay the same person there."""
        before = self.page.url
        link.click()
        self.page.wait_for_url(lambda url: url != before)
        self.page.wait_for_function(_QUIET)
        expect(self.page.locator("#viewer-picker option:checked")).to_have_text(self.viewer)

    def place(self, name: str) -> Locator:
        return self.page.locator("#channel-pages").get_by_role("link", name=name)

    def scroll_to_newest(self) -> None:
        """Scroll to the end of the channel, as the page does unless a picture loads too late."""
        self.page.wait_for_function(_NEWEST)

    def press(self, message: Locator, label: str | re.Pattern[str]) -> None:
        button = message.locator("button.component-button").filter(has_text=label)
        self._act(button.first.click)

    def choose_people(self, message: Locator, *names: str) -> None:
        message.locator(".select-trigger").click()
        opened = self.page.locator(".preview-select.is-open")
        for name in names:
            opened.get_by_role("option").filter(has_text=name).first.click()
        self._act(opened.get_by_role("button", name="Apply").click)

    def move(self) -> None:
        self._act(self.live_hands.last.locator(MOVE).first.click)

    def type(self, command: str, argument: str = "") -> None:
        self.page.locator("#channel-composer-input").click()
        self.page.keyboard.type(f"/{command}")
        self.page.get_by_role("option").filter(has_text=f"/{command}").first.click()
        if argument:
            chip, field = self.page.locator(".command-chip"), ".command-option-input"
            chip.wait_for()
            if not self.page.locator(field).count():  # the page asks for it only if it is required
                chip.click()
                self.page.locator(".command-popup").get_by_role("option").first.click()
            self.page.locator(field).press_sequentially(argument)
            self.page.locator(".command-popup").get_by_role("option").first.click()
        self._act(self.page.locator("#send-message").click)

    def _act(self, act: Any) -> None:
        """Do something and wait until it is done; repeat it if it crossed with an update."""
        while True:
            self.page.wait_for_function(_QUIET)
            before = self.page.evaluate("simcordPreview.lastAction?.requestId ?? null")
            act()
            until = time.time() * 1000 + DROPPED
            answer = self.page.wait_for_function(_DONE, arg=[before, until])
            if answer.json_value() == "dropped":
                continue
            receipt = self.page.evaluate("simcordPreview.lastAction")
            if not receipt["rejected"]:
                assert receipt["settlement"] == "settled", receipt
                return
            codes = {each["code"] for each in receipt["diagnostics"]}
            assert codes <= {"stale-revision", "busy"}, receipt
