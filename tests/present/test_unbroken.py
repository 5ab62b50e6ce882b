"""Names of pieces are not broken at the end of a line."""

import pytest

from bot.present.text.unbroken import unbroken


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("You played **6-4** on the 2", "You played **6\u20114** on the 2"),
        ("6-4 5-5, 2-0.", "6\u20114 5\u20115, 2\u20110."),
        ("★-1-2-3 and ⊘-3-5-6", "★\u20111\u20112\u20113 and ⊘\u20113\u20115\u20116"),
    ],
)
def test_pieces_get_hard_hyphens(text, shown):
    assert unbroken(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "`6-4@l`",
        "[Block](https://discord.com/channels/1-2/3-4)",
        "https://example.org/6-4",
        "2026-11-22",
        "a double-six set",
        "12-34",
    ],
)
def test_codes_links_and_other_words_stay_as_they_are(text):
    assert unbroken(text) == text
