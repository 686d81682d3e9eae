// What this browser remembers of its user's ways; nothing here is needed, and rubbish is as good as nothing.

const KEY = "park-advisor-habits";

function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

// The habit of this name, if it is one of `known`.
export function habit(name, known, usual) {
  const kept = all()[name];
  return known.includes(kept) ? kept : usual;
}

export function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [name]: value }));
  } catch {
    // no room, or storage is switched off: it is forgotten with the page
  }
}
