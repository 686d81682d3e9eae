// Asking for the best sequence: what counts, and how long.

import { fact } from "./book.js";
import { reloading } from "./connection.js";
import { button, choice, h, words } from "./dom.js";
import { levelChoice } from "./hints.js";
import { isLastRound } from "./position.js";
import { begin, stop } from "./searching.js";
import { show, state, view } from "./store.js";

const OBJECTIVES = { stars: "Most stars", final: "Last round", balanced: "Balanced" };
export const asked = { objective: null, seconds: 60, alternatives: 3 };

// What counts unless the player says otherwise: in the last round money counts too.
export const objectiveOf = (position) => asked.objective ?? (isLastRound(position) ? "final" : "stars");

// A search at once, with what is chosen or usual.
export const searchNow = () => begin({ objective: objectiveOf(state.doc.position), time_limit: asked.seconds, alternatives: asked.alternatives });

export function askPanel() {
  const { position } = state.doc;
  const objectives = fact("SolveRequest", "objective").enum ?? Object.keys(OBJECTIVES);
  const running = view.searching;
  const changed = running && JSON.stringify(running.position) !== JSON.stringify(position);
  return [
    view.answer ? null : [h("h3", {}, "How much to show"), levelChoice()],
    h("h3", {}, "What counts"),
    choice("What counts", objectives.map((each) => [each, OBJECTIVES[each] ?? words(each)]), objectiveOf(position), (each) => { asked.objective = each; show({}); }),
    isLastRound(position) ? h("p", { class: "hint" }, `Round ${position.rules.round} is the last of this game.`) : null,
    h("h3", {}, "Search at most"),
    choice("At most", [10, 60, 300, 3600].map((each) => [each, each < 60 ? `${each} s` : each < 3600 ? `${each / 60} min` : "1 h"]), asked.seconds, (each) => { asked.seconds = each; show({}); }),
    view.faults.length ? h("p", { class: "fault" }, "The park has faults; they are marked in red.") : null,
    changed ? h("p", { class: "hint" }, "The search that runs is for the park as it was.") : null,
    h("div", { class: "row" }, running && !changed ? null
      : button(changed ? "Search the changed park instead" : "Find the best sequence", changed ? instead : searchNow, { class: "main", key: "solve", disabled: view.faults.length > 0 || view.offline })),
    view.offline ? h("p", { class: "hint" }, "There is no connection to the server: everything works but solving and judging. It is tried again every few seconds.", reloading()) : null,
  ];
}

function instead() {
  stop();
  searchNow();
}
