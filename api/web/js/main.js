// Opens the page and draws it again after every change.

import { answerPanel, go, sequence, shownMarks, shownRoutes, shownScene } from "./answer.js";
import { Board } from "./board.js";
import { open, withFacts } from "./book.js";
import { button, fill, h, say, toggle } from "./dom.js";
import { factsPanel } from "./facts.js";
import { judge, judgeMarks, judgePanel, judgePick, judgeScene, offerSoon } from "./judge.js";
import { applyTheme, onThemeChange } from "./look.js";
import { pickerPanel } from "./picker.js";
import { completed, emptyHexes, newPark, placeOf, sceneOf, tileAt } from "./position.js";
import { roundPanel } from "./round.js";
import { flipHex, outlineHexes, outlineOf, outlinePanel } from "./rulings.js";
import * as server from "./server.js";
import { currentPicture, examples, sharePanel } from "./share.js";
import { begin, canRedo, canUndo, emit, load, redo, replaceDoc, save, show, state, subscribe, undo, view } from "./store.js";
import { tilePanel } from "./tile.js";

const TABS = { park: "Park", best: "Best", judge: "Judge", share: "Share" };
const TYPING_MS = 250;

const panel = document.getElementById("panel");
const board = new Board(pick);
let checked = null;
let judged = null;
let timer = null;
let shownStep = 0;

function pick(tile, hex) {
  if (view.tab === "park" && view.drawing) {
    flipHex(hex);
    return;
  }
  if (view.tab === "judge") judgePick(tile);
  else if (view.tab === "best") show({ tab: "park", tile, hex: null, editing: null });
  else if (tile) show({ tile: tile === view.tile ? null : tile, hex: null, editing: null });
  else show({ tile: null, hex, editing: null });
  toTop();
}

function toTop() {
  panel.scrollTop = 0;
  window.scrollTo(0, 0);
}

function draw() {
  if (view.tab !== document.body.dataset.tab) toTop();
  drawTools();
  drawBoard();
  if (view.keepPanel) markStep();
  else fill(panel, ...[panelOf()].flat());
  document.body.dataset.tab = view.tab;
  if (view.step !== shownStep) panel.querySelector(".card.current")?.scrollIntoView({ block: "nearest" });
  shownStep = view.step;
}

function panelOf() {
  if (view.tab === "best") return answerPanel();
  if (view.tab === "judge") return judgePanel();
  if (view.tab === "share") return sharePanel();
  if (view.drawing) return outlinePanel();
  if (view.editing) return factsPanel(emit);
  if (view.hex) return pickerPanel();
  return view.tile ? tilePanel() : roundPanel();
}

function drawTools() {
  fill(document.getElementById("tools"),
    button("↶", undo, { key: "undo", "aria-label": "Undo", disabled: !canUndo() }),
    button("↷", redo, { key: "redo", "aria-label": "Redo", disabled: !canRedo() }));
  fill(document.getElementById("tabs"), Object.entries(TABS).map(([tab, words]) =>
    button(words, () => show({ tab }), { key: `tab/${tab}`, "aria-current": tab === view.tab ? "page" : undefined })),
  view.offline ? h("span", { class: "offline" }, "offline") : null);
}

function drawBoard() {
  if (view.tab === "best" && view.answer && !view.searching && sequence()) {
    board.draw({ scene: shownScene(), route: shownRoutes(), marked: shownMarks() }, { animate: view.animate });
  } else if (view.tab === "judge") {
    board.draw({ scene: judgeScene(), marked: judgeMarks(), selected: (view.draft?.within?.aside ?? view.draft)?.tile ?? null });
  } else if (view.tab === "share") {
    board.draw({ scene: sceneOf(state.doc.position) });
  } else {
    const faults = {};
    const { position } = state.doc;
    const drawing = view.tab === "park" && view.drawing;
    for (const fault of view.faults) if (fault.place) (faults[fault.place] ??= []).push(fault);
    board.draw({
      scene: sceneOf(position), faults, outline: outlineOf(position), drawing,
      empties: drawing ? emptyAmong(outlineHexes(position)) : view.tab === "park" ? emptyHexes(position) : [],
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
    if (error instanceof server.Offline) setOffline(true);
    if (!(error instanceof server.Refused)) return;
    faults = error.faults.length ? error.faults : [{ pointer: "", detail: error.message }];
  }
  if (asked !== checked) return;
  const told = faults.map((fault) => ({ ...fault, place: placeOf(fault.pointer, position) }));
  if (JSON.stringify(told) === JSON.stringify(view.faults)) return;
  if (told.length) say(`${told.length === 1 ? "A fault" : `${told.length} faults`}: ${told[0].detail}`);
  show({ faults: told });
}

function setOffline(offline) {
  if (offline !== view.offline) show({ offline });
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
    show({ tile: null, hex: null, editing: null, drawing: false });
  }
}

function preparePrint() {
  document.getElementById("paper")?.remove();
  document.body.append(h("div", { id: "paper" }, currentPicture("light")));
}

async function start() {
  applyTheme();
  onThemeChange(() => {
    applyTheme();
    emit();
  });
  await open();
  examples.list = await server.get("/web/examples.json").catch(() => []);
  const kept = load();
  if (!kept) begin(newPark());
  const sent = document.getElementById("shared-position");
  if (sent) {
    const { position } = JSON.parse(sent.textContent);
    if (kept) replaceDoc(completed(withFacts(position)));
    else begin(completed(withFacts(position)));
  }
  if (location.pathname.startsWith("/p/")) history.replaceState(null, "", "/");
  document.getElementById("stage").append(board.element);
  document.getElementById("tools").before(board.controls);
  new ResizeObserver(([entry]) => {
    document.documentElement.style.setProperty("--stage", `${entry.contentRect.height}px`);
  }).observe(document.getElementById("stage"));
  subscribe(draw);
  subscribe(checkSoon);
  emit();
  window.addEventListener("keydown", keys);
  window.addEventListener("online", () => setOffline(false));
  window.addEventListener("offline", () => setOffline(true));
  window.addEventListener("beforeprint", preparePrint);
  window.addEventListener("pagehide", save);
  document.body.dataset.ready = "yes";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => null);
}

start().catch((error) => {
  fill(panel, h("h2", {}, "The page could not be opened"), h("p", {}, error.message), button("Try again", () => location.reload()));
});
