// What was placed at the table, tapped slot by slot, and the referee's word on it.

import { button, choice, h, plural, toggle } from "../dom.js";
import { lost } from "./figures.js";

export const begun = (rolled) => ({ uses: [], number: rolled[0], paths: [[]], verdict: null, loss: null });

// What the dice show once tokens have turned some.
const shown = (rolled, uses) => uses.reduce((faces, { die, by }) => faces.map((face, at) => (at === die ? ((face - 1 + by + 6) % 6) + 1 : face)), rolled);

export const turnOf = (rolled, { uses, number, paths }) => ({ do: "turn", rolled, tokens: uses, number, paths: paths.filter((path) => path.length) });

// A slot tapped goes on with the path, or is taken back with all that follows it.
export function tapped(judging, room, slot) {
  const paths = judging.paths.map((path) => {
    const at = path.findIndex((place) => place.room === room && place.slot === slot);
    return at < 0 ? path : path.slice(0, at);
  });
  const back = paths.some((path, number) => path.length < judging.paths[number].length);
  if (!back) paths[paths.length - 1] = [...paths.at(-1), { room, slot }];
  return { ...judging, paths, verdict: null };
}

// `set` takes what is judged with a change; `ask` has it judged, `play` goes on from it, `leave` ends judging.
export function judgingPanel(rolled, judging, set, { ask, play, leave }) {
  const faces = shown(rolled, judging.uses);
  const change = (changes) => set({ ...judging, verdict: null, ...changes });
  return h("section", { "aria-label": "Judge what I placed" },
    h("h2", {}, "What did you place?"),
    h("div", { class: "row dice", role: "group", "aria-label": "Tokens that turn a die" }, faces.map((face, die) => h("span", { class: "turned" },
      button("−", () => change({ uses: [...judging.uses, { die, by: -1 }] }), { key: `turn/${die}/less`, "aria-label": `a token turns die ${die + 1} down` }),
      h("output", {}, String(face)),
      button("+", () => change({ uses: [...judging.uses, { die, by: 1 }] }), { key: `turn/${die}/more`, "aria-label": `a token turns die ${die + 1} up` })))),
    judging.uses.length ? h("p", { class: "hint" }, `${plural(judging.uses.length, "token")} spent. `, button("Take the tokens back", () => change({ uses: [] }), { key: "turn/none" })) : null,
    choice("Number chosen", [...new Set(faces)].sort().map((face) => [face, String(face)]), judging.number, (number) => change({ number }), "number"),
    h("p", {}, "Tap the slots in the picture in the order of the path."),
    h("p", { "data-key": "paths" }, judging.paths.map((path, number) => `Path ${number + 1}: ${path.map((place) => place.room).join(" - ") || "…"}`).join("; ")),
    h("div", { class: "row" },
      button("Next path", () => change({ paths: [...judging.paths, []] }), { key: "path/next", disabled: !judging.paths.at(-1).length }),
      button("Clear the paths", () => change({ paths: [[]] }), { key: "path/clear" }),
      button("Judge it", ask, { key: "judge", class: "main" }),
      toggle("Stop judging", false, leave, { key: "judge/leave" })),
    judging.verdict ? verdictOf(judging, play) : null);
}

function verdictOf({ verdict, loss }, play) {
  if (verdict.legal) {
    return h("div", { class: "verdict legal", role: "status" }, h("p", {}, h("strong", {}, "Legal. "), verdict.steps[0].text),
      loss === null ? null : h("p", {}, lost(loss) ? `It loses ${lost(loss)} prestige against the best decision.` : "No decision is worth more."),
      button("I played this", play, { key: "judge/play" }));
  }
  const { message, rule, source } = verdict.violation;
  const otherwise = verdict.legal_under.map(({ ruling, choice: other }) => `${ruling} = ${other}`);
  return h("div", { class: "verdict", role: "status" }, h("p", { class: "fault" }, h("strong", {}, "Illegal. "), message), h("p", { class: "hint" }, `Rule ${rule}; ${source}.`),
    otherwise.length ? h("p", { class: "hint" }, `Legal if the table rules otherwise: ${otherwise.join(", ")}.`) : null);
}
