// The questions the page asks. Whether something is legal is never decided here: the server says it.

export class Refused extends Error {
  constructor(status, problem) {
    super(problem?.errors?.[0]?.detail ?? problem?.detail ?? problem?.title ?? inWords(status));
    this.status = status;
    this.faults = problem?.errors ?? [];
  }
}

// What a server or proxy refuses without a word of its own.
function inWords(status) {
  if (status === 413 || status === 414) return "That is longer than the server takes.";
  return status >= 500 ? `The server cannot answer at the moment (${status}).` : `The server refused it (${status}).`;
}

export class Offline extends Error {
  constructor() {
    super("There is no connection to the server.");
  }
}

/** @type {(reached: boolean) => void} */
let hear = () => {};

// `listener` gets true when the server answered, false when it could not be reached.
export function onReach(listener) {
  hear = listener;
}

const GATEWAY = new Set([502, 504]); // a proxy answers in the place of a server that is away

async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    hear(false);
    throw new Offline();
  }
  const body = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (GATEWAY.has(answer.status) && !body) {
    hear(false);
    throw new Offline();
  }
  if ((options.method ?? "GET") !== "GET" || path.startsWith("/v1/jobs/")) hear(true); // what is read may come from what the browser keeps
  if (!answer.ok) throw new Refused(answer.status, body);
  return { body, headers: answer.headers };
}

// HEAD is never answered from what the browser keeps.
export const reachable = () => fetch("/healthz", { method: "HEAD", cache: "no-store" }).then((answer) => !GATEWAY.has(answer.status), () => false);

export async function get(path) {
  return (await ask(path)).body;
}

export async function send(method, path, body, signal) {
  const given = body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return ask(path, { method, signal, ...given });
}

const post = async (path, body, signal) => (await send("POST", path, body, signal)).body;

export const check = (position, moves = [], signal) => post("/v1/operate/check", { position, moves }, signal);
export const legalMoves = (position, moves, like, most) => post("/v1/operate/moves", { position, moves, like, most });
export const checkGame = (record) => post("/v1/games/check", { record });
// How the park stands after moves: {position, taken_at_once, why_not}.
export const standing = (position, moves) => post("/v1/operate/standing", { position, moves });
export const readTiles = (text, names) => post("/v1/shorthand/tiles", { text, names });
export const readGuests = (text) => post("/v1/shorthand/guests", { text });
export const share = (position) => post("/v1/shares", { position });
export const shared = (line) => get(`/v1/shares/${encodeURIComponent(line)}`);

// The tiles of a file as the server reads them; refused with every fault at once.
export const checkTiles = async (document_) => (await post("/v1/tiles/check", document_)).tiles;

// A long search as a job; its address.
export async function search(request) {
  const { body, headers } = await send("POST", "/v1/jobs", request);
  return new URL(headers.get("Location") ?? `/v1/jobs/${body.id}`, location.href).pathname;
}

export const cancel = (path) => send("DELETE", path);

const OVER = new Set(["done", "cancelled", "failed", "interrupted"]);
const AGAIN_MS = 2_000;
const LONGEST_MS = 15_000;
const WAITING_MS = 2_000;

// The job at an address until it is over; `tell` gets it as it stands whenever there is news, and {progress} in between.
// What breaks off is taken up again. `leave()` stops listening, and nothing more is told.
export function follow(path, tell) {
  let stream = null;
  let left = false;
  let timer = null;
  let pause = AGAIN_MS;
  const close = () => {
    stream?.close();
    stream = null;
    window.clearTimeout(timer);
  };
  const ended = new Promise((keep, fail) => {
    const later = (wait) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(look, wait);
    };
    // How it stands: once at the beginning, again while it waits, and whenever the stream has gone.
    const look = async () => {
      try {
        const job = await get(path);
        if (left) return;
        pause = AGAIN_MS;
        if (OVER.has(job.state)) {
          close();
          keep(job);
          return;
        }
        tell(job);
        if (!stream) listen();
        if (job.state === "queued") later(WAITING_MS);
      } catch (error) {
        if (left) return;
        if (error instanceof Refused && error.status < 500 && error.status !== 429) {
          close();
          fail(error);
          return;
        }
        pause = Math.min(LONGEST_MS, pause * 1.5);
        later(pause);
      }
    };
    const listen = () => {
      stream = new EventSource(`${path}/events`);
      stream.addEventListener("progress", (event) => { if (!left) tell({ progress: JSON.parse(event.data) }); });
      stream.addEventListener("state", () => look());
      stream.addEventListener("end", () => {
        close();
        look();
      });
      stream.addEventListener("error", () => {
        if (stream?.readyState !== EventSource.CLOSED) return; // otherwise the browser resumes by itself
        stream = null;
        later(pause);
      });
    };
    look();
  });
  return {
    ended,
    leave: () => {
      left = true;
      close();
    },
  };
}
