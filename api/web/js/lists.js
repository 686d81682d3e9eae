// Small lists.

// The whole numbers from `low` to `high`, both included.
export const range = (low = 1, high = low) => Array.from({ length: high - low + 1 }, (_, index) => low + index);
