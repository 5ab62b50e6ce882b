import ast
import re
from pathlib import Path

import pytest

from benchmarks.rating_table import DOCUMENT, with_table
from benchmarks.ratings import FILE

ROOT = Path(__file__).parents[1]
PROOF = re.compile(r"`(\w+(?:/\w+)*\.py)(?:::(\w+))?`")
FAULTS = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8").partition("## Faults")[2]
ROWS = [line for line in FAULTS.splitlines() if line.startswith("| ") and "`" in line]


def test_there_is_a_table_of_faults():
    assert len(ROWS) > 30


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_each_fault_is_proved_by_tests_that_exist(row):
    proofs = PROOF.findall(row.split("|")[3])
    assert proofs
    for file, name in proofs:
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        functions = ast.FunctionDef, ast.AsyncFunctionDef
        named = {node.name for node in ast.walk(tree) if isinstance(node, functions)}
        assert not name or name in named, f"{file} has no {name}"


def test_players_read_the_ratings_that_computers_have():
    text = DOCUMENT.read_text(encoding="utf-8")
    assert with_table(text, FILE.read_text(encoding="utf-8")) == text
