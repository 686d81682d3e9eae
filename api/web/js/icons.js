// Dice and requirements as small pictures inside buttons; the words stand beside or in the label.

import { look, theme } from "./look.js";
import { die, requirement, svg } from "./picture.js";

export function dieIcon(guest, treatedAs = null) {
  return svg("svg", { class: "icon-die", viewBox: "-17 -17 34 34", "aria-hidden": "true", "font-family": look.font },
    die(guest, 28, look.colours[theme()], treatedAs));
}

export function requirementIcon(printed) {
  const { die: size, gap } = look.requirement;
  const wide = printed.dice.length * (size + gap);
  return svg("svg", { class: "icon-requirement", viewBox: `${-wide / 2} -20 ${wide} 40`, height: "40", width: String(wide), "aria-hidden": "true", "font-family": look.font },
    requirement(printed, look.colours[theme()]));
}
