// Attractions that users entered, kept under their slugs: the same name is the same attraction.

import { book } from "./book.js";
import { slugOf } from "./position.js";
import { setOwn, state } from "./store.js";

// Keep `attraction`; in the place of `slug`, or of the one of the same name.
export function keepOwn(attraction, slug = null) {
  const before = state.own.find((each) => (slug ? each.slug === slug : each.attraction.name === attraction.name));
  if (before && JSON.stringify(before.attraction) === JSON.stringify(attraction)) return;
  const kept = { slug: before?.slug ?? freshSlug(attraction.name), attraction: structuredClone(attraction) };
  setOwn(before ? state.own.map((each) => (each.slug === before.slug ? kept : each)) : [...state.own, kept]);
}

function freshSlug(name) {
  const taken = new Set([...state.own, ...book.attractions].map((each) => each.slug));
  const wish = slugOf(name);
  if (!taken.has(wish)) return wish;
  for (let number = 2; ; number += 1) if (!taken.has(`${wish}-${number}`)) return `${wish}-${number}`;
}

export const ownNamed = (name) => state.own.find((each) => each.attraction.name === name) ?? null;
