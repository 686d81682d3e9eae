// What the server knows: attractions, cards, rules and rulings, and the bounds of every field.

import { range } from "./lists.js";
import { schemas } from "./schemas.js";
import { get } from "./server.js";
import { state } from "./store.js";

/** @type {Record<"attractions" | "skills" | "administrators" | "staff" | "requirements" | "start_boards" | "rules" | "rulings" | "games" | "club", any[]> & {schemas: typeof schemas}} */
export const book = { attractions: [], skills: [], administrators: [], staff: [], requirements: [], start_boards: [], rules: [], rulings: [], games: [], club: [], schemas };

export async function open() {
  const [catalogue, rules, api, club] = await Promise.all([
    get("/v1/catalogue"), get("/v1/rules"), get("/openapi.json"), get("/v1/tiles").catch(() => ({ tiles: [] })),
  ]);
  Object.assign(schemas, api.components.schemas);
  Object.assign(book, catalogue, rules, { club: club.tiles });
}

// The JSON schema of a field of a document: fact("Position", "maps").maximum
export function fact(schema, field) {
  let found = book.schemas[schema]?.properties?.[field] ?? {};
  if (found.items && !found.enum) found = { ...found, ...found.items, minItems: found.minItems, maxItems: found.maxItems };
  return found.enum ? { ...found, enum: found.enum.filter((each) => each !== null) } : found;
}

// What a die may show.
export function dieValues() {
  const { minimum = 1, maximum = 6 } = fact("Guest", "value");
  return range(minimum, maximum);
}

export const rule = (id) => book.rules.find((each) => each.id === id);
/** @type {(id: string) => import("./store.js").Json} */
export const ruling = (id) => book.rulings.find((each) => each.id === id);

export function entries() {
  const shown = (each, kind) => ({ slug: each.slug, attraction: each.attraction, upgrades: each.upgrades ?? [], kind });
  const printed = book.attractions.filter((each) => each.attraction);
  return [
    ...state.own.map((each) => shown(each, "own")),
    ...book.club.filter((each) => !state.own.some((own) => own.slug === each.slug)).map((each) => shown(each, "club")),
    ...printed.filter((each) => !each.made_up).map((each) => shown(each, "printed")),
    ...printed.filter((each) => each.made_up).map((each) => shown(each, "made-up")),
  ];
}

// Printed attractions of which the texts tell too little to play them.
export const incomplete = () => book.attractions.filter((each) => !each.attraction && !state.own.some((own) => own.attraction.name === each.name));

// The printed facts in the place of slugs, so that a park says all of itself.
export function withFacts(position) {
  const full = structuredClone(position);
  for (const tile of full.park.tiles) {
    if (typeof tile.attraction !== "string") continue;
    const entry = entries().find((each) => each.slug === tile.attraction);
    if (!entry) continue;
    tile.attraction = structuredClone(entry.attraction);
    tile.upgrades = [...new Set([...(tile.upgrades ?? []), ...entry.upgrades])];
  }
  return full;
}
