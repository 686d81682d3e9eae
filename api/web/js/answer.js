// The answer: sequences as cards, a stepper that moves the board, hints, alternatives, the next round.

import { button, details, h, plural, say } from "./dom.js";
import { headline } from "./headline.js";
import { levelChoice, revealButton } from "./hints.js";
import { dieIcon } from "./icons.js";
import { completed, sceneAfter, sceneOf, tileOf } from "./position.js";
import { answerShown, showBetter } from "./searching.js";
import { guestWords, tileWords } from "./sentences.js";
import { askPanel, asked } from "./solve.js";
import { change, replaceDoc, show, state, view } from "./store.js";
import { whatIfPanel } from "./whatif.js";

export const sequence = () => view.answer?.sequences[view.shown] ?? null;

// What cubes that lay there before the moves have brought; answers kept by earlier versions do not tell.
export const placedBefore = () => sequence().placed ?? { stars: 0, money: 0 };

// How the park of the answer stands at the step that is shown, and what the last move did.
export function shownScene() {
  const { position } = view.answer;
  const { steps } = sequence();
  return view.step === 0 ? sceneOf(position) : sceneAfter(position, steps[view.step - 1]);
}

const sceneBefore = (index) => (index === 0 ? sceneOf(view.answer.position) : sceneAfter(view.answer.position, sequence().steps[index - 1]));

// Ways that guests went in a step: pairs of hexes.
function routes(before, after) {
  const hex = (id) => before.tiles.find((tile) => tile.id === id)?.hex;
  return after.guests.flatMap((guest) => {
    const was = before.guests.find((each) => each.id === guest.id);
    return was && was.at !== guest.at ? [[hex(was.at), hex(guest.at)]] : [];
  });
}

export function shownRoutes() {
  return view.step === 0 ? [] : routes(sceneBefore(view.step - 1), shownScene());
}

export function shownMarks() {
  if (view.hint === 0) return [mainAttraction()].filter(Boolean);
  const move = sequence()?.steps[view.step - 1]?.move;
  return move?.tile ? [move.tile] : [];
}

export function go(step, { quiet = false } = {}) {
  const { steps } = sequence();
  const to = Math.min(steps.length, Math.max(0, step));
  if (view.hint === 1 && to > 1) return;
  if (to === view.step) return;
  const next = Math.abs(to - view.step) === 1;
  show({ step: to, animate: next });
  view.animate = false;
  if (!quiet) say(to === 0 ? "The park at the start." : `Move ${to} of ${steps.length}: ${steps[to - 1].text}`, { unseen: true });
}

function mainAttraction() {
  const worth = new Map();
  for (const { move, stars } of sequence()?.steps ?? []) if (move.do === "operate") worth.set(move.tile, (worth.get(move.tile) ?? 0) + stars);
  return [...worth].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}

export function answerPanel() {
  const answer = answerShown();
  const stale = answer && JSON.stringify(answer.position) !== JSON.stringify(state.doc.position);
  return [
    h("h2", {}, "The best sequence"),
    !answer && view.searching ? h("p", { class: "hint" }, "The first sequence is shown here as soon as it is found.") : null,
    answer && view.peek ? peeked(view.peek) : null,
    view.ended ? h("p", { class: "hint" }, view.ended) : null,
    view.better ? h("div", { class: "row" }, button(view.better.chance ? "A better plan is there. Show it" : `A better sequence is there: ${view.better.sequences[0].stars}★. Show it`, showBetter, { key: "better", class: "main" })) : null,
    answer ? [
      headline(answer, sequence(), view.shown === 0), stale ? h("p", { class: "fault" }, "You have changed the park since; this is the answer for the park before.") : null,
      answer.stopped ? h("p", { class: "hint" }, answer.stopped) : null,
      answer.notes.map((note) => h("p", { class: "hint" }, note)),
      levelChoice(),
      view.hint === 0 ? firstHint() : stepControls(),
      h("div", { class: "row" }, revealButton(), branches(answer)),
      view.hint === 0 ? null : cards(),
      view.hint >= 2 && !answer.unfinished ? [alternatives(answer), whatIfPanel(answer), nextRound()] : null,
    ] : null,
    view.error ? h("p", { class: "fault" }, view.error) : null,
    answer ? details("Search again", "ask", askPanel()) : askPanel(),
  ];
}

// A tile that was tapped, as it stands at the step that is shown; nothing of the plan is left for it.
function peeked(id) {
  const tile = tileOf(view.answer.position, id);
  if (!tile) return null;
  const edit = () => show({ tab: "park", tile: id, hex: null, editing: null, peek: null });
  return h("div", { class: "notice peek" },
    h("p", {}, tileWords(tile, shownScene())),
    h("div", { class: "row" }, tileOf(state.doc.position, id) ? button("Change it in the park", edit, { key: "peek-edit" }) : null, button("Close", () => show({ peek: null }), { key: "peek-close" })));
}

// From here to *Judge*: the whole plan, or the moves up to the one that is shown.
function branches(answer) {
  const judge = (count) => change((doc) => {
    doc.position = structuredClone(answer.position);
    doc.moves = structuredClone(sequence().moves.slice(0, count));
  }, { tab: "judge", draft: null, review: null, verdict: null });
  const { length } = sequence().moves;
  return [
    view.hint >= 2 && length ? button("Judge this plan", () => judge(length), { key: "judge-plan" }) : null,
    button(view.step ? `What if I do something else after move ${view.step}` : "What if I begin otherwise", () => judge(view.step), { key: "branch" })];
}

function firstHint() {
  const id = mainAttraction();
  return h("p", { class: "hint big" }, id ? `Look at ${tileOf(view.answer.position, id).attraction.name}: no attraction brings more stars in this plan.` : "This plan operates nothing.");
}

function stepControls() {
  const most = view.hint === 1 ? Math.min(1, sequence().steps.length) : sequence().steps.length;
  return h("div", { class: "steps-bar", role: "group", "aria-label": "Step through the moves" },
    button("◀", () => go(view.step - 1), { key: "previous", "aria-label": "Previous move", disabled: view.step === 0 }),
    h("input", { type: "range", min: "0", max: String(most), step: "1", value: String(view.step), "data-key": "slider", "aria-label": "Move", "aria-valuetext": view.step === 0 ? "Start" : `After move ${view.step}`, on: { input: slide, change: () => { go(view.step); show({}); } } }),
    button("▶", () => go(view.step + 1), { key: "next", "aria-label": "Next move", disabled: view.step >= most }),
    h("span", { class: "count" }, `${view.step} / ${most}`));
}

// The slider stays in its place while it is dragged, so only the board and the cards follow it.
function slide(event) {
  view.keepPanel = true;
  go(Number(event.target.value), { quiet: true });
  view.keepPanel = false;
}

function cards() {
  const { steps } = sequence();
  const shownSteps = view.hint === 1 ? steps.slice(0, 1) : steps;
  if (!steps.length) return h("p", { class: "hint" }, view.answer.status === "optimal" ? "No moves count for more than none." : "No moves that count for more than none were found.");
  let { stars: total, money } = placedBefore();
  return [
    total || money ? h("p", { class: "hint" }, `Cubes placed before: ${total}★${money ? ` $${money}` : ""}`) : null,
    h("ol", { class: "cards" }, shownSteps.map((step, index) => {
      total += step.stars;
      money += step.money;
      return card(step, index, total, money);
    }))];
}

function card(step, index, total, money) {
  const current = index === view.step - 1;
  const dice = changes(sceneBefore(index), sceneAfter(view.answer.position, step));
  return h("li", { class: current ? "card current" : "card", "aria-current": current ? "step" : undefined },
    button([
      h("span", { class: "title" }, `${index + 1}. ${verb(step.move)}`, h("span", { class: "worth" }, gains(step.stars, step.money))),
      h("span", { class: "dice" }, dice),
      h("span", { class: "words" }, step.text),
      view.hint === 3 ? h("span", { class: "why" }, why(step, index)) : null,
      h("span", { class: "total" }, `So far ${total}★${money ? ` $${money}` : ""}`),
    ], () => go(index + 1), { key: `card/${index}` }));
}

const name = (id) => tileOf(view.answer.position, id)?.attraction.name ?? id;

function verb(move) {
  if (move.do === "operate") return `${name(move.tile)}${move.manager ? " (Manager)" : ""}`;
  return { map: "Map", guide: "Guide", mascot: `Mascot on ${name(move.tile)}` }[move.do];
}

const gains = (stars, money) => [stars ? `+${stars}★` : "", money ? `+$${money}` : ""].filter(Boolean).join(" ");

// Dice that a move moved, turned or sent away: before and after.
function changes(before, after) {
  return before.guests.flatMap((was) => {
    const now = after.guests.find((guest) => guest.id === was.id);
    const flag = after.treated_as?.[was.id] ?? null;
    const same = now && now.at === was.at && now.value === was.value && now.colour === was.colour && flag === (before.treated_as?.[was.id] ?? null);
    if (same) return [];
    const tail = !now ? "leaves" : now.at !== was.at ? `→ ${name(now.at)}` : "";
    return [h("span", { class: "change" }, dieIcon(was, before.treated_as?.[was.id]), "→", now ? dieIcon(now, flag) : "✕", tail ? h("small", {}, tail) : null)];
  });
}

// What a move is for: the next operation that its guests take part in.
function why(step, index) {
  const { steps } = sequence();
  const before = sceneBefore(index);
  const after = sceneAfter(view.answer.position, step);
  const touched = after.guests.filter((guest) => {
    const was = before.guests.find((each) => each.id === guest.id);
    return was && (was.at !== guest.at || was.value !== guest.value || after.treated_as?.[guest.id]);
  });
  const uses = touched.flatMap((guest) => {
    const later = steps.findIndex((other, place) => place > index && other.move.do === "operate" && other.move.party.includes(guest.id));
    return later < 0 ? [] : [`${guestWords(guest)} is then used by ${name(steps[later].move.tile)} in move ${later + 1} (${gains(steps[later].stars, steps[later].money) || "no stars"})`];
  });
  const earns = step.stars || step.money ? `It earns ${gains(step.stars, step.money)}` : "";
  const kept = step.move.do === "operate" || uses.length ? [] : touched.flatMap((guest) => staying(guest));
  const rest = uses.length ? uses.join("; ") : kept.length ? `it keeps ${kept.join(" and ")} for the next round` : step.move.do === "operate" ? "nobody of the party is needed again" : "";
  const told = [earns, rest].filter(Boolean).join("; ") || "It earns nothing by itself, and frees the way for the rest";
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;
}

// A guest that the park still has in the next round, as the server tells it: of equal plans the one that keeps more is better.
function staying({ id }) {
  const guest = sequence().next?.park.guests.find((each) => each.id === id);
  return guest ? [guestWords(guest)] : [];
}

function alternatives(answer) {
  if (answer.sequences.length < 2) return null;
  const [best] = answer.sequences;
  return [h("h3", {}, answer.chance ? "By what the dice show" : "Alternatives"), h("div", { class: "entries" }, answer.sequences.map((each, index) =>
    button([h("span", { class: "title" }, h("strong", {}, each.label), h("span", { class: "worth" }, `${each.least ? "at least " : ""}${each.stars}★${each.money ? ` $${each.money}` : ""}`)),
      h("span", { class: "words" }, difference(best, each))], () => show({ shown: index, step: 0 }), { key: `sequence/${index}`, class: "entry", "aria-pressed": String(index === view.shown) })))];
}

function difference(best, other) {
  if (best === other) return plural(best.steps.length, "move");
  const at = best.steps.findIndex((step, index) => JSON.stringify(step.move) !== JSON.stringify(other.steps[index]?.move));
  const parts = [];
  if (other.stars !== best.stars) parts.push(`${plural(Math.abs(best.stars - other.stars), "star")} ${other.stars < best.stars ? "less" : "more"}`);
  if (other.money !== best.money) parts.push(`$${Math.abs(best.money - other.money)} ${other.money < best.money ? "less" : "more"}`);
  const from = at < 0 ? other.steps.length > best.steps.length ? best.steps.length : -1 : at;
  if (from >= 0) parts.push(other.steps[from] ? `from move ${from + 1}: ${other.steps[from].text}` : from ? `stops after move ${from}` : "plays nothing");
  return parts.join("; ") || "the same stars another way";
}

function nextRound() {
  const { next, least } = sequence();
  if (!next || least) return null; // a sequence that ends with a roll is not over
  return [h("h3", {}, "After this round"), h("div", { class: "row" }, button("Carry the park into the next round", () => {
    asked.objective = null; // the last round has another
    replaceDoc(completed(next), [], { tab: "park" });
    say("The park stands as after Upkeep; add the new guests and tiles.");
  }, { key: "next-round" }))];
}
