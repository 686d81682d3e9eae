// Whether the server can be reached: after it was away it is asked again and again, until it is back.

import { say } from "./dom.js";
import * as server from "./server.js";
import { show, view } from "./store.js";

const FIRST_MS = 5_000;
const LONGEST_MS = 30_000;

const recovered = new Set();
let timer = null;
let pause = FIRST_MS;

// Called each time that the server is there again.
export function onRecovery(listener) {
  recovered.add(listener);
}

// What a page that the browser may not keep adds to the word that the server is away.
export const reloading = () => (window.isSecureContext ? "" : " Do not reload the page until then: its address is not secure (https), so the browser has not kept it.");

export function watchConnection() {
  server.onReach((reached) => (reached ? back() : lost()));
  window.addEventListener("online", look);
  window.addEventListener("offline", lost);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && view.offline) look(); });
  if (view.offline) again();
}

function lost() {
  if (!view.offline) {
    pause = FIRST_MS;
    show({ offline: true });
  }
  again();
}

function again() {
  if (timer !== null) return;
  timer = window.setTimeout(look, pause);
}

async function look() {
  window.clearTimeout(timer);
  timer = null;
  if (!view.offline) return;
  pause = Math.min(LONGEST_MS, pause * 1.5);
  if (await server.reachable()) back();
  else again();
}

function back() {
  window.clearTimeout(timer);
  timer = null;
  pause = FIRST_MS;
  if (!view.offline) return;
  show({ offline: false });
  say("The server is there again.");
  for (const listener of recovered) listener();
}
