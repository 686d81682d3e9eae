// The search of the park that is shown: begun, followed, taken up again after a reload, stopped; and its plan as soon as
// there is one. `view.searching` is {path, position, objective, draft, began, stars, bound, ahead, state}.

import { h, plural, say } from "./dom.js";
import * as server from "./server.js";
import { soundPosition } from "./sound.js";
import { emit, keepAnswer, keepJob, keptJob, shownDraft, show, state, view } from "./store.js";

let listening = null; // what follows the job
let stopped = null; // the path of the job that was stopped here

export async function begin(settings) {
  const position = structuredClone(state.doc.position);
  listening?.leave();
  /** @type {{path: string | null, [told: string]: any}} */
  const mine = { path: null, position, objective: settings.objective, draft: shownDraft(), began: Date.now() };
  show({ searching: mine, error: null, better: null, step: 0, shown: 0, ended: null });
  say("Searching.", { unseen: true });
  try {
    mine.path = await server.search({ position, ...settings, attached: true });
  } catch (error) {
    if (view.searching === mine) failed(error);
    return;
  }
  if (view.searching !== mine) { // stopped, or another one was begun, before the server had answered
    server.cancel(mine.path).catch(() => null);
    return;
  }
  keepJob("search", mine.draft, { path: mine.path, position, objective: mine.objective, began: mine.began });
  listen(mine);
}

// Take up the search that is kept for the park that is shown, if one is.
export function takeUp() {
  const kept = keptJob("search");
  if (!kept || view.searching?.path === kept.path) return;
  if (!soundPosition(kept.position)) {
    keepJob("search", shownDraft(), null);
    return;
  }
  listening?.leave();
  const began = Number.isFinite(kept.began) ? kept.began : Date.now();
  const mine = { path: kept.path, position: kept.position, objective: kept.objective, draft: shownDraft(), began };
  show({ searching: mine });
  listen(mine);
}

async function listen(mine) {
  const plans = planner(mine);
  const follower = listening = server.follow(mine.path, (news) => {
    Object.assign(mine, "progress" in news && !("state" in news) ? { state: "running" } : { state: news.state, ahead: news.ahead });
    const { stars, bound, rolls } = news.progress ?? {};
    if (stars !== undefined && stars !== mine.stars) say(`Best so far ${rolls ? "at least " : ""}${plural(stars, "star")}.`, { unseen: true });
    if (news.progress) Object.assign(mine, { stars, bound, rolls });
    if (news.answer) plans.take(news);
    else if (news.progress) plans.ask();
    refresh();
  });
  try {
    const job = await follower.ended;
    plans.end();
    if (job.answer) await arrived(mine, job);
    else if (stopped !== mine.path && job.state !== "cancelled") throw new Error(job.detail ?? "The search failed.");
    finished(mine, job.answer ? null : stopped === mine.path ? "You stopped it before there was a sequence." : job.detail);
  } catch (error) {
    plans.end();
    const gone = error instanceof server.Refused && error.status === 404;
    if (gone) finished(mine, "The server no longer knows the search that ran here; begin it again.");
    else failed(error, mine);
  }
}

// The best so far as a plan to step through, a moment after it was found, one at a time.
const EVERY_MS = 1000;

function planner(mine) {
  let asking = false;
  let again = false;
  let over = false;
  let timer = null;
  const take = async (job) => {
    if (over || !job.answer?.moves?.length) return;
    asking = true;
    try {
      const answer = await replayed(mine, job);
      if (!over) put(mine, answer);
    } catch { /* the next news, or the end, brings it */ } finally {
      asking = false;
      if (again && !over) later();
    }
  };
  const ask = async () => {
    if (asking || over) {
      again = true;
      return;
    }
    again = false;
    asking = true;
    const job = await server.get(mine.path).catch(() => null);
    asking = false;
    if (job?.answer) await take(job);
  };
  const later = () => {
    again = false;
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, EVERY_MS);
  };
  return {
    take: (job) => { if (!asking) take(job); },
    ask: () => (mine.stars === mine.bound && !mine.told ? (mine.told = true, ask()) : later()),
    end: () => {
      over = true;
      window.clearTimeout(timer);
    },
  };
}

// Every sequence is replayed by the referee, whose steps say how the park stands after each move.
async function replayed(mine, job) {
  const { answer } = job;
  const { position } = mine;
  const over = !["queued", "running"].includes(job.state);
  const wanted = answer.chance
    ? waysTold(answer.chance.branches)
    : [["Best", answer], ...(over ? answer.alternatives : []).map((each, index) => [`Alternative ${index + 1}`, each])];
  const checks = await Promise.all(wanted.map(([, each]) => server.check(position, each.moves)));
  const sequences = wanted.map(([label, each], index) => ({
    label, stars: each.stars, money: each.money, least: each.least, moves: each.moves, steps: checks[index].steps, placed: placed(checks[index]), next: checks[index].next ?? null,
  }));
  return {
    position, sequences, whatIf: null, objective: answer.objective, path: mine.path, unfinished: !over, stopped: over ? why(job) : null,
    status: answer.status, bound: answer.bound, score: answer.stages[0] ?? null, mayRoll: Boolean(answer.may_roll), seconds: answer.seconds, notes: answer.notes, cached: job.cached, chance: answer.chance && { expected: answer.chance.expected },
  };
}

// What cubes that lay there before the first move have brought: of the whole phase what no step does.
const placed = ({ steps, ...total }) => {
  const rest = (field) => steps.reduce((left, step) => left - step[field], total[field]);
  return { stars: rest("stars"), money: rest("money") };
};

// A plan for each way that the dice may fall; where those are very many, for as many dice as are not.
const MOST_BRANCHES = 36;
const shown = ({ result, results = [result] }) => results;

export function waysTold(branches) {
  const most = Math.max(...branches.map((each) => shown(each).length));
  for (let dice = most; ; dice -= 1) {
    const groups = new Map();
    for (const each of branches) {
      const results = shown(each).slice(0, dice).join(", then ");
      groups.set(results, [...(groups.get(results) ?? []), each]);
    }
    if (groups.size <= MOST_BRANCHES || dice === 1) return [...groups].map(([results, group]) => together(results, group));
  }
}

// What branches have in common up to the next roll, and the least that they bring.
function together(results, group) {
  const label = results.length === 1 ? `If the die shows ${results}` : `If the dice show ${results}`;
  if (group.length === 1) return [label, group[0]];
  const [{ moves }] = group;
  const same = (move, place) => group.every((each) => JSON.stringify(each.moves[place]) === JSON.stringify(move));
  const common = moves.slice(0, moves.findIndex((move, place) => !same(move, place)));
  const least = (what) => Math.min(...group.map((each) => each[what]));
  return [`${label}; search again after the next roll`, { moves: common, stars: least("stars"), money: least("money"), least: true }];
}

function why(job) {
  if (job.state === "done") return null;
  return stopped === `/v1/jobs/${job.id}` ? "You stopped it; this is the best sequence so far." : job.detail;
}

async function arrived(mine, job) {
  const answer = await replayed(mine, job);
  put(mine, answer);
  const worth = answer.chance ? "a plan that rolls dice" : `${plural(job.answer.stars, "star")} in ${plural(job.answer.moves.length, "move")}`;
  const told = `${answer.status === "optimal" ? "Proven best" : "Best found"}${answer.chance ? " on average" : ""}: ${worth}.`;
  if (mine.draft !== shownDraft()) say(`${told} It is kept with the park it was asked for: Share, Parks in this browser.`);
  else {
    if (view.tab !== "best") view.badge = true;
    say(told, { unseen: view.tab === "best" });
  }
}

const moves = (answer, index) => JSON.stringify(answer?.sequences[index]?.moves);

// Show an answer, unless another plan is being stepped through: then it is offered.
function put(mine, answer) {
  if (mine.draft !== shownDraft()) {
    keepAnswer(answer, mine.draft);
    return;
  }
  const before = view.answer?.path === mine.path ? view.answer : null;
  const same = moves(before, view.shown) === moves(answer, 0);
  if (before && view.step > 0 && !same) {
    keepAnswer(before); // what is stepped through stays, what is better is offered
    view.better = answer;
  } else {
    if (!same) view.step = 0;
    Object.assign(view, { shown: 0, better: null });
    keepAnswer(answer);
  }
  emit();
}

export function showBetter() {
  const { better } = view;
  Object.assign(view, { better: null, shown: 0, step: 0 });
  keepAnswer(better);
  emit();
}

function finished(mine, words) {
  keepJob("search", mine.draft, null, mine.path);
  if (view.searching !== mine) return;
  listening = null;
  show({ searching: null, ended: words });
  if (words) say(words, { unseen: view.tab === "best" });
}

function failed(error, mine = view.searching) {
  if (mine.path) keepJob("search", mine.draft, null, mine.path);
  if (view.searching !== mine) return;
  listening = null;
  show({ searching: null, error: error.message });
  say(error.message);
}

export function stop() {
  const mine = view.searching;
  if (!mine) return;
  say("Stopping.");
  if (!mine.path) { // the server has not answered yet
    finished(mine, "You stopped it before it began.");
    return;
  }
  stopped = mine.path;
  mine.stopping = true;
  refresh();
  server.cancel(mine.path).catch(() => {
    mine.stopping = false;
    say("The search could not be stopped: there is no connection to the server.");
    refresh();
  });
}

// Whether the plan that is kept is the one to show: while a search runs, only what it found itself.
export const answerShown = () => (view.answer && (!view.searching || view.searching.draft !== shownDraft() || view.answer.path === view.searching.path) ? view.answer : null);

// The line that stands on every screen while a search runs: 49★ ≤ 53★ · 4 s · Stop.
let bar = null;
let ticking = null;

export function watchSearch(element) {
  bar = element;
}

export function refresh() {
  if (!bar) return;
  const mine = view.searching;
  document.body.classList.toggle("searching", Boolean(mine));
  if (!mine) {
    window.clearInterval(ticking);
    ticking = null;
    bar.draw(null);
    return;
  }
  ticking ??= window.setInterval(refresh, 1000);
  bar.draw({ ...mine, seconds: Math.max(0, Math.floor((Date.now() - mine.began) / 1000)), elsewhere: mine.draft !== shownDraft() });
}

// The words of that line; of a plan that rolls dice the least stars are known while it is searched.
export function told({ stars, bound, rolls, seconds, state, ahead, stopping, elsewhere }) {
  const time = ` · ${seconds}\u00a0s`;
  const where = elsewhere ? " · for another park" : "";
  if (stopping) return [h("b", {}, "Stopping…")];
  if (state === "queued") return [ahead ? `${plural(ahead, "search", "searches")} before yours` : "Next in line", time, where];
  if (stars === undefined) return ["Looking for a first sequence", time, where];
  if (stars === bound) return [h("b", {}, `${stars}★`), " proven · settling the rest", time, where];
  return [rolls ? "at least " : "", h("b", {}, `${stars}★`), bound === null || bound === undefined ? "" : [" ≤ ", h("b", {}, `${bound}★`)], time, where].flat();
}
