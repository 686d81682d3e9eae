// Everything of the position that does not lie on a tile: maps, mascots, staff, administrator, round, money, rulings.

import { book, fact } from "./book.js";
import { button, choice, details, h, stepper, toggle, words } from "./dom.js";
import { ownPanel } from "./own.js";
import { flip, newPark } from "./position.js";
import { rulingsList } from "./rulings.js";
import { change, replaceDoc, state, view } from "./store.js";

const edit = (action) => change((doc) => action(doc.position));
const limit = (field) => fact("Position", field);

export function roundPanel() {
  const { position } = state.doc;
  const full = position.rules.game === "full";
  const loose = view.faults.filter((fault) => !fault.place);
  return [
    h("h2", {}, "This round"),
    loose.map((fault) => h("p", { class: "fault" }, fault.detail)),
    h("p", { class: "hint" }, position.park.tiles.length > 1 ? "Tap a tile for its guests and upgrades, + for another tile." : "Tap a + in the park to lay a tile, then tap the tile for its guests."),
    h("div", { class: "pair" },
      stepper("Maps", position.maps, limit("maps").minimum ?? 0, limit("maps").maximum, (value) => edit((it) => { it.maps = value; })),
      stepper("Mascots", position.mascots.length, 0, limit("mascots").maxItems, (count) => edit((it) => {
        it.mascots = Array.from({ length: count }, (_, index) => it.mascots[index] ?? { skill: null });
      })),
      stepper("Money", position.money, limit("money").minimum ?? 0, limit("money").maximum, (value) => edit((it) => { it.money = value; })),
      stepper("Round", position.rules.round, fact("Rules", "round").minimum ?? 1, fact("Rules", "round").maximum, (value) => edit((it) => { it.rules.round = value; }))),
    full ? position.mascots.map((mascot, index) => skill(mascot, index)) : null,
    staff(position),
    full ? administrator(position) : null,
    details("Game, expansions, rulings", "game", ...game(position)),
    ownPanel(),
    h("div", { class: "row" }, button("Clear the park", () => replaceDoc(newPark()), { key: "clear", class: "danger" })),
  ];
}

function staff(position) {
  const count = (card) => position.staff.filter((each) => each === card).length;
  return [h("h3", {}, "Staff played this round"), h("div", { class: "choice", role: "group", "aria-label": "Staff played this round" }, book.staff.map((card) => {
    const played = count(card);
    return toggle(words(card) + (played > 1 ? ` ×${played}` : ""), played > 0, () => edit((it) => {
      it.staff = played >= 2 ? it.staff.filter((each) => each !== card) : [...it.staff, card];
    }), { key: `staff/${card}`, "aria-label": `${words(card)}: ${played} played; tap for one more, after two for none` });
  }))];
}

function skill(mascot, index) {
  const set = (card) => edit((it) => { it.mascots[index] = { skill: card }; });
  return cards(`Skill of mascot ${index + 1}`, book.skills, mascot.skill, set);
}

function administrator(position) {
  return cards("Administrator", book.administrators, position.administrator, (card) => edit((it) => { it.administrator = card; }));
}

// A card of some kind, with a colour where the kind depicts one.
function cards(label, kinds, card, set) {
  const id = label.replaceAll(" ", "-").toLowerCase();
  const colours = kinds.find((each) => each.kind === card?.kind)?.colours ?? [];
  const pick = (event) => {
    const kind = kinds.find((each) => each.kind === event.target.value);
    if (!kind) set(null);
    else set(kind.colours.length ? { kind: kind.kind, colour: kind.colours.includes(card?.colour) ? card.colour : kind.colours[0] } : { kind: kind.kind });
  };
  return h("div", { class: "block" },
    h("label", { class: "field", for: id }, label, h("select", { id, "data-key": id, on: { change: pick } },
      h("option", { value: "" }, "none"), kinds.map((each) => h("option", { value: each.kind, selected: each.kind === card?.kind }, words(each.kind))))),
    colours.length ? choice(`Colour of ${label.toLowerCase()}`, colours.map((each) => [each, words(each), { class: `paint ${each}` }]), card.colour, (colour) => set({ ...card, colour })) : null);
}

function game(position) {
  const games = fact("Rules", "game").enum ?? [];
  const expansions = fact("Rules", "expansions").enum ?? [];
  return [
    choice("Game", games.map((each) => [each, words(each)]), position.rules.game, (each) => edit((it) => { it.rules.game = each; })),
    h("div", { class: "choice", role: "group", "aria-label": "Expansions" }, expansions.map((each) =>
      toggle(words(each), position.rules.expansions.includes(each), () => edit((it) => { it.rules.expansions = flip(it.rules.expansions, each); }), { key: `expansion/${each}` }))),
    toggle("Last round", position.rules.last_round, () => edit((it) => { it.rules.last_round = !it.rules.last_round; }), { key: "last-round" }),
    bag(position),
    h("h3", {}, "Rulings"),
    h("p", { class: "hint" }, "What the rulebook leaves open, decided for your table."),
    rulingsList(),
  ];
}

// Dice left in the bag: only the skill that swaps colours asks for them.
function bag(position) {
  const colours = fact("Guest", "colour").enum ?? [];
  const most = fact("Park", "guests").maxItems / colours.length;
  return [
    toggle("I know what is in the bag", Boolean(position.bag), () => edit((it) => {
      if (it.bag) delete it.bag;
      else it.bag = Object.fromEntries(colours.map((colour) => [colour, 0]));
    }), { key: "bag" }),
    position.bag ? colours.map((colour) => stepper(`${words(colour)} in the bag`, position.bag[colour] ?? 0, 0, most, (count) => edit((it) => { it.bag[colour] = count; }))) : null,
  ];
}
