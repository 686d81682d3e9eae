// A whole game held against the best: its record goes to the server, and a job reviews every Operate phase of it.
//
// `view.game` is {path, progress, answer} while it runs, `answer` as far as phases are reviewed, and {path, answer, over} when it is over;
// {faults} where the record cannot be used.

import { withFacts } from "./book.js";
import { button, details, h, plural, say } from "./dom.js";
import { completed } from "./position.js";
import { foundWords, held, judged, lostWords, stoppedWords } from "./review.js";
import { faultWords } from "./sentences.js";
import * as server from "./server.js";
import { keepJob, keptJob, replaceDoc, show, view } from "./store.js";

const EACH_STATE = 5;
const PAGE = "page"; // a game belongs to no park: the browser keeps the one that was given last
const TEXT_FORM = /^\s*park-advisor game \d/;

// Whether a text is the record of a whole game, as JSON or in its text form.
export function isRecord(text) {
  if (TEXT_FORM.test(text)) return true;
  try {
    return Array.isArray(JSON.parse(text)?.events);
  } catch {
    return false;
  }
}

export async function reviewGame(text) {
  leave();
  const mine = { path: /** @type {string | null} */ (null), progress: /** @type {any} */ ({}), answer: null };
  show({ tab: "share", game: mine, unopened: null });
  const record = TEXT_FORM.test(text) ? text.trimStart() : JSON.parse(text);
  try {
    mine.path = await server.search({ kind: "game-review", record, time_limit: EACH_STATE, attached: true });
  } catch (error) {
    refused(mine, error);
    return;
  }
  if (view.game !== mine) { // stopped, or another one was given, before the server had answered
    server.cancel(mine.path).catch(() => null);
    return;
  }
  keepJob("game-review", PAGE, { path: mine.path });
  listen(mine);
}

// Take up the review that is kept, also to tell again what it told.
export function takeUpGame() {
  const kept = keptJob("game-review", PAGE);
  if (!kept || view.game) return;
  const mine = { path: kept.path, progress: {}, answer: null };
  show({ game: mine });
  listen(mine);
}

let following = null;

async function listen(mine) {
  try {
    following = server.follow(mine.path, (job) => hear(mine, job));
    const job = await following.ended;
    if (view.game !== mine) return;
    if (!job.answer) throw new Error(job.detail ?? (job.state === "cancelled" ? "You stopped it before it began." : "The review failed."));
    show({ game: { path: mine.path, answer: job.answer, over: true } });
    say(`${plural(job.answer.phases.length, "Operate phase")} held against the best.`, { unseen: view.tab === "share" });
  } catch (error) {
    keepJob("game-review", PAGE, null, mine.path);
    if (view.game !== mine) return;
    if (error instanceof server.Refused && error.status === 404) show({ game: null }); // forgotten by the server, since it ran
    else refused(mine, error);
  }
}

function hear(mine, job) {
  if (view.game !== mine) return;
  const before = mine.progress.reviewed ?? 0;
  mine.progress = { ...mine.progress, ...job.progress, ahead: job.ahead };
  if (job.answer) mine.answer = job.answer;
  else if (mine.progress.reviewed > before) reviewedSoFar(mine);
  const place = document.getElementById("live-game");
  if (place && !job.answer) refresh(place, mine.progress);
  else show({});
}

// What is known of the phases that are reviewed already.
async function reviewedSoFar(mine) {
  const job = await server.get(mine.path).catch(() => null);
  if (view.game !== mine || !job?.answer) return;
  mine.answer = job.answer;
  show({});
}

function refused(mine, error) {
  if (view.game !== mine) return;
  const faults = error.faults?.length ? error.faults.map(faultWords) : [error.message];
  show({ game: { faults } });
  say(faults[0], { unseen: view.tab === "share" });
}

function leave() {
  following?.leave();
  following = null;
  if (view.game?.path && !view.game.over) server.cancel(view.game.path).catch(() => null);
  keepJob("game-review", PAGE, null);
}

function stop() {
  const { path } = view.game;
  if (path) server.cancel(path).catch((error) => say(error.message));
  else show({ game: null });
}

function close() {
  leave();
  show({ game: null });
}

async function opened(event) {
  const [file] = event.target.files;
  const text = await file?.text();
  if (!text) return;
  if (isRecord(text)) reviewGame(text);
  else show({ game: { faults: [`${file.name} is no record of a whole game: neither JSON with its events, nor the text form.`] } });
}

export function gamePanel() {
  const { game } = view;
  return [
    h("h3", {}, "A whole game"),
    h("p", { class: "hint" }, "From the record of a game: what each player gave away in every Operate phase."),
    game?.progress ? h("div", { class: "block", id: "live-game" }, running(game.progress))
      : h("div", { class: "row" }, h("label", { class: "button" }, "A game record", h("input", { type: "file", class: "hidden", accept: "application/json,.json,text/plain,.txt", "data-key": "game-record", disabled: view.offline, on: { change: opened } })),
        game ? button("Close", close, { key: "game-close" }) : null),
    game?.faults ? h("div", { class: "notice", role: "alert" }, game.faults.map((fault) => h("p", { class: "fault" }, fault))) : null,
    game?.answer ? told(game.answer, game.path, Boolean(game.over)) : null,
  ];
}

function running(progress) {
  const words = progress.phases
    ? `Round ${progress.round}, ${progress.player}: state ${Math.min(progress.searched + 1, progress.states)} of ${progress.states}, ${progress.reviewed} of ${plural(progress.phases, "Operate phase")} reviewed.`
    : progress.ahead ? `${plural(progress.ahead, "search", "searches")} before yours.` : "Holding the game against the best…";
  const known = progress.states ? { max: String(progress.states), value: String(progress.searched) } : {};
  return [h("p", {}, words), h("progress", { "aria-label": "Reviewing the game", ...known }),
    button("Stop and tell what is known", stop, { key: "stop-game", class: "main danger" })];
}

// Only what tells the progress is drawn again, so that no tap on the button is lost.
function refresh(place, progress) {
  const [words, bar] = running(progress);
  place.querySelector("p").replaceWith(words);
  place.querySelector("progress").replaceWith(bar);
}

function told(answer, path, over) {
  return h("div", { class: "block", id: "game-review" },
    answer.players.map((each) => h("p", {}, h("b", {}, `${each.player}: ${each.stars}★`), ` in ${plural(each.phases, "Operate phase")}: ${lostWords(each)}, luck apart`)),
    answer.violation ? h("p", { class: "fault" }, `Illegal after ${plural(answer.events, "event")}: ${answer.violation} What follows is not reviewed.`) : null,
    over && answer.status === "cancelled" ? h("p", { class: "hint" }, stoppedWords(answer)) : null,
    answer.phases.map((each) => phase(each, path)));
}

function phase({ round, player, review, why_not: why }, path) {
  const name = `Round ${round}, ${player}`;
  if (!review) return h("p", { class: "hint" }, `${name}: not reviewed. ${why}`);
  return details(`${name}: ${review.stars}★${held(review)}`, `game/${round}/${player}`,
    h("ol", { class: "played" }, review.steps.map((each, index) => judged(each, index, () => better(each.better_texts, foundWords(each), each.lost_at_least)))),
    review.left_at_most ? h("p", { class: review.left_at_least ? "fault" : "hint" }, `Stopping there: ${lostWords(review, "left")}.`) : null,
    review.better_at_end ? better(review.better_at_end_texts, foundWords(review, "better_at_end"), review.left_at_least) : null,
    h("div", { class: "row" }, button("Open in Judge", () => openPhase(path, round, player), { key: `game-open/${round}/${player}` })));
}

const better = (texts, found, sure) => h("div", {}, h("p", {}, `${sure ? "Better" : "Perhaps better"} (${found}):`),
  h("ol", {}, texts.length ? texts.map((text) => h("li", {}, text)) : h("li", {}, "Stop there.")));

// The park as the phase found it, with the moves that were made.
async function openPhase(path, round, player) {
  try {
    const { request } = await server.get(path);
    const { operated } = await server.checkGame(request.record);
    const found = operated.find((each) => each.round === round && each.player === player);
    replaceDoc(completed(withFacts(found.position)), found.moves, { tab: "judge", welcome: false, adding: false, brush: null });
    say(`The park of ${player} in round ${round} is open.`);
  } catch (error) {
    say(error.message);
  }
}
