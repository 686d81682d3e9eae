// Numbers as they are told: so rounded that what is said of them stays true.

const NOISE = 1e-6; // of decimals

export const prestige = (number) => number.toFixed(2);

// A chance below 1 is never told as certain, nor one above 0 as none.
export function percent(chance) {
  const told = `${(100 * chance).toFixed(1)} %`;
  if (chance > 0 && told === "0.0 %") return "less than 0.1 %";
  return chance < 1 && told === "100.0 %" ? "more than 99.9 %" : told;
}

// What another decision is worth more; "" where none is.
export function lost(number, tell = prestige) {
  if (number < NOISE) return "";
  const least = tell === percent ? 0.001 : 0.01;
  return number < least / 2 ? `less than ${tell(least)}` : tell(number);
}

const upTo = (number, places) => Math.ceil((number - NOISE) * places) / places;

// Whether an answer is proven; an estimate with its error, and what no policy exceeds.
export function sure({ status, error, bound }, tell = prestige) {
  if (status === "optimal") return "proven";
  const places = tell === percent ? 1000 : 100;
  return `an estimate${error ? `, ± ${tell(upTo(error, places))}` : ""}, at most ${tell(upTo(bound, places))}`;
}
