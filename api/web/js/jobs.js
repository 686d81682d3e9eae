// The jobs that run for the park that is shown, and for a whole game, taken up again: after a reload, and when another park is opened.

import { takeUpGame } from "./game.js";
import { takeUpReview } from "./review.js";
import { takeUp } from "./searching.js";
import { view } from "./store.js";
import { takeUpWeighing } from "./whatif.js";

export function takeUpJobs() {
  if (!view.searching) takeUp();
  takeUpReview();
  takeUpWeighing();
  takeUpGame();
}
