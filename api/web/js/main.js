// Opens the page and draws it again after every change.

import { answerPanel, go, sequence, shownMarks, shownRoutes, shownScene } from "./answer.js";
import { drawBar, drawStrip } from "./bar.js";
import { Board } from "./board.js";
import { open, withFacts } from "./book.js";
import { onRecovery, watchConnection } from "./connection.js";
import { brushed, dropped } from "./brush.js";
import { board as shownBoard } from "./carrying.js";
import { button, fill, h, say, the } from "./dom.js";
import { factsPanel } from "./facts.js";
import { takeUpJobs } from "./jobs.js";
import { judge, judgeMarks, judgePanel, judgePick, judgeRoutes, judgeScene, offerAgain, offerSoon } from "./judge.js";
import { applyTheme, onThemeChange } from "./look.js";
import { pickerPanel } from "./picker.js";
import { notePlace, watchPlaces } from "./places.js";
import { completed, emptyHexes, newPark, placeOf, sceneOf, tileAt } from "./position.js";
import { lastPressed, unpressed, watchPresses } from "./taps.js";
import { notices, rescue } from "./rescue.js";
import { pressed } from "./pressing.js";
import { roundPanel } from "./round.js";
import { flipHex, outlineHexes, outlineOf, outlinePanel } from "./rulings.js";
import { SearchBar } from "./searchbar.js";
import { answerShown, refresh, stop, takeUp, told, watchSearch } from "./searching.js";
import * as server from "./server.js";
import { examples, lineOf, linkAgain, makeLink, openLine, openTyped, paper, sharePanel } from "./share.js";
import { begin, emit, follow, load, redo, replaceDoc, save, show, state, subscribe, undo, view } from "./store.js";
import { tilePanel } from "./tile.js";
import { welcomePanel } from "./welcome.js";

const TABS = { park: "Park", best: "Best", judge: "Judge", share: "Share" };
const TYPING_MS = 250;

const panel = the("panel");
const bar = the("bar");
const strip = h("div", { id: "strip", role: "group", "aria-label": "Tiles of the park" });
const board = new Board(pick, (what, hex) => dropped(what, hex));
shownBoard.current = board;
/** @type {string | null} */
let checked = null;
/** @type {string | null} */
let judged = null;
/** @type {number | undefined} */
let timer;
let shownStep = 0;
let drawnScreen = null;

function pick(tile, hex) {
  if (view.tab === "park" && view.drawing) {
    flipHex(hex);
    return;
  }
  if (view.tab === "park" && brushed(tile, hex)) return;
  if (view.tab === "judge") judgePick(tile);
  else if (view.tab === "best") show({ peek: tile === view.peek ? null : tile });
  else if (tile) show({ tile: tile === view.tile ? null : tile, hex: null, editing: null, chosen: null });
  else show({ tile: null, hex, editing: null, chosen: null });
  toTop();
}

function toTop() {
  panel.scrollTop = 0;
  window.scrollTo(0, 0);
}

// Whatever was kept, the page opens: what cannot be drawn gives way to a way out.
function draw() {
  const screen = JSON.stringify([view.tab, view.welcome, view.tile, view.hex, Boolean(view.editing)]);
  const turned = screen !== drawnScreen;
  drawnScreen = screen;
  if (view.tab === "best") view.badge = false;
  if (turned) toTop();
  drawTabs();
  const undrawn = fault(drawTools) ?? fault(drawBoard);
  if (undrawn) fill(board.svg);
  if (view.keepPanel) markStep();
  else steady(turned, () => fillPanel(undrawn));
  document.body.dataset.tab = view.tab;
  document.body.classList.toggle("entering", view.tab === "park" && Boolean(view.tile || view.hex || view.adding));
  document.body.classList.toggle("welcome", view.tab === "park" && view.welcome);
  refresh();
  notePlace();
  if (view.step !== shownStep) panel.querySelector(".card.current")?.scrollIntoView({ block: "nearest" });
  shownStep = view.step;
}

function fault(action) {
  try {
    action();
    return null;
  } catch (error) {
    return error;
  }
}

function fillPanel(undrawn) {
  let shown = [];
  const wrong = undrawn ?? fault(() => { shown = [panelOf()].flat(); });
  fill(panel, ...(wrong ? rescue(wrong) : [notices(), ...shown]));
}

// What was pressed stays where it is on the screen, though what lies above it grows or goes.
function steady(turned, action) {
  const pressed = turned ? null : lastPressed(panel);
  const before = pressed?.getBoundingClientRect().top;
  action();
  if (!pressed || before < 0 || before > window.innerHeight) return;
  const after = panel.querySelector(`[data-key="${CSS.escape(pressed.dataset.key)}"]`)?.getBoundingClientRect();
  if (!after?.height || after.top === before) return;
  const moved = after.top - before;
  if (panel.scrollHeight > panel.clientHeight + 1 && getComputedStyle(panel).overflowY !== "visible") panel.scrollTop += moved;
  else window.scrollBy({ top: moved, behavior: "instant" });
}

function panelOf() {
  if (view.tab === "best") return answerPanel();
  if (view.tab === "judge") return judgePanel();
  if (view.tab === "share") return sharePanel();
  if (view.welcome) return welcomePanel();
  if (view.drawing) return outlinePanel();
  if (view.editing) return factsPanel(emit);
  if (view.hex) return pickerPanel();
  return view.tile ? tilePanel() : roundPanel();
}

function drawTools() {
  drawBar(bar, board);
  drawStrip(strip, pick);
  the("stage").classList.toggle("folded", view.folded || Boolean(view.tab === "park" && view.editing));
}

function drawTabs() {
  fill(document.getElementById("tabs"), Object.entries(TABS).map(([tab, words]) =>
    button([words, tab === "best" && view.badge ? h("span", { class: "badge" }, h("span", { class: "hidden" }, ", a new answer")) : null],
      () => show({ tab }), { key: `tab/${tab}`, "aria-current": tab === view.tab ? "page" : undefined })),
  view.offline ? h("span", { class: "offline" }, "offline") : null);
}

function drawBoard() {
  if (view.tab === "best" && answerShown() && sequence()) {
    board.draw({ scene: shownScene(), route: shownRoutes(), marked: shownMarks(), selected: view.peek }, { animate: view.animate });
  } else if (view.tab === "judge") {
    board.draw({ scene: judgeScene(), route: judgeRoutes(), marked: judgeMarks(), selected: (view.draft?.within?.aside ?? view.draft)?.tile ?? null }, { animate: view.animate });
  } else if (view.tab === "share") {
    board.draw({ scene: sceneOf(state.doc.position) });
  } else {
    const faults = {};
    const { position } = state.doc;
    const drawing = view.tab === "park" && view.drawing;
    for (const fault of view.faults) if (fault.place) (faults[fault.place] ??= []).push(fault);
    board.draw({
      scene: sceneOf(position), faults, outline: outlineOf(position), drawing, movable: view.tab === "park" && !drawing, busy: drawing || Boolean(view.brush),
      empties: drawing ? emptyAmong(outlineHexes(position)) : view.tab === "park" && view.adding ? emptyHexes(position) : view.hex ? [view.hex] : [],
      selected: view.tile ?? view.hex?.join() ?? null,
    });
  }
}

const emptyAmong = (hexes) => hexes.filter((hex) => !tileAt(state.doc.position, hex));

// While the slider is held the panel stays as it is; only what tells the step changes.
function markStep() {
  panel.querySelectorAll(".cards > li").forEach((card, index) => card.classList.toggle("current", index === view.step - 1));
  const count = panel.querySelector(".count");
  if (count) count.textContent = `${view.step} / ${sequence().steps.length}`;
}

// Faults are looked for while the park is being entered, a moment after the last change.
function checkSoon() {
  const now = JSON.stringify([state.doc.position]);
  if (now !== checked) {
    checked = now;
    window.clearTimeout(timer);
    timer = window.setTimeout(checkNow, TYPING_MS);
  }
  const asked = JSON.stringify(state.doc);
  if (view.tab === "judge" && asked !== judged && !view.offline) {
    judged = asked;
    judge();
  }
  if (view.tab === "judge") offerSoon();
}

async function checkNow() {
  const { position } = state.doc;
  const asked = checked;
  let faults = [];
  try {
    await server.check(position);
  } catch (error) {
    if (error instanceof server.Offline) checked = null; // asked again once the server is back
    if (!(error instanceof server.Refused)) return;
    faults = error.faults.length ? error.faults : [{ pointer: "", detail: error.message }];
  }
  if (asked !== checked) return;
  if (!faults.length) makeLink(); // pictures and print carry it
  const told = faults.map((fault) => ({ ...fault, place: placeOf(fault.pointer, position) }));
  if (JSON.stringify(told) === JSON.stringify(view.faults)) return;
  if (told.length) say(`${told.length === 1 ? "A fault" : `${told.length} faults`}: ${told[0].detail}`);
  show({ faults: told });
}

function keys(event) {
  const typing = event.target.closest("input:not([type=range]), select, textarea");
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y" && !typing) {
    event.preventDefault();
    redo();
  } else if (view.tab === "best" && sequence() && view.hint > 0 && !typing && event.target.type !== "range") {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(view.step + by);
  } else if (event.key === "Escape" && view.tab === "park") {
    show({ tile: null, hex: null, editing: null, drawing: false, brush: null, chosen: null });
  } else if (view.tab === "park" && !typing && !view.drawing && !view.editing && !view.welcome) pressed(event);
}

// A link, notation or JSON is opened wherever it is pasted; fields take what is pasted into them.
function pasted(event) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (event.target.closest?.("input, textarea, select") || !text.trim()) return;
  event.preventDefault();
  openTyped(text);
}

function preparePrint() {
  document.getElementById("paper")?.remove();
  document.body.append(h("div", { id: "paper" }, paper()));
}

// What the server knows; asked for again and again while it is away.
async function reached(action) {
  for (let wait = 5; ; wait = Math.min(30, wait * 1.5)) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof server.Offline) && !(error instanceof server.Refused && error.status >= 500)) throw error;
      fill(panel, h("h2", {}, "The server is away"), h("p", {}, "The page opens by itself as soon as it is back; what you entered is kept."), button("Try now", () => location.reload(), { key: "try-now" }));
      await new Promise((go) => { window.setTimeout(go, wait * 1000); });
    }
  }
}

async function start() {
  applyTheme();
  onThemeChange(() => {
    applyTheme();
    emit();
  });
  await reached(open);
  examples.list = await server.get("/web/examples.json").catch(() => []);
  const kept = load();
  if (!kept) begin(newPark());
  const line = lineOf(location.pathname);
  const sent = document.getElementById("shared-position");
  if (sent) openSent(JSON.parse(sent.textContent).position, kept);
  else if (line) await openLine(line).catch((error) => { view.sent = { line, words: error.message }; });
  if (line) history.replaceState(null, "", "/");
  view.welcome = !kept && !sent && !line;
  view.adding = view.welcome;
  the("stage").append(board.element, strip);
  the("about").addEventListener("click", () => show({ tab: "park", welcome: true, tile: null, hex: null, editing: null, drawing: false }));
  new ResizeObserver(([entry]) => {
    document.documentElement.style.setProperty("--stage", `${entry.contentRect.height}px`);
  }).observe(the("stage"));
  subscribe(() => unpressed(draw));
  subscribe(checkSoon);
  const searchBar = new SearchBar(stop, told);
  /** @type {Element} */ (document.querySelector("main")).after(searchBar.element);
  watchSearch(searchBar);
  follow(takeUp);
  watchPresses();
  watchConnection();
  onRecovery(() => {
    checked = judged = null;
    linkAgain();
    offerAgain();
    emit();
  });
  takeUpJobs();
  watchPlaces();
  emit();
  window.addEventListener("keydown", keys);
  window.addEventListener("paste", pasted);
  window.addEventListener("beforeprint", preparePrint);
  document.body.dataset.ready = "yes";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => null);
}

// A park that the address held, beside the one that was here before.
function openSent(position, kept) {
  const park = completed(withFacts(position));
  if (kept) replaceDoc(park);
  else {
    begin(park);
    save();
  }
}

start().catch((error) => fill(panel, ...rescue(error)));
