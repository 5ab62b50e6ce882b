"""Proof that a deal of the day was fixed before anybody played it."""

from bot.engine.record import Record
from bot.model.daily import Deal, DealProof
from bot.present.i18n import Words
from bot.present.screen import Button, Document, Screen, in_lines
from bot.present.screens.lookback.buttons import deal_id
from bot.present.screens.lookback.verify import shuffle_line
from bot.present.text.deals import deal_title
from bot.present.text.shortening import cut_to

RECORD = "record"
_MAX_MOVES = 700
"""The most characters of the asker's moves that are shown."""


def deal_commitment_screen(deal: Deal, say: Words) -> Screen:
    """Show all that anybody may know of a deal that is open."""
    until = f"<t:{int(deal.closes_at.timestamp())}:R>"
    # Translators: {time} is a time such as "in 5 hours".
    why = say(
        "Everything in this deal follows from a secret, which is shown when the deal closes,"
        " {time}. Here is its commitment, the SHA-256 hash of the secret. Keep it, and compare it"
        " with the hash of the secret then:",
        time=until,
    )
    return Screen((_title(deal, say), f"{why}\n`{deal.commitment}`"))


def deal_proof_screen(proof: DealProof, say: Words, docs_url: str | None = None) -> Screen:
    """Show what a closed deal follows from, recomputed; ``docs_url`` as in matches."""
    deal = proof.deal
    fixed = in_lines(
        say("Commitment, shown while the deal was open: `{hash}`", hash=deal.commitment),
        say("Secret: `{secret}`", secret=deal.secret.hex()),
        say("Salts, in order: {salts}", salts=", ".join(f"`{each}`" for each in deal.salts)),
    )
    head = in_lines(_title(deal, say), _verdict(proof, say))
    if proof.is_void:
        return Screen((head, fixed))
    lines = "\n".join(shuffle_line(deal.game, each, say) for each in proof.shuffles)
    parts = (head, fixed, lines, _own_moves(proof, say), _how(say, docs_url))
    record = Button(deal_id(deal.number, f":{RECORD}"), say("Deal record"))
    return Screen(tuple(filter(None, parts)), ((record,),))


def deal_record_screen(number: int, record: Record, say: Words) -> Screen:
    told = say(
        "The deal as a file, with its secret and your moves. With my source code, {replay} checks"
        " it and replays it move by move.",
        replay="`python -m bot replay FILE`",
    )
    return Screen((told, Document(record.dump().encode("ascii"), f"boneyard-deal-{number}.json")))


def _title(deal: Deal, say: Words) -> str:
    return f"### {deal_title(deal.day, deal.game, say)}"


def _verdict(proof: DealProof, say: Words) -> str:
    if proof.is_void:
        return say(
            "The rules of the game have changed since this deal was made, so I can't deal it again."
        )
    if not proof.holds:
        return say("⚠️ Your moves lead to another result than the one that I recorded.")
    attempt = proof.attempt
    if attempt is None or attempt.score is None:
        return say("✅ Dealt again from the secret.")
    score = say.number(attempt.score)
    return say(
        "✅ Dealt again from the secret. Your moves lead to a score of {score}, as recorded.",
        score=score,
    )


def _own_moves(proof: DealProof, say: Words) -> str:
    if proof.attempt is None:
        return ""
    moves = cut_to(" ".join(proof.attempt.moves), _MAX_MOVES)
    return say.labelled(say("Your moves"), f"`{moves}`")


def _how(say: Words, docs_url: str | None) -> str:
    if docs_url is None:
        return say(
            "-# To check this without me, press Deal record, and run the short script from"
            " docs/verifying.md in my source code on the file."
        )
    return say(
        "-# To check this without me, press Deal record, and run [a short script]({url}) on the"
        " file.",
        url=f"{docs_url}/verifying.md",
    )
