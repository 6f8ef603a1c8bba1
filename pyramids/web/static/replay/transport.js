// @ts-check
// The clock of the replay: it runs from a moment to the end of both games, at a chosen speed.

/**
 * @param {object} needs
 * @param {(ms: number) => void} needs.onTime each frame, with the moment
 * @param {(playing: boolean) => void} needs.onState each time that it begins or stops to run
 */
export function newTransport({ onTime, onState }) {
  let playing = false;
  let speed = 1;
  let ms = 0;
  let untilMs = 0;
  let frame = 0;
  let lastFrame = 0;

  /** @param {number} now */
  function tick(now) {
    ms = Math.min(untilMs, ms + (now - lastFrame) * speed);
    lastFrame = now;
    onTime(ms);
    if (ms >= untilMs) stop();
    else if (playing) frame = requestAnimationFrame(tick);
  }

  function stop() {
    if (!playing) return;
    playing = false;
    cancelAnimationFrame(frame);
    onState(false);
  }

  return {
    get playing() {
      return playing;
    },

    get ms() {
      return ms;
    },

    get speed() {
      return speed;
    },

    set speed(value) {
      speed = value;
    },

    /** @param {number} to */
    set(to) {
      ms = to;
    },

    /** @param {number} end the moment at which it stops by itself */
    start(end) {
      if (playing || ms >= end) return;
      [playing, untilMs, lastFrame] = [true, end, performance.now()];
      frame = requestAnimationFrame(tick);
      onState(true);
    },

    stop,
  };
}
