// The part of the park that is seen: fitted, zoomed, moved by one finger, pinched by two.

import { num } from "./geometry.js";

const ZOOM_MOST = 6;
const SLACK = 6; // pixels that a press may move and still be a tap
const CLOSE_UP = 0.55; // of the frame that a tile fills after a double tap

export class Viewport {
  // `grab(event)` may take what is pressed: {move(event), drop(event), leave()}; otherwise the park is moved.
  constructor(svg, frame, grab) {
    this.zoom = 1;
    this.unit = 1;
    this.dragged = false;
    this.svg = svg;
    this.frame = frame;
    this.grab = grab;
    this.fit = [0, 0, 1, 1];
    this.least = 0;
    this.shift = [0, 0];
    /** @type {number[]} what is seen: left, top, width, height */
    this.seen = this.fit;
    this.pressed = null;
    /** @type {{apart: number, clientX: number, clientY: number} | null} */
    this.fingers = null;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    window.addEventListener("pointermove", (event) => this.follow(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", () => this.leave());
    for (const type of ["touchstart", "touchmove"]) svg.addEventListener(type, (event) => this.pinch(event), { passive: false });
    for (const type of ["touchend", "touchcancel"]) svg.addEventListener(type, () => { this.fingers = null; });
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.show()).observe(frame);
  }

  // Show `fit` ([left, top, width, height]) whole, but never smaller than `least` pixels a unit.
  set(fit, least) {
    this.fit = fit;
    this.least = least;
    this.show();
  }

  show() {
    const [left, top, width, height] = this.fit;
    const { clientWidth: across, clientHeight: down } = this.frame;
    this.frame.style.setProperty("--shape", num(width / height));
    if (!across || !down) return;
    const whole = Math.min(across / width, down / height);
    const zoom = Math.max(this.zoom, this.least / whole);
    this.near = zoom > 1.001;
    this.svg.classList.toggle("near", this.near);
    this.unit = 1 / (whole * zoom);
    const [wide, high] = [across * this.unit, down * this.unit];
    const within = (value, room) => Math.min(room / 2, Math.max(-room / 2, value));
    this.shift = [within(this.shift[0], Math.max(0, width - wide)), within(this.shift[1], Math.max(0, height - high))];
    this.seen = [left + (width - wide) / 2 + this.shift[0], top + (height - high) / 2 + this.shift[1], wide, high];
    this.svg.setAttribute("viewBox", this.seen.map(num).join(" "));
  }

  // Where a point of the screen lies in the park.
  at({ clientX, clientY }) {
    const box = this.svg.getBoundingClientRect();
    return [this.seen[0] + (clientX - box.left) * this.unit, this.seen[1] + (clientY - box.top) * this.unit];
  }

  // Zoom by `factor`; the point of the screen stays where it is.
  /** @type {(factor: number, point?: {clientX: number, clientY: number} | null) => void} */
  scale(factor, point = null) {
    const before = point && this.at(point);
    const least = Math.max(1, this.unit * this.zoom * this.least); // what is shown now may be nearer than asked for
    this.zoom = Math.min(ZOOM_MOST, Math.max(1, Math.max(this.zoom, least) * factor));
    this.show();
    if (!before) return;
    const after = this.at(point);
    this.shift = [this.shift[0] + before[0] - after[0], this.shift[1] + before[1] - after[1]];
    this.show();
  }

  whole() {
    this.zoom = 1;
    this.shift = [0, 0];
    this.show();
  }

  // A tile as large as the frame allows, or the whole park if it is so already.
  /** @type {(place: number[], across: number) => void} */
  closeUp([x, y], across) {
    const { clientWidth, clientHeight } = this.frame;
    const factor = (CLOSE_UP * Math.min(clientWidth, clientHeight) * this.unit) / across;
    if (factor < 1.1) {
      this.whole();
      return;
    }
    this.scale(factor);
    this.shift = [this.shift[0] + x - this.seen[0] - this.seen[2] / 2, this.shift[1] + y - this.seen[1] - this.seen[3] / 2];
    this.show();
  }

  // Move as little as needed that the point and what is `around` it are seen.
  /** @type {(place: number[], around: number) => void} */
  reveal([x, y], around) {
    if (!this.near || !this.seen) return;
    const [left, top, wide, high] = this.seen;
    const by = (value, low, size) => (size < 2 * around ? value - low - size / 2 : Math.min(0, value - around - low) + Math.max(0, value + around - low - size));
    this.shift = [this.shift[0] + by(x, left, wide), this.shift[1] + by(y, top, high)];
    this.show();
  }

  press(event) {
    this.dragged = false;
    if (this.fingers || !event.isPrimary) return;
    this.pressed = { x: event.clientX, y: event.clientY, shift: this.shift, held: this.grab?.(event) ?? null };
  }

  follow(event) {
    const from = this.pressed;
    if (!from || this.fingers || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.hypot(dx, dy) > SLACK) this.dragged = true;
    if (from.held?.move(event, this.dragged)) return;
    if (!this.near || !this.dragged) return;
    this.shift = [from.shift[0] - dx * this.unit, from.shift[1] - dy * this.unit];
    this.show();
  }

  release(event) {
    this.pressed?.held?.drop(event);
    this.pressed = null;
  }

  leave() {
    this.pressed?.held?.leave();
    this.pressed = null;
  }

  // Two fingers: the browser would zoom the page or do nothing, as the park is scrolled with one.
  pinch(event) {
    if (this.pressed?.held?.taken) event.preventDefault();
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [one, other] = event.touches;
    const now = {
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2,
    };
    const before = this.fingers;
    this.leave();
    this.dragged = true;
    this.fingers = now;
    if (!before) return;
    this.shift = [this.shift[0] - (now.clientX - before.clientX) * this.unit, this.shift[1] - (now.clientY - before.clientY) * this.unit];
    this.scale(now.apart / before.apart, now);
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.scale(Math.exp(-event.deltaY / 200), event);
  }
}
