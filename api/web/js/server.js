// The questions the page asks. Whether something is legal is never decided here: the server says it.

export class Refused extends Error {
  constructor(status, problem) {
    super(problem?.errors?.[0]?.detail ?? problem?.detail ?? problem?.title ?? `The server answered ${status}.`);
    this.status = status;
    this.faults = problem?.errors ?? [];
  }
}

export class Offline extends Error {
  constructor() {
    super("There is no connection to the server.");
  }
}

async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Offline();
  }
  const body = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, body);
  return { body, headers: answer.headers };
}

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
export const review = (position, moves) => post("/v1/operate/review", { position, moves });
export const share = (position) => post("/v1/shares", { position });
export const shared = (line) => get(`/v1/shares/${encodeURIComponent(line)}`);

// What one thing more would bring: [{name, gain, proven}].
export const whatIf = (position, objective) => post("/v1/operate/what-if", { position, objective });

// A long search as a job. `hear` gets news {stars, bound, seconds}; `ended` is kept with the job once it is over.
export async function search(request, hear) {
  const { body, headers } = await send("POST", "/v1/jobs", request);
  const path = new URL(headers.get("Location") ?? `/v1/jobs/${body.id}`, location.href).pathname;
  return { stop: () => send("DELETE", path).catch(() => null), ended: followed(path, hear) };
}

const OVER = new Set(["done", "cancelled", "failed", "interrupted"]);

function followed(path, hear) {
  return new Promise((keep, fail) => {
    const stream = new EventSource(`${path}/events`);
    const finish = () => {
      stream.close();
      get(path).then((job) => (OVER.has(job.state) ? keep(job) : fail(new Error("The search broke off.")))).catch(fail);
    };
    stream.addEventListener("progress", (event) => hear(JSON.parse(event.data)));
    stream.addEventListener("end", finish);
    stream.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED) finish(); // otherwise the browser resumes by itself
    });
  });
}
