"""People: each a browser's context of their own, who do what a hand can do and see what a page shows."""

import re
import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.browser.cards import name_of, within

# What a console says of requests and sockets while there is no connection.
NO_NET = r"net::ERR_|WebSocket connection to|Failed to fetch"
PATIENCE_S = 15
WINDOW = {"width": 1280, "height": 800}

# What a page shows of a game, taken at one moment.
SHOWN = """() => {
  const named = (node) => node?.getAttribute("aria-label") ?? "";
  const turn = document.querySelector("#turn"), joker = document.querySelector("#joker");
  return {
    status: document.querySelector("[role=status]").textContent,
    cards: [...document.querySelectorAll("#board button")].map(named),
    pile: named(document.querySelector('[aria-label^="Pile: "]')),
    turn: named(turn), turn_open: !turn.disabled, joker_open: !joker.disabled,
    focus: named(document.activeElement) || document.activeElement.textContent.trim(),
  };
}"""

# Whether it shows what is wanted. Asked at every frame, where `expect` looks but a few times a second.
SHOWS = """({ labels, said }) => {
  const status = document.querySelector("[role=status]").textContent;
  return said.every((text) => status.includes(text))
    && labels.every((label) => document.querySelector(`[aria-label="${label}"]`));
}"""


@dataclass(frozen=True)
class Shown:
    """A game as a page shows it."""

    status: str
    cards: list[str]
    pile: str
    turn: str
    turn_open: bool
    joker_open: bool
    focus: str

    @property
    def free(self) -> list[str]:
        """The names of the cards that nothing lies on."""
        return [name for name in self.cards if ", covered by " not in name]

    @property
    def fitting(self) -> list[str]:
        """The names of the free cards of which the page says that they fit."""
        if "Every free card fits." in self.status:
            return self.free
        found = re.search(r"Fits: (.*?)\.", self.status)
        said = set(re.split(r", | and ", found[1])) if found else set()
        return [name for name in self.free if name[0].lower() + name[1:] in said]

    @property
    def left(self) -> int:
        """The number of face-down cards."""
        found = re.fullmatch(r"Turn a card, (\d+) left", self.turn)
        assert found, self.turn
        return int(found[1])

    @property
    def score(self) -> int:
        """The score that the live region says."""
        found = re.search(r"Score (-?\d+)\b", self.status)
        assert found, self.status
        return int(found[1])

    @property
    def round(self) -> int:
        """The round that the live region says."""
        found = re.search(r"Round (\d) of 5\b", self.status)
        assert found, self.status
        return int(found[1])


@dataclass
class Person:
    """Somebody at a browser; `page` is the tab that they look at."""

    context: BrowserContext
    base: str
    #: What consoles and pages reported, and what of it a test expects.
    faults: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.page.url if message.page else ''}: {message.type}: {message.text}")

    def expect_faults(self, pattern: str) -> None:
        """Say what may be reported from now on, such as a request while the net is away."""
        self.expected.append(pattern)

    def unexpected(self) -> list[str]:
        """What was reported and nobody expected."""
        return [
            fault for fault in self.faults if not any(re.search(wanted, fault) for wanted in self.expected)
        ]

    # Going and asking

    def go(self, path: str = "/") -> None:
        """Open an address, and wait until the page listens."""
        with self.page.expect_websocket():
            self.page.goto(self.base + path)

    def get(self, path: str) -> Any:
        """The JSON of the API's answer to this person."""
        answer = self.context.request.get(self.base + path)
        assert answer.ok, answer.text()
        return answer.json()

    def post(self, path: str, body: object = None) -> Any:
        """The JSON of the API's answer to this person's command."""
        answer = self.context.request.post(self.base + path, data={} if body is None else body)
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def name(self) -> str:
        """The name that others see."""
        return str(self.get("/api/me")["name"])

    # A table, quickly

    def open(self, board: str = "one", highest_level: int = 10, minutes: int = 10) -> str:
        """Open a table through the API; gives its code."""
        settings = {"board": board, "minutes": minutes, "highest_level": highest_level}
        return str(self.post("/api/tables", settings)["code"])

    def command(self, code: str, command: str) -> Any:
        """`join`, `start`, `end`, `leave` or `again` through the API."""
        return self.post(f"/api/tables/{code}/{command}")

    def game(self, code: str) -> Any:
        """One's own game as the API shows it."""
        view = self.get(f"/api/tables/{code}")
        return view["games"][view["table"]["you"]]

    def play(self, code: str, *moves: str) -> None:
        """Make moves through the API."""
        n = self.game(code)["n"]
        for at, move in enumerate(moves):
            kind = {"+": {"do": "turn"}, "*": {"do": "joker"}}.get(move, {"do": "place", "card": move})
            self.post(f"/api/tables/{code}/moves", {**kind, "n": n + at})

    def sit_and_start(self, board: str = "one") -> str:
        """A game of one's own at a new table, and its page; gives the code."""
        code = self.open(board)
        self.command(code, "start")
        self.go(f"/t/{code}")
        self.wait_for_game()
        return code

    # At the table's page

    @property
    def status(self) -> Locator:
        """The page's live region."""
        return self.page.get_by_role("status")

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def turn(self) -> Locator:
        """The button that turns a card."""
        return self.page.get_by_role("button", name=re.compile(r"^Turn a card, \d+ left$"))

    @property
    def joker(self) -> Locator:
        """The Joker's button."""
        return self.button("Joker")

    def card(self, card: str) -> Locator:
        """The button of a card such as `7H`, covered or not."""
        return self.page.get_by_role("button", name=re.compile(f"^{name_of(card)}(, covered by .*)?$"))

    def control(self, move: str) -> Locator:
        """What is clicked to make a move."""
        if move == "+":
            return self.turn
        return self.joker if move == "*" else self.card(move)

    def wait_for_game(self) -> None:
        """Wait until one's own game is there and can be played."""
        expect(self.status).to_contain_text("Round ")
        expect(self.joker).to_be_visible()

    def shown(self) -> Shown:
        """What the page shows now."""
        return Shown(**self.page.evaluate(SHOWN))

    def wait_for_moves(self, code: str, n: int) -> Any:
        """Wait until the game has had `n` moves and the page shows it; gives the API's view, which must be the same."""
        end = time.monotonic() + PATIENCE_S
        while (game := self.game(code))["n"] < n and time.monotonic() < end:
            self.page.wait_for_timeout(20)
        assert game["n"] == n
        self.wait_to_show(game)
        return game

    def wait_to_show(self, game: Any) -> None:
        """Wait until the page shows this view of a game."""
        pile = "Joker" if game["pile"] == "*" else within(game["pile"])
        wanted = {
            "labels": [f"Pile: {pile}", f"Turn a card, {game['fan']} left"],
            "said": [f"Score {game['score']}.", f"Round {game['round']} of 5."],
        }
        self.page.wait_for_function(SHOWS, arg=wanted)


class People:
    """Everybody in one test."""

    def __init__(self, browser: Browser, base: str) -> None:
        self._browser = browser
        self._base = base
        self._all: list[Person] = []

    def come(self, base: str | None = None, **options: Any) -> Person:
        """A new person, with options of Playwright's contexts."""
        context = self._browser.new_context(
            **{"viewport": WINDOW, "locale": "en-GB", "service_workers": "block", **options}
        )
        self._all.append(Person(context, base or self._base))
        # The first page gives them the cookie that says who they are.
        self._all[-1].get("/api/me")
        return self._all[-1]

    def two_at_a_table(self, board: str = "one", **options: Any) -> tuple[Person, Person, str]:
        """An opener and a joiner, neither started; and the table's code."""
        opener, joiner = self.come(**options), self.come(**options)
        code = opener.open(board)
        joiner.command(code, "join")
        return opener, joiner, code

    def go_home(self) -> None:
        """Close every browser; nobody may have met a fault."""
        for person in self._all:
            person.context.close()
        faults = [fault for person in self._all for fault in person.unexpected()]
        assert not faults, faults
