// A link given away: copied, or as a code that a camera reads.

import { h, say } from "./dom.js";
import { qrcode } from "../vendor/qrcode.js";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4;

// The code of a link; a hint where it is too long for one.
export function qr(url) {
  let code;
  try {
    code = qrcode(0, "L");
    code.addData(url, "Byte");
    code.make();
  } catch {
    return h("p", { class: "hint" }, "This is too large for a QR code; the link holds it.");
  }
  const count = code.getModuleCount();
  let path = "";
  for (let row = 0; row < count; row += 1) for (let column = 0; column < count; column += 1) if (code.isDark(row, column)) path += `M${column + QUIET},${row + QUIET}h1v1h-1z`;
  const side = count + 2 * QUIET;
  return drawn("svg", { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": "QR code of the link", "shape-rendering": "crispEdges" },
    drawn("rect", { width: side, height: side, fill: "#ffffff" }), drawn("path", { d: path, fill: "#000000" }));
}

function drawn(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export async function copy(content, what) {
  try {
    await navigator.clipboard.writeText(content);
    say(`${what} is copied.`);
  } catch {
    say(copiedBySelecting(content) ? `${what} is copied.` : "The browser does not allow copying here.");
  }
}

// Pages of a server in the home network have no clipboard of their own (no https), but may copy what is selected.
function copiedBySelecting(content) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const text = h("textarea", { class: "hidden", "aria-hidden": "true", tabindex: "-1" }, content);
  document.body.append(text);
  text.select();
  const copied = document.execCommand("copy");
  text.remove();
  focused?.focus({ preventScroll: true });
  return copied;
}
