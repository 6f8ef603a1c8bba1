// @ts-check
// A socket that comes back by itself, for every page.
//
// It says `ping` every two seconds and takes five seconds of silence for a lost connection. After a loss it tries
// again after growing pauses, at once when the device says that it is on line again or the page is looked at again.
// It keeps nothing to send: `send` says whether a frame went out, and whoever awaits an answer sends once more
// when the state is `online` again.

import { inOurWords } from "./words.js";

/** @typedef {"connecting" | "online" | "offline" | "gone"} State `gone` is final: there is nothing to come back to. */
/** @typedef {{send: (frame: object) => boolean, close: () => void, readonly state: State}} Connection */
/**
 * @typedef {object} Listener
 * @property {(frame: any) => void} onMessage each frame but the answers to `ping`
 * @property {(state: State, code: number) => void} onState each change; `code` is the one the socket was closed with, or 0
 */

const PING_EVERY_MS = 2000;
// The protocol's five seconds, less the time until the next look at the clock: the loss is shown within five.
const SILENCE_MS = 4600;
const LOOK_EVERY_MS = 300;
const PAUSES_MS = [200, 400, 800, 1600, 3000, 5000, 8000];
const FINAL_CODES = [4403, 4404, 4430];

/**
 * Opens the socket and keeps it open. Each time its address is asked anew: it may say what the page has already.
 *
 * @param {() => string} path
 * @param {Listener} listener
 * @returns {Connection}
 */
export function connect(path, { onMessage, onState }) {
  /** @type {State} */
  let state = "connecting";
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let heardAt = 0;
  let pingedAt = 0;
  let retry = 0;
  let watch = 0;
  let closed = false;

  /**
   * @param {State} next
   * @param {number} [code]
   */
  function become(next, code = 0) {
    if (next === state) return;
    state = next;
    onState(state, code);
  }

  function open() {
    clearTimeout(retry);
    retry = 0;
    const address = new URL(path(), location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(address);
    socket = mine;
    heardAt = pingedAt = performance.now();
    clearInterval(watch);
    watch = setInterval(look, LOOK_EVERY_MS);
    mine.onopen = () => {
      if (mine !== socket) return;
      heardAt = performance.now();
      failures = 0;
      ping();
      become("online");
    };
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      heardAt = performance.now();
      const frame = JSON.parse(event.data, inOurWords);
      if (frame.type !== "pong") onMessage(frame);
    };
    mine.onclose = (event) => {
      if (mine === socket) lose(event.code);
    };
  }

  function ping() {
    pingedAt = performance.now();
    if (socket?.readyState === WebSocket.OPEN) socket.send('{"do":"ping"}');
  }

  function look() {
    const now = performance.now();
    // A page in the background is woken seldom: silence counts only once a ping has had its time to be answered.
    if (now - heardAt >= SILENCE_MS && pingedAt >= heardAt && now - pingedAt >= LOOK_EVERY_MS) lose(0);
    else if (now - pingedAt >= PING_EVERY_MS) ping();
  }

  /** @param {number} code */
  function lose(code) {
    const mine = socket;
    socket = null;
    clearInterval(watch);
    mine?.close();
    if (closed) return;
    if (FINAL_CODES.includes(code)) {
      closed = true;
      become("gone", code);
      return;
    }
    become("offline", code);
    const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0;
    failures += 1;
    // A restarted server is not met by all pages in the same instant.
    retry = setTimeout(open, pause * (0.75 + Math.random() / 2));
  }

  function hurry() {
    if (retry && !document.hidden) open();
  }

  addEventListener("online", hurry);
  addEventListener("offline", () => socket && lose(0));
  addEventListener("pageshow", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  return {
    send(frame) {
      if (state !== "online" || socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    close() {
      closed = true;
      clearTimeout(retry);
      lose(0);
    },
    get state() {
      return state;
    },
  };
}
