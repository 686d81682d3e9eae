// What one thing more would bring: weighed one after the other in a job that tells how far it is and can be stopped.

import { button, h, say } from "./dom.js";
import { tileOf } from "./position.js";
import { guestWords } from "./sentences.js";
import * as server from "./server.js";
import { keepAnswer, keepJob, keptJob, show, shownDraft, view } from "./store.js";

const SECONDS = 60;
/** @type {{answer: any, draft: string | null, path: string | null, weighed: number, things: number, follower?: any, stopped?: boolean} | null} */
let running = null;

export function whatIfPanel(answer) {
  if (answer.chance) return null;
  if (running && running.answer === answer) {
    const { weighed, things } = running;
    return [h("h3", {}, "What if"),
      h("div", { class: "row weighing" }, h("p", { class: "hint" }, things ? `${weighed} of ${things} weighed` : "Beginning…"), h("progress", { "aria-label": "Weighing", max: things, value: things ? String(weighed) : undefined }),
        button("Stop", stop, { key: "what-if-stop", class: "danger", "aria-label": "Stop weighing" })),
      chips(answer)];
  }
  return [answer.whatIf ? [h("h3", {}, "What if"), chips(answer)] : null,
    answer.whatIf && !answer.partly ? null : h("div", { class: "row" }, button(answer.partly ? "Weigh all of it" : "What if I had one more…?", () => ask(answer), { key: "what-if", disabled: view.offline || Boolean(running) }))];
}

function chips({ whatIf, position }) {
  const most = ({ at_most: atMost }) => atMost ?? Infinity;
  const sorted = [...(whatIf ?? [])].sort((one, other) => other.at_least - one.at_least || most(other) - most(one));
  return h("ul", { class: "chips" }, sorted.map((each) => h("li", { class: each.gain > 0 ? "chip gain" : "chip" }, `${thingWords(each, position)}: ${gainWords(each)}`)));
}

function gainWords({ proven, gain, at_least: least, at_most: most }) {
  if (proven || least === most) return gain ? `+${gain}★` : "nothing";
  if (most === null || most === undefined) return least ? `at least +${least}★` : "not known";
  return `${least} to ${most}★, not proven`;
}

// As a player would say it: the die and where it stands.
function thingWords({ thing, guest: id, name }, position) {
  if (thing !== "pip") return `One more ${thing}`;
  const guest = position.park.guests.find((each) => each.id === id);
  return guest ? `One pip more on the ${guestWords(guest)} in ${tileOf(position, guest.at)?.attraction.name ?? guest.at}` : name;
}

async function ask(answer) {
  /** @type {NonNullable<typeof running>} */
  const mine = { answer, draft: shownDraft(), path: null, weighed: 0, things: 0 };
  running = mine;
  show({});
  try {
    mine.path = await server.search({ kind: "what-if", position: answer.position, objective: answer.objective, time_limit: SECONDS, attached: true });
  } catch (error) {
    running = null;
    say(error.message);
    show({});
    return;
  }
  keepJob("what-if", mine.draft, { path: mine.path, of: answer.path });
  if (mine.stopped) server.cancel(mine.path).catch(() => null);
  listen(mine);
}

// Take up what is being weighed for the answer that is shown.
export function takeUpWeighing() {
  const kept = keptJob("what-if");
  if (!kept || running) return;
  const { answer } = view;
  if (!answer || answer.path !== kept.of) {
    keepJob("what-if", shownDraft(), null);
    return;
  }
  running = { answer, draft: shownDraft(), path: kept.path, weighed: 0, things: 0 };
  show({});
  listen(running);
}

async function listen(mine) {
  const { answer } = mine;
  try {
    const take = (job) => { if (job.answer) Object.assign(answer, { whatIf: job.answer.what_if }); };
    mine.follower = server.follow(mine.path, (news) => {
      if (news.progress) Object.assign(mine, news.progress);
      if ("state" in news) take(news);
      else server.get(mine.path).then(take).then(() => show({})).catch(() => null);
      show({});
    });
    const job = await mine.follower.ended;
    take(job);
    answer.partly = job.state !== "done";
    if (job.state === "failed") throw new Error(job.detail);
    if (view.answer === answer) keepAnswer(answer);
    say(mine.stopped ? "You stopped it." : "Everything is weighed.", { unseen: !mine.stopped });
  } catch (error) {
    say(error instanceof server.Refused && error.status === 404 ? "The server no longer knows what was weighed here; ask again." : error.message);
  }
  keepJob("what-if", mine.draft, null, mine.path);
  running = null;
  show({});
}

function stop() {
  if (!running) return;
  running.stopped = true;
  if (running.path) server.cancel(running.path).catch((error) => say(error.message));
}
