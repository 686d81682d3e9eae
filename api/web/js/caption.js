// What stands below the park of a picture, line by line as `api/theme_park/pictures/caption.py` writes it.

import { look } from "./look.js";

const line = (words, size, down, bold = false) => ({ words, size, down, bold });

// `steps` are those of a check: {text, stars, money}; `link` opens the park again.
export function caption(position, steps, link) {
  const { plan, link: small } = look;
  const told = [atHand(position).join(" · "), ...steps.map((step, index) => `${index + 1}. ${step.text}`)];
  return [
    line(heading(position, steps), plan.heading, plan.line, true),
    ...told.flatMap((sentence) => packed(sentence, plan.letters)).map((words) => line(words, plan.text, plan.line)),
    ...cut(link ?? "", small.letters).map((words) => line(words, small.text, small.line)),
  ];
}

function heading({ rules }, steps) {
  const game = `${rules.game.charAt(0).toUpperCase()}${rules.game.slice(1)} game, round ${rules.round}${rules.last_round ? " (the last)" : ""}`;
  const total = (field) => steps.reduce((sum, step) => sum + step[field], 0);
  return steps.length ? `${game}: ${total("stars")}★${total("money") ? ` $${total("money")}` : ""}` : game;
}

function atHand({ maps, money, mascots, staff, administrator }) {
  return [
    `${maps} ${maps === 1 ? "map" : "maps"}`, `$${money}`,
    mascots.length ? `mascots: ${mascots.map(({ skill }) => card(skill)).join(", ")}` : "",
    staff.length ? `staff: ${staff.map((each) => each.replaceAll("-", " ")).join(", ")}` : "",
    administrator ? `administrator: ${card(administrator)}` : "",
  ].filter(Boolean);
}

const card = (given) => (given ? `${given.kind.replaceAll("-", " ")}${given.colour ? ` ${given.colour}` : ""}` : "no card");

function packed(sentence, letters) {
  const lines = [];
  for (const word of sentence.split(" ")) {
    const last = lines.length - 1;
    if (last >= 0 && [...lines[last]].length + 1 + [...word].length <= letters) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

const cut = (words, letters) => Array.from({ length: Math.ceil(words.length / letters) }, (_, index) => words.slice(index * letters, (index + 1) * letters));
