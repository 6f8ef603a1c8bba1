"""How good a player is on a board (rule 7): Glicko-2.

After Mark Glickman, "Example of the Glicko-2 system" (2022); the steps and the letters are that paper's.
Each duel is a rating period of its own for its two players. Nobody's deviation grows while they are away.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pyramids.duel.table import ANY_LEVEL

TAU = 0.5  # How far one duel may change a volatility.
CONVERGED = 0.000001
SCALE = 173.7178
NEW_RATING = 1500.0
NEW_DEVIATION = 350.0
NEW_VOLATILITY = 0.06
PROVISIONAL_ABOVE = 110.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, how uncertain it is, and how erratic the player's results are."""

    rating: float = NEW_RATING
    deviation: float = NEW_DEVIATION
    volatility: float = NEW_VOLATILITY

    @property
    def level(self) -> int:
        """The skill level from 1 to 10; a newcomer's is 5. Rule 7.1"""
        return min(max(1 + math.floor((self.rating - 1100) / 100), 1), ANY_LEVEL)

    @property
    def provisional(self) -> bool:
        """Whether too few duels are known for the level to say much."""
        return self.deviation > PROVISIONAL_ABOVE


def update(rating: Rating, opponents: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after a period with these opponents and scores: 1 for a win, 0.5 for a draw, 0 for a loss.

    The deviation never passes a newcomer's: a duel whose result was certain before it would raise it without
    end. It needs no lower bound, for the volatility holds it up.
    """
    mu, phi = (rating.rating - NEW_RATING) / SCALE, rating.deviation / SCALE
    precision = surprise = 0.0
    for opponent, score in opponents:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - NEW_RATING) / SCALE)))
        precision += weight**2 * expected * (1 - expected)  # 1 / v
        surprise += weight * (score - expected)
    sigma = _volatility(rating.volatility, phi, precision, surprise)
    new_phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + precision)
    new_mu = mu + new_phi**2 * surprise
    return Rating(NEW_RATING + SCALE * new_mu, min(SCALE * new_phi, NEW_DEVIATION), sigma)


def after_duel(first: Rating, second: Rating, score: float) -> tuple[Rating, Rating]:
    """Both ratings after a duel; `score` is the first one's."""
    return update(first, [(second, score)]), update(second, [(first, 1 - score)])


def _weight(phi: float) -> float:
    """The paper's g: a result against somebody little known says less."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, precision: float, surprise: float) -> float:
    """The paper's step 5, by the Illinois method. A period without duels changes nothing."""
    if not precision:
        return sigma
    v = 1 / precision
    delta_squared = (v * surprise) ** 2
    start = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta_squared - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta_squared > phi**2 + v:
        high = math.log(delta_squared - phi**2 - v)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CONVERGED:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
