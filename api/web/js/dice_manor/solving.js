// What is asked of the roll that is shown: answered at once where that is quick, and otherwise searched on by a job, which is
// followed, stopped, and taken up again after a reload. It ends when anything entered changes.

import { plural, say } from "../dom.js";
import { SearchBar } from "../searchbar.js";
import * as server from "../server.js";
import { doc, show, view } from "./state.js";

const QUICK_SECONDS = 3;
const LONG_SECONDS = 600;
const KEPT = "dice-manor-job";

let followed = null; // {path, of, began, news, stopping, following}
let ticking = null;

export const bar = new SearchBar(stop, told);

const entered = () => JSON.stringify(doc);
const proven = (answer) => answer.status === "optimal" && (!answer.target || answer.target.status === "optimal");

export async function begin(request) {
  leave();
  const of = entered();
  show({ busy: true, answer: null, option: 0, ended: null, judging: null });
  try {
    const { body } = await server.send("POST", "/v1/solve", { ...request, time_limit: QUICK_SECONDS });
    if (of === entered()) {
      show({ answer: body, wrong: "" });
      if (!proven(body)) await searchOn(request, of);
    }
  } catch (error) {
    show({ wrong: error.message });
  }
  show({ busy: false });
}

async function searchOn(request, of) {
  const path = await server.search({ ...request, time_limit: LONG_SECONDS, attached: true });
  const mine = { path, of, began: Date.now(), news: {} };
  if (of !== entered()) { // changed before the server had answered
    server.cancel(path).catch(() => null);
    return;
  }
  keep({ path, of, began: mine.began });
  listen(mine);
}

// The job that is kept, if it is of what is entered.
export function takeUp() {
  const kept = read();
  if (!kept) return;
  if (kept.of === entered()) listen({ ...kept, news: {} });
  else keep(null);
}

async function listen(mine) {
  followed = mine;
  mine.following = server.follow(mine.path, (news) => hear(mine, news));
  draw();
  try {
    const job = await mine.following.ended;
    if (job.answer) put(mine, job.answer);
    else throw new Error(job.detail ?? "The search failed.");
    over(mine, job.state === "done" ? null : job.state === "cancelled" ? "You stopped it; this is the best so far." : job.detail);
    if (job.state === "done") say(proven(job.answer) ? "Proven." : "Its time is over.", { unseen: true });
  } catch (error) {
    const forgotten = error instanceof server.Refused && error.status === 404; // by the server, since it ran
    over(mine, forgotten ? null : mine.stopping ? "You stopped it." : error.message);
  }
}

async function hear(mine, news) {
  const before = mine.news;
  mine.news = { ...before, ...(news.progress ?? {}), state: news.state ?? "running", ahead: news.ahead };
  draw();
  if (news.answer) put(mine, news.answer);
  else if (news.progress && (news.progress.expected !== before.expected || news.progress.error !== before.error)) {
    const job = await server.get(mine.path).catch(() => null);
    if (job?.answer && followed === mine) put(mine, job.answer);
  }
}

// A better answer in the place of the one before; the decision that is shown stays shown where it is still there.
function put(mine, answer) {
  if (mine.of !== entered() || JSON.stringify(view.answer) === JSON.stringify(answer)) return;
  const options = (each) => (each?.target ?? each)?.options ?? [];
  const text = view.option ? options(view.answer)[view.option]?.text : null;
  show({ answer, option: Math.max(0, options(answer).findIndex((each) => each.text === text)), wrong: "" });
}

function over(mine, words) {
  if (followed !== mine) return;
  followed = null;
  keep(null);
  draw();
  if (mine.of === entered()) show({ ended: words });
}

function leave() {
  if (!followed) return;
  followed.following.leave();
  server.cancel(followed.path).catch(() => null);
  followed = null;
  keep(null);
  draw();
}

// A search of what is no longer entered is ended.
export function giveUp() {
  if (followed && followed.of !== entered()) leave();
}

function stop() {
  const mine = followed;
  if (!mine) return;
  mine.stopping = true;
  draw();
  server.cancel(mine.path).catch(() => {
    mine.stopping = false;
    say("The search could not be stopped: there is no connection to the server.");
    draw();
  });
}

function draw() {
  document.body.classList.toggle("searching", Boolean(followed));
  if (!followed) {
    window.clearInterval(ticking);
    ticking = null;
    bar.draw(null);
    return;
  }
  ticking ??= window.setInterval(draw, 1000);
  bar.draw({ ...followed.news, stopping: followed.stopping, seconds: Math.max(0, Math.floor((Date.now() - followed.began) / 1000)) });
}

const AT = {
  fillings: (news) => `Ways to fill ${plural(news.dice, "slot")}: ${news.done.toLocaleString("en")} of ${news.of.toLocaleString("en")}`,
  values: (news) => `Their values with ${plural(news.dice, "slot")} filled: ${news.done.toLocaleString("en")} of ${news.of.toLocaleString("en")}`,
};

function told({ stage, seconds, state, ahead, stopping, ...news }) {
  if (stopping) return ["Stopping…"];
  if (state === "queued" && ahead) return [`${plural(ahead, "search", "searches")} before yours · ${seconds}\u00a0s`];
  return [`${AT[stage]?.(news) ?? "Playing it out"} · ${seconds}\u00a0s`];
}

function keep(job) {
  try {
    if (job) localStorage.setItem(KEPT, JSON.stringify(job));
    else localStorage.removeItem(KEPT);
  } catch { /* a browser that keeps nothing forgets it with the page */ }
}

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return typeof found?.path === "string" && found.path.startsWith("/v1/jobs/") && typeof found.of === "string" ? { ...found, began: Number.isFinite(found.began) ? found.began : Date.now() } : null;
  } catch {
    return null;
  }
}
