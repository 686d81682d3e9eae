"""What the separate reading expects of every claim in a record."""

from tests.theme_park.independent.whole_game import books


def wrong_claims(document):
    """Claims of a record that the separate reading does not agree with, and books that do not balance."""
    wrong = []
    for number, (account, event) in enumerate(books(document)):
        must = expected(account, event)
        found = {name: event[name] for name in must if name in event}
        if found != {name: must[name] for name in found}:
            wrong.append((number, event["do"], found, must))
        whole = 9 if account.solo else {2: 11, 3: 16, 4: 21}[len(account.players)]
        if any(number != whole for number in account.dice().values()):
            wrong.append((number, "dice", dict(account.dice()), whole))
    return wrong


def expected(account, event):  # noqa: PLR0911  one answer for each kind of event
    """The claims that an event must make, by field."""
    match event["do"]:
        case "announce":
            return {
                "order": account.turn_order(),
                "income": {name: account.income(name) for name in account.players},
            }
        case "build" | "recruit" | "buy-map" | "install" | "move-upgrade" | "innovate":
            return {"paid": account.price(event)}
        case "earn":
            takes = {name: account.upkeep(name) for name in account.players}
            return {
                "stars": {name: stars for name, (stars, _) in takes.items()},
                "money": {name: money for name, (_, money) in takes.items()},
            }
        case "objective":
            counted = {name: account.amount(name, account.objective()["measure"]) for name in account.players}
            amounts = event["amounts"] if None in counted.values() else counted
            return {"amounts": amounts, "stars": account.shares(amounts)}
        case "goal":
            done = account.achieved(event["goal"])
            return {} if done is None else {"achieved": done}
        case "end":
            return {
                "stars": {name: account.final(name) for name in account.players},
                "winners": account.winners(),
            }
    return {}
