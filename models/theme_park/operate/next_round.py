"""The park as the next round finds it."""

from dataclasses import replace

from models.theme_park.cards import Staff
from models.theme_park.guests import HIGHEST, LOWEST, Guest, GuestId, TileId
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.end_of_phase import returned_colour
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State
from models.theme_park.rulings import Choice, Ruling

GAME_OVER = "The game is over after this round: there is no next one."


def next_round(position: Position, state: State) -> Position | None:
    """The position after Upkeep (rulebook, Upkeep), or None after the last round.

    Value-1 guests leave; those that Ticket Agents or the administrator put back stand on the Entrance with the
    highest value, of several the first by id, as VIPs by ruling ``vip.put-back``. Maps and mascots are ready again, cubes are back, staff is not chosen
    yet, and the money earned is in hand; the last round of the game is marked as such. What Welcome and Expand bring is for the players to add.
    """
    if position.in_last_round:
        return None
    guests = []
    back = _put_back(position, state)
    for guest, now in zip(position.guests, state.guests, strict=True):
        if now is None:
            continue
        if now.value > LOWEST:
            guests.append(Guest(guest.id, now.colour, now.value, now.at, guest.vip))
        elif guest.id in back:
            stays_vip = guest.vip and position.rulings.says(Ruling.VIP_PUT_BACK, Choice.KEEPS_TOKEN)
            guests.append(Guest(guest.id, now.colour, HIGHEST, back[guest.id], stays_vip))
    return replace(
        position,
        round=position.round + 1,
        last_round=position.round + 1 >= position.rounds,
        guests=tuple(guests),
        maps=position.maps_owned,
        mascots=(*position.mascots, *position.used_mascots),
        used_maps=0,
        used_mascots=(),
        staff=(),
        cubes=(),
        bag=None,
        money=position.money + earnings(position, state).money,
    )


def _put_back(position: Position, state: State) -> dict[GuestId, TileId]:
    """The value-1 guests that return, and where to: one of the administrator's colour, then any by Ticket Agents."""
    entrance = position.entrance
    if entrance is None:
        return {}
    leaving = {
        guest.id: now
        for guest, now in zip(position.guests, state.guests, strict=True)
        if now is not None and now.value == LOWEST
    }
    colour = returned_colour(position)
    by_administrator = [guest for guest, now in leaving.items() if now.colour == colour][:1]
    others = [guest for guest in leaving if guest not in by_administrator]
    chosen = by_administrator + others[: position.played[Staff.TICKET_AGENT]]
    return dict.fromkeys(chosen, entrance)
