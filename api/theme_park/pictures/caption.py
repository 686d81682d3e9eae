"""What stands below the park of a picture: game and total, what is at hand, the plan, and the link that opens it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from api.text_layout import TOGETHER, held_together, packed
from api.theme_park.pictures.look import look
from models.theme_park.cards import Administrator, Skill
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.phrases import game_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep
from models.theme_park.operate.state import start


class Line(NamedTuple):
    """One line of text: its size, how far it stands below the one before, and whether it is bold."""

    words: str
    size: float
    down: float
    bold: bool = False


def caption(position: Position, steps: Sequence[OperateStep], link: str | None) -> list[Line]:
    """Writes every line below a picture, in their order."""
    plan, small = look()["plan"], look()["link"]
    lines = [Line(_heading(position, steps), plan["heading"], plan["line"], bold=True)]
    told = [" · ".join(_at_hand(position)), *(f"{number}. {step.text}" for number, step in enumerate(steps, 1))]
    for sentence in told:
        words = held_together(sentence).split(" ")
        lines += [
            Line(line.replace(TOGETHER, " "), plan["text"], plan["line"]) for line in packed(words, plan["letters"])
        ]
    if link is not None:
        lines += [Line(part, small["text"], small["line"]) for part in _cut(link, small["letters"])]
    return lines


def _heading(position: Position, steps: Sequence[OperateStep]) -> str:
    """The game, and with a plan what the whole phase brings: cubes placed before it count."""
    last = " (the last)" if position.in_last_round else ""
    game = f"{game_name(position).capitalize()} game, round {position.round}{last}"
    before = earnings(position, start(position))
    stars = before.stars + sum(step.stars for step in steps)
    money = before.money + sum(step.money for step in steps)
    return f"{game}: {stars}★{f' ${money}' if money else ''}" if steps else game


def _at_hand(position: Position) -> Iterator[str]:
    """Maps, money, mascots with their cards, staff, the administrator."""
    yield f"{position.maps} {'map' if position.maps == 1 else 'maps'}"
    yield f"${position.money}"
    if position.mascots:
        yield f"mascots: {', '.join(_card(skill) for skill in position.mascots)}"
    if position.staff:
        yield f"staff: {', '.join(card.replace('-', ' ') for card in position.staff)}"
    if position.administrator is not None:
        yield f"administrator: {_card(position.administrator)}"


def _card(card: Skill | Administrator | None) -> str:
    if card is None:
        return "no card"
    shows = card.colour or (card.symbol if isinstance(card, Administrator) else None)
    return f"{card.kind.replace('-', ' ')}{f' {shows}' if shows else ''}"


def _cut(text: str, letters: int) -> list[str]:
    return [text[begin : begin + letters] for begin in range(0, len(text), letters)]
