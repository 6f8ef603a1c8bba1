"""Deals from a seed: seal, words, shuffle and the plain player of rule 6. Pure."""

from pyramids.deals.deal import accepted, deal, shuffled
from pyramids.deals.plain import plain_player_clears
from pyramids.deals.words import SEED_BYTES, seal, words

__all__ = ["SEED_BYTES", "accepted", "deal", "plain_player_clears", "seal", "shuffled", "words"]
