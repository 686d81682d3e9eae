"""One line for a position and one for moves, made only of characters that a URL leaves alone.

A line is a version and records, joined by ``~``; a record is a letter with its fields, joined by
``.``. What equals the default is left out, so equal positions print the same line, and
``parse(print(x)) == x`` for every position and every sequence of moves.

    position = "p1" *("~" record)                         in this order when printed, any when read
    f                                                     the full game
    r<n> or r<n>L                                         round; L: the last one
    e<letters>                                            expansions: s surprises, i innovations, p promo
    j.<ruling>.<choice>                                   a ruling that differs from its default
    o *(.<q>.<r>)                                         the park outline
    m<n>  d<n>                                            ready maps, dollars held
    k<skill>                                              one ready mascot each, its skill and colour or nothing
    u<n>  v<skill>                                        maps used already this phase, one mascot used each
    s.<staff>.<staff>                                     staff cards played
    a<administrator>                                      with its colour, if it depicts one
    b *(.<colour><n>)                                     dice in the bag
    t.<id>.<q>.<r>.<name>.<colour><stars>.<requirement>   a tile; then as far as they apply:
        .i<n> income  .a<amenity>  .u<letters> upgrades (k kiosk, e effect, g generator)
        .n<letter> innovation (c cable car, p photo booth, 1 2 3 statue)
    c.<tile>.<n>                                          cubes already placed
    g<colour><value>[v].<id>.<tile>                       a guest; v: a VIP

    requirement = [E equal, C consecutive, H higher, L lower] *slot
    slot        = (colour or a for any) [e even, o odd, n none, or the digits accepted] [r: reroll symbol]
    colour      = b blue, g green, y yellow, x grey; as a capital B G Y X behind the name of a card
    text        = letters, digits and "-" as they are, "__" a space, "_<hex>_" any other character, "_-_" no text

    moves = "m1" *("~" move)
    m.<guest>.<tile>                                      map
    g.<guest>.<tile>                                      guide
    k<mascot>[s][a<n>].<tile> *("." skill) ["."] *(.<guest>.<change>)
        mascot; a change is pips (1, -1) or a colour. s: its skill is used, and what it does comes first,
        up to an empty field where changes follow; a<n>: after n of the changes
    o[m][k][r<n>][a<n>][p<n>].<tile>.<mover or nothing>.<to or nothing> [.<kept>] *(.<guest>.<result>) *(.<guest>)
        operate, with the party last. m: a Manager; k: a die is kept; r: n dice are rerolled, with results;
        a, p: the next n moves of the line belong inside it, after assembling and after pipping down

    skill = g<guest>, b<pips>, t<tile>, c<colour>, r<result>   each at most once
            or d<guest>.<pips> (a die turned), w<guest>.<tile> (a die walking)

``p1~m3~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~gb5.g1.entrance`` is a park of one tile and a
blue 5 with three maps. Whether what a line says is consistent or legal is not decided here.
"""

from models.theme_park.operate.notation.fields import NotationError
from models.theme_park.operate.notation.moves import parse_move, parse_moves, print_move, print_moves
from models.theme_park.operate.notation.positions import parse_position, print_position

__all__ = [
    "NotationError",
    "parse_move",
    "parse_moves",
    "parse_position",
    "print_move",
    "print_moves",
    "print_position",
]
