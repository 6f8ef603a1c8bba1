"""The rows of the lobby's lists as HTML: one that looks the same to many is drawn once."""

from collections import OrderedDict
from collections.abc import Callable

from jinja2 import Environment

from pyramids.app import frames

REMEMBERED = 8_192


def rows_of(environment: Environment) -> Callable[[str, object], str]:
    """The function by which a template draws a row by another template, which knows it as `row`."""
    known: OrderedDict[tuple[str, bytes], str] = OrderedDict()

    def drawn(template: str, row: object) -> str:
        key = (template, frames.encode(row))
        if key not in known:
            known[key] = environment.get_template(template).render(row=row)
            if len(known) > REMEMBERED:
                known.popitem(last=False)
        return known[key]

    return drawn
