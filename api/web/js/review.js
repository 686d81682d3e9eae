// The moves held against the best: a job that tells what is known so far, and the better moves shown on the board.
//
// `view.review` is {of, path, news} while it runs and {of, answer} when it is over; `of` is the document that it judges, and `better`
// the card that steps the board: {from, steps, at}, the steps of the whole sequence, of which those before `from` were played.

import { button, h, plural, say } from "./dom.js";
import { sceneAfter, sceneOf } from "./position.js";
import * as server from "./server.js";
import { emit, keepJob, keptJob, show, shownDraft, state, subscribe, view } from "./store.js";

const EACH_STATE = 20;

// The review, unless park or moves have changed since.
const current = () => (view.review && view.review.of === JSON.stringify(state.doc) ? view.review : null);

export function reviewPanel() {
  const review = current();
  const { moves } = state.doc;
  if (review?.news) return h("div", { class: "block", id: "live-review" }, running(review.news));
  return [
    moves.length && view.verdict?.legal && !view.offline ? h("div", { class: "row" },
      button("Stars lost so far", () => ask(false), { key: "review-so-far" }),
      button("I am done: what did I lose?", () => ask(true), { key: "review", class: "main" })) : null,
    review?.error ? h("p", { class: "fault" }, review.error) : null,
    review?.answer ? told(review.answer) : null,
  ];
}

function running(news) {
  const known = news.states ? [
    h("p", {}, `Looking at state ${Math.min(news.searched + 1, news.states)} of ${news.states}: `, h("b", {}, lostWords(news)), " so far."),
    h("progress", { "aria-label": "Reviewing", max: String(news.states), value: String(news.searched) })] : [h("p", {}, news.ahead ? `${plural(news.ahead, "search", "searches")} before yours.` : "Holding your moves against the best…"), h("progress", { "aria-label": "Reviewing" })];
  return [h("h3", {}, "Against the best"), ...known, button("Stop and tell what is known", stop, { key: "stop-review", class: "main danger" })];
}

// The plan that *Best* shows for this very park is known to the review, which never judges below it.
function knownMoves(position) {
  const { answer } = view;
  if (!answer || answer.chance || JSON.stringify(answer.position) !== JSON.stringify(position)) return [];
  return answer.sequences[0]?.moves ?? [];
}

let followed = null;

async function ask(complete) {
  const { position, moves } = state.doc;
  /** @type {{of: string, draft: string | null, news: object, path: string | null, [told: string]: any}} */
  const mine = { of: JSON.stringify(state.doc), draft: shownDraft(), news: {}, path: null };
  show({ review: mine });
  try {
    const request = { kind: "review", position, moves, complete, known: knownMoves(position), time_limit: EACH_STATE, attached: true };
    mine.path = await server.search(request);
    keepJob("review", mine.draft, { path: mine.path, of: mine.of });
  } catch (error) {
    if (current() === mine) show({ review: { of: mine.of, error: error.message } });
    return;
  }
  listen(mine);
}

// Take up the review that is kept for park and moves as they are, also to tell again what it told.
export function takeUpReview() {
  const kept = keptJob("review");
  if (!kept || current()) return;
  if (kept.of !== JSON.stringify(state.doc)) {
    keepJob("review", shownDraft(), null);
    return;
  }
  const mine = { of: kept.of, draft: shownDraft(), news: {}, path: kept.path };
  show({ review: mine });
  listen(mine);
}

async function listen(mine) {
  try {
    mine.following = server.follow(mine.path, (job) => hear(mine, job));
    followed = mine;
    giveUp();
    const job = await mine.following.ended;
    if (followed === mine) followed = null;
    if (!job.answer) throw new Error(job.detail ?? "The review failed.");
    if (current() !== mine) return;
    show({ review: { of: mine.of, answer: job.answer } });
    say(`${lostWords(job.answer)}.`, { unseen: true });
  } catch (error) {
    if (followed === mine) followed = null;
    keepJob("review", mine.draft, null, mine.path);
    if (current() !== mine) return;
    const forgotten = error instanceof server.Refused && error.status === 404; // by the server, since it ran
    show({ review: forgotten ? null : { of: mine.of, error: error.message } });
  }
}

function hear(mine, job) {
  if (current() !== mine) return;
  mine.news = { ...mine.news, ...job.progress, ahead: job.ahead };
  const place = document.getElementById("live-review");
  if (place) refresh(place, mine.news);
}

// A review whose park or moves are no longer those of the page is ended, whatever changed them.
function giveUp() {
  if (!followed || current() === followed) return;
  followed.following.leave();
  server.cancel(followed.path).catch(() => null);
  keepJob("review", followed.draft, null, followed.path);
  followed = null;
}

subscribe(giveUp);

// Only what tells the progress is drawn again, so that no tap on the button is lost.
function refresh(place, news) {
  const [, words, bar] = running(news);
  place.querySelector("p").replaceWith(words);
  place.querySelector("progress").replaceWith(bar);
}

function stop() {
  const { path } = view.review;
  if (path) server.cancel(path).catch(() => null);
  else show({ review: null });
}

// What was lost as far as it is proven: "3 stars lost", "at least 2 and at most 5 stars lost".
export function lostWords(of, name = "lost") {
  const { [`${name}_at_least`]: least, [`${name}_at_most`]: most } = of;
  if (most === 0) return "nothing lost";
  if (least === most) return `${figure(most)} ${most === 1 ? "star" : "stars"} lost`;
  return `${least ? `${atLeast(least)} and ` : ""}${atMost(most)} ${most === 1 ? "star" : "stars"} lost`;
}

// Expected numbers of stars may have fractions: two places of them, so rounded that what is said of them stays true.
const rounded = (number, way = Math.round) => way(number * 100) / 100;
const figure = (number) => (rounded(number) === number ? `${number}` : `about ${rounded(number)}`);
const atLeast = (number) => `at least ${rounded(number, Math.floor)}`;
const atMost = (number) => `at most ${rounded(number, Math.ceil)}`;

const most = (review) => (review.proven ? `${figure(review.best)}★` : `${atLeast(review.best)}★ and ${atMost(review.bound)}★`);

// The stars of a whole sequence against the most there are; where dice were rolled, that is an average.
export function held(review) {
  if (review.steps.some((each) => each.rolls)) return `; ${most(review)} were to be expected: ${lostWords(review)}, luck apart`;
  return `${review.complete ? ` of ${most(review)}` : ` so far; the best brings ${most(review)}`}: ${lostWords(review)}`;
}

function told(review) {
  return h("div", { class: "block" }, h("h3", {}, "Against the best"),
    h("p", { class: "headline" }, h("b", {}, `${review.stars}★`), held(review)),
    review.status === "cancelled" ? h("p", { class: "hint" }, stoppedWords(review)) : null,
    h("ol", { class: "played" }, review.steps.map((each, index) => judged(each, index))),
    review.left_at_most ? h("p", { class: review.left_at_least ? "fault" : "hint" }, `Stopping here: ${lostWords(review, "left")}.`) : null,
    review.better_at_end ? offer(review.steps.length, review.better_at_end, foundWords(review, "better_at_end"), review.left_at_least) : null,
    review.notes.map((note) => h("p", { class: "hint" }, note)));
}

export const stoppedWords = ({ searched, states }) => `You stopped it after ${searched} of ${states} states; what is told holds all the same.`;

// A move with what it gave away; `instead` shows what would have been better.
export function judged(each, index, instead = () => offer(index, each.better, foundWords(each), each.lost_at_least)) {
  const sure = each.lost === 0 ? "right" : each.lost_at_least ? "wrong" : "";
  const said = each.lost === 0 ? "keeps the best in reach" : `${lostWords(each)}${each.rolls ? " by the choice" : ""}`;
  return h("li", { class: sure }, each.text, h("b", {}, ` · ${said}`), luck(each), together(each, index),
    each.better ? instead() : null);
}

function luck({ rolls, luck: more }) {
  if (!rolls) return null;
  return h("small", {}, more === null ? " (what the roll brought is not known)" : ` (the roll brought ${figure(Math.abs(more))}★ ${more < 0 ? "less" : "more"} than expected)`);
}

function together({ together: all }, index) {
  if (!all?.lost_at_most) return null;
  return h("p", { class: "hint" }, `Moves ${index + 2 - all.moves} to ${index + 1} together: ${lostWords(all)}.`);
}

// What better moves bring; where they roll dice, on average.
export const foundWords = (of, name = "better") => `${figure(of[`${name}_stars`])}★${of[`${name}_chance`] ? " expected" : ""}`;

function offer(from, moves, found, sure) {
  const { better } = current();
  if (better?.from === from) return card(better);
  return h("div", { class: "row" }, button(`${sure ? "Show the better moves" : "Show what may be better"}: ${found}`, () => open(from, moves), { key: `better/${from}` }));
}

async function open(from, moves) {
  const mine = current();
  const { position, moves: played } = state.doc;
  try {
    const { steps } = await server.check(position, [...played.slice(0, from), ...moves]);
    if (current() === mine) show({ review: { ...mine, better: { from, steps, at: from } } });
  } catch (error) {
    say(error.message);
  }
}

function card({ from, steps, at }) {
  return h("div", { class: "block better" },
    h("div", { class: "steps-bar", role: "group", "aria-label": "Step through the better moves" },
      button("◀", () => go(at - 1), { key: "better-previous", "aria-label": "Previous better move", disabled: at === from }),
      h("span", { class: "count" }, `${at - from} / ${steps.length - from}`),
      button("▶", () => go(at + 1), { key: "better-next", "aria-label": "Next better move", disabled: at === steps.length }),
      button("Close", closeBetter, { key: "better-close" })),
    h("ol", { class: "cards", start: String(from + 1) }, steps.slice(from).map((step, index) => {
      const now = from + index + 1 === at;
      return h("li", { class: now ? "card current" : "card", "aria-current": now ? "step" : undefined },
        button(h("span", { class: "words" }, step.text), () => go(from + index + 1), { key: `better-step/${index}` }));
    })));
}

function go(to) {
  const review = current();
  const { better } = review;
  const next = Math.abs(to - better.at) === 1;
  show({ review: { ...review, better: { ...better, at: to } }, animate: next });
  view.animate = false;
  say(to === better.from ? "The park before the better moves." : better.steps[to - 1].text, { unseen: true });
}

// Whether a card was open that steps the board.
export function closeBetter() {
  if (!current()?.better) return false;
  view.review = { ...view.review, better: null };
  emit();
  return true;
}

const sceneAt = ({ steps, at }) => (at === 0 ? sceneOf(state.doc.position) : sceneAfter(state.doc.position, steps[at - 1]));

export const betterScene = () => (current()?.better ? sceneAt(current().better) : null);

export function betterMarks() {
  const better = current()?.better;
  if (!better) return null;
  return better.at === better.from ? [] : [better.steps[better.at - 1].move.tile].filter(Boolean);
}

// Ways that guests went in the step that is shown: pairs of hexes.
export function betterRoutes() {
  const better = current()?.better;
  if (!better || better.at === better.from) return [];
  const [before, after] = [sceneAt({ ...better, at: better.at - 1 }), sceneAt(better)];
  const hex = (id) => before.tiles.find((tile) => tile.id === id).hex;
  return after.guests.flatMap((guest) => {
    const was = before.guests.find((each) => each.id === guest.id);
    return was && was.at !== guest.at ? [[hex(was.at), hex(guest.at)]] : [];
  });
}
