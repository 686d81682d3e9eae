// The line that tells of a running search on every screen, with its stop button.

import { button, h, plural } from "./dom.js";
import { stop } from "./searching.js";

export class SearchBar {
  constructor() {
    this.words = h("p", { class: "figures" });
    this.stop = button("Stop", stop, { key: "stop", class: "danger", "aria-label": "Stop and take the best so far" });
    this.element = h("div", { id: "search", role: "group", "aria-label": "The search", hidden: true }, h("progress", { "aria-label": "Searching" }), this.words, this.stop);
  }

  // Only the words change, so that the button is never taken away under a finger.
  draw(search) {
    this.element.hidden = !search;
    if (!search) return;
    this.stop.disabled = Boolean(search.stopping);
    this.words.replaceChildren(...told(search));
  }
}

function told({ stars, bound, seconds, state, ahead, stopping, elsewhere }) {
  const time = ` · ${seconds}\u00a0s`;
  const where = elsewhere ? " · for another park" : "";
  if (stopping) return [h("b", {}, "Stopping…")];
  if (state === "queued") return [ahead ? `${plural(ahead, "search", "searches")} before yours` : "Next in line", time, where];
  if (stars === undefined) return ["Looking for a first sequence", time, where];
  if (stars === bound) return [h("b", {}, `${stars}★`), " proven · settling the rest", time, where];
  return [h("b", {}, `${stars}★`), bound === null || bound === undefined ? "" : [" ≤ ", h("b", {}, `${bound}★`)], time, where].flat();
}
