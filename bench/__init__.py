"""Measurements of what the docs promise; each module is run as `python -m bench.NAME`."""
