"""The codes with which the site refuses, beside those of the rules and of a table."""

from enum import StrEnum


class SiteCode(StrEnum):
    """Why the site refuses something before a table or a game is asked."""

    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_DEAL = "unknown_deal"
    UNKNOWN_PAGE = "unknown_page"
    BAD_REQUEST = "bad_request"
    BAD_FRAME = "bad_frame"
    BAD_NAME = "bad_name"
    NAME_RESERVED = "name_reserved"
    NAME_TAKEN = "name_taken"
    PASSWORD_SHORT = "password_short"
    PASSWORD_LONG = "password_long"
    PASSWORD_COMMON = "password_common"
    WRONG_LOGIN = "wrong_login"
    WRONG_PASSWORD = "wrong_password"
    NOT_MEMBER = "not_member"
    ALREADY_MEMBER = "already_member"
    BAD_SESSION = "bad_session"
    WRONG_ORIGIN = "wrong_origin"
    TOO_LARGE = "too_large"
    TOO_FAST = "too_fast"
    TOO_MANY_TABLES = "too_many_tables"
    TOO_MANY_INVITATIONS = "too_many_invitations"
    UNKNOWN_PLAYER = "unknown_player"
    UNKNOWN_MEMBER = "unknown_member"
    NO_PRIVATE_TABLES = "no_private_tables"
    NOT_SAVED = "not_saved"
    BUG = "bug"
