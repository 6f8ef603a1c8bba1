"""Pyramids: the card duel for two."""
