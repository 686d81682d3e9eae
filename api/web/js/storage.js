// What this browser keeps, a key for each thing, so that tabs do not overwrite each other's:
//   park-advisor/draft/ID    a park with its moves and its undo, {rev, at, doc, past, future}
//   park-advisor/answer/ID   what was found for it
//   park-advisor/search/ID   the search that runs for it, and likewise review/ID and what-if/ID
//   park-advisor/game-review/page the review of a whole game, which belongs to no park
//   park-advisor/own/SLUG    an attraction entered by the user
//   park-advisor/start-board the tiles with which a new park begins
//   park-advisor/aside/…     what could not be read, until the user removes it

const PREFIX = "park-advisor/";
const HEAD = /^\{"rev":"([^"]{1,80})","at":(\d{1,16}),/;
const TAB = `${PREFIX}tab`;

// Where storage is switched off the page works on without it.
function tried(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

export const raw = (name) => tried(() => localStorage.getItem(PREFIX + name), null);
export const remove = (name) => tried(() => localStorage.removeItem(PREFIX + name));

// What is kept under a name; undefined where there is nothing, or nothing that can be read.
export function read(name) {
  const text = raw(name);
  return text === null ? undefined : tried(() => JSON.parse(text), undefined);
}

// Whether there was room for it.
export function write(name, value) {
  return tried(() => {
    localStorage.setItem(PREFIX + name, typeof value === "string" ? value : JSON.stringify(value));
    return true;
  }, false);
}

// Names of one kind without the kind: kept("own") are slugs.
export function kept(kind) {
  return tried(() => Object.keys(localStorage), []).filter((key) => key.startsWith(`${PREFIX}${kind}/`)).map((key) => key.slice(PREFIX.length + kind.length + 1));
}

// The revision of a draft and when it was changed, without reading all of it.
export function head(id) {
  const [, rev, at] = HEAD.exec(raw(`draft/${id}`)?.slice(0, 200) ?? "") ?? [];
  return rev === undefined ? null : { rev, at: Number(at) };
}

// Drafts, the one changed last first.
export function drafts() {
  return kept("draft").map((id) => ({ id, at: head(id)?.at ?? 0 })).sort((one, other) => other.at - one.at).map(({ id }) => id);
}

// The draft that this tab shows: it survives a reload and belongs to nobody else.
export const tabDraft = () => tried(() => sessionStorage.getItem(TAB), null);
export const setTabDraft = (id) => tried(() => sessionStorage.setItem(TAB, id));

export const freshId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

// `hear` gets the name of what another tab has changed.
export function listen(hear) {
  window.addEventListener("storage", (event) => {
    if (event.storageArea === tried(() => localStorage, null) && event.key?.startsWith(PREFIX)) hear(event.key.slice(PREFIX.length));
  });
}

// What an earlier page kept, all under one key.
export const old = {
  raw: () => tried(() => localStorage.getItem("park-advisor"), null),
  remove: () => tried(() => localStorage.removeItem("park-advisor")),
};

// Everything as it is stored, to be saved as a file.
export function everything() {
  return tried(() => Object.fromEntries(Object.keys(localStorage).filter((key) => key.startsWith("park-advisor")).map((key) => [key, localStorage.getItem(key)])), {});
}
