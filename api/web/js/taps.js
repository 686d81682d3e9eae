// While a finger, a mouse button or a key is down on something to press, nothing is drawn anew: the click would be lost.

const PRESSED = "button, summary, label, select, a, [role=button]";
const AFTER = 150; // milliseconds that a click may come after the finger has left

let held = false;
let waiting = null; // what is to be drawn
let timer = null;
let last = null;

function hold(event) {
  window.clearTimeout(timer);
  last = event.target.closest?.("[data-key]") ?? null;
  held = Boolean(event.target.closest?.(PRESSED));
}

function release() {
  window.clearTimeout(timer);
  held = false;
  window.setTimeout(settle); // after whoever handles the click
}

function settle() {
  if (held || !waiting) return;
  const draw = waiting;
  waiting = null;
  draw();
}

function releaseSoon() {
  window.clearTimeout(timer);
  timer = window.setTimeout(release, AFTER);
}

export function watchPresses() {
  const keyed = (then) => (event) => [" ", "Enter"].includes(event.key) && then(event);
  window.addEventListener("pointerdown", hold, true);
  window.addEventListener("pointerup", releaseSoon, true);
  window.addEventListener("pointercancel", release, true);
  window.addEventListener("keydown", keyed(hold), true);
  window.addEventListener("keyup", keyed(releaseSoon), true);
  window.addEventListener("click", release, true);
  window.addEventListener("blur", release);
}

// Draw now, or as soon as nothing is pressed.
export function unpressed(draw) {
  if (!held) {
    waiting = null;
    draw();
  } else waiting = draw;
}

// What was pressed last, as it is drawn now within `parent`.
export function lastPressed(parent) {
  if (last && !last.isConnected) last = parent.querySelector(`[data-key="${CSS.escape(last.dataset.key)}"]`);
  return last && parent.contains(last) ? last : null;
}
