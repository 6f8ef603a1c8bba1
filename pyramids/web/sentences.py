"""What a person is told for each code, and the HTTP status that a program is told with it."""

import json
from functools import cache

from pyramids.app.codes import SiteCode
from pyramids.duel.codes import TableCode, TryCode
from pyramids.rules.errors import RefusalCode
from pyramids.web.words import N_, catalogue

# What is said of `too_fast` instead, by its member `what`. E54
TOO_FAST: dict[str, str] = {
    "commands": N_("That was too much in a minute. Please wait {seconds} s."),
    "moves": N_("Those were too many moves in a second. Please wait {seconds} s."),
    "log_ins": N_("Too many passwords were tried. Please wait {seconds} s."),
    "sign_ups": N_("Too many people signed up from your address. Please wait {seconds} s."),
    "invitations": N_("Those were too many invitations in a minute. Please wait {seconds} s."),
    "downloads": N_("Those were too many downloads in a minute. Please wait {seconds} s."),
    "sockets": N_("Your pages were opened too fast. Please wait {seconds} s."),
}
SENTENCES: dict[str, str] = {
    RefusalCode.GAME_OVER: N_("This game is over."),
    RefusalCode.STOCK_EMPTY: N_("No card is left to turn."),
    RefusalCode.JOKER_USED: N_("The Joker of this round has been played."),
    RefusalCode.CARD_NOT_ON_BOARD: N_("That card is not on the board."),
    RefusalCode.CARD_COVERED: N_("Other cards still lie on that card."),
    RefusalCode.CARD_DOES_NOT_FIT: N_(
        "That card does not fit: it must be one higher or lower than the pile."
    ),
    RefusalCode.BAD_NOTATION: N_("That is not written in the notation of Pyramids."),
    TableCode.NOT_SEATED: N_("You have no seat at this table."),
    TableCode.ALREADY_SEATED: N_("You already sit at this table; nobody plays against themselves."),
    TableCode.TABLE_FULL: N_("Both seats of this table are taken."),
    TableCode.TABLE_CLOSED: N_("This table is closed: nobody can join or start here any more."),
    TableCode.LEVEL_TOO_HIGH: N_("Your level is higher than this table's opener asked for."),
    TableCode.BLOCKED: N_("You and this player do not play with each other."),
    TableCode.NOT_STARTED: N_("Your game at this table has not started."),
    TableCode.ALREADY_STARTED: N_("Your game at this table has already started."),
    TableCode.NOT_FINISHED: N_("You can start again when your game here has ended."),
    TableCode.NOT_OVER: N_("This table is not over yet."),
    TableCode.NOT_OFFERED: N_("That is not on offer at this table now."),
    TryCode.ALREADY_TRIED: N_("You have played these cards already: each deal is tried once."),
    TryCode.NOT_TODAY: N_("The deal of a day is played on that day alone, by the clock of UTC."),
    SiteCode.UNKNOWN_DEAL: N_("There is no deal with this address."),
    SiteCode.UNKNOWN_TABLE: N_("There is no table with this address."),
    SiteCode.UNKNOWN_PAGE: N_("There is no page with this address."),
    SiteCode.BAD_REQUEST: N_("This request could not be understood."),
    SiteCode.BAD_FRAME: N_("This message could not be understood."),
    SiteCode.BAD_NAME: N_(
        "A name has 3 to 20 letters of one alphabet, digits, underscores and hyphens, and at least one letter."
    ),
    SiteCode.NAME_RESERVED: N_("This name, or one that looks like it, is not given to anybody."),
    SiteCode.NAME_TAKEN: N_("Somebody has this name, or one that looks like it."),
    SiteCode.PASSWORD_SHORT: N_("A password has at least 10 characters."),
    SiteCode.PASSWORD_LONG: N_("A password has at most 200 characters."),
    SiteCode.PASSWORD_COMMON: N_("Many people use this password, or it is your name. Please choose another."),
    SiteCode.WRONG_LOGIN: N_("This name and this password do not belong together."),
    SiteCode.WRONG_PASSWORD: N_("That is not your password."),
    SiteCode.NOT_MEMBER: N_("Only members can do that. Sign up first."),
    SiteCode.ALREADY_MEMBER: N_("You are a member already."),
    SiteCode.BAD_SESSION: N_("Your browser's sign of who you are is not ours. You are a new guest now."),
    SiteCode.WRONG_ORIGIN: N_("This request came from another site and was not carried out."),
    SiteCode.TOO_LARGE: N_("This message is too large."),
    SiteCode.TOO_FAST: N_("That was too fast. Please wait {seconds} s."),
    SiteCode.TOO_MANY_TABLES: N_("You already have twenty open tables. Let somebody join one first."),
    SiteCode.TOO_MANY_INVITATIONS: N_(
        "That would be too many invitations: at most twenty to one table, and twenty to one player."
    ),
    SiteCode.UNKNOWN_PLAYER: N_("There is no such player, or they are not on line."),
    SiteCode.UNKNOWN_MEMBER: N_("No member has this name. Only members have a page of their own."),
    SiteCode.NO_PRIVATE_TABLES: N_("Every table is public: there are no private ones."),
    SiteCode.NOT_SAVED: N_("The server could not save this. Nothing has changed; please try again."),
    SiteCode.BUG: N_("Something went wrong on our side. Nothing has been lost."),
}

STATUS: dict[str, int] = {
    TableCode.NOT_SEATED: 403,
    TableCode.LEVEL_TOO_HIGH: 403,
    TableCode.BLOCKED: 403,
    SiteCode.UNKNOWN_DEAL: 404,
    SiteCode.UNKNOWN_TABLE: 404,
    SiteCode.UNKNOWN_PAGE: 404,
    SiteCode.UNKNOWN_PLAYER: 404,
    SiteCode.UNKNOWN_MEMBER: 404,
    SiteCode.NO_PRIVATE_TABLES: 422,
    SiteCode.BAD_REQUEST: 400,
    SiteCode.BAD_FRAME: 400,
    SiteCode.BAD_NAME: 422,
    SiteCode.NAME_RESERVED: 422,
    SiteCode.PASSWORD_SHORT: 422,
    SiteCode.PASSWORD_LONG: 422,
    SiteCode.PASSWORD_COMMON: 422,
    SiteCode.WRONG_LOGIN: 401,
    SiteCode.WRONG_PASSWORD: 403,
    SiteCode.NOT_MEMBER: 403,
    SiteCode.BAD_SESSION: 401,
    SiteCode.WRONG_ORIGIN: 403,
    SiteCode.TOO_LARGE: 413,
    SiteCode.TOO_FAST: 429,
    SiteCode.NOT_SAVED: 503,
    SiteCode.BUG: 500,
}
CONFLICT = 409  # Every other code: the state of a table or a game does not allow it.


def sentence(code: str, language: str, **params: int | str) -> str:
    """The sentence for a code, and for its member `what` if it has one, in a language."""
    what = params.get("what")
    text = TOO_FAST[what] if code == SiteCode.TOO_FAST and isinstance(what, str) else SENTENCES[code]
    return catalogue(language).gettext(text).format(**params)


def status(code: str) -> int:
    """The HTTP status for a code."""
    return STATUS.get(code, CONFLICT)


@cache
def codes_json(language: str) -> str:
    """Every code's sentence, for the pages' scripts: `too_fast.moves` is one of a `what`; they fill `{seconds}` in."""
    gettext = catalogue(language).gettext
    found = SENTENCES | {f"{SiteCode.TOO_FAST}.{what}": text for what, text in TOO_FAST.items()}
    return json.dumps({code: gettext(text) for code, text in found.items()}, ensure_ascii=False)
