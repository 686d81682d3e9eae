// How much of an answer is told: from which attraction to look at, up to why each move is made. The level is remembered.

import { button, choice } from "./dom.js";
import { habit, remember } from "./habits.js";
import { show, view } from "./store.js";

/** @type {[number, string][]} */
export const LEVELS = [[0, "Which attraction"], [1, "Next move"], [2, "All moves"], [3, "All, and why"]];
const LAST = LEVELS.length - 1;

view.hint = habit("hint", LEVELS.map(([level]) => level), 0);

function tell(level) {
  remember("hint", level);
  show({ hint: level, step: level < 2 ? Math.min(view.step, level) : view.step });
}

export const levelChoice = () => choice("How much to show", LEVELS, view.hint, tell);

// One level more of this answer alone: who likes hints gets them again next time.
export function revealButton() {
  if (view.hint >= LAST) return null;
  const next = LEVELS[view.hint + 1][1].toLowerCase();
  return button(`Show more: ${next}`, () => show({ hint: view.hint + 1 }), { key: "reveal", class: "main" });
}
