// Editing a position document. Nothing here judges it.

import { book, entries } from "./book.js";
import { SIDES } from "./geometry.js";
import { ownBoard } from "./start.js";

const emptyPosition = () => ({
  version: 1,
  rules: { game: "introductory", round: 1, last_round: false, expansions: [], rulings: {} },
  park: { tiles: [], guests: [] },
  maps: 0, mascots: [], staff: [], administrator: null, money: 0, cubes: {},
});

// With the tiles of a start board; without any, the Park Entrance alone.
export function newPark(board = ownBoard()) {
  const position = emptyPosition();
  if (board) return { ...position, park: { tiles: structuredClone(board), guests: [] } };
  const entrance = entries().find((each) => each.slug === "park-entrance");
  if (entrance) addTile(position, [0, 0], entrance, "entrance");
  return position;
}

// Every optional field is there, so that the page need not ask.
export function completed(given) {
  const empty = emptyPosition();
  return {
    ...empty, ...given,
    rules: { ...empty.rules, ...given.rules },
    park: { tiles: given.park.tiles.map((tile) => ({ upgrades: [], ...tile })), guests: given.park.guests ?? [] },
  };
}

// Whether the round is the game's last, by what the position says or by how many rounds the game has.
export function isLastRound({ rules }) {
  const { rounds = Infinity, short_rounds: short } = book.games.find((each) => each.id === rules.game) ?? {};
  return rules.last_round || rules.round >= (rules.short ? short ?? rounds : rounds);
}

export const tileOf = (position, id) => position.park.tiles.find((tile) => tile.id === id);
/** @type {(position: any, hex: number[]) => any} */
export const tileAt = (position, [q, r]) => position.park.tiles.find((tile) => tile.hex[0] === q && tile.hex[1] === r);
export const guestsOn = (scene, id) => scene.guests.filter((guest) => guest.at === id).sort((a, b) => (a.id < b.id ? -1 : 1));

export function emptyHexes(position) {
  const tiles = position.park.tiles;
  if (!tiles.length) return [[0, 0]];
  const found = new Map();
  for (const { hex: [q, r] } of tiles) {
    for (const [dq, dr] of SIDES) {
      const hex = [q + dq, r + dr];
      if (!tileAt(position, hex)) found.set(hex.join(), hex);
    }
  }
  return [...found.values()];
}

function freshId(wish, taken) {
  if (!taken.has(wish)) return wish;
  for (let number = 2; ; number += 1) if (!taken.has(`${wish}-${number}`)) return `${wish}-${number}`;
}

export function slugOf(name) {
  return name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 30) || "tile";
}

export function addTile(position, hex, entry, wish) {
  const taken = new Set(position.park.tiles.map((tile) => tile.id));
  const id = freshId(wish ?? slugOf(entry.attraction.name), taken);
  position.park.tiles.push({ id, hex, attraction: structuredClone(entry.attraction), upgrades: [...entry.upgrades] });
  return id;
}

export function removeTile(position, id) {
  position.park.tiles = position.park.tiles.filter((tile) => tile.id !== id);
  position.park.guests = position.park.guests.filter((guest) => guest.at !== id);
  delete position.cubes[id];
}

export function addGuest(position, colour, value, at, vip = false) {
  const numbers = position.park.guests.map((guest) => Number(/^g(\d+)$/.exec(guest.id)?.[1] ?? 0));
  const id = `g${Math.max(0, ...numbers) + 1}`;
  position.park.guests.push({ id, colour, value, at, ...(vip ? { vip } : {}) });
  return id;
}

export function flip(list, item) {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}

// The scene of the picture: the park with what lies on it.
export function sceneOf(position) {
  return { tiles: position.park.tiles, guests: position.park.guests, cubes: position.cubes ?? {}, treated_as: {} };
}

// The scene after a step of a check.
export function sceneAfter(position, step) {
  const { guests, cubes, treated_as } = step.after;
  return { tiles: position.park.tiles, guests, cubes, treated_as };
}

// The tile or guest that a pointer such as /position/park/tiles/3/hex speaks of.
export function placeOf(pointer, position) {
  const cubes = /^\/position\/cubes\/(.+)/.exec(pointer)?.[1].replaceAll("~1", "/").replaceAll("~0", "~");
  if (cubes) return tileOf(position, cubes) ? cubes : null;
  const said = /^\/position\/park\/(tiles|guests)\/(\d+)/.exec(pointer);
  if (!said) return null;
  const each = position.park[said[1]][Number(said[2])];
  if (!each) return null;
  return said[1] === "tiles" ? each.id : each.at;
}
