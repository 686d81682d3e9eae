// What the answer is worth by what counts, and how far that is proven.

import { h } from "./dom.js";
import { view } from "./store.js";

// What counts where it is not the stars alone.
const COUNTED = {
  final: (value) => `${value}★ with one for every full $3`,
  balanced: (value) => `${value} by the weights`,
};

const about = (number) => Number(number.toFixed(2));
const upTo = (number) => Math.ceil(number * 100) / 100;

// `shown`: the sequence that is stepped through; `best`: it is the answer, and no alternative to it.
export function headline(answer, shown, best) {
  const { chance } = answer;
  const words = best || chance ? [best && !chance ? counted(answer) : null, proof(answer), settling(answer)] : shown.label;
  return h("p", { class: "headline" }, chance ? expectation(answer) : amounts(shown), " ", words, effort(answer));
}

const amounts = ({ stars, money }) => [h("b", {}, `${stars}★`), money ? h("b", {}, ` $${money}`) : null];

// Of a plan that rerolls dice no one sequence is the best: what is told is what it brings on average.
function expectation({ chance: { expected }, objective }) {
  const { stars, money } = expected;
  const told = stars === undefined ? h("b", {}, COUNTED[objective](about(expected[objective]))) : amounts({ stars: about(stars), money: about(money) });
  return [told, " expected,"];
}

const counted = ({ objective, score }) => (COUNTED[objective] && score ? `(${COUNTED[objective](score.value)}) ` : null);

// Answers kept by earlier versions have no score: of them the bound on stars may tell.
function proven({ status, objective, chance, bound, score, sequences }) {
  return status === "optimal" || (score ? score.proven : objective === "stars" && !chance && bound === sequences[0].stars);
}

function proof(answer) {
  const { objective, chance, unfinished } = answer;
  const average = Boolean(chance ?? answer.mayRoll);
  if (proven(answer)) {
    if (COUNTED[objective]) return `proven: nothing counts for more${average ? " on average" : ""}`;
    return average ? "proven: no plan brings more on average" : "proven: no sequence brings more stars";
  }
  const most = limit(answer);
  return `${chance ? "the best plan" : "best"} ${unfinished ? "so far" : "found"}; ${most ? `at most ${most} ${average ? "can be expected" : "are possible"}` : "no limit is known yet"}`;
}

// What nothing exceeds, in what counts.
function limit({ objective, bound, score }) {
  const most = COUNTED[objective] && score ? score.bound : bound;
  if (most === null) return null;
  return COUNTED[objective] && score ? COUNTED[objective](upTo(most)) : `${most}★`;
}

// What is not settled yet of a plan that is shown while its search goes on, or broke off.
function settling(answer) {
  if (!answer.unfinished) return null;
  if (view.searching?.path !== answer.path) return h("span", { class: "hint" }, "; its search did not come to its end");
  return h("span", { class: "hint" }, proven(answer) ? "; money, guests left and alternatives are still being settled" : "; the search goes on");
}

// How long the search took.
const effort = (answer) => h("small", { class: "hint" }, answer.cached ? " (known already)" : ` (${answer.seconds.toFixed(1)}\u00a0s)`);
