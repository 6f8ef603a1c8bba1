"""The migrations make the schema that the queries expect."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from pyramids.storage.migrate import migrate
from pyramids.storage.schema import metadata
from pyramids.storage.store import Store
from tests.storage.stores import SqliteEngine, add_player


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


async def test_the_migrations_give_the_schema_and_nothing_else(store: Store) -> None:
    assert await store.read(differences) == []


async def test_to_migrate_twice_changes_nothing(engine: SqliteEngine, store: Store) -> None:
    await store.write(add_player("anna"))
    await store.write(lambda connection, _journal: migrate(connection))
    assert engine.rows("SELECT id FROM players") == [("anna",)]


async def test_the_tables_are_made_as_the_schema_says(engine: SqliteEngine, store: Store, tmp_path) -> None:
    """Keys, defaults and `AUTOINCREMENT` too, which a comparison does not look at."""
    from sqlalchemy import create_engine  # noqa: PLC0415

    wanted = create_engine(f"sqlite:///{tmp_path / 'wanted.sqlite3'}")
    with wanted.begin() as connection:
        metadata.create_all(connection)
        query = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%' ORDER BY name"
        expected = [(name, text and text.split()) for name, text in connection.exec_driver_sql(query)]
    wanted.dispose()
    found = [(name, text and text.split()) for name, text in engine.rows(query)]
    assert [row for row in found if "alembic" not in row[0]] == expected
