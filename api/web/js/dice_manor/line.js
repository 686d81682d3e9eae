// A manor as one line: what the server reads, written from rooms that were tapped in.

export const ANY = "any";

// The line of `manor`, its dice in their slots; doors stand once.
export function lineOf({ rooms, dice }) {
  const doors = rooms.flatMap((room, at) => rooms.slice(at + 1).filter((other) => joined(room, other)).map((other) => `${room.id}-${other.id}`));
  const told = rooms.map((room) => `${room.id}: ${room.slots.map((accepts, slot) => slotWords(accepts, dieIn(dice, room.id, slot))).join(", ")} ${[room.type, ...room.colours].join(" ")}`);
  return [...doors, ...told].join("; ");
}

const joined = (one, two) => one.doors.includes(two.id) || two.doors.includes(one.id);

function slotWords(accepts, die) {
  const numbers = accepts === ANY ? "*" : accepts.join("/");
  return die ? `${numbers}=${die.value}` : numbers;
}

export const dieIn = (dice, room, slot) => dice.find((die) => die.room === room && die.slot === slot) ?? null;

// The first letter, or letter with a number, that no room has.
export function freshId(rooms) {
  const taken = new Set(["e", ...rooms.map((room) => room.id)]);
  const letters = "abcdfghijklmnopqrstuvwxyz";
  for (let round = 0; ; round += 1) {
    const found = [...letters].map((letter) => `${letter}${round || ""}`).find((id) => !taken.has(id));
    if (found) return found;
  }
}
