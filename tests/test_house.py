"""The house keeps its own rules (docs/architecture.md)."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

REPO = Path(__file__).parents[1]
SOURCES = sorted((REPO / "pyramids").rglob("*.py"))
PURE_FLOORS = ("rules", "deals", "duel", "bots")

# What a pure floor may import beside the floors: nothing here knows the time, chance, a disk or the net.
PURE_LIBRARY = {
    *("__future__", "abc", "array", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum"),
    *("functools", "hashlib", "heapq", "hmac", "itertools", "json", "math", "operator", "re", "string"),
    *("struct", "types", "typing", "unicodedata"),
}

MOST_LINES = 400
# A file may be longer with a reason.
LONG_FILES: dict[str, str] = {}

# Libraries whose module has another name.
MODULES = {"argon2-cffi": "argon2"}

VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}


def imported(path: Path) -> set[str]:
    """The names of all modules that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names.add(node.module or "")
    return names


def floor_files(floor: str) -> list[Path]:
    """A floor's files: a folder's, or the one module that it is."""
    module = REPO / "pyramids" / f"{floor}.py"
    return [module] if module.exists() else sorted((REPO / "pyramids" / floor).rglob("*.py"))


@pytest.mark.parametrize("floor", PURE_FLOORS)
def test_a_pure_floor_imports_no_clock_chance_disk_or_net(floor: str) -> None:
    for path in floor_files(floor):
        roots = {name.split(".")[0] for name in imported(path)}
        assert roots <= PURE_LIBRARY | {"pyramids"}, path


def test_nothing_but_the_bench_imports_a_library_that_is_only_measured_against() -> None:
    for path in (*SOURCES, *(REPO / "tests").rglob("*.py")):
        assert "chess" not in {name.split(".")[0] for name in imported(path)}, path


def declared_modules() -> set[str]:
    """The modules of the libraries that the product declares."""
    project = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["project"]
    libraries = {re.split(r"[<>=\[ ;]", name)[0] for name in project["dependencies"]}
    return {MODULES.get(library, library.replace("-", "_")) for library in libraries}


def test_the_product_imports_what_it_declares_and_nothing_else() -> None:
    declared = declared_modules()
    for path in SOURCES:
        roots = {name.split(".")[0] for name in imported(path)}
        assert roots <= declared | sys.stdlib_module_names | {"pyramids"}, path


def test_the_product_declares_nothing_that_it_does_not_use() -> None:
    sources = "".join(path.read_text("utf-8") for path in SOURCES)
    for library in declared_modules():
        # uvicorn takes some of them by their name.
        assert re.search(rf"\b(import|from) {library}\b|=\"{library}\b", sources), library


def test_a_long_file_has_a_reason() -> None:
    long = set()
    for folder, endings in (
        ("pyramids", ("py", "js", "css", "html")),
        ("tests", ("py",)),
        ("bench", ("py",)),
    ):
        for path in (path for ending in endings for path in (REPO / folder).rglob(f"*.{ending}")):
            if "vendor" not in path.parts and len(path.read_text("utf-8").splitlines()) > MOST_LINES:
                long.add(str(path.relative_to(REPO)))
    assert long == set(LONG_FILES)


def test_a_file_has_a_name_that_says_what_is_in_it() -> None:
    assert [path for path in SOURCES if path.stem in VAGUE_NAMES] == []


def test_each_file_of_tests_mirrors_a_file_or_says_which_whole_it_tests() -> None:
    """`tests/rules/test_cards.py` tests `pyramids/rules/cards.py`."""
    wholes = {"test_docs.py", "test_house.py", "test_words.py"}
    for path in sorted((REPO / "tests").glob("test_*.py")):
        mirrored = REPO / "pyramids" / path.name.removeprefix("test_")
        assert path.name in wholes or mirrored.exists(), f"{path.name} belongs into a folder of tests/"


def test_a_page_holds_no_script_or_style_of_its_own() -> None:
    for path in (REPO / "pyramids/web/templates").rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", text), path


def test_ci_calls_make_test_and_nothing_else() -> None:
    lines = (REPO / ".ci/run").read_text("utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert "set -eu" in lines
    assert lines[-1] == "exec make test"
    assert (REPO / ".ci/run").stat().st_mode & 0o111


def test_a_lock_file_pins_each_library_with_its_hash() -> None:
    for path in (REPO / "requirements").glob("*.txt"):
        blocks = re.split(
            r"\n(?=[a-z])", re.sub(r"^\s*#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
        )
        for block in blocks:
            assert re.match(r"[a-z0-9.-]+(\[[a-z,]+\])?==\S+", block), block
            assert "--hash=sha256:" in block, block
    assert '"resolved"' not in (REPO / "package-lock.json").read_text("utf-8")
