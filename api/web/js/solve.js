// Asking for the best sequence: settings, the live line with its stop button, what if.

import { fact } from "./book.js";
import { button, choice, h, plural, say, words } from "./dom.js";
import * as server from "./server.js";
import { keepAnswer, show, state, view } from "./store.js";

const OBJECTIVES = { stars: "Most stars", final: "Last round", balanced: "Balanced" };
export const asked = { objective: null, seconds: 60, alternatives: 3 };
let running = null;

export function askPanel() {
  const { position } = state.doc;
  const objective = asked.objective ?? (position.rules.last_round ? "final" : "stars");
  const objectives = fact("SolveRequest", "objective").enum ?? Object.keys(OBJECTIVES);
  return [
    h("h3", {}, "What counts"),
    choice("What counts", objectives.map((each) => [each, OBJECTIVES[each] ?? words(each)]), objective, (each) => { asked.objective = each; show({}); }),
    h("h3", {}, "Search at most"),
    choice("At most", [10, 60, 300, 3600].map((each) => [each, each < 60 ? `${each} s` : each < 3600 ? `${each / 60} min` : "1 h"]), asked.seconds, (each) => { asked.seconds = each; show({}); }),
    view.faults.length ? h("p", { class: "fault" }, "The park has faults; they are marked in red.") : null,
    h("div", { class: "row" }, view.searching ? null : button("Find the best sequence", () => solve(objective), { class: "main", key: "solve", disabled: view.faults.length > 0 || view.offline })),
    view.offline ? h("p", { class: "hint" }, "Without network everything works but solving and judging.") : null,
    h("div", { id: "live-search" }, liveSearch()),
  ];
}

function liveSearch() {
  const news = view.searching;
  if (!news) return [];
  return [h("div", { class: "live-search" },
    h("div", { class: "figures" },
      figure("best", news.stars ?? "…", "★"), figure("at most", news.bound ?? "…", "★"), figure("seconds", String(Math.floor(news.seconds ?? 0)))),
    h("progress", { "aria-label": "Searching" }),
    h("p", { class: "hint settled" }, settled(news)),
    button("Stop and take the best so far", stop, { class: "main danger", key: "stop" }))];
}

// What is still being looked for once no sequence can bring more stars.
const settled = ({ stars, bound }) => (stars !== undefined && stars === bound ? "These stars are proven; money, guests left and alternatives are still being settled." : "");

const figure = (label, value, unit = "") => h("div", { class: "figure" }, h("b", {}, `${value}${unit}`), h("span", {}, label));

function refresh() {
  const place = document.getElementById("live-search");
  if (!place || !view.searching) return;
  const values = place.querySelectorAll(".figure b");
  if (values.length) {
    values[0].textContent = `${view.searching.stars ?? "…"}★`;
    values[1].textContent = `${view.searching.bound ?? "…"}★`;
    values[2].textContent = String(Math.floor(view.searching.seconds ?? 0));
    place.querySelector(".settled").textContent = settled(view.searching);
  }
}

async function solve(objective) {
  const position = structuredClone(state.doc.position);
  const began = Date.now();
  show({ searching: { seconds: 0 }, answer: null, step: 0, shown: 0 });
  say("Searching.", { unseen: true });
  const ticking = window.setInterval(() => {
    if (view.searching) view.searching.seconds = (Date.now() - began) / 1000;
    refresh();
  }, 250);
  try {
    const request = { position, objective, time_limit: asked.seconds, alternatives: asked.alternatives };
    running = await server.search(request, (news) => {
      if (!view.searching) return;
      if (news.stars !== view.searching.stars) say(`Best so far ${plural(news.stars, "star")}.`, { unseen: true });
      Object.assign(view.searching, { stars: news.stars, bound: news.bound });
      refresh();
    });
    const job = await running.ended;
    if (!job.answer) throw new Error(job.detail ?? "The search failed.");
    await take(position, job);
  } catch (error) {
    view.error = error.message;
    say(error.message);
  } finally {
    window.clearInterval(ticking);
    running = null;
    show({ searching: null });
  }
}

function stop() {
  say("Stopping.");
  running?.stop();
}

// Every sequence is replayed by the referee, whose steps say how the park stands after each move.
async function take(position, job) {
  const { answer } = job;
  const wanted = answer.chance
    ? answer.chance.branches.map((each) => [`If the die shows ${each.result}`, each])
    : [["Best", answer], ...answer.alternatives.map((each, index) => [`Alternative ${index + 1}`, each])];
  const checks = await Promise.all(wanted.map(([, each]) => server.check(position, each.moves)));
  const sequences = wanted.map(([label, each], index) => ({
    label, stars: each.stars, money: each.money, moves: each.moves, steps: checks[index].steps, next: checks[index].next ?? null,
  }));
  view.error = null;
  keepAnswer({
    position, sequences, whatIf: null, objective: answer.objective, stopped: job.state !== "done" ? job.detail : null,
    status: answer.status, bound: answer.bound, seconds: answer.seconds, notes: answer.notes, cached: job.cached, chance: answer.chance && { expected: answer.chance.expected },
  });
  say(`${answer.status === "optimal" ? "Proven best" : "Best found"}: ${plural(answer.stars, "star")} in ${plural(answer.moves.length, "move")}.`, { unseen: true });
  view.tab = "best";
}

export async function askWhatIf() {
  const { answer } = view;
  answer.whatIf = "asked";
  show({});
  try {
    const { what_if: gains } = await server.whatIf(answer.position, answer.objective);
    answer.whatIf = gains;
    keepAnswer(answer);
  } catch (error) {
    answer.whatIf = null;
    say(error.message);
  }
  show({});
}
