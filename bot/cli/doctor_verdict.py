"""Verdicts of the doctor."""

from dataclasses import dataclass

from bot.cli.errors import one_line


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking one thing."""

    about: str
    text: str
    fine: bool = True

    def __str__(self) -> str:
        return f"{'ok   ' if self.fine else 'WRONG'}  {self.about}: {one_line(self.text)}"
