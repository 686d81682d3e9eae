// What stands below the park of a picture, line by line as `api/theme_park/pictures/caption.py` writes it.

import { look } from "./look.js";
import { isLastRound } from "./position.js";

const line = (words, size, down, bold = false) => ({ words, size, down, bold });

// `steps` are those of a check: {text, stars, money}; `placed` what cubes before them have brought; `link` opens the park again.
export function caption(position, steps, link, placed) {
  const { plan, link: small } = look;
  const told = [atHand(position).join(" · "), ...steps.map((step, index) => `${index + 1}. ${step.text}`)];
  return [
    line(heading(position, steps, placed), plan.heading, plan.line, true),
    ...told.flatMap((sentence) => packed(sentence, plan.letters)).map((words) => line(words, plan.text, plan.line)),
    ...cut(link ?? "", small.letters).map((words) => line(words, small.text, small.line)),
  ];
}

function heading({ rules }, steps, placed) {
  const name = rules.short ? "short" : rules.game;
  const game = `${name.charAt(0).toUpperCase()}${name.slice(1)} game, round ${rules.round}${isLastRound({ rules }) ? " (the last)" : ""}`;
  const total = (field) => steps.reduce((sum, step) => sum + step[field], placed[field]);
  return steps.length ? `${game}: ${total("stars")}★${total("money") ? ` $${total("money")}` : ""}` : game;
}

function atHand({ maps, money, mascots, staff, administrator }) {
  return [
    `${maps} ${maps === 1 ? "map" : "maps"}`, `$${money}`,
    mascots.length ? `mascots: ${mascots.map(({ skill }) => card(skill)).join(", ")}` : "",
    staff.length ? `staff: ${[...staff].sort().map((each) => each.replaceAll("-", " ")).join(", ")}` : "",
    administrator ? `administrator: ${card(administrator)}` : "",
  ].filter(Boolean);
}

const card = (given) => (given ? `${given.kind.replaceAll("-", " ")}${given.colour ?? given.symbol ? ` ${given.colour ?? given.symbol}` : ""}` : "no card");

const TOGETHER = "\u00a0"; // a space at which no line is broken, within "yellow 5 (as blue)"

function packed(sentence, letters) {
  const lines = [];
  for (const word of sentence.replaceAll(" (as ", `${TOGETHER}(as${TOGETHER}`).split(" ")) {
    const last = lines.length - 1;
    if (last >= 0 && [...lines[last]].length + 1 + [...word].length <= letters) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines.map((words) => words.replaceAll(TOGETHER, " "));
}

const cut = (words, letters) => Array.from({ length: Math.ceil(words.length / letters) }, (_, index) => words.slice(index * letters, (index + 1) * letters));
