// @ts-check
// The names of the cards. Each is one text of its own, because languages differ in how they put rank and suit together.
import { _ } from "../words.js";

/** @typedef {string} Card two characters of docs/notation.md, `7H`, or `*` for the Joker */

/** How a card is called at the beginning of a sentence and standing alone. @type {Record<Card, string>} */
const STANDING = {
  AS: _("Ace of spades"),
  "2S": _("Two of spades"),
  "3S": _("Three of spades"),
  "4S": _("Four of spades"),
  "5S": _("Five of spades"),
  "6S": _("Six of spades"),
  "7S": _("Seven of spades"),
  "8S": _("Eight of spades"),
  "9S": _("Nine of spades"),
  TS: _("Ten of spades"),
  JS: _("Jack of spades"),
  QS: _("Queen of spades"),
  KS: _("King of spades"),
  AH: _("Ace of hearts"),
  "2H": _("Two of hearts"),
  "3H": _("Three of hearts"),
  "4H": _("Four of hearts"),
  "5H": _("Five of hearts"),
  "6H": _("Six of hearts"),
  "7H": _("Seven of hearts"),
  "8H": _("Eight of hearts"),
  "9H": _("Nine of hearts"),
  TH: _("Ten of hearts"),
  JH: _("Jack of hearts"),
  QH: _("Queen of hearts"),
  KH: _("King of hearts"),
  AD: _("Ace of diamonds"),
  "2D": _("Two of diamonds"),
  "3D": _("Three of diamonds"),
  "4D": _("Four of diamonds"),
  "5D": _("Five of diamonds"),
  "6D": _("Six of diamonds"),
  "7D": _("Seven of diamonds"),
  "8D": _("Eight of diamonds"),
  "9D": _("Nine of diamonds"),
  TD: _("Ten of diamonds"),
  JD: _("Jack of diamonds"),
  QD: _("Queen of diamonds"),
  KD: _("King of diamonds"),
  AC: _("Ace of clubs"),
  "2C": _("Two of clubs"),
  "3C": _("Three of clubs"),
  "4C": _("Four of clubs"),
  "5C": _("Five of clubs"),
  "6C": _("Six of clubs"),
  "7C": _("Seven of clubs"),
  "8C": _("Eight of clubs"),
  "9C": _("Nine of clubs"),
  TC: _("Ten of clubs"),
  JC: _("Jack of clubs"),
  QC: _("Queen of clubs"),
  KC: _("King of clubs"),
  "*": _("Joker"),
};

/** How a card is called within a sentence. @type {Record<Card, string>} */
const WITHIN = {
  AS: _("ace of spades"),
  "2S": _("two of spades"),
  "3S": _("three of spades"),
  "4S": _("four of spades"),
  "5S": _("five of spades"),
  "6S": _("six of spades"),
  "7S": _("seven of spades"),
  "8S": _("eight of spades"),
  "9S": _("nine of spades"),
  TS: _("ten of spades"),
  JS: _("jack of spades"),
  QS: _("queen of spades"),
  KS: _("king of spades"),
  AH: _("ace of hearts"),
  "2H": _("two of hearts"),
  "3H": _("three of hearts"),
  "4H": _("four of hearts"),
  "5H": _("five of hearts"),
  "6H": _("six of hearts"),
  "7H": _("seven of hearts"),
  "8H": _("eight of hearts"),
  "9H": _("nine of hearts"),
  TH: _("ten of hearts"),
  JH: _("jack of hearts"),
  QH: _("queen of hearts"),
  KH: _("king of hearts"),
  AD: _("ace of diamonds"),
  "2D": _("two of diamonds"),
  "3D": _("three of diamonds"),
  "4D": _("four of diamonds"),
  "5D": _("five of diamonds"),
  "6D": _("six of diamonds"),
  "7D": _("seven of diamonds"),
  "8D": _("eight of diamonds"),
  "9D": _("nine of diamonds"),
  TD: _("ten of diamonds"),
  JD: _("jack of diamonds"),
  QD: _("queen of diamonds"),
  KD: _("king of diamonds"),
  AC: _("ace of clubs"),
  "2C": _("two of clubs"),
  "3C": _("three of clubs"),
  "4C": _("four of clubs"),
  "5C": _("five of clubs"),
  "6C": _("six of clubs"),
  "7C": _("seven of clubs"),
  "8C": _("eight of clubs"),
  "9C": _("nine of clubs"),
  TC: _("ten of clubs"),
  JC: _("jack of clubs"),
  QC: _("queen of clubs"),
  KC: _("king of clubs"),
  "*": _("Joker"),
};

/**
 * "Seven of hearts"
 *
 * @param {Card} card
 */
export function cardName(card) {
  return STANDING[card] ?? card;
}

/**
 * "seven of hearts"
 *
 * @param {Card} card
 */
export function cardWithin(card) {
  return WITHIN[card] ?? card;
}

/**
 * "six of clubs, eight of spades"
 *
 * @param {Card[]} cards
 */
export function cardList(cards) {
  return cards.map(cardWithin).join(_(", "));
}
