"""Compiles the catalogues of all languages when the package is built or installed."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface[Any]):
    """Writes the compiled catalogue beside each language's translations."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every ``.po`` file; also for an editable installation, which runs from here."""
        del version, build_data
        for source in Path(self.root, "bot", "locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as translations:
                catalogue = read_po(translations)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
