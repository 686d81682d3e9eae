// Everything of the position that does not lie on a tile: maps, mascots, staff, administrator, round, money, rulings.

import { book, dieValues, fact } from "./book.js";
import { brushWords, dropped, inHand, takeUp } from "./brush.js";
import { cardGrid, readyMascots, sameCard, symbolField } from "./cards.js";
import { board, carried } from "./carrying.js";
import { button, details, h, numbers, plural, stepper, toggle, words } from "./dom.js";
import { dieIcon } from "./icons.js";
import { legend } from "./legend.js";
import { look } from "./look.js";
import { ownPanel } from "./own.js";
import { flip, isLastRound, newPark } from "./position.js";
import { rulingsList } from "./rulings.js";
import { startPanel } from "./start.js";
import { change, replaceDoc, state, view } from "./store.js";
import { grammar, writeField } from "./writing.js";

const edit = (action) => change((doc) => action(doc.position));
const limit = (field) => fact("Position", field);

export function roundPanel() {
  const { position } = state.doc;
  const full = position.rules.game === "full";
  const unfit = view.faults.filter((fault) => fault.code === FULL_GAME);
  const loose = view.faults.filter((fault) => !fault.place && !unfit.includes(fault));
  const set = (field) => (value) => edit((it) => { it[field] = value; });
  return [
    h("div", { class: "head" }, h("h2", {}, "This round"), games(position)),
    loose.map((fault) => h("p", { class: "fault" }, fault.detail)),
    unfit.length ? fullGameCards(position, unfit) : null,
    h("p", { class: "hint", role: "status" }, nextStep(position)),
    h("div", { class: "pair" },
      numbers("Round", position.rules.round, fact("Rules", "round").minimum ?? 1, fact("Rules", "round").maximum, (value) => edit((it) => {
        it.rules.round = value;
        markLast(it);
      })),
      toggle("Last round", position.rules.last_round, () => edit((it) => { it.rules.last_round = !it.rules.last_round; }), { key: "last-round" }),
      numbers("Maps", position.maps, limit("maps").minimum ?? 0, left("maps", limit("maps").maximum, position), set("maps")),
      numbers("Money", position.money, limit("money").minimum ?? 0, limit("money").maximum, set("money"))),
    staff(position),
    mascots(position, full), usedAlready(position),
    full || position.administrator ? [h("h3", {}, "Administrator"), administrator(position)] : null,
    guestBrush(), upgradeBrush(),
    details("A tile in writing", "written-tile", writeField(), grammar()),
    details("Expansions, rulings", "game", ...game(position)),
    ownPanel(),
    startPanel(),
    details("What the marks mean", "legend", legend()),
    h("div", { class: "row" }, button("Clear the park", () => replaceDoc(newPark(), [], { adding: true, brush: null }), { key: "clear", class: "danger" })),
  ];
}

const FULL_GAME = "card.full-game";

// Cards of the full game that are in the park of an introductory one: what they are, and both ways out.
function fullGameCards(position, faults) {
  const at = (pointer, from = position) => pointer.split("/").slice(2).reduce((value, name) => value?.[name], from);
  const names = faults.map(({ pointer }) => words(at(pointer)?.kind ?? at(pointer)?.skill?.kind ?? "a card").toLowerCase());
  const clear = () => edit((it) => {
    for (const { pointer } of faults) {
      const path = pointer.split("/").slice(2);
      const holder = path.slice(0, -1).reduce((value, name) => value?.[name], it);
      if (holder) holder[path.at(-1)] = null;
    }
  });
  return h("div", { class: "notice", role: "alert" },
    h("p", {}, `The introductory game has no administrators and no skills, but ${plural(faults.length, "card")} of them ${faults.length === 1 ? "is" : "are"} entered here: ${names.join(", ")}.`),
    h("div", { class: "row" }, button(faults.length === 1 ? "Remove the card" : "Remove the cards", clear, { key: "clear-cards", class: "main" }),
      button("Back to the full game", () => edit((it) => {
        it.rules.game = "full";
        markLast(it);
      }), { key: "back-to-full" })));
}

function nextStep(position) {
  if (view.brush) return `${brushWords(view.brush)}.`;
  if (view.adding) return "Tap a + in the park to lay a tile there; tap a tile for its guests and upgrades.";
  return position.park.tiles.length > 1 ? "Tap a tile for its guests and upgrades; “Tile” above adds more of them." : "Tap “Tile” above, then a + in the park, to lay a tile.";
}

function games(position) {
  const known = fact("Rules", "game").enum ?? [];
  return h("div", { class: "choice", role: "group", "aria-label": "Game" }, known.map((each) =>
    toggle(words(each), position.rules.game === each, () => edit((it) => {
      it.rules.game = each;
      if (each !== "full") delete it.rules.short;
      markLast(it);
    }), { key: `Game/${each}`, class: "small" })));
}

// A die in hand, put on each tile that is tapped.
function guestBrush() {
  const colours = fact("Guest", "colour").enum ?? [];
  return details("Guests: choose a die, tap tiles", "guest-brush", h("div", { class: "palette", role: "group", "aria-label": "A die in hand" }, colours.flatMap((colour) => dieValues().map((value) => {
    const die = { colour, value };
    const each = toggle(dieIcon(die), inHand({ die }), () => takeUp({ die }), { key: `brush/${colour}${value}`, class: "die", "aria-label": `${colour} ${value} in hand` });
    carried(each, () => board.current, () => dieIcon(die), (hex) => dropped({ die }, hex));
    return each;
  }))), h("p", { class: "hint" }, "Or drag a die onto a tile. Keys: b, g or y and a number."));
}

function upgradeBrush() {
  const kinds = fact("Tile", "upgrades").enum ?? [];
  return details("Upgrades: choose one, tap tiles", "upgrade-brush", h("div", { class: "choice", role: "group", "aria-label": "An upgrade in hand" }, kinds.map((upgrade) =>
    toggle([h("b", { class: "mark", "aria-hidden": "true" }, look.upgrades.marks[upgrade]), words(upgrade)], inHand({ upgrade }), () => takeUp({ upgrade }), { key: `brush/${upgrade}` }))));
}

function staff(position) {
  const count = (card) => position.staff.filter((each) => each === card).length;
  return [h("h3", {}, "Staff played this round"), h("div", { class: "choice", role: "group", "aria-label": "Staff played this round" }, book.staff.map((card) => {
    const played = count(card);
    return toggle(words(card) + (played > 1 ? ` ×${played}` : ""), played > 0, () => edit((it) => {
      it.staff = played >= 2 ? it.staff.filter((each) => each !== card) : [...it.staff, card].slice(-limit("staff").maxItems);
    }), { key: `staff/${card}`, class: "small", "aria-label": `${words(card)}: ${played} played; tap for one more, after two for none` });
  }))];
}

// In the full game each mascot stands on a card; in the others they are counted.
function mascots(position, full) {
  const most = left("mascots", limit("mascots").maxItems, position);
  const { mascots: ready } = position;
  if (!full && ready.every(({ skill }) => !skill)) {
    return numbers("Mascots", ready.length, 0, most, (count) => edit((it) => { it.mascots = Array.from({ length: count }, (_, index) => it.mascots[index] ?? { skill: null }); }));
  }
  const add = (skill) => edit((it) => { it.mascots = most === 0 ? [] : [...it.mascots, { skill }].slice(-most); });
  return [h("h3", {}, "Ready mascots: tap their cards"), readyMascots(ready, (index) => edit((it) => { it.mascots.splice(index, 1); })),
    cardGrid("Skills of ready mascots", "skill", book.skills, (card) => ready.some(({ skill }) => sameCard(skill, card)), add,
      button("No card", () => add(null), { key: "skill/none", class: "small", "aria-label": "A mascot without a card", disabled: ready.length >= most }))];
}

// How many of `maps` or `mascots` were used already, and how many may be ready beside them; unknown limits are left to the server.
const gone = (of, { used }) => (of === "maps" ? used?.maps : used?.mascots?.length) ?? 0;
const left = (of, most, position) => (most === undefined ? most : Math.max(0, most - gone(of, position)));

// What "Best from here" leaves behind: owned as what is ready is, and ready again in the next round.
function usedAlready(position) {
  const told = ["map", "mascot"].map((each) => [each, gone(`${each}s`, position)]).filter(([, count]) => count).map(([each, count]) => plural(count, each));
  if (!told.length) return null;
  return h("div", { class: "row" }, h("p", { class: "hint" }, `Used already, ready again in the next round: ${told.join(" and ")}.`),
    button("Nothing is used", () => edit((it) => { delete it.used; }), { key: "nothing-used", class: "small" }));
}

function administrator(position) {
  const plain = (card) => (card ? { ...card, symbol: null } : card); // whatever symbol it prints, it is the one card
  const set = (card) => edit((it) => { it.administrator = sameCard(card, plain(it.administrator)) ? null : card; });
  const { administrator: chosen } = position;
  const printed = chosen && book.administrators.find(({ kind }) => kind === chosen.kind)?.symbol;
  return [cardGrid("Administrator", "administrator", book.administrators, (card) => sameCard(card, plain(chosen)), set),
    printed ? symbolField("Symbol on the card (empty: that of every reroll)", "administrator/symbol", chosen.symbol, (symbol) => edit((it) => {
      it.administrator = { kind: it.administrator.kind, ...(symbol ? { symbol } : {}) };
    })) : null];
}

// With the round or the game the last round comes and goes; the switch below says otherwise.
function markLast(position) {
  position.rules.last_round = false;
  position.rules.last_round = isLastRound(position);
}

const INNOVATIONS = "innovations";

// With Innovations a cable car lies on the Park Entrance from the start, and goes with them.
function rideFromTheEntrance(position) {
  const entrance = position.park.tiles.find((tile) => tile.id === "entrance");
  if (!entrance) return;
  if (position.rules.expansions.includes(INNOVATIONS)) entrance.innovation = "cable-car";
  else delete entrance.innovation;
}

function game(position) {
  const expansions = fact("Rules", "expansions").enum ?? [];
  return [
    h("div", { class: "choice", role: "group", "aria-label": "Expansions" }, expansions.map((each) =>
      toggle(words(each), position.rules.expansions.includes(each), () => edit((it) => {
        it.rules.expansions = flip(it.rules.expansions, each);
        if (each === INNOVATIONS) rideFromTheEntrance(it);
      }), { key: `expansion/${each}` }))),
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
