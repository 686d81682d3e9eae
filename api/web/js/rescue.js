// What is shown when something that was kept cannot be: nothing is lost before it is saved, and the page opens all the same.

import { button, h, plural } from "./dom.js";
import * as keep from "./storage.js";
import { save } from "./own.js";
import { newPark } from "./position.js";
import { openLine, unopened } from "./share.js";
import { canUndo, forgetUnread, show, startAfresh, undo, view } from "./store.js";

const saveMine = () => button("Save my data", () => save("park-advisor-data.json", JSON.stringify(keep.everything(), null, 1), "application/json"), { key: "save-data" });

// Above every panel, until it is settled.
export function notices() {
  return [
    view.notice ? h("div", { class: "notice", role: "alert" }, h("p", {}, view.notice),
      h("div", { class: "row" }, saveMine(), button("All right", () => show({ notice: null }), { key: "notice-seen" }))) : null,
    view.sent ? h("div", { class: "notice", role: "alert" },
      h("p", {}, h("b", {}, "The park of the link is not open. "), view.sent.words, " What is shown is the park that was here before."),
      h("div", { class: "row" }, button("Try the link again", tryAgain, { key: "link-again" }), button("Never mind", () => show({ sent: null }), { key: "link-left" }))) : null,
    view.unopened && !givenHere() ? [unopened(), h("div", { class: "row" }, button("All right", () => show({ unopened: null }), { key: "unopened-seen" }))] : null,
    view.unread.length ? h("div", { class: "notice", role: "alert" },
      h("p", {}, `${plural(view.unread.length, "thing")} that this browser kept cannot be read. All else is here.`),
      h("div", { class: "row" }, saveMine(), button("Remove what cannot be read", forgetUnread, { key: "forget-unread" }), button("Later", () => show({ unread: [] }), { key: "unread-later" }))) : null,
  ];
}

// The screens that have a field for it tell it there.
const givenHere = () => view.tab === "share" || (view.tab === "park" && view.welcome);

async function tryAgain() {
  try {
    await openLine(view.sent.line);
    show({ sent: null });
  } catch (error) {
    show({ sent: { ...view.sent, words: error.message } });
  }
}

// In the place of a panel that could not be drawn.
export function rescue(error) {
  return [
    h("h2", {}, "This could not be shown"),
    h("p", {}, "Something in the park, or in what was found for it, cannot be drawn. Your attractions and your other parks stay as they are."),
    h("div", { class: "row" },
      canUndo() ? button("Undo the last change", undo, { key: "rescue-undo" }) : null, saveMine(),
      button("Start afresh", () => startAfresh(newPark()), { key: "start-afresh", class: "danger" })),
    h("p", { class: "hint" }, error.message),
  ];
}
