// Settling an argument: the moves that were played, tapped in; the referee's verdict on them.

import { fact, rule } from "./book.js";
import { button, choice, details, h, plural, say, toggle, words } from "./dom.js";
import { dieIcon } from "./icons.js";
import { guestsOn, sceneAfter, sceneOf, tileOf } from "./position.js";
import { rulingSelect } from "./round.js";
import { guestWords } from "./sentences.js";
import * as server from "./server.js";
import { change, emit, show, state, view } from "./store.js";

const tileName = (id) => tileOf(state.doc.position, id)?.attraction.name ?? id;

// How the park stands after the legal moves entered so far.
export function judgeScene() {
  const { position } = state.doc;
  const steps = view.verdict?.steps ?? [];
  return steps.length ? sceneAfter(position, steps.at(-1)) : sceneOf(position);
}

export function judgeMarks() {
  return [view.draft?.tile, view.draft?.to].filter(Boolean);
}

let asking = 0;

// The verdict on the moves entered; asked again whenever moves, park or rulings change.
export async function judge() {
  const mine = ++asking;
  const { position, moves } = state.doc;
  try {
    const verdict = await server.check(position, moves);
    const legal = verdict.legal ? (await server.legalMoves(position, moves)).moves : [];
    if (mine !== asking) return;
    Object.assign(view, { verdict, legal, error: null });
  } catch (error) {
    if (mine !== asking) return;
    Object.assign(view, { verdict: null, legal: [], error: error.message });
  }
  emit();
}

function play(move) {
  change((doc) => { doc.moves.push(move); }, { draft: null, review: null });
}

export function judgePanel() {
  const { moves } = state.doc;
  return [
    h("h2", {}, "Judge the moves you played"),
    verdictBlock(), played(moves),
    view.verdict?.legal !== false ? entry() : null,
    h("div", { class: "row" },
      moves.length ? button("Take back the last move", () => change((doc) => { doc.moves.pop(); }, { draft: null, review: null }), { key: "back" }) : null,
      moves.length ? button("Clear the moves", () => change((doc) => { doc.moves = []; }, { draft: null, review: null }), { key: "clear-moves" }) : null,
      moves.length && view.verdict?.legal && !view.offline ? button("Stars lost against the best", lost, { key: "review", class: "main" }) : null),
    reviewed(),
    view.error ? h("p", { class: "fault" }, view.error) : null,
  ];
}

function verdictBlock() {
  const { verdict } = view;
  if (!verdict || !state.doc.moves.length) return h("p", { class: "hint" }, "Tap a tile of the park to enter what you did there, or pick from the legal moves.");
  if (verdict.legal) {
    return h("div", { class: "verdict legal" }, h("p", {}, h("b", {}, "Legal. "), `${plural(verdict.stars, "star")}${verdict.money ? `, $${verdict.money}` : ""} so far.`),
      verdict.relies_on.length ? details("This holds by the rulings in force", "relies", verdict.relies_on.map((each) => rulingSelect(each.ruling, "relies"))) : null);
  }
  const { violation } = verdict;
  const broken = rule(violation.rule);
  const under = [...verdict.legal_under.map((each) => [each, "would be legal"]), ...verdict.further_under.map((each) => [each, `would get to move ${each.step + 1}`])];
  return h("div", { class: "verdict illegal" },
    h("p", {}, h("b", {}, "Not legal. "), violation.message),
    broken ? h("blockquote", {}, h("strong", {}, broken.title), h("p", {}, broken.wording), h("small", {}, `${violation.source}${broken.page ? `, page ${broken.page}` : ""} · ${violation.rule}`)) : null,
    verdict.instead.length ? [h("h3", {}, "Legal instead"), h("div", { class: "entries" }, verdict.instead.map((each, index) =>
      button(each.text, () => change((doc) => { doc.moves.splice(violation.step, doc.moves.length, each.move); }, { draft: null }), { key: `instead/${index}`, class: "entry" })))] : null,
    under.length ? [h("h3", {}, "Under another ruling"), under.map(([each, what]) => h("div", { class: "block" }, h("p", { class: "hint" }, `With “${words(each.choice)}” it ${what}.`), rulingSelect(each.ruling, "under")))] : null);
}

function played(moves) {
  if (!moves.length) return null;
  const steps = view.verdict?.steps ?? [];
  const wrong = view.verdict?.violation?.step;
  return h("ol", { class: "played" }, moves.map((move, index) => h("li", { class: index === wrong ? "wrong" : index < steps.length ? "right" : "" },
    steps[index]?.text ?? moveWords(move), index === wrong ? " ✗" : index < steps.length ? " ✓" : "")));
}

// A move that was not played, so that the referee has no sentence for it.
function moveWords(move) {
  const guest = (id) => {
    const found = judgeScene().guests.find((each) => each.id === id) ?? state.doc.position.park.guests.find((each) => each.id === id);
    return found ? guestWords(found) : id;
  };
  if (move.do === "operate") return `Operate ${tileName(move.tile)} with ${move.party.map(guest).join(" and ")}${move.to ? `; ${guest(move.mover)} to ${tileName(move.to)}` : ""}`;
  return words(move.do) + (move.to ? `: ${guest(move.guest)} to ${tileName(move.to)}` : ` on ${tileName(move.tile)}`);
}

// Building a move by taps, whether it is legal or not: kind, tile, dice, who walks where.
function entry() {
  const draft = view.draft;
  return [
    choice("Move", [["operate", "Operate"], ["map", "Map"], ["guide", "Guide"], ["mascot", "Mascot"]], draft?.do, (kind) => show({ draft: { do: kind, tile: draft?.tile ?? view.tile ?? null, party: [], mover: null, to: null, guest: null, mascot: 0, adjust: [] } })),
    draft ? { operate, map: walk, guide: walk, mascot }[draft.do](draft) : null,
    legalList(),
  ];
}

const edit = (patch) => show({ draft: { ...view.draft, ...patch } });

// A tap on the board fills what the draft still lacks.
export function judgePick(tile) {
  if (!tile) return;
  const draft = view.draft ?? { do: "operate", tile: null, party: [], mover: null, to: null, guest: null, mascot: 0, adjust: [] };
  const full = draft.do === "operate" ? draft.mover : draft.guest;
  if (draft.tile && tile !== draft.tile && full) show({ draft: { ...draft, to: tile } });
  else show({ draft: { ...draft, tile, party: [], mover: null, guest: null, to: null, adjust: [] } });
}

function diceRow(label, tile, on, tap) {
  const here = tile ? guestsOn(judgeScene(), tile) : [];
  if (!tile) return h("p", { class: "hint" }, "Tap the tile in the park.");
  return h("div", {}, h("h3", {}, label), here.length ? h("div", { class: "choice", role: "group", "aria-label": label }, here.map((guest) =>
    toggle(dieIcon(guest, judgeScene().treated_as?.[guest.id]), on(guest.id), () => tap(guest.id), { key: `${label}/${guest.id}`, class: "die", "aria-label": guestWords(guest) }))) : h("p", { class: "hint" }, "Nobody is there."));
}

function destinations(label, draft) {
  const others = state.doc.position.park.tiles.filter((tile) => tile.id !== draft.tile);
  return [h("h3", {}, label), choice(label, others.map((tile) => [tile.id, tile.attraction.name]), draft.to, (id) => edit({ to: id }))];
}

function operate(draft) {
  const party = (id) => draft.party.includes(id);
  return [
    diceRow(`Party on ${draft.tile ? tileName(draft.tile) : "…"}`, draft.tile, party, (id) => edit({ party: party(id) ? draft.party.filter((each) => each !== id) : [...draft.party, id], mover: draft.mover === id ? null : draft.mover })),
    draft.party.length ? [h("h3", {}, "Who walks?"), h("div", { class: "choice", role: "group", "aria-label": "Who walks" }, draft.party.map((id) => {
      const guest = judgeScene().guests.find((each) => each.id === id);
      return toggle(dieIcon(guest), draft.mover === id, () => edit({ mover: draft.mover === id ? null : id }), { key: `mover/${id}`, class: "die", "aria-label": `${guestWords(guest)} walks` });
    }))] : null,
    draft.mover ? destinations("Where to?", draft) : null,
    state.doc.position.staff.includes("manager") ? toggle("Paid with a Manager", draft.manager, () => edit({ manager: !draft.manager }), { key: "manager" }) : null,
    keepRow(draft),
    h("div", { class: "row" }, button("Enter this move", () => play({
      do: "operate", tile: draft.tile, party: draft.party, mover: draft.mover, to: draft.mover ? draft.to : null,
      ...(draft.manager ? { manager: true } : {}), ...(draft.keep ? { keep: draft.keep } : {}),
    }), { class: "main", key: "enter-move", disabled: !draft.tile || !draft.party.length || Boolean(draft.mover) !== Boolean(draft.to) })),
  ];
}

function keepRow(draft) {
  if (state.doc.position.administrator?.kind !== "keep-pips" || !draft.party.length) return null;
  return choice("Who keeps its pips?", [[null, "Nobody"], ...draft.party.map((id) => [id, guestWords(judgeScene().guests.find((each) => each.id === id))])], draft.keep ?? null, (id) => edit({ keep: id }));
}

function walk(draft) {
  return [
    diceRow("Which guest?", draft.tile, (id) => draft.guest === id, (id) => edit({ guest: id })),
    draft.guest ? destinations("Where to?", draft) : null,
    h("div", { class: "row" }, button("Enter this move", () => play({ do: draft.do, guest: draft.guest, to: draft.to }), { class: "main", key: "enter-move", disabled: !draft.guest || !draft.to })),
  ];
}

function mascot(draft) {
  const mascots = state.doc.position.mascots;
  const colours = fact("Guest", "colour").enum ?? [];
  const adjusted = (id) => draft.adjust.find((each) => each.guest === id);
  const set = (id, how) => edit({ adjust: [...draft.adjust.filter((each) => each.guest !== id), ...(how ? [{ guest: id, ...how }] : [])] });
  const skills = view.legal?.filter((each) => each.move.do === "mascot" && each.move.tile === draft.tile && each.move.mascot === draft.mascot && each.move.skill) ?? [];
  return [
    mascots.length > 1 ? choice("Mascot", mascots.map((_, index) => [index, `Mascot ${index + 1}`]), draft.mascot, (index) => edit({ mascot: index })) : null,
    diceRow("Adjust which guest?", draft.tile, (id) => Boolean(adjusted(id)), (id) => set(id, adjusted(id) ? null : { by: 1 })),
    draft.adjust.map((each) => choice(`How: ${each.guest}`, [["+1", "+1 pip"], ["-1", "−1 pip"], ...colours.map((colour) => [colour, `as ${colour}`])], each.as ?? (each.by > 0 ? "+1" : "-1"),
      (how) => set(each.guest, colours.includes(how) ? { as: how } : { by: Number(how) }))),
    skills.length ? h("p", { class: "hint" }, "Uses of its skill are in the list of legal moves below.") : null,
    h("div", { class: "row" }, button("Enter this move", () => play({ do: "mascot", mascot: draft.mascot, tile: draft.tile, adjust: draft.adjust }), { class: "main", key: "enter-move", disabled: !draft.tile || !draft.adjust.length })),
  ];
}

const MOST = 60;

function legalList() {
  const here = (view.legal ?? []).filter(({ move }) => !view.draft?.tile || move.tile === view.draft.tile || move.do === "map" || move.do === "guide");
  if (!here.length) return null;
  return details(`Pick from ${plural(here.length, "legal move")}`, "legal-moves", h("div", { class: "entries" }, here.slice(0, MOST).map((each) =>
    button(each.text, () => play(each.move), { key: each.text, class: "entry" }))), here.length > MOST ? h("p", { class: "hint" }, "Tap a tile to see only the moves there.") : null);
}

async function lost() {
  show({ review: "asked" });
  try {
    const { position, moves } = state.doc;
    show({ review: await server.review(position, moves) });
    say(`${plural(view.review.lost, "star")} lost.`);
  } catch (error) {
    show({ review: null, error: error.message });
  }
}

function reviewed() {
  const { review } = view;
  if (!review) return null;
  if (review === "asked") return h("p", { class: "hint" }, "Holding your moves against the best…");
  return h("div", { class: "block" }, h("h3", {}, "Against the best"),
    h("p", { class: "headline" }, h("b", {}, `${review.stars}★`), ` of ${review.best}★`, review.lost ? `: ${plural(review.lost, "star")} lost` : ": nothing lost"),
    h("ol", { class: "played" }, review.steps.map((each) => h("li", { class: each.lost ? "wrong" : "right" }, each.text, h("b", {}, each.lost ? ` loses ${plural(each.lost, "star")}` : " keeps the best in reach")))),
    review.left_at_end ? h("p", { class: "hint" }, `Stopping here leaves ${plural(review.left_at_end, "star")}.`) : null);
}
