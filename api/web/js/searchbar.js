// The line that tells of a running search on every screen, with its stop button.

import { button, h } from "./dom.js";

export class SearchBar {
  // `told` gives the words for what `draw` gets.
  constructor(stop, told) {
    this.told = told;
    this.words = h("p", { class: "figures" });
    this.stop = button("Stop", stop, { key: "stop", class: "danger", "aria-label": "Stop and take the best so far" });
    this.element = h("div", { id: "search", role: "group", "aria-label": "The search", hidden: true }, h("progress", { "aria-label": "Searching" }), this.words, this.stop);
  }

  // Only the words change, so that the button is never taken away under a finger.
  draw(search) {
    this.element.hidden = !search;
    if (!search) return;
    this.stop.disabled = Boolean(search.stopping);
    this.words.replaceChildren(...this.told(search));
  }
}
