// Cards of mascots and of the administrator, each at one tap: the kind, or one of its colours.

import { button, h, toggle, words } from "./dom.js";

const SAME = (one, other) => one?.kind === other?.kind && (one?.colour ?? null) === (other?.colour ?? null) && (one?.symbol ?? null) === (other?.symbol ?? null);

// `kinds` are of the catalogue; `on(card)` tells whether the card is there, `tap(card)` takes it.
export function cardGrid(label, prefix, kinds, on, tap, more = null) {
  const coloured = kinds.filter((each) => each.colours.length);
  const plain = kinds.filter((each) => !each.colours.length);
  return h("div", { class: "cards-grid", role: "group", "aria-label": label },
    coloured.map(({ kind, colours }) => h("div", { class: "card-line" }, h("span", {}, words(kind)),
      colours.map((colour) => toggle("", on({ kind, colour }), () => tap({ kind, colour }), { key: `${prefix}/${kind}/${colour}`, class: `swatch ${colour}`, "aria-label": `${words(kind)}, ${colour}` })))),
    h("div", { class: "choice" }, plain.map(({ kind }) => toggle(words(kind), on({ kind }), () => tap({ kind }), { key: `${prefix}/${kind}`, class: "small" })), more));
}

// The mascots that are ready, each with its card; a tap sends one away.
export function readyMascots(mascots, away) {
  if (!mascots.length) return null;
  return h("div", { class: "choice", role: "group", "aria-label": "Ready mascots" }, mascots.map(({ skill }, index) =>
    button([h("span", {}, cardWords(skill)), h("span", { "aria-hidden": "true" }, "×")], () => away(index), { key: `mascot/${index}`, class: `chip ${skill?.colour ?? ""}`, "aria-label": `${cardWords(skill)}: send it away` })));
}

const cardWords = (card) => (card ? `${words(card.kind)}${card.colour ? `, ${card.colour}` : ""}` : "No skill");

export { SAME as sameCard };

// What a symbol's name may be: small letters, digits and hyphens.
export function symbolField(label, key, symbol, set) {
  return h("label", { class: "field" }, label, h("input", {
    type: "text", "data-key": key, value: symbol ?? "", maxlength: 40, autocapitalize: "off", spellcheck: "false", placeholder: "key",
    on: { change: (event) => { set(event.target.value.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || null); } },
  }));
}
