// Small helpers over the DOM; no markup is ever built from strings.

// h("button", {class: "wide", on: {click}, "aria-pressed": "true"}, "words", child, ...)
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "value") {
      element.value = value;
    } else if (value === true) {
      element.setAttribute(name, "");
    } else {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Put `children` in place of what `parent` holds; the focus stays with the element of the same key, or with `parent`.
/** @type {(parent: any, ...children: any[]) => void} */
export function fill(parent, ...children) {
  const focused = parent.contains(document.activeElement);
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const typed = focused && active.matches("input[type=text], textarea") ? /** @type {HTMLInputElement} */ (active) : null;
  const key = focused ? active.dataset.key : undefined;
  const opened = new Set([...parent.querySelectorAll("details[open][data-key]")].map((each) => each.dataset.key));
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  for (const each of parent.querySelectorAll("details[data-key]")) if (opened.has(each.dataset.key)) each.open = true;
  if (!focused) return;
  const same = key === undefined ? null : parent.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  (same ?? parent).focus({ preventScroll: true });
  if (same && typed) { // nothing of what is being typed is lost
    same.value = typed.value;
    same.setSelectionRange(typed.selectionStart, typed.selectionEnd);
  }
}

export function button(words, click, props = {}) {
  const { key, ...rest } = props;
  const name = key ?? (typeof words === "string" ? words : undefined);
  return h("button", { type: "button", "data-key": name, on: { click }, ...rest }, words);
}

// A button that is on or off.
export function toggle(words, on, click, props = {}) {
  return button(words, click, { "aria-pressed": String(Boolean(on)), ...props });
}

// A row of buttons of which one is on; `options` are [value, words, props?].
export function choice(label, options, value, pick, prefix = label) {
  return h("div", { class: "choice", role: "group", "aria-label": label }, options.map(([each, words, props = {}]) =>
    toggle(words, each === value, () => pick(each), { key: `${prefix}/${each}`, ...props })));
}

// A number with − and +, between `low` and `high` (unknown bounds are left to the server).
export function stepper(label, value, low, high, set, note = "") {
  const less = button("−", () => set(value - 1), { key: `${label}/less`, "aria-label": `${label}: one less`, disabled: value <= low });
  const more = button("+", () => set(value + 1), { key: `${label}/more`, "aria-label": `${label}: one more`, disabled: high !== undefined && value >= high });
  return h("div", { class: "stepper", role: "group", "aria-label": label },
    h("span", { class: "label" }, label, note ? h("small", {}, ` ${note}`) : null), less, h("output", { class: "number" }, String(value)), more);
}

// A number at one tap: 0 to 8, and beyond by steps, between `low` and `high` (unknown bounds are left to the server).
export function numbers(label, value, low, high, set, note = "") {
  const most = Math.min(NUMBERS, high ?? NUMBERS);
  const cells = Array.from({ length: most - low + 1 }, (_, index) => low + index);
  const step = (words, by, key, says, off) => button(words, () => set(value + by), { key: `${label}/${key}`, "aria-label": `${label}: ${says}`, disabled: off });
  const beyond = high === undefined || high > FEW; // a row of few numbers needs no steps
  return h("div", { class: "numbers", role: "group", "aria-label": label },
    h("span", { class: "label" }, label, value > most ? h("b", {}, ` ${value}`) : null, note ? h("small", {}, ` ${note}`) : null),
    beyond ? step("−", -1, "less", "one less", value <= low) : null,
    cells.map((each) => toggle(String(each), each === value, () => set(each), { key: `${label}/${each}`, "aria-label": `${label}: ${each}` })),
    beyond ? step("+", 1, "more", "one more", high !== undefined && value >= high) : null);
}

const NUMBERS = 8;
const FEW = 6;

// Folded in until it is opened; then it stays open, also when the panel was left in between.
const unfolded = new Set();

export function details(title, key, ...children) {
  const remember = (event) => (event.target.open ? unfolded.add(key) : event.target.isConnected && unfolded.delete(key));
  return h("details", { "data-key": key, class: "block", open: unfolded.has(key), on: { toggle: remember } }, h("summary", {}, title), ...children);
}

// An element that the page always has.
export function the(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

const live = () => the("live");

const SHOWN_MS = 3000;
let hiding = null;

// Say something to screen readers and show it for a moment; `unseen`: where the page shows it anyway.
export function say(words, { unseen = false } = {}) {
  window.clearTimeout(hiding);
  live().textContent = "";
  live().classList.toggle("unseen", unseen);
  window.setTimeout(() => {
    live().textContent = words;
    live().classList.remove("low");
    if (!unseen && covers(live())) live().classList.add("low");
  }, 30);
  hiding = window.setTimeout(() => live().classList.add("unseen"), SHOWN_MS);
}

// Whether something lies over the field that is typed in, or over what is to be pressed next.
function covers(element) {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const near = [...(document.activeElement ? [document.activeElement] : []), ...document.querySelectorAll("#panel .main")];
  const fields = near.filter((each) => each.matches("input, textarea, select, .main"));
  return fields.map((each) => each.getBoundingClientRect()).some((box) => box.top < bottom && box.bottom > top && box.left < right && box.right > left);
}

export function words(slug) {
  const plain = slug.replaceAll("-", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export function plural(count, noun, several = `${noun}s`) {
  return `${count} ${count === 1 ? noun : several}`;
}
