"""Pages, the JSON API and the sockets: every way in from outside."""
