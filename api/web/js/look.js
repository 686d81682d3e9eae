// What pictures look like: one data file, read by this page and by the command that draws.

export const look = await (await fetch(new URL("../look.json", import.meta.url))).json();

const dark = window.matchMedia("(prefers-color-scheme: dark)");

export function theme() {
  return dark.matches ? "dark" : "light";
}

export function onThemeChange(listener) {
  dark.addEventListener("change", listener);
}

// The stylesheet takes its colours from the same file.
export function applyTheme() {
  const colours = look.colours[theme()];
  for (const [name, value] of Object.entries(colours)) {
    if (typeof value === "string") {
      document.documentElement.style.setProperty(`--${name}`, value);
    } else {
      for (const [part, colour] of Object.entries(value)) {
        document.documentElement.style.setProperty(`--${name}-${part}`, colour);
      }
    }
  }
}
