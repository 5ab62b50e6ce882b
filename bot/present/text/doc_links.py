"""Links to pages of the documentation."""

from __future__ import annotations

from bot.present.i18n import Words


def privacy_page(docs_url: str | None, say: Words) -> str:
    """Point to the page about everything that is stored about people.

    ``docs_url`` is the address of the documentation, without a slash at the end; ``None`` points to
    the source instead.
    """
    if docs_url is None:
        return say("-# What is stored, who sees it and how it goes: docs/privacy.md of my source.")
    return say(
        "-# [What is stored, who sees it and how it goes]({url})", url=f"{docs_url}/privacy.md"
    )


def verifying_page(docs_url: str | None, say: Words) -> str:
    """Point to the script that checks a match without the bot; ``docs_url`` as above."""
    if docs_url is None:
        return say(
            "-# Check it without me: docs/verifying.md of my source has a script of a few lines"
            " that reads the record."
        )
    return say(
        "-# Check it without me: [a script of a few lines]({url}) reads the record.",
        url=f"{docs_url}/verifying.md",
    )
