// Dice and tiles that are dragged: at once by a mouse, after a moment's hold by a finger, so that fingers still scroll.

import { corners, hexAt, centre, num, points } from "./geometry.js";
import { look, theme } from "./look.js";
import { svg } from "./picture.js";

/** @type {{current: import("./board.js").Board | null}} */
export const board = { current: null }; // the one on the page
const HOLD_MS = 350;
const SLACK = 10; // pixels that a finger may move while it holds

// What a press on the board takes along; `dropped(what, hex)` says where it was left.
export function carrier(board, dropped) {
  return (event) => {
    if (!board.given.movable || event.button) return null;
    const die = event.target.closest("[data-guest]");
    const tile = event.target.closest("[data-tile]");
    const what = die ? { guest: die.dataset.guest } : tile ? { tile: tile.dataset.tile } : null;
    if (!what) return null;
    const finger = event.pointerType === "touch";
    if (!finger && what.tile && board.given.selected !== what.tile) return null; // a mouse moves the park by its tiles
    const drawn = die ?? tile;
    return held(event, finger, () => onBoard(board, drawn), (over) => over && dropped(what, over));
  };
}

// What lies in the panel and can be carried onto the board.
export function carried(element, board, drawn, dropped) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary) return;
    const hold = held(event, event.pointerType === "touch", () => overPage(board(), drawn()), (over) => over && dropped(over));
    const follow = (next) => hold.move(next, Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > SLACK);
    const still = (next) => { if (hold.taken) next.preventDefault(); };
    const end = (next) => {
      if (next.type === "pointerup") hold.drop(next);
      else hold.leave();
      for (const [type, listener] of heard) window.removeEventListener(type, listener);
      element.removeEventListener("touchmove", still);
    };
    /** @type {[string, EventListener][]} */
    const heard = [["pointermove", follow], ["pointerup", end], ["pointercancel", end]];
    for (const [type, listener] of heard) window.addEventListener(type, listener);
    element.addEventListener("touchmove", still, { passive: false });
  });
}

function held(began, finger, take, leave) {
  let ghost = null;
  const hold = {
    taken: false,
    // Whether the move is the drag's own, and neither the park's nor the page's.
    move(event, far) {
      if (!ghost && far && !finger) pick(event);
      if (!ghost && far) window.clearTimeout(timer);
      ghost?.follow(event);
      return Boolean(ghost);
    },
    drop(event) {
      window.clearTimeout(timer);
      if (!ghost) return;
      leave(ghost.over(event));
      ghost.gone();
      swallowClick();
    },
    leave() {
      window.clearTimeout(timer);
      ghost?.gone();
    },
  };
  const pick = (event) => {
    ghost = take();
    hold.taken = true;
    ghost.follow(event);
    if (finger) navigator.vibrate?.(15);
  };
  const timer = finger ? window.setTimeout(() => pick(began), HOLD_MS) : undefined;
  return hold;
}

// The click that ends a drag is none.
function swallowClick() {
  const swallow = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  window.setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50);
}

// A copy that follows within the board, and the hex it is over.
function onBoard(board, drawn) {
  const copy = drawn.cloneNode(true);
  for (const name of ["data-guest", "data-tile", "data-hex", "role", "tabindex", "aria-label"]) copy.removeAttribute(name);
  copy.classList.add("carried");
  drawn.classList.add("lifted");
  const target = targetOf();
  board.svg.append(target, copy);
  return {
    follow(event) {
      const [x, y] = board.viewport.at(event);
      copy.setAttribute("transform", `translate(${num(x)},${num(y)})`);
      mark(target, hexAt([x, y], look.size));
    },
    over: (event) => hexAt(board.viewport.at(event), look.size),
    gone() {
      copy.remove();
      target.remove();
      drawn.classList.remove("lifted");
    },
  };
}

// A copy that follows over the whole page.
function overPage(board, picture) {
  picture.classList.add("ghost");
  document.body.append(picture);
  const target = targetOf();
  board.svg.append(target);
  const on = ({ clientX, clientY }) => {
    const box = board.svg.getBoundingClientRect();
    return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
  };
  return {
    follow(event) {
      picture.style.left = `${event.clientX}px`;
      picture.style.top = `${event.clientY}px`;
      target.style.display = on(event) ? "" : "none";
      mark(target, hexAt(board.viewport.at(event), look.size));
    },
    over: (event) => (on(event) ? hexAt(board.viewport.at(event), look.size) : null),
    gone() {
      picture.remove();
      target.remove();
    },
  };
}

const targetOf = () => svg("polygon", { class: "target", points: points(corners(look.size - 2)), fill: "none", stroke: look.colours[theme()].choice, "stroke-width": 8 });
const mark = (target, hex) => target.setAttribute("transform", `translate(${centre(hex, look.size).map(num).join()})`);
