// Dice and requirements as small pictures inside buttons; the words stand beside or in the label.

import { look, theme } from "./look.js";
import { die, requirement, requirementSizes, svg } from "./picture.js";

export function dieIcon(guest, treatedAs = null) {
  return svg("svg", { class: "icon-die", viewBox: "-17 -17 34 34", "aria-hidden": "true", "font-family": look.font },
    die(guest, 28, look.colours[theme()], treatedAs));
}

const ICON_HIGH = 40;

export function requirementIcon(printed) {
  const { length } = printed.dice;
  const [size, gap] = requirementSizes(length);
  const wide = length * size + (length - 1) * gap + 8;
  const high = size * 1.25;
  return svg("svg", { class: "icon-requirement", viewBox: `${-wide / 2} ${-high / 2} ${wide} ${high}`, height: ICON_HIGH, width: (wide * ICON_HIGH) / high, "aria-hidden": "true", "font-family": look.font },
    requirement(printed, look.colours[theme()]));
}

// Signs of the tools: drawn, so that no font lacks them.
const SIGNS = {
  undo: "M7 10H15a5 5 0 0 1 0 10H9M7 10l4-4M7 10l4 4",
  redo: "M17 10H9a5 5 0 0 0 0 10h6M17 10l-4-4M17 10l-4 4",
  nearer: "M10 4a6 6 0 1 0 0 12a6 6 0 1 0 0-12M14.5 14.5L20 20M7 10h6M10 7v6",
  farther: "M10 4a6 6 0 1 0 0 12a6 6 0 1 0 0-12M14.5 14.5L20 20M7 10h6",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  fold: "M5 15l7-7l7 7",
  unfold: "M5 9l7 7l7-7",
  tile: "M9 3l7 4v8l-7 4l-7-4V7zM20 15v7M16.5 18.5h7",
};

export function sign(name) {
  return svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, [
    svg("path", { d: SIGNS[name], fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  ]);
}
