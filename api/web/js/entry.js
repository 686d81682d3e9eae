// Entering a move by taps, legal or not: kind, tile, dice, who walks where, what is done in its midst.

import { book, dieValues, fact } from "./book.js";
import { button, choice, details, h, toggle, words } from "./dom.js";
import { ASIDES, finished, fresh } from "./draft.js";
import { dieIcon } from "./icons.js";
import { range } from "./lists.js";
import { guestsOn, tileOf } from "./position.js";
import { guestWords } from "./sentences.js";
import { show, state, view } from "./store.js";

const KINDS = { operate: "Operate", map: "Map", guide: "Guide", mascot: "Mascot" };
const MIDST = { assembled: "after the party was assembled", pipped: "after it was pipped down" };

const tileName = (id) => tileOf(state.doc.position, id)?.attraction.name ?? id;

let scene = null; // how the park stands before the move that is entered

// The form for `view.draft`; `enter` takes the finished move.
export function entryForm(stands, enter) {
  scene = stands;
  const { draft } = view;
  const kinds = choice("Move", Object.entries(KINDS), draft?.do, (kind) => show({ draft: fresh(kind, draft?.tile ?? view.tile ?? null) }));
  if (!draft) return kinds;
  if (draft.within) return inTheMidst(draft);
  const move = finished(draft);
  return [kinds, fields(draft, (patch) => show({ draft: { ...draft, ...patch } })),
    h("div", { class: "row" }, button("Enter this move", () => enter(move), { class: "main", key: "enter-move", disabled: !move }))];
}

// A tap on the board fills what the draft still lacks.
export function pickTile(tile) {
  const draft = view.draft ?? fresh("operate");
  if (draft.within) show({ draft: { ...draft, within: { ...draft.within, aside: { ...draft.within.aside, ...picked(draft.within.aside, tile) } } } });
  else show({ draft: { ...draft, ...picked(draft, tile) } });
}

function picked(draft, tile) {
  if (draft.skill && draft.walker) return walked(draft, tile);
  if (draft.skill && takes(draft).includes("to") && draft.skill.guest) return { skill: { ...draft.skill, to: tile } };
  const walker = draft.do === "operate" ? draft.mover : draft.guest;
  if (walker && tile !== draft.tile) return { to: tile };
  const { party, mover, to, guest, keep, reroll, adjust, skill } = fresh(draft.do);
  return { tile, party, mover, to, guest, keep, reroll, adjust, skill };
}

const fields = (draft, set) => ({ operate, map: walk, guide: walk, mascot })[draft.do](draft, set);

const told = (id) => guestWords(guestOf(id), scene.treated_as?.[id]);

function dieButton(guest, on, tap, key, label = guestWords(guest, scene.treated_as?.[guest.id])) {
  return toggle(dieIcon(guest, scene.treated_as?.[guest.id]), on, tap, { key, class: "die", "aria-label": label });
}

const guestOf = (id) => scene.guests.find((each) => each.id === id) ?? state.doc.position.park.guests.find((each) => each.id === id);

// Dice to choose from: those on the tile, then everybody else's folded in.
function diceRow(label, tile, on, tap) {
  const row = (guests) => h("div", { class: "choice", role: "group", "aria-label": label }, guests.map((guest) =>
    dieButton(guest, on(guest.id), () => tap(guest.id), `${label}/${guest.id}`, guest.at === tile ? told(guest.id) : `${told(guest.id)} on ${tileName(guest.at)}`)));
  const elsewhere = scene.tiles.filter((each) => each.id !== tile).map((each) => [each, guestsOn(scene, each.id)]).filter(([, guests]) => guests.length);
  const others = elsewhere.map(([each, guests]) => h("div", { class: "elsewhere" }, h("span", { class: "hint" }, tileName(each.id)), row(guests)));
  const here = tile ? guestsOn(scene, tile) : [];
  const name = h("h3", {}, label);
  if (!tile) return [name, h("p", { class: "hint" }, "Tap a tile in the park, or a guest here."), others];
  return [name, here.length ? row(here) : h("p", { class: "hint" }, "Nobody is there."),
    others.length ? details("A guest of another tile", `elsewhere/${label}`, others) : null];
}

// Tiles to go to; those that a legal move leads to are ticked as far as the server listed them.
function destinations(label, value, pick, own = null) {
  const legal = new Set((view.legal?.more ? [] : view.legal?.moves ?? []).map(({ move }) => move.to ?? move.skill?.to));
  const tiles = state.doc.position.park.tiles.filter((tile) => tile.id !== own);
  return [h("h3", {}, label), choice(label, tiles.map((tile) => [tile.id, legal.has(tile.id) ? `${tile.attraction.name} ✓` : tile.attraction.name]), value, pick)];
}

function operate(draft, set) {
  const { staff, administrator, rules } = state.doc.position;
  const inParty = (id) => draft.party.includes(id);
  const join = (id) => {
    const party = inParty(id) ? draft.party.filter((each) => each !== id) : [...draft.party, id];
    const { [id]: _, ...reroll } = draft.reroll;
    set({ party, reroll, mover: draft.mover === id ? null : draft.mover, keep: draft.keep === id ? null : draft.keep });
  };
  const manager = toggle("Paid with a Manager", draft.manager, () => set({ manager: !draft.manager }), { key: "manager" });
  const keeps = administrator?.kind === "keep-pips";
  const rolls = rules.expansions.includes("surprises");
  const between = draft.assembled.length + draft.pipped.length > 0;
  const home = between || draft.mover !== null && !inParty(draft.mover) ? null : draft.tile;
  return [
    draft.tile ? diceRow(`Party on ${tileName(draft.tile)}`, draft.tile, inParty, join) : h("p", { class: "hint" }, "Tap the tile in the park."),
    draft.party.length ? [
      keeps ? keep(draft, set) : null, rolls ? rerolls(draft, set) : null,
      staff.includes("manager") ? h("div", { class: "row" }, manager) : null,
      h("h3", {}, "Who walks?"),
      h("div", { class: "choice", role: "group", "aria-label": "Who walks?" }, draft.party.map((id) =>
        dieButton(guestOf(id), draft.mover === id, () => set({ mover: draft.mover === id ? null : id, to: draft.mover === id ? null : draft.to }), `mover/${id}`, `${told(id)} walks`)),
      toggle("Nobody", draft.mover === null, () => set({ mover: null, to: null }), { key: "mover/nobody" })),
      draft.mover ? destinations("Where to?", draft.to, (to) => set({ to }), home) : null,
      more(between,
        keeps ? null : keep(draft, set), rolls ? null : rerolls(draft, set), staff.includes("manager") ? null : manager,
        Object.entries(MIDST).map(([where, when]) => midst(draft, set, where, when)),
        diceRow("Somebody else walks", draft.tile, (id) => draft.mover === id, (id) => set({ mover: id }))),
    ] : null,
  ];
}

// Folded in until it holds something.
function more(open, ...children) {
  const folded = details("More about this operation", "operation-more", ...children);
  if (open) folded.open = true;
  return folded;
}

const keep = (draft, set) => [h("h3", {}, "Who keeps its pips?"),
  choice("Who keeps its pips?", [[null, "Nobody"], ...draft.party.map((id) => [id, told(id)])], draft.keep, (id) => set({ keep: id }))];

function rerolls(draft, set) {
  const faces = dieValues();
  return [h("h3", {}, "Rerolled instead of pipped down?"), draft.party.map((id) => {
    const put = (result) => {
      const { [id]: _, ...others } = draft.reroll;
      set({ reroll: result ? { ...others, [id]: result } : others });
    };
    return h("div", { class: "what" }, h("span", {}, told(id)),
      choice(`Reroll of ${id}`, [[null, "No"], ...faces.map((face) => [face, String(face), { "aria-label": `${told(id)} is rerolled and shows ${face}` }])], draft.reroll[id] ?? null, put));
  })];
}

// Maps, guides and mascots used while the operation is under way; the referee knows whether the table allows it.
function midst(draft, set, where, when) {
  return [h("h3", {}, `In its midst, ${when}`),
    draft[where].length ? h("ol", { class: "played" }, draft[where].map((move, index) => h("li", {}, moveWords(move),
      button("×", () => set({ [where]: draft[where].filter((_, other) => other !== index) }), { key: `${where}/${index}/gone`, class: "small", "aria-label": `Take out: ${moveWords(move)}` })))) : null,
    h("div", { class: "row" }, ASIDES.map((kind) => button(`+ ${KINDS[kind]}`, () => set({ within: { where, aside: fresh(kind, draft.tile) } }), { key: `${where}/${kind}`, "aria-label": `${KINDS[kind]} ${when}` })))];
}

function inTheMidst(draft) {
  const { where, aside } = draft.within;
  const move = finished(aside);
  const close = (patch) => show({ draft: { ...draft, within: null, ...patch } });
  return [
    h("h3", {}, `${KINDS[aside.do]} in the midst of operating ${tileName(draft.tile)}, ${MIDST[where]}`),
    fields(aside, (patch) => show({ draft: { ...draft, within: { where, aside: { ...aside, ...patch } } } })),
    h("div", { class: "row" },
      button("Put it in", () => close({ [where]: [...draft[where], move] }), { class: "main", key: "put-in", disabled: !move }),
      button("Cancel", () => close({}), { key: "leave-out" })),
  ];
}

function walk(draft, set) {
  return [
    diceRow("Which guest?", draft.tile, (id) => draft.guest === id, (id) => set({ guest: id })),
    draft.guest ? destinations("Where to?", draft.to, (to) => set({ to }), view.draft.within ? null : guestOf(draft.guest).at) : null,
  ];
}

const card = ({ mascot: index }) => state.doc.position.mascots[index]?.skill ?? null;
const takes = (draft) => book.skills.find((each) => each.kind === card(draft)?.kind)?.takes ?? [];

function mascot(draft, set) {
  const mascots = Math.max(1, state.doc.position.mascots.length);
  const skill = card(draft);
  const used = skill ? `Use its skill: ${words(skill.kind).toLowerCase()}${skill.colour ? `, ${skill.colour}` : ""}` : "Use a skill";
  return [
    mascots > 1 ? choice("Mascot", range(0, mascots - 1).map((index) => [index, `Mascot ${index + 1}`]), draft.mascot, (index) => set({ mascot: index, skill: null, walker: null })) : null,
    draft.tile ? h("p", { class: "hint" }, `It is placed on ${tileName(draft.tile)}.`) : h("p", { class: "hint" }, "Tap the tile it is placed on."),
    draft.tile ? [
      h("div", { class: "row" }, toggle(used, Boolean(draft.skill), () => set({ skill: draft.skill ? null : {}, walker: null }), { key: "use-skill" })),
      draft.skill ? takes(draft).map((field) => (SKILL_FIELDS[field] ?? (() => null))(draft, set)) : null,
      diceRow(draft.skill ? "Adjust also" : "Adjust", draft.tile, (id) => draft.adjust.some((each) => each.guest === id), (id) => set({ adjust: [...draft.adjust, { guest: id, by: 1 }] })),
      draft.adjust.map((each, index) => adjusted(each, index, (change) => set({ adjust: replaced(draft.adjust, index, change) }))),
      draft.skill && draft.adjust.length ? [h("h3", {}, "Adjustments before the skill"), choice("Adjustments before the skill", upTo(draft.adjust.length), Math.min(draft.before, draft.adjust.length), (before) => set({ before }))] : null,
    ] : null,
  ];
}

const upTo = (most) => range(0, most).map((count) => [count, String(count)]);
const replaced = (list, index, item) => list.flatMap((each, place) => (place !== index ? [each] : item ? [item] : []));
const signed = (by) => (by > 0 ? `+${by}` : `−${-by}`);

// One adjustment: by a pip, as a colour, or by what the rules would never allow but somebody did.
function adjusted({ guest, by, as }, index, put) {
  const colours = fact("Adjustment", "as").enum ?? [];
  return change(`Adjustment ${index + 1}`, guest, [
    choice(`Adjustment ${index + 1}`, [[1, "+1"], [-1, "−1"], ...colours.map((each) => [each, `as ${each}`, { class: `paint ${each}` }])], as ?? by,
      (how) => put(typeof how === "string" ? { guest, as: how } : { guest, by: how })),
    pips(`Adjustment ${index + 1}`, "Adjustment", by, (step) => put({ guest, by: step })),
  ], () => put(null));
}

// Steps beyond one pip, as far as the notation writes them.
function pips(label, schema, value, put) {
  const { minimum = -1, maximum = 1 } = fact(schema, "by");
  const steps = range(minimum, maximum).filter((step) => Math.abs(step) > 1);
  return h("select", { "aria-label": `${label}: more pips`, "data-key": `${label}/pips`, on: { change: (event) => put(Number(event.target.value)) } },
    h("option", { value: "", disabled: true, selected: !steps.includes(value) }, "more pips…"), steps.map((step) => h("option", { value: String(step), selected: step === value }, signed(step))));
}

function change(label, guest, controls, remove) {
  return h("div", { class: "what" }, dieIcon(guestOf(guest), scene.treated_as?.[guest]), controls,
    button("×", remove, { key: `${label}/gone`, class: "small", "aria-label": `Leave out: ${told(guest)}` }));
}

// What the use of a skill names, field by field as the catalogue says for the card.
const SKILL_FIELDS = {
  guest: (draft, set) => diceRow("Skill: which guest?", draft.tile, (id) => draft.skill.guest === id, (id) => set({ skill: { ...draft.skill, guest: id } })),
  by: (draft, set) => {
    const { minimum = -1, maximum = 1 } = fact("SkillUse", "by");
    const steps = range(minimum, maximum).reverse().filter(Boolean);
    return [h("h3", {}, "By how many pips?"), choice("By how many pips?", steps.map((step) => [step, signed(step)]), draft.skill.by, (by) => set({ skill: { ...draft.skill, by } }))];
  },
  result: (draft, set) => [h("h3", {}, "It shows"), choice("It shows", dieValues().map((face) => [face, String(face)]), draft.skill.result, (result) => set({ skill: { ...draft.skill, result } }))],
  to: (draft, set) => destinations("Skill: where to?", draft.skill.to, (to) => set({ skill: { ...draft.skill, to } })),
  to_colour: (draft, set) => [h("h3", {}, "Swapped for"),
    choice("Swapped for", (fact("SkillUse", "to_colour").enum ?? []).map((each) => [each, words(each), { class: `paint ${each}` }]), draft.skill.to_colour, (colour) => set({ skill: { ...draft.skill, to_colour: colour } }))],
  guests: (draft, set) => {
    const turned = draft.skill.guests ?? [];
    const put = (guests) => set({ skill: { ...draft.skill, guests } });
    return [diceRow("Skill: which guests?", draft.tile, (id) => turned.some((each) => each.guest === id), (id) => put([...turned, { guest: id, by: 1 }].slice(-fact("SkillUse", "guests").maxItems))),
      turned.map((each, index) => change(`Turn ${index + 1}`, each.guest, [
        choice(`Turn ${index + 1}`, [[1, "+1"], [-1, "−1"]], each.by, (by) => put(replaced(turned, index, { guest: each.guest, by }))),
        pips(`Turn ${index + 1}`, "Turn", each.by, (by) => put(replaced(turned, index, { guest: each.guest, by }))),
      ], () => put(replaced(turned, index, null))))];
  },
  moves: (draft, set) => {
    const walks = draft.skill.moves ?? [];
    return [
      walks.map((each, index) => change(`Walk ${index + 1}`, each.guest, h("span", {}, `→ ${tileName(each.to)}`), () => set({ skill: { ...draft.skill, moves: replaced(walks, index, null) } }))),
      walks.length < fact("SkillUse", "moves").maxItems ? [
        diceRow(walks.length ? "Skill: and then?" : "Skill: which guest?", draft.tile, (id) => draft.walker === id, (id) => set({ walker: draft.walker === id ? null : id })),
        draft.walker ? destinations("Skill: where to?", null, (to) => set(walked(draft, to))) : null,
      ] : null,
    ];
  },
};

const walked = (draft, to) => ({ walker: null, skill: { ...draft.skill, moves: [...(draft.skill.moves ?? []), { guest: draft.walker, to }] } });

// A move that was not played, so that the referee has no sentence for it.
export function moveWords(move) {
  const guest = (id) => (scene && guestOf(id) ? told(id) : id);
  if (move.do === "operate") {
    const within = [...(move.assembled ?? []), ...(move.pipped ?? [])].map(moveWords);
    return `Operate ${tileName(move.tile)} with ${move.party.map(guest).join(" and ")}${within.length ? ` (in its midst: ${within.join("; ")})` : ""}${move.to ? `; ${guest(move.mover)} to ${tileName(move.to)}` : ""}`;
  }
  if (move.do === "mascot") {
    const parts = [move.skill ? "its skill" : "", ...(move.adjust ?? []).map((each) => `${guest(each.guest)} ${each.as ? `as ${each.as}` : signed(each.by)}`)];
    return `Mascot ${move.mascot + 1} on ${tileName(move.tile)}: ${parts.filter(Boolean).join(", ") || "nothing"}`;
  }
  return `${words(move.do)}: ${guest(move.guest)} to ${tileName(move.to)}`;
}
