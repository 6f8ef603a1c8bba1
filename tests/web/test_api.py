"""The JSON API, as a program uses it. Rules 4.4, 5 and 6.1 through the front door."""

import hashlib
import json

import pytest

from pyramids.duel.export import verify
from tests.web.serving import Guest, Served, frame


def joined(served: Served) -> tuple[Guest, Guest, str]:
    anna, bert = served.guest("anna"), served.guest("bert")
    code = anna.open()
    bert.post(f"/api/tables/{code}/join")
    return anna, bert, code


def ended(served: Served) -> tuple[Guest, Guest, str]:
    anna, bert, code = joined(served)
    for guest in (anna, bert):
        guest.post(f"/api/tables/{code}/start")
        guest.post(f"/api/tables/{code}/end")
    return anna, bert, code


def test_a_guest_keeps_a_name_by_a_cookie(served):
    guest = served.stranger()
    first = guest.get("/api/me")["name"]
    guest.post("/api/me", {"name": "Anna"})
    assert first.startswith("Guest ")
    assert guest.get("/api/me")["name"] == "Anna"


def test_a_visitor_costs_nothing_lasting(served):
    guest = served.stranger()
    guest.get("/api/me")
    guest.http.get("/")
    with served.site.store._engine.connect() as connection:  # Nothing was written.
        assert connection.exec_driver_sql("SELECT count(*) FROM players").scalar_one() == 0


@pytest.mark.parametrize(
    "name", ["", "ab", "a" * 21, "<b>x</b>", "a\u202eb c", "   ", "123", "a&amp;b", "o\x00ne", "Ann Bo"]
)
def test_a_bad_name_is_refused(served, name):
    assert served.guest("anna").refused("/api/me", {"name": name}) == (422, "bad_name")


@pytest.mark.parametrize("name", ["Anna", "  Anna ", "Żółć-1", "李小龙", "a_b"])
def test_a_good_name_is_kept_in_its_composed_form(served, name):
    assert served.guest("anna").post("/api/me", {"name": name})["name"] == name.strip()


def test_a_rename_is_seen_at_the_table_and_in_the_lobby(served):
    anna, bert, code = joined(served)
    open_code = anna.open()
    anna.post("/api/me", {"name": "Annabel"})
    assert bert.get(f"/api/tables/{code}")["table"]["seats"][0]["name"] == "Annabel"
    assert {t["code"]: t["name"] for t in bert.get("/api/tables")["tables"]} == {open_code: "Annabel"}


@pytest.mark.parametrize(
    "settings",
    [
        {"board": "four", "minutes": 3},
        {"board": "one", "minutes": 5},
        {"board": "one", "minutes": 3, "highest_level": 0},
        {"board": "one", "minutes": 3, "highest_level": 11},
        {"board": "one", "minutes": "soon"},
        {"board": "one", "minutes": 3, "colour": "red"},
        {},
        [],
        "table",
        None,
    ],
)
def test_settings_that_are_none_are_refused(served, settings):
    answer = served.guest("anna").http.post("/api/tables", json=settings)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_an_open_table_is_listed_for_all(served):
    anna, bert = served.guest("anna"), served.guest("bert")
    code = anna.open("three", 7, 10)
    [mine] = anna.get("/api/tables")["tables"]
    [theirs] = bert.get("/api/tables")["tables"]
    assert (mine["yours"], theirs["yours"]) == (True, False)
    settings = {name: theirs[name] for name in ("code", "board", "minutes", "highest_level", "refused")}
    assert settings == {"code": code, "board": "three", "minutes": 10, "highest_level": 7, "refused": None}


def test_the_level_is_checked_by_the_server(served):  # Rule 5.3
    anna, bert = served.guest("anna"), served.guest("bert")
    code = anna.open(highest_level=4)
    assert bert.get("/api/tables")["tables"][0]["refused"] == "level_too_high"
    assert bert.refused(f"/api/tables/{code}/join") == (403, "level_too_high")


def test_a_level_of_five_may_join_where_five_is_the_highest(served):  # Rule 5.3
    anna, bert = served.guest("anna"), served.guest("bert")
    code = anna.open(highest_level=5)
    assert bert.post(f"/api/tables/{code}/join")["table"]["you"] == 1


def test_nobody_meets_themselves(served):  # Rule 5.1
    anna = served.guest("anna")
    assert anna.refused(f"/api/tables/{anna.open()}/join") == (409, "already_seated")


def test_a_third_player_finds_the_table_full(served):  # Rule 5.4
    _, _, code = joined(served)
    assert served.guest("carl").refused(f"/api/tables/{code}/join") == (409, "table_full")


def test_no_card_is_sent_before_ones_own_start(served):  # Rule 5.6, E30
    anna, _bert, code = joined(served)
    assert anna.get(f"/api/tables/{code}")["games"] == [None, None]
    assert anna.post(f"/api/tables/{code}/start")["games"][0]["n"] == 0


def test_both_players_get_the_same_cards(served):  # Rule 5.1
    anna, bert, code = joined(served)
    first = anna.post(f"/api/tables/{code}/start")["games"][0]
    second = bert.post(f"/api/tables/{code}/start")["games"][1]
    assert (first["cards"], first["pile"]) == (second["cards"], second["pile"])


def test_a_move_that_was_sent_twice_counts_once(served):
    anna = served.guest("anna")
    code = anna.open()
    anna.post(f"/api/tables/{code}/start")
    for _ in range(2):
        view = anna.post(f"/api/tables/{code}/moves", frame("+", 0))
    assert (view["games"][0]["n"], view["games"][0]["score"]) == (1, -5)


def test_a_move_for_another_view_is_answered_with_the_current_one(served):
    anna = served.guest("anna")
    code = anna.open()
    anna.post(f"/api/tables/{code}/start")
    anna.play(code, "+")
    assert anna.post(f"/api/tables/{code}/moves", frame("*", 0))["games"][0]["score"] == -5
    assert anna.post(f"/api/tables/{code}/moves", frame("+", 7))["games"][0]["n"] == 1


def test_a_refused_move_has_its_code_and_changes_nothing(served):  # Rule 2.5
    anna = served.guest("anna")
    code = anna.open()
    before = anna.post(f"/api/tables/{code}/start")["games"][0]
    covered = before["cards"][0]
    assert anna.refused(f"/api/tables/{code}/moves", frame(covered, 0)) == (409, "card_covered")
    assert anna.game(code) == before


@pytest.mark.parametrize(
    "body",
    [
        {"do": "place", "card": "1X", "n": 0},
        {"do": "place", "n": 0},
        {"do": "turn", "n": -1},
        {"do": "turn", "n": 1.5},
        {"do": "cheat", "n": 0},
        {"do": "turn", "n": 0, "seat": 1},
        {"n": 0},
        [],
    ],
)
def test_a_move_that_is_none_is_refused(served, body):
    anna = served.guest("anna")
    code = anna.open()
    anna.post(f"/api/tables/{code}/start")
    status, code_of_refusal = anna.refused(f"/api/tables/{code}/moves", body)
    assert (status, code_of_refusal in ("bad_request", "bad_frame")) == (400, True)


@pytest.mark.parametrize("command", ["start", "end", "leave", "again"])
def test_somebody_without_a_seat_commands_nothing(served, command):
    _, _, code = joined(served)
    assert served.guest("carl").refused(f"/api/tables/{code}/{command}") == (403, "not_seated")


@pytest.mark.parametrize("command", ["join", "start", "end", "leave", "again", "moves"])
def test_a_table_that_does_not_exist_is_unknown(served, command):
    body = frame("+", 0) if command == "moves" else {}
    assert served.guest("anna").refused(f"/api/tables/NOSUCH/{command}", body) == (404, "unknown_table")


def test_an_ended_game_keeps_its_points_and_takes_no_move(served):  # Rule 4.4
    anna = served.guest("anna")
    code = anna.open()
    anna.post(f"/api/tables/{code}/start")
    anna.play(code, "+")
    assert anna.post(f"/api/tables/{code}/end")["games"][0]["ended"] == "stopped"
    assert anna.game(code)["score"] == -5
    assert anna.refused(f"/api/tables/{code}/moves", frame("+", 1)) == (409, "game_over")
    assert anna.refused(f"/api/tables/{code}/end") == (409, "game_over")


def test_the_seed_comes_when_the_table_is_over_and_fits_its_seal(served):  # Rule 6.1
    anna, bert, code = joined(served)
    anna.post(f"/api/tables/{code}/start")
    anna.post(f"/api/tables/{code}/end")
    before = anna.get(f"/api/tables/{code}")["table"]
    bert.post(f"/api/tables/{code}/start")
    bert.post(f"/api/tables/{code}/end")
    after = anna.get(f"/api/tables/{code}")["table"]
    assert before["seed"] is None
    assert hashlib.sha256(bytes.fromhex(after["seed"])).hexdigest() == before["seal"]


def test_the_export_waits_for_the_tables_end(served):
    anna, _bert, code = joined(served)
    answer = anna.http.get(f"/api/tables/{code}/export")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_over")


def test_the_export_of_a_table_passes_its_check(served):
    anna, _bert, code = ended(served)
    export = anna.http.get(f"/api/tables/{code}/export")
    checks = verify(export.content)
    assert all(check.right for check in checks), checks
    assert export.json()["seats"][0]["player"] == anna.get("/api/me")["name"]


def test_a_round_that_runs_out_ends_by_the_servers_clock(served):  # Rule 4.5
    anna = served.guest("anna")
    code = anna.open()
    anna.post(f"/api/tables/{code}/start")
    served.clock.ms += 180_000
    assert anna.get(f"/api/tables/{code}")["games"][0]["ended"] == "timeout"


def test_play_again_seats_both_at_one_new_table(served):  # Rule 5.5
    anna, bert, code = ended(served)
    again = anna.post(f"/api/tables/{code}/again")["code"]
    assert bert.post(f"/api/tables/{code}/again")["code"] == again
    assert anna.post(f"/api/tables/{code}/again")["code"] == again
    assert [seat["name"] for seat in bert.get(f"/api/tables/{again}")["table"]["seats"]] == [
        anna.get("/api/me")["name"],
        bert.get("/api/me")["name"],
    ]


def test_play_again_is_refused_before_ones_own_end(served):  # Rule 5.5
    anna, bert, code = joined(served)
    anna.post(f"/api/tables/{code}/start")
    anna.post(f"/api/tables/{code}/end")
    anna.post(f"/api/tables/{code}/again")
    assert bert.refused(f"/api/tables/{code}/again") == (409, "not_finished")


def test_your_tables_show_where_each_stands(served):
    anna, bert, code = joined(served)

    def states(guest: Guest) -> list[str]:
        return [table["state"] for table in guest.get("/api/my/tables")["tables"]]

    seen = [states(anna)]
    anna.post(f"/api/tables/{code}/start")
    seen.append(states(anna))
    anna.post(f"/api/tables/{code}/end")
    seen.append(states(anna))
    assert states(bert) == ["to_start"]  # Rule 5.6
    bert.post(f"/api/tables/{code}/start")
    bert.post(f"/api/tables/{code}/end")
    seen.append(states(anna))
    anna.get(f"/api/tables/{code}")
    seen.append(states(anna))
    assert seen == [["to_start"], ["in_play"], ["waiting"], ["finished"], []]


def test_an_opener_has_at_most_twenty_waiting_tables(served):
    anna = served.guest("anna")
    for _ in range(20):
        anna.open()
    assert anna.refused("/api/tables", {"board": "one", "minutes": 3}) == (409, "too_many_tables")


def test_the_schema_describes_every_call(served):
    schema = served.guest("anna").get("/api/openapi.json")
    calls = {(method.upper(), path) for path, item in schema["paths"].items() for method in item}
    assert calls == {
        ("GET", "/api/me"),
        ("POST", "/api/me"),
        ("GET", "/api/me/download"),
        ("GET", "/api/me/sessions"),
        *(("POST", f"/api/me/{command}") for command in ("password", "sessions/end", "delete")),
        *(("POST", f"/api/{command}") for command in ("signup", "login", "logout")),
        ("GET", "/api/tables"),
        ("GET", "/api/watch"),
        ("GET", "/api/results"),
        ("GET", "/api/players"),
        ("GET", "/api/players/joining"),
        ("GET", "/api/players/{name}"),
        ("GET", "/api/players/{name}/duels"),
        ("GET", "/api/leaders"),
        ("POST", "/api/tables"),
        ("GET", "/api/my/tables"),
        ("GET", "/api/tables/{code}"),
        ("GET", "/api/tables/{code}/export"),
        ("GET", "/api/tables/{code}/games/{seat}"),
        ("GET", "/api/tables/{code}/games/{seat}/record"),
        *(("POST", f"/api/tables/{{code}}/{command}") for command in ("join", "start", "end", "leave")),
        ("POST", "/api/tables/{code}/again"),
        ("POST", "/api/tables/{code}/computer"),
        ("GET", "/api/tries/{try_id}/replay"),
        ("GET", "/api/tries/{try_id}/record"),
        ("POST", "/api/tables/{code}/moves"),
        ("GET", "/api/days"),
        ("GET", "/api/days/{board}/{day}"),
        ("POST", "/api/days/{board}/{day}/start"),
        ("GET", "/api/deals/{code}/{number}"),
        ("POST", "/api/deals/{code}/{number}/start"),
        *(("POST", f"/api/tries/{{try_id}}/{command}") for command in ("moves", "end")),
        *(("GET", f"/api/tries/{{try_id}}/{part}") for part in ("replay", "record")),
        ("GET", "/api/my/invitations"),
        ("GET", "/api/tables/{code}/invitations"),
        ("POST", "/api/tables/{code}/invitations"),
        ("POST", "/api/tables/{code}/invitations/decline"),
        ("GET", "/api/blocks"),
        ("POST", "/api/blocks"),
        ("POST", "/api/blocks/remove"),
    }
    assert all(operation["description"] for item in schema["paths"].values() for operation in item.values())


def test_json_that_is_broken_is_refused_in_words(served):
    answer = served.guest("anna").http.post(
        "/api/tables", content=b'{"board":', headers={"content-type": "application/json"}
    )
    assert (answer.status_code, json.loads(answer.content)["code"]) == (400, "bad_request")
