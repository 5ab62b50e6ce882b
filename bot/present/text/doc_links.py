"""Links to pages of the documentation."""

from bot.present.i18n import Words


def privacy_page(docs_url: str | None, say: Words) -> str:
    """Point to the page about everything that is stored about people.

    ``docs_url`` is the address of the documentation, without a slash at the end; ``None`` points to
    the source instead.
    """
    if docs_url is None:
        return say(
            "-# What I store, who sees it, and how to delete it: see docs/privacy.md in my"
            " source code."
        )
    return say(
        "-# [What I store, who sees it, and how to delete it]({url})", url=f"{docs_url}/privacy.md"
    )


def verifying_page(docs_url: str | None, say: Words) -> str:
    """Point to the script that checks a match without the bot; ``docs_url`` as above."""
    if docs_url is None:
        return say(
            "-# To check this without me, press Match record in the replay, and run the short"
            " script from docs/verifying.md in my source code on the file."
        )
    return say(
        "-# To check this without me, press Match record in the replay, and run"
        " [a short script]({url}) on the file.",
        url=f"{docs_url}/verifying.md",
    )
