"""The documents say what is true."""

import contextlib
import enum
import importlib
import io
import pkgutil
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from litestar.routes import HTTPRoute

import pyramids
from pyramids.cli.main import COMMANDS
from pyramids.deals import seal, shuffled, words
from pyramids.rules import DECK
from pyramids.web.api import API

REPO = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path for folder in (".", "docs", "bench", "tests/vectors") for path in (REPO / folder).glob("*.md")
)
SOURCES = sorted((REPO / "pyramids").rglob("*.py"))

documents = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(REPO)))


def text_of(name: str) -> str:
    return (REPO / name).read_text("utf-8")


def heading_anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@documents
def test_a_link_leads_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        assert target.exists(), link
        if anchor:
            assert anchor in heading_anchors(target.read_text("utf-8")), link


@documents
def test_a_named_target_of_make_exists(path: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    text = path.read_text("utf-8")
    named = set(re.findall(r"`make ([a-z]+)", text)) | set(
        re.findall(r"^    make ([a-z]+)", text, re.MULTILINE)
    )
    assert named <= targets


def test_each_target_of_make_is_described() -> None:
    described = set(re.findall(r"^    make ([a-z]+) ", text_of("CONTRIBUTING.md"), re.MULTILINE))
    assert described == set(re.findall(r"^([a-z]+):.*## ", text_of("Makefile"), re.MULTILINE))


def test_each_variable_of_make_is_described() -> None:
    described = text_of("README.md") + text_of("CONTRIBUTING.md")
    for variable in re.findall(r"^([A-Z]+) \?=", text_of("Makefile"), re.MULTILINE):
        assert re.search(rf"\b{variable}=", described), variable


def test_each_environment_setting_is_described_and_each_described_one_exists() -> None:
    read = {
        name for path in SOURCES for name in re.findall(r"\bPYRAMIDS_[A-Z_]+[A-Z]\b", path.read_text("utf-8"))
    }
    assert set(re.findall(r"\bPYRAMIDS_[A-Z_]+[A-Z]\b", text_of("README.md"))) == read


def test_each_command_and_option_is_described() -> None:
    sources = "".join(path.read_text("utf-8") for path in (REPO / "pyramids/cli").glob("*.py"))
    readme = text_of("README.md")
    for option in set(re.findall(r'"(--[a-z-]+)"', sources)):
        assert option in readme, option
    assert set(re.findall(r"^\| `pyramids ([a-z]+)", readme, re.MULTILINE)) == set(COMMANDS)


def refusal_codes() -> set[str]:
    """The members of every enum named …Code in the package."""
    codes: set[str] = set()
    for module in pkgutil.walk_packages(pyramids.__path__, "pyramids."):
        if module.name.endswith("__main__") or ".migrations" in module.name:
            continue
        for name, thing in vars(importlib.import_module(module.name)).items():
            if name.endswith("Code") and isinstance(thing, type) and issubclass(thing, enum.StrEnum):
                codes |= set(thing)
    return codes


def test_each_code_of_a_refusal_is_in_the_protocol() -> None:
    protocol = text_of("docs/protocol.md")
    assert sorted(code for code in refusal_codes() if f"`{code}`" not in protocol) == []


def documented_calls() -> set[str]:
    """The calls of docs/protocol.md: method and path, with `{}` where something is filled in."""
    calls = set()
    for row in re.findall(r"^\| (`(?:GET|POST) [^|]*)\|", text_of("docs/protocol.md"), re.MULTILINE):
        first, *others = re.findall(r"`([^`]+)`", row)
        method, path = first.split("?")[0].split(" ")
        # `…/start` stands for another end of the row's first path.
        paths = [path, *(other.replace("…", path.rpartition("/")[0]) for other in others)]
        calls |= {f"{method} {re.sub(r'/([A-Z]+|[0-9-]+)(?=/|$)', '/{}', path)}" for path in paths}
    return calls


def test_the_protocol_has_each_call_and_no_other() -> None:
    served = {
        f"{method} {re.sub(r'{[^}]*}', '{}', route.path)}"
        for route in API.routes
        if isinstance(route, HTTPRoute)
        for method in {"GET", "POST"} & set(route.methods)
    }
    assert documented_calls() == served


def test_the_architecture_names_each_library() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))
    named = [
        *project["project"]["dependencies"],
        *(name for group in project["dependency-groups"].values() for name in group),
    ]
    architecture = text_of("docs/architecture.md").lower()
    other_names = {
        "pytest-asyncio": "asyncio",
        "pytest-xdist": "xdist",
        "chess": "python-chess",
    }
    for requirement in named:
        library = re.split(r"[<>=\[ ;]", requirement)[0]
        assert other_names.get(library, library) in architecture, library


def test_the_deck_that_one_makes_by_hand_is_ours() -> None:
    """docs/fairness.md, "Check it by hand"."""
    (code,) = re.findall(r"```python\n(.*?)```", text_of("docs/fairness.md"), re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "fairness.md", "exec"), {})
    first, *decks = printed.getvalue().splitlines()
    seed = bytes(32)
    assert first == f"seal {seal(seed)}"
    for attempt, line in enumerate(decks):
        order = shuffled(words(seed, "one", 1, attempt))
        assert line == f"{attempt} " + " ".join(str(DECK[number]) for number in order)


def test_no_file_names_a_folder_of_a_machine_or_a_registry() -> None:
    hosts = (
        "pypi" + ".org",
        "python" + "hosted.org",
        "registry.npm" + "js.org",
        "npm" + "js.com",
        "deb.debian" + ".org",
    )
    folders = (
        "/work/" + "main",
        "/work/" + "shared",
        "/ro" + "ot/",
        "/ho" + "me/",
        "/tmp" + "/w/",
        "/Use" + "rs/",
    )
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=REPO,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        path = REPO / name
        if not name or not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        assert [word for word in (*hosts, *folders) if word in text] == [], name
