// The printed facts of a tile, entered with pictures: colour, stars, dice, relation.

import { book, dieValues, fact, incomplete } from "./book.js";
import { lay } from "./brush.js";
import { symbolField } from "./cards.js";
import { button, choice, details, h, say, stepper, toggle, words } from "./dom.js";
import { dieIcon, requirementIcon } from "./icons.js";
import { keepOwn, ownNamed } from "./keeping.js";
import { range } from "./lists.js";
import { valuesText } from "./picture.js";
import { tileOf } from "./position.js";
import { requirementWords } from "./sentences.js";
import { change, show, view } from "./store.js";

const plain = (name) => ({ name, colour: "blue", stars: 3, income: 0, amenity: null, requirement: { dice: [{}], relation: "any" } });

// What is being entered: for the empty hex or tile that is selected, or for the catalogue alone.
export function startFacts(attraction, slug = null) {
  show({ editing: { attraction: structuredClone(attraction ?? plain("")), slug: slug ?? ownNamed(attraction?.name)?.slug ?? null, keep: true } });
}

const shown = (colour) => (colour ? words(colour) : "Any");

// Requirements as the rulebook lists them, without their colours; dice that are alike are drawn once.
function presets() {
  const seen = new Map();
  for (const { requirement } of book.requirements) {
    const dice = requirement.dice.map(({ values }) => (values ? { values } : {}));
    seen.set(JSON.stringify([dice, requirement.relation]), { dice, relation: requirement.relation });
  }
  return [...seen.values()];
}

export function factsPanel(redraw) {
  const { attraction } = view.editing;
  const edit = (action) => {
    action(attraction);
    redraw();
  };
  const number = (field) => fact("Attraction", field);
  const name = h("input", {
    type: "text", "data-key": "name", id: "facts-name", autocomplete: "off", maxlength: fact("Attraction", "name").maxLength,
    value: attraction.name, placeholder: suggestedName(attraction), on: { input: (event) => { attraction.name = event.target.value; } },
  });
  return [
    h("h2", {}, view.editing.slug ? "Your attraction" : "Printed facts"),
    h("label", { for: "facts-name", class: "field" }, "Name on the tile (may stay empty)", name),
    incomplete().length ? h("div", { class: "choice", role: "group", "aria-label": "Known names" }, incomplete().map((each) =>
      button(each.name, () => edit((it) => { Object.assign(it, known(it, each)); }), { key: `known/${each.slug}` }))) : null,
    choice("Colour", fact("Attraction", "colour").enum?.map((each) => [each, words(each), { class: `paint ${each}` }]) ?? [], attraction.colour, (each) => edit((it) => { it.colour = each; })),
    numbers("Stars", attraction.stars, (value) => edit((it) => { it.stars = value; }), number("stars").maximum),
    h("h3", {}, "Requirement"),
    h("div", { class: "presets", role: "group", "aria-label": "Requirements of the rulebook" }, presets().map((each) =>
      button(requirementIcon(each), () => edit((it) => { it.requirement = structuredClone(each); }), { key: JSON.stringify(each), "aria-label": requirementWords(each) }))),
    h("div", { class: "now" }, requirementIcon(attraction.requirement), h("span", {}, requirementWords(attraction.requirement))),
    attraction.requirement.dice.map((slot, index) => slotRow(slot, index, edit)),
    details("More about the requirement", "more-requirement",
      choice("Dice", range(fact("Requirement", "dice").minItems, fact("Requirement", "dice").maxItems).map((count) => [count, String(count)]), attraction.requirement.dice.length,
        (count) => edit((it) => { it.requirement.dice = range(1, count).map((_, index) => it.requirement.dice[index] ?? {}); })),
      choice("Relation", (fact("Requirement", "relation").enum ?? []).map((each) => [each, words(each)]), attraction.requirement.relation ?? "any",
        (each) => edit((it) => { it.requirement.relation = each; }))),
    details("Income and amenity", "more-facts",
      stepper("Income", attraction.income ?? 0, number("income").minimum ?? 0, number("income").maximum, (value) => edit((it) => { it.income = value; }), "dollars a round"),
      h("label", { class: "field" }, "Amenity", h("input", {
        type: "text", "data-key": "amenity", value: attraction.amenity ?? "", maxlength: number("amenity").maxLength,
        on: { change: (event) => { attraction.amenity = event.target.value.trim() || null; } },
      }))),
    h("div", { class: "row" },
      button(view.hex ? "Put it in the park" : view.tile ? "Change the tile" : "Keep it", () => finish(), { class: "main", key: "finish" }),
      button("Cancel", () => show({ editing: null }), { key: "cancel" })),
    h("label", { class: "tick" }, h("input", { type: "checkbox", checked: view.editing.keep, on: { change: (event) => { view.editing.keep = event.target.checked; } } }), " Keep it among my attractions"),
  ];
}

function known(attraction, entry) {
  const facts = Object.fromEntries(Object.entries(entry.facts).map(([name, each]) => [name, each.value]));
  const { name, colour = attraction.colour, stars = attraction.stars, income = attraction.income, requirement = attraction.requirement } = facts;
  return { name, colour, stars, income, requirement: structuredClone(requirement) };
}

// Small numbers are one tap; larger ones are reached from there.
function numbers(label, value, set, highest) {
  return h("div", {}, choice(label, range(1, 9).map((each) => [each, `${each}★`]), value, set),
    details("Another number", "more-stars", stepper(label, value, fact("Attraction", "stars").minimum ?? 0, highest, set)));
}

// Values that have a name, and the faces it stands for.
const NAMED = { any: "123456", even: "246", odd: "135", "1-3": "123", "3-6": "3456" };

function slotRow(slot, index, edit) {
  const at = (action) => edit((it) => action(it.requirement.dice[index]));
  const colours = fact("Slot", "colour").enum ?? [];
  return h("fieldset", { class: "slot" }, h("legend", {}, `Die ${index + 1}`),
    choice(`Colour of die ${index + 1}`, [[null, "Any"], ...colours.map((each) => [each, shown(each), { class: `paint ${each}` }])], slot.colour ?? null,
      (each) => at((it) => { if (each) it.colour = each; else delete it.colour; })),
    choice(`Values of die ${index + 1}`, Object.keys(NAMED).map((each) => [each, each]), valuesText(slot.values),
      (each) => at((it) => { if (each === "any") delete it.values; else it.values = each; })),
    details(`Other values of die ${index + 1}, symbols`, `slot-more/${index}`, faces(slot, index, at),
      toggle("↻ May be rerolled (Surprises)", slot.reroll, () => at((it) => { if (it.reroll) delete it.reroll; else it.reroll = true; }), { key: `reroll/${index}` }),
      symbolField("Symbol of the reroll administrator", `symbol/${index}`, slot.symbol, (symbol) => at((it) => { if (symbol) it.symbol = symbol; else delete it.symbol; }))));
}

// Each face by itself, for what has no name; one face at least stays.
function faces(slot, index, at) {
  const every = dieValues();
  const said = valuesText(slot.values);
  const on = new Set([...(NAMED[said] ?? said)].map(Number));
  return h("div", { class: "choice", role: "group", "aria-label": `Faces of die ${index + 1}` }, every.map((face) =>
    toggle(dieIcon({ colour: slot.colour ?? "any", value: face }), on.has(face), () => at((it) => {
      const values = every.filter((each) => (each === face ? !on.has(each) : on.has(each)));
      if (values.length) it.values = values;
    }), { key: `face/${index}/${face}`, class: "die", "aria-label": `Die ${index + 1} may show ${face}` })));
}

// Attractions without a name differ by what is printed on them.
function suggestedName(attraction) {
  const plainly = `${words(attraction.colour)} ${attraction.stars}`;
  const free = (name) => {
    const own = ownNamed(name)?.attraction;
    return !own || JSON.stringify({ ...own, name: "" }) === JSON.stringify({ ...attraction, name: "" });
  };
  return [plainly, ...range(2, 99).map((number) => `${plainly} (${number})`)].find(free) ?? plainly;
}

function finish() {
  const { attraction, slug, keep } = view.editing;
  attraction.name = attraction.name.trim() || suggestedName(attraction);
  if (keep) keepOwn(attraction, slug);
  const { hex, tile } = view;
  if (hex) {
    view.editing = null;
    lay({ attraction, upgrades: [] }, hex);
  } else if (tile) {
    change((doc) => { tileOf(doc.position, tile).attraction = structuredClone(attraction); }, { editing: null });
  } else {
    show({ editing: null });
  }
  say(`${attraction.name} is entered.`);
}
