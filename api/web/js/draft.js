// An unfinished move: what was tapped so far, and the document it makes. Nothing here judges it.

export const ASIDES = ["map", "guide", "mascot"];

export const fresh = (kind, tile = null) => ({
  do: kind, tile, party: [], mover: null, to: null, manager: false, keep: null, reroll: {}, assembled: [], pipped: [],
  guest: null, mascot: 0, adjust: [], skill: null, before: 0, walker: null, within: null,
});

// The fields that are chosen, whether or not more is to come.
export function begun(draft) {
  return { operate: operation, map: walk, guide: walk, mascot: use }[draft.do](draft);
}

function operation({ tile, party, mover, to, manager, keep, reroll, assembled, pipped }) {
  return {
    do: "operate", ...(tile ? { tile } : {}), ...(party.length ? { party } : {}), ...(mover ? { mover } : {}), ...(to ? { to } : {}),
    ...(manager ? { manager } : {}), ...(keep ? { keep } : {}), ...(Object.keys(reroll).length ? { reroll } : {}),
    ...(assembled.length ? { assembled } : {}), ...(pipped.length ? { pipped } : {}),
  };
}

const walk = (draft) => ({ do: draft.do, ...(draft.guest ? { guest: draft.guest } : {}), ...(draft.to ? { to: draft.to } : {}) });

function use({ mascot, tile, adjust, skill, before }) {
  return {
    do: "mascot", mascot, ...(tile ? { tile } : {}), ...(skill ? { skill: named(skill) } : {}), ...(adjust.length ? { adjust } : {}),
    ...(skill && before ? { skill_after: Math.min(before, adjust.length) } : {}),
  };
}

// A skill without the lists that nothing was put into.
const named = (skill) => Object.fromEntries(Object.entries(skill).filter(([, value]) => !Array.isArray(value) || value.length));

// The whole move, or null while something that every such move needs is missing.
export function finished(draft) {
  const move = begun(draft);
  if (draft.do === "operate") {
    if (!draft.tile || !draft.party.length || Boolean(draft.mover) !== Boolean(draft.to)) return null;
    return { ...move, mover: draft.mover, to: draft.to };
  }
  if (draft.do === "mascot") {
    if (!draft.tile || !(draft.adjust.length || draft.skill) || draft.walker) return null;
    return { ...move, adjust: draft.adjust };
  }
  return draft.guest && draft.to ? move : null;
}
