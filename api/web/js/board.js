// The park to look at and to tap: one SVG, hexes as buttons, and the animation of one move.

import { carrier } from "./carrying.js";
import { bounds, centre, corners, num, points, SIDES } from "./geometry.js";
import { look, theme } from "./look.js";
import { parkParts, svg } from "./picture.js";
import { tileWords } from "./sentences.js";
import { h } from "./dom.js";
import { Viewport } from "./viewport.js";

const STEP_MS = 420;
const TARGET = 48; // pixels across that a finger needs, and the gap that is drawn around an empty hex
const READABLE = 9.2; // pixels of what a requirement says
const TWICE_MS = 320;
const ACROSS = look.size * Math.sqrt(3);
const ROUTE_BELOW = 26; // arrows run behind the dice, clear of what is printed
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  // `pick(tile, hex)` hears taps, `dropped(what, hex)` where a die or a tile was dragged to.
  constructor(pick, dropped) {
    this.pick = pick;
    this.focus = "0,0";
    this.given = {};
    this.tapped = { hex: null, at: 0 };
    this.svg = svg("svg", { class: "park", "font-family": look.font, role: "group", "aria-label": "The park" });
    this.element = h("div", { class: "frame" }, this.svg);
    this.viewport = new Viewport(this.svg, this.element, carrier(this, dropped));
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.svg.addEventListener("keydown", (event) => this.keyed(event));
    this.svg.addEventListener("contextmenu", (event) => { if (this.given.movable) event.preventDefault(); }); // a long press carries
    this.svg.addEventListener("mousedown", (event) => {
      if ((/** @type {HTMLElement | null} */ (document.activeElement))?.dataset.key === "write") event.preventDefault(); // who writes goes on writing
    });
  }

  // What to draw: scene, outline (and whether it is being drawn), empties (hexes to add), faults by tile, selected (tile id or hex), marked tiles, route;
  // movable: dice and tiles are dragged; busy: every tap counts, so that two in a row are no double tap
  draw(given, { animate = false } = {}) {
    const before = animate && !still.matches ? this.places() : null;
    this.given = given;
    const colours = look.colours[theme()];
    const { scene, empties = [], route = [], operated = {} } = given;
    const focused = this.svg.contains(document.activeElement);
    const hexes = [...scene.tiles.map((tile) => tile.hex), ...empties];
    const around = bounds(hexes.length ? hexes : [[0, 0]], look.size, look.margin);
    const parts = parkParts(scene, colours, operated);
    for (const part of parts) if (part.dataset.tile) this.dress(part, colours);
    const tiles = parts.filter((part) => part.dataset.tile);
    this.svg.replaceChildren(
      ...empties.map((hex) => this.empty(hex, colours)), ...tiles, ...route.map((way) => this.arrow(way, colours)), ...parts.slice(tiles.length));
    this.svg.classList.toggle("movable", Boolean(given.movable));
    // Who chooses a place has all of them in reach: at 360 pixels no park of three tiles across is readable with them around it, but two
    // fingers bring it near.
    this.viewport.set(around, Math.max(TARGET / ACROSS, empties.length ? 0 : READABLE / look.requirement.text));
    this.revealSelected(scene);
    this.rove();
    if (focused) this.svg.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
    if (before) this.move(before);
  }

  // What was chosen is brought into view once; then the park stays as it is moved.
  revealSelected({ tiles }) {
    const { selected } = this.given;
    if (selected === this.revealed) return;
    this.revealed = selected;
    const hex = tiles.find((tile) => tile.id === selected)?.hex ?? (/^-?\d+,-?\d+$/.test(selected ?? "") ? selected.split(",").map(Number) : null);
    if (hex) this.viewport.reveal(centre(hex, look.size), look.size);
  }

  dress(group, colours) {
    const { scene, faults = {}, selected, marked = [] } = this.given;
    const tile = scene.tiles.find((each) => each.id === group.dataset.tile);
    group.dataset.hex = tile.hex.join();
    group.setAttribute("role", "button");
    group.setAttribute("aria-label", tileWords(tile, scene, faults[tile.id]));
    group.setAttribute("aria-pressed", String(selected === tile.id));
    const ring = (colour, width, dash = "none") => svg("polygon", {
      points: points(corners(look.size - 2)), fill: "none", stroke: colour, "stroke-width": width, "stroke-dasharray": dash,
    });
    if (marked.includes(tile.id)) group.append(ring(colours.choice, 7));
    if (this.given.drawing && this.given.outline?.some((each) => each.join() === tile.hex.join())) group.append(ring(colours.choice, 6));
    if (selected === tile.id) group.append(ring(colours.ink, 6));
    if (faults[tile.id]) {
      group.append(ring(colours.mark, 7, "14 8"), svg("circle", { cx: -62, cy: -68, r: 15, fill: colours.mark }),
        svg("text", { x: -62, y: -61, "text-anchor": "middle", "font-size": 20, "font-weight": "bold", fill: colours.card }, ["!"]));
    }
  }

  // A hex without a tile: for another tile, or inside or outside the outline that is being drawn.
  empty(hex, colours) {
    const chosen = this.given.selected === hex.join();
    const { drawing, outline } = this.given;
    const inside = outline?.some((each) => each.join() === hex.join());
    const sign = drawing ? (inside ? "✓" : "") : "+";
    const says = drawing ? `Hex ${hex.join(", ")}: ${inside ? "inside" : "outside"} the outline` : outline && !inside ? "Empty hex outside the outline: add a tile here" : "Empty hex: add a tile here";
    return svg("g", {
      class: "empty", "data-hex": hex.join(), role: "button", "aria-label": says,
      "aria-pressed": String(drawing ? Boolean(inside) : chosen), transform: `translate(${centre(hex, look.size).map(num).join()})`,
    }, [
      svg("polygon", { points: points(corners(look.size - 6)), fill: chosen || (drawing && inside) ? colours.card : "transparent", stroke: chosen ? colours.ink : drawing && inside ? colours.choice : colours.line, "stroke-width": chosen || (drawing && inside) ? 5 : 3, "stroke-dasharray": drawing && inside ? "none" : "10 8" }),
      svg("text", { y: 17, "text-anchor": "middle", "font-size": 48, fill: outline && !inside && !drawing ? colours.line : colours.faint }, [sign]),
    ]);
  }

  arrow([from, to], colours) {
    const [[x, above], [toX, toAbove]] = [centre(from, look.size), centre(to, look.size)];
    const [y, toY] = [above + ROUTE_BELOW, toAbove + ROUTE_BELOW];
    const length = Math.hypot(toX - x, toY - y) || 1;
    const [dx, dy] = [(toX - x) / length, (toY - y) / length];
    const start = [x + dx * 45, y + dy * 45];
    const end = [toX - dx * 50, toY - dy * 50];
    const head = [[end[0] + dx * 16, end[1] + dy * 16], [end[0] - dy * 12, end[1] + dx * 12], [end[0] + dy * 12, end[1] - dx * 12]];
    return svg("g", { class: "route", "aria-hidden": "true" }, [
      svg("line", { x1: start[0], y1: start[1], x2: end[0], y2: end[1], stroke: colours.choice, "stroke-width": 8, "stroke-linecap": "round", opacity: "0.75" }),
      svg("polygon", { points: points(head), fill: colours.choice, opacity: "0.85" }),
    ]);
  }

  places() {
    const found = new Map();
    for (const die of this.svg.querySelectorAll("[data-guest]")) found.set(die.dataset.guest, die.getAttribute("transform"));
    return { places: found, guests: new Map((this.given?.scene.guests ?? []).map((guest) => [guest.id, guest])) };
  }

  // Guests that the move moved or turned; everybody else is where they are now at once.
  move({ places, guests }) {
    const css = (transform) => transform.replace(/([-\d.]+),([-\d.]+)/, "$1px,$2px");
    for (const die of this.svg.querySelectorAll("[data-guest]")) {
      const was = guests.get(die.dataset.guest);
      const now = this.given.scene.guests.find((guest) => guest.id === die.dataset.guest);
      const to = css(die.getAttribute("transform"));
      if (was && was.at !== now.at) {
        const from = css(places.get(die.dataset.guest) ?? die.getAttribute("transform"));
        die.animate([{ transform: from }, { transform: to }], { duration: STEP_MS, easing: "ease-in-out" });
      } else if (was && (was.value !== now.value || was.colour !== now.colour)) {
        die.animate([{ transform: `${to} rotate(-90deg) scale(1.25)` }, { transform: to }], { duration: STEP_MS });
      }
    }
  }

  clicked(event) {
    const die = event.target.closest("[data-guest]");
    const at = die && this.given.scene.guests.find((guest) => guest.id === die.dataset.guest)?.at;
    const group = at ? this.svg.querySelector(`[data-tile="${CSS.escape(at)}"]`) : event.target.closest("[data-hex]");
    if (!group || this.viewport.dragged) return;
    const { hex } = group.dataset;
    const twice = !this.given.busy && group.dataset.tile && this.tapped.hex === hex && event.timeStamp - this.tapped.at < TWICE_MS;
    this.tapped = { hex: twice ? null : hex, at: event.timeStamp };
    if (twice) this.viewport.closeUp(centre(hex.split(",").map(Number), look.size), ACROSS);
    else this.chosen(group);
  }

  chosen(group) {
    this.focus = group.dataset.hex;
    this.pick(group.dataset.tile ?? null, group.dataset.hex.split(",").map(Number));
  }

  keyed(event) {
    const group = event.target.closest("[data-hex]");
    if (!group) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.chosen(group);
      return;
    }
    const sides = { ArrowRight: [0], ArrowLeft: [1], ArrowDown: [2, 5], ArrowUp: [3, 4] }[event.key];
    if (!sides) return;
    event.preventDefault();
    event.stopPropagation();
    const [q, r] = group.dataset.hex.split(",").map(Number);
    const next = sides.map((side) => [q + SIDES[side][0], r + SIDES[side][1]].join())
      .map((hex) => this.svg.querySelector(`[data-hex="${hex}"]`)).find(Boolean);
    if (!next) return;
    this.focus = next.dataset.hex;
    this.rove();
    next.focus();
  }

  // One hex is reached by Tab; the arrow keys lead from there to its neighbours.
  rove() {
    const groups = [...this.svg.querySelectorAll("[data-hex]")];
    const current = groups.find((group) => group.dataset.hex === this.focus) ?? groups.find((group) => group.dataset.tile) ?? groups[0];
    for (const group of groups) group.setAttribute("tabindex", group === current ? "0" : "-1");
  }
}
