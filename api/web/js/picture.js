// The park as SVG, element by element as `api/theme_park/pictures` draws it; a test holds both to the same elements.
//
// A scene is {tiles, guests, cubes, treated_as}: the `park` of an answer with what lies on it.
// Attractions are given with their printed facts.

import { caption } from "./caption.js";
import { bounds, centre, corners, num, points, roof } from "./geometry.js";
import { look } from "./look.js";

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === "number" ? num(value) : value);
  }
  element.append(...children);
  return element;
}

function text(words, x, y, size, fill, extra = {}) {
  return svg("text", { x, y, "font-size": size, fill, "text-anchor": "middle", ...extra }, [words]);
}

/** @type {(place: number[]) => string} */
const at = ([x, y]) => `translate(${num(x)},${num(y)})`;
const byId = (one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

function cut(words, longest) {
  const letters = [...words];
  return letters.length <= longest ? words : letters.slice(0, longest - 1).join("").trimEnd() + "…";
}

// The silhouette that stands for a colour, so that no colour is told by its hue alone.
export function shape(colour, size, attributes) {
  const form = look.shapes[colour];
  if (form === "circle") return svg("circle", { r: look.circle * size, ...attributes });
  return svg("polygon", { points: points(form, size), "stroke-linejoin": "round", ...attributes });
}

export function die(guest, size, colours, treatedAs = null) {
  const { die: fill, pip } = colours[guest.colour];
  const parts = [shape(guest.colour, size, { fill, stroke: colours.ink, "stroke-width": size * 0.05 })];
  for (const [x, y] of look.pips[guest.value]) {
    parts.push(svg("circle", { cx: x * size, cy: y * size, r: look.pips.radius * size, fill: pip }));
  }
  if (treatedAs) {
    const [x, y] = look.flag.at;
    const flag = shape(treatedAs, look.flag.size * size, {
      fill: colours[treatedAs].die, stroke: colours.card, "stroke-width": size * 0.06,
    });
    parts.push(svg("g", { transform: at([x * size, y * size]) }, [flag]));
  }
  if (guest.vip) {
    const [x, y] = look.vip.at;
    const star = { stroke: colours.card, "stroke-width": size * 0.09, "paint-order": "stroke" };
    parts.push(text(look.vip.mark, x * size, y * size + size * 0.18, look.vip.size * size, colours.ink, star));
  }
  return parts;
}

export function valuesText(values) {
  const wanted = values ?? [1, 2, 3, 4, 5, 6];
  if (typeof wanted === "string") return wanted;
  const sorted = [...wanted].sort((one, other) => one - other);
  return look.values[sorted.join(",")] ?? sorted.join("");
}

const SHORT = 3; // letters that fit on a die of a requirement as they are

function slot(printed, place, size, colours) {
  const { text: letters, room, reroll, symbol, reroll_size: mark } = look.requirement;
  const values = valuesText(printed.values);
  const squeezed = values.length > SHORT ? { textLength: size * room, lengthAdjust: "spacingAndGlyphs" } : {};
  const colour = printed.colour ?? "any";
  const { die: fill, pip } = colours[colour];
  const parts = [
    shape(colour, size, { fill, stroke: colours.ink, "stroke-width": 1.5 }),
    text(values, 0, letters * 0.35, letters, pip, { "font-weight": "bold", ...squeezed }),
  ];
  const marks = (printed.reroll ? reroll : "") + (printed.symbol ? symbol : "");
  if (marks) parts.push(text(marks, size * 0.5, -size * 0.3, mark, colours.ink));
  return svg("g", { class: "slot", transform: at(place) }, parts);
}

// What stands between a die and the one before it: "higher" and "lower" compare the first two dice only.
export function relationAt(relation, index) {
  const ordered = relation === "higher" || relation === "lower";
  return ordered && index > 1 ? "any" : relation ?? "any";
}

// How large each of so many dice is drawn, and the gap between them.
export const requirementSizes = (count) => [look.requirement.dice[count - 1], look.requirement.gap[count - 1]];

// The requirement around (0, 0): a die for each slot and the relation between them.
export function requirement(printed, colours) {
  const { joiner } = look.requirement;
  const dice = printed.dice;
  const [size, gap] = requirementSizes(dice.length);
  const left = -((dice.length - 1) * (size + gap)) / 2;
  const parts = [];
  dice.forEach((each, index) => {
    const x = left + index * (size + gap);
    if (index > 0) {
      const mark = look.joiners[relationAt(printed.relation, index)];
      parts.push(text(mark, x - (size + gap) / 2, joiner * 0.35, joiner, colours.ink, { "font-weight": "bold" }));
    }
    parts.push(slot(each, [x, 0], size, colours));
  });
  return parts;
}

function header(tile, colours) {
  const { colour, name, stars } = tile.attraction;
  const { roof: fill, text: ink } = colours[colour];
  const size = look.size - look.inset;
  const shown = cut(name, look.name.longest);
  return [
    svg("polygon", { class: "hex", points: points(corners(size)), fill: colours[colour].tint, stroke: fill, "stroke-width": 3, "stroke-linejoin": "round" }),
    svg("polygon", { class: "roof", points: points(roof(size, look.roof.y)), fill }),
    svg("g", { transform: at(look.roof.glyph) }, [shape(colour, look.roof.glyph_size, { fill: ink })]),
    text(`${stars}★`, ...look.roof.stars, look.roof.stars_size, ink, { "font-weight": "bold" }),
    text(shown, 0, look.name.y, (look.name.size * look.name.wide) / Math.max(look.name.wide, [...shown].length), colours.ink, { class: "name", "font-weight": "bold" }),
  ];
}

function upgrades(tile, colours) {
  const { x, y, step, radius, text: letters, marks } = look.upgrades;
  return Object.keys(marks).filter((each) => (tile.upgrades ?? []).includes(each)).flatMap((each, index) => [
    svg("circle", { class: each, cx: x, cy: y + index * step, r: radius, fill: colours.card, stroke: colours.ink, "stroke-width": 1.5 }),
    text(marks[each], x, y + index * step + letters * 0.35, letters, colours.ink, { "font-weight": "bold" }),
  ]);
}

function icons(tile, cubes, colours) {
  const { x, y, step, size } = look.icons;
  const count = Math.max((tile.upgrades ?? []).includes("generator") ? 2 : 1, cubes);
  return Array.from({ length: count }, (_, index) => svg("rect", {
    class: index < cubes ? "cube" : "icon", x: x - size / 2, y: y + index * step - size / 2, width: size, height: size, rx: 2,
    fill: index < cubes ? colours.ink : colours.card, stroke: colours.ink, "stroke-width": 1.5,
  }));
}

function innovation(tile, colours) {
  if (!tile.innovation) return [];
  const { x, y, size, text: letters, marks } = look.innovation;
  return [
    svg("rect", { class: tile.innovation, x: x - size / 2 - 2, y: y - size / 2, width: size + 4, height: size, rx: 4, fill: colours.card, stroke: colours.ink, "stroke-width": 1.5 }),
    text(marks[tile.innovation], x, y + letters * 0.35, letters, colours.ink, { "font-weight": "bold" }),
  ];
}

function tileGroup(tile, cubes, colours) {
  const printed = svg("g", { transform: at([0, look.requirement.y]) }, requirement(tile.attraction.requirement, colours));
  return svg("g", { class: "tile", "data-tile": tile.id, transform: at(centre(tile.hex, look.size)) }, [
    ...header(tile, colours), printed, ...upgrades(tile, colours), ...icons(tile, cubes, colours), ...innovation(tile, colours),
  ]);
}

// Where the guests of one tile stand, and how large they are drawn; those without a place are not drawn.
function seats(count) {
  const crowd = look.crowds.find((each) => count <= each.upto);
  const places = [];
  let left = count;
  for (const [most, y] of crowd.rows) {
    const here = Math.min(most, left);
    for (let index = 0; index < here; index += 1) places.push([(index - (here - 1) / 2) * crowd.step, y]);
    left -= here;
  }
  return { size: crowd.die, places };
}

function crowd(tile, scene, colours) {
  const here = scene.guests.filter((guest) => guest.at === tile.id).sort(byId);
  if (!here.length) return [];
  const [x, y] = centre(tile.hex, look.size);
  const { size, places } = seats(here.length);
  return here.slice(0, places.length).map((guest, index) => svg("g", {
    class: "die", "data-guest": guest.id, transform: at([x + places[index][0], y + places[index][1]]),
  }, die(guest, size, colours, scene.treated_as?.[guest.id])));
}

function stepMarks(tile, steps, colours) {
  const [x, y] = look.steps.at;
  const marks = steps.flatMap((step, index) => [
    svg("circle", { cx: x + (steps.length - 1 - index) * look.steps.step, cy: y, r: look.steps.radius, fill: colours.choice, stroke: colours.card, "stroke-width": 2 }),
    text(String(step), x + (steps.length - 1 - index) * look.steps.step, y + look.steps.text * 0.35, look.steps.text, colours.card, { "font-weight": "bold" }),
  ]);
  return svg("g", { class: "steps", transform: at(centre(tile.hex, look.size)) }, marks);
}

// The elements of the park: tiles, then guests, then the numbers of the steps that operate each tile.
export function parkParts(scene, colours, operated = {}) {
  const tiles = [...scene.tiles].sort(byId);
  return [
    ...tiles.map((tile) => tileGroup(tile, scene.cubes?.[tile.id] ?? 0, colours)),
    ...tiles.flatMap((tile) => crowd(tile, scene, colours)),
    ...tiles.filter((tile) => operated[tile.id]).map((tile) => stepMarks(tile, operated[tile.id], colours)),
  ];
}

// A whole picture for keeping: the park as it stands at first, and what the caption says below it. `steps` are those of a check,
// `placed` is what cubes that lay there before them have brought.
/** @type {(position: any, themeName: string, steps?: any[], link?: string | null, placed?: {stars: number, money: number}) => any} */
export function picture(position, themeName, steps = [], link = null, placed = { stars: 0, money: 0 }) {
  const colours = look.colours[themeName];
  const { tiles, guests } = position.park;
  const operated = {};
  steps.forEach(({ move }, index) => {
    if (move.do === "operate") (operated[move.tile] ??= []).push(index + 1);
  });
  let [left, top, width, height] = bounds(tiles.map((tile) => tile.hex), look.size, look.margin);
  const lines = caption(position, steps, link, placed);
  let below = top + height;
  const wide = Math.max(width, look.plan.width + 2 * look.margin);
  left -= (wide - width) / 2;
  width = wide;
  height += lines.reduce((sum, { down }) => sum + down, 0) + look.plan.top;
  const words = lines.map((line) => {
    below += line.down;
    return text(line.words, left + look.margin, below, line.size, colours.ink, { "text-anchor": "start", ...(line.bold ? { "font-weight": "bold" } : {}) });
  });
  return svg("svg", { viewBox: [left, top, width, height].map(num).join(" "), width: num(width), height: num(height), "font-family": look.font }, [
    svg("rect", { x: left, y: top, width, height, fill: colours.page }),
    ...parkParts({ tiles, guests, cubes: position.cubes ?? {}, treated_as: {} }, colours, operated), ...words,
  ]);
}
