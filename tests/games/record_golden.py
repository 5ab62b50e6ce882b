"""Record all golden playthroughs again: ``python -m tests.games.record_golden``."""

from bot.games import CATALOGUE
from tests.games.golden import FOLDER, path, playthrough


def main() -> None:
    wanted = {path(rules): playthrough(rules) for rules in CATALOGUE}
    for old in set(FOLDER.glob("*.txt")) - set(wanted):
        old.unlink()
    for file, text in wanted.items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
