// Hexes with a corner on top: `r` names rows from the top down, `q` grows to the right.

import { range } from "./lists.js";

const ROOT3 = Math.sqrt(3);

export const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]];

/** @type {(hex: number[], size: number) => number[]} */
export function centre([q, r], size) {
  return [size * ROOT3 * (q + r / 2), size * 1.5 * r];
}

// The hex in which a point lies.
/** @type {(point: number[], size: number) => number[]} */
export function hexAt([x, y], size) {
  const r = y / (1.5 * size);
  const q = x / (ROOT3 * size) - r / 2;
  const rounded = [q, r, -q - r].map(Math.round);
  const off = [q, r, -q - r].map((each, index) => Math.abs(each - rounded[index]));
  if (off[0] > off[1] && off[0] > off[2]) rounded[0] = -rounded[1] - rounded[2];
  else if (off[1] > off[2]) rounded[1] = -rounded[0] - rounded[2];
  return [rounded[0] + 0, rounded[1] + 0]; // no -0
}

export function corners(size) {
  const half = (size * ROOT3) / 2;
  return [[0, -size], [half, -size / 2], [half, size / 2], [0, size], [-half, size / 2], [-half, -size / 2]];
}

// The part of the hex above `y`.
export function roof(size, y) {
  const half = (size + y) * ROOT3;
  return [[0, -size], [half, y], [-half, y]];
}

// Every hex at most `steps` away.
/** @type {(hex: number[], steps: number) => number[][]} */
export function hexesWithin([q, r], steps) {
  const span = range(-steps, steps);
  return span.flatMap((dq) => span.filter((dr) => Math.abs(dq + dr) <= steps).map((dr) => [q + dq, r + dr]));
}

export function bounds(hexes, size, margin) {
  const places = hexes.map((hex) => centre(hex, size));
  const half = (size * ROOT3) / 2;
  const left = Math.min(...places.map(([x]) => x)) - half - margin;
  const top = Math.min(...places.map(([, y]) => y)) - size - margin;
  const right = Math.max(...places.map(([x]) => x)) + half + margin;
  const bottom = Math.max(...places.map(([, y]) => y)) + size + margin;
  return [left, top, right - left, bottom - top];
}

// Two decimals at most, the same text in every program that draws.
export function num(value) {
  return String(Math.floor(value * 100 + 0.5) / 100);
}

export function points(list, scale = 1) {
  return list.map(([x, y]) => `${num(x * scale)},${num(y * scale)}`).join(" ");
}
