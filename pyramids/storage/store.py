"""One SQLite file: a thread that owns the only writing connection, and threads that read.

Group commit. Everything that waits when the writer looks is one transaction: the moves in one statement, then each
command in a savepoint of its own, so that a refused one takes nothing else with it. Nobody is answered before the
commit. A transaction with a command carries the clock's beat, and moves carry their own time, so that no answered
time is later than what the next process finds.

Where all commands are brief they run in the loop's thread, and the writer waits for them: at each step of a statement
sqlite3 gives up the interpreter's lock, which a busy loop would let go again and again.
"""

import asyncio
import contextlib
import fcntl
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeVar

import structlog
from sqlalchemy import Connection, Engine, create_engine, event, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from pyramids.storage.journal import ConflictError, JournalMove, Played, SqliteJournal
from pyramids.storage.migrate import migrate
from pyramids.storage.schema import clock

T = TypeVar("T")
log = structlog.get_logger()

_BEAT = update(clock)
BATCH = 2_000  # Commands and moves in one transaction, about.
MOST_BRIEF = 100  # Commands for which the loop stops at a time: some 15 ms.
READERS = 4


class NotSavedError(Exception):
    """The database could not write (a full disk, say): nothing of the command has happened."""


class InUseError(Exception):
    """Another process has the database: what it keeps in its memory must be true alone."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The clock's row: the wall time of the last commit, and all downtime before it, in milliseconds."""

    wall_ms: int
    downtime_ms: int


@dataclass(slots=True)
class _Job:
    """One waiting write; exactly one of `move` and `command` is set, and of `answer` and `done`."""

    answer: "asyncio.Future[Any] | None" = None
    move: JournalMove | None = None
    command: Callable[[Connection, SqliteJournal], Any] | None = None
    then: Callable[[Any], None] | None = None  # In the loop's thread, with what the command gave.
    done: Callable[[BaseException | None], None] | None = None  # Instead of an answer.
    brief: bool = False  # Whether the command runs in the loop's thread too.
    outcome: Any = None
    error: BaseException | None = None


class Store:
    """The database of one process. `open` first; every method is for the event loop's thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._asked: list[_Job] = []  # In this turn of the loop; they go to the writer together.
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._journal = SqliteJournal()
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._engine = _engine(path)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._beat: Callable[[], Beat] | None = None
        self._closed = False
        self._claim: IO[str] | None = None

    def open(self) -> tuple[Beat | None, dict[int, Played]]:
        """Migrate, and read the last beat (None in a new file) and the running games' moves by seat.

        Raises `InUseError` while another process has the file.
        """
        self._claim = _claimed(self._path)
        with self._engine.begin() as connection:
            migrate(connection)
            row = connection.execute(select(clock.c.beat_wall_ms, clock.c.downtime_ms)).one_or_none()
            journal = self._journal.load(connection)
            return (None if row is None else _last_beat(Beat(*row), journal)), journal

    def maintain(self, command: Callable[[Connection], T]) -> T:
        """Run a tool's command in a transaction of its own: after `open` and instead of `start`."""
        with self._engine.connect() as connection, _begin_immediate(connection):
            return command(connection)

    def start(self, beat: Callable[[], Beat]) -> None:
        """Begin to write. `beat` gives the clock's row for each commit, in the writer's or the loop's thread."""
        self._beat = beat
        with self._engine.begin() as connection:
            if connection.execute(select(clock.c.id)).one_or_none() is None:
                connection.execute(insert(clock).values(id=1, **_beat_values(beat())))
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="writer", args=(self._loop,))
        self._thread.start()

    async def close(self) -> None:
        """Commit what waits, and close the file. What is asked for later is not saved."""
        self._closed = True
        if self._thread is not None:
            self._hand_over()
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
        self._readers.shutdown()
        self._engine.dispose()
        if self._claim is not None:
            self._claim.close()

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run a query on a connection of its own, in a thread of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, query)

    async def write(
        self,
        command: Callable[[Connection, SqliteJournal], T],
        then: Callable[[T], None] | None = None,
        *,
        brief: bool = False,
    ) -> T:
        """Run a command in the writer's next transaction and give its result once that is on disk.

        `then` is called with the result as soon as it is on disk, in the order of the commands, whether or not
        somebody still waits for it: for what must be true of the memory too.
        `brief`: the command is a few statements on rows at hand, for which the loop may stop.

        What the command raises comes back, and nothing of it stays. Raises `NotSavedError` if the disk refuses.
        """
        assert self._loop is not None
        answer: asyncio.Future[T] = self._loop.create_future()
        self._ask(_Job(answer, command=command, then=then, brief=brief))
        return await answer

    def append(self, move: JournalMove, then: Callable[[None], None] | None = None) -> "asyncio.Future[None]":
        """Append a move; done once it is on disk, or with `ConflictError` if its place is taken.

        `then` is as in `write`. No coroutine: each one costs its task something at each move.
        """
        assert self._loop is not None
        answer: asyncio.Future[None] = self._loop.create_future()
        self._ask(_Job(answer, move=move, then=then))
        return answer

    def submit(self, move: JournalMove, done: Callable[[BaseException | None], None]) -> None:
        """Append a move that no task waits for: `done` is called in the loop's thread, with what `append` raises.

        A store that is closed raises `NotSavedError` here.
        """
        self._ask(_Job(move=move, done=done))

    async def running_game(self, seat_id: int) -> Played:
        """A running game's moves, from a journal that has no index: for a room that was forgotten, never each move."""
        return await self.read(lambda connection: self._journal.of_seat(connection, seat_id))

    def _ask(self, job: _Job) -> None:
        if self._closed:
            raise NotSavedError("the store is closed")
        if not self._asked:
            # Behind everything else that this turn of the loop wakes: one batch, and one change of threads.
            assert self._loop is not None
            self._loop.call_soon(self._hand_over)
        self._asked.append(job)

    def _hand_over(self) -> None:
        if self._asked:
            self._jobs.put(self._asked)
            self._asked = []

    def _read(self, query: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection, connection.begin():
            return query(connection)

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._engine.connect() as connection:
            while jobs := self._take():
                self._commit(connection, jobs)
                with contextlib.suppress(RuntimeError):  # The loop is closed: nobody waits any more.
                    loop.call_soon_threadsafe(_answer, jobs)
                jobs = []  # Nothing of them is held until the next come.

    def _take(self) -> list[_Job]:
        """Wait for a job and take all that wait with it; empty when the store closes."""
        taken = self._jobs.get()
        jobs: list[_Job] = []
        while taken is not None:
            jobs += taken
            if len(jobs) >= BATCH or self._jobs.empty():
                return jobs
            taken = self._jobs.get()
        if jobs:
            self._jobs.put(None)  # Commit these first, then meet the end again.
        return jobs

    def _commit(self, connection: Connection, jobs: list[_Job]) -> None:
        # One seat never waits with two jobs, so that the moves may go before the commands.
        moves = [job for job in jobs if job.move is not None]
        commands = [job for job in jobs if job.command is not None]
        self._journal.begin()
        try:
            if not commands:
                self._append(connection, moves)  # One statement is a transaction of its own.
                return
            with _begin_immediate(connection):
                self._append(connection, moves)
                if len(commands) <= MOST_BRIEF and all(job.brief for job in commands):
                    self._in_loop(lambda: self._run(connection, commands))
                else:
                    self._run(connection, commands)
        except Exception as error:
            self._journal.take_back()
            for job in jobs:
                job.error = NotSavedError(str(error))
            with contextlib.suppress(
                Exception
            ):  # The log may lie on the disk that is full; the writer goes on.
                log.error("commit_failed", jobs=len(jobs), exc_info=True)

    def _append(self, connection: Connection, jobs: list[_Job]) -> None:
        rows = [job.move for job in jobs if job.move is not None]
        refused = {id(row) for row in self._journal.append(connection, rows)}
        for job in jobs:
            if id(job.move) in refused:
                job.error = ConflictError()

    def _in_loop(self, work: Callable[[], None]) -> None:
        """Do some work in the loop's thread, and wait for its end."""
        done: Future[None] = Future()

        def do() -> None:
            try:
                work()
            except Exception as error:
                done.set_exception(error)
            except BaseException:
                done.set_exception(NotSavedError("interrupted"))
                raise
            else:
                done.set_result(None)

        assert self._loop is not None
        self._loop.call_soon_threadsafe(do)
        done.result()

    def _run(self, connection: Connection, commands: list[_Job]) -> None:
        for job in commands:
            self._command(connection, job)
        assert self._beat is not None
        connection.execute(_BEAT, _beat_values(self._beat()))

    def _command(self, connection: Connection, job: _Job) -> None:
        assert job.command is not None
        driver = connection.connection.driver_connection
        assert driver is not None
        mark = self._journal.mark()
        driver.execute("SAVEPOINT command")
        try:
            job.outcome = job.command(connection, self._journal)
        except Exception as error:
            if _is_of_the_disk(error):
                raise  # Nothing of this transaction can be trusted.
            # A refusal, a conflict or a bug: the caller's, and only this command's.
            driver.execute("ROLLBACK TO command")
            self._journal.take_back(mark)
            job.error = error
        driver.execute("RELEASE command")


def _is_of_the_disk(error: Exception) -> bool:
    """Whether the database itself has failed, and not the command."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(cause, sqlite3.DatabaseError) and not isinstance(
        cause, (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError)
    )


@contextlib.contextmanager
def _begin_immediate(connection: Connection) -> Iterator[None]:
    """One transaction that holds the write lock from its begin."""
    with connection.execution_options(write=True).begin():
        yield


def _answer(jobs: list[_Job]) -> None:
    """In the loop's thread: hand every job its outcome."""
    for job in jobs:
        if job.then is not None and job.error is None:
            try:
                job.then(job.outcome)
            except Exception as error:
                log.exception("then_failed")
                job.error = error
        if job.done is not None:
            try:
                job.done(job.error)
            except Exception:
                log.exception("done_failed")
        if job.answer is None or job.answer.done():  # Its caller has gone away; what was committed stays.
            continue
        if job.error is not None:
            job.answer.set_exception(job.error)
        else:
            job.answer.set_result(job.outcome)


def _claimed(path: Path) -> IO[str]:
    """A lock on a file beside the database. The system lets go of it with the process, however that ends.

    Not on the database itself: whoever closes a file that SQLite has open takes SQLite's own locks from it.
    """
    claim = path.with_suffix(".lock").open("w")
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        claim.close()
        raise InUseError(str(path)) from None
    return claim


def _last_beat(beat: Beat, journal: dict[int, Played]) -> Beat:
    """The last time that anybody was told: a move's own, or the clock's row."""
    last_ms = max((played.at_ms[-1] for played in journal.values()), default=0)
    return Beat(max(beat.wall_ms, last_ms + beat.downtime_ms), beat.downtime_ms)


def _beat_values(beat: Beat) -> dict[str, int]:
    return {"beat_wall_ms": beat.wall_ms, "downtime_ms": beat.downtime_ms}


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", poolclass=QueuePool, pool_size=READERS + 2)

    @event.listens_for(engine, "connect")
    def prepare(driver: Any, _record: Any) -> None:
        # We say BEGIN ourselves: sqlite3's own habit breaks savepoints.
        driver.isolation_level = None
        cursor = driver.cursor()
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "busy_timeout = 10000",
            "cache_size = -16000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine
