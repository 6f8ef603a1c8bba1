"""What a browser calls itself, in two short words: they tell a member's own devices apart, and decide nothing."""

# The first that fits: many call themselves by others' names too.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def browser_and_system(device: str) -> tuple[str | None, str | None]:
    """The names of the browser and of what it runs on; None for what nobody here knows."""
    return _first(BROWSERS, device), _first(SYSTEMS, device)


def _first(names: tuple[tuple[str, str], ...], device: str) -> str | None:
    return next((name for sign, name in names if sign in device), None)
