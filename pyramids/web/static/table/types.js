// @ts-check
// What the server sends, as docs/protocol.md says. Types only.

/** @typedef {{player: string, name: string, computer: boolean, level: number, provisional: boolean, member: boolean, online: boolean, state: null | "seated" | "playing" | "finished" | "left"}} Seat */
/** @typedef {"completed" | "stuck" | "stopped" | "timeout"} Ended */
/** @typedef {{score: number, rounds: number[], playing_ms: number, ended: Ended, rated: [number, number] | null, levels: [number, number] | null}} SeatResult */
/** @typedef {{winner: 0 | 1 | null, by: "points" | "time" | "draw" | "walkover" | "none", seats: (SeatResult | null)[]}} Result */

/**
 * @typedef {object} Table
 * @property {string} code
 * @property {"one" | "three"} board
 * @property {number} minutes
 * @property {number} highest_level 10 for any
 * @property {string} seal
 * @property {number} opened_ms
 * @property {0 | 1 | null} you
 * @property {[Seat, Seat | null]} seats
 * @property {string[]} offers
 * @property {string | null} join_refused
 * @property {number | null} start_within_ms
 * @property {boolean} over
 * @property {Result | null} result
 * @property {string | null} seed
 * @property {number} [rounds] how many rounds a game can have; five where it is missing
 */

/**
 * @typedef {object} Game
 * @property {number} n
 * @property {number} round
 * @property {string[]} cards
 * @property {string} pile
 * @property {number} fan
 * @property {boolean} joker
 * @property {string[]} open
 * @property {number} score
 * @property {number} sequence
 * @property {{score: number, cleared: boolean, longest_sequence: number}[]} rounds
 * @property {{move: string, points: number, cleared: boolean} | null} last
 * @property {number} left_ms
 * @property {number} pause_ms
 * @property {Ended | null} ended
 */

/** @typedef {{ended: Ended, score: number, playing_ms: number, longest_sequence: number, cleared: boolean, cards_left: number}} RoundResult */
/** @typedef {{players: number, place: number | null, ahead_of: number | null, best: number, median: number}} Standing */

/**
 * @typedef {object} Deal
 * @property {"one" | "three"} board
 * @property {number} minutes
 * @property {string | null} day
 * @property {string | null} table
 * @property {number} round
 * @property {string} seal
 * @property {string | null} seed
 * @property {string | null} next_seal
 * @property {string[]} offers
 * @property {string | null} refused
 * @property {{id: number | null, result: RoundResult | null} | null} own
 * @property {Standing | null} standing
 * @property {number | null} streak
 */

export {};
