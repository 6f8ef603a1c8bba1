"""Deals of tables, from their seeds: a few milliseconds each, so they are made in a thread and remembered."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from pyramids import deals
from pyramids.rules.boards import BOARDS
from pyramids.rules.game import MOST_ROUNDS
from pyramids.rules.round import Deal

REMEMBERED = 4_096


class Dealing:
    """Gives deals; what it remembers is secret until the table is over."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "deals")
        self._deals: OrderedDict[tuple[bytes, str, int], asyncio.Future[Deal]] = OrderedDict()

    async def deal(self, seed: bytes, board: str, round_number: int) -> Deal:
        """The deal of a round, from 1."""
        return await asyncio.shield(self._future(seed, board, round_number))

    def prepare(self, seed: bytes, board: str, round_number: int) -> None:
        """Begin to make a deal that will soon be asked for."""
        if round_number <= MOST_ROUNDS:
            self._future(seed, board, round_number)

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(cancel_futures=True)

    def _future(self, seed: bytes, board: str, round_number: int) -> asyncio.Future[Deal]:
        key = (seed, board, round_number)
        if key not in self._deals:
            loop = asyncio.get_running_loop()
            self._deals[key] = loop.run_in_executor(
                self._thread, deals.deal, seed, BOARDS[board], round_number
            )
            while len(self._deals) > REMEMBERED:
                self._deals.popitem(last=False)
        self._deals.move_to_end(key)
        return self._deals[key]
