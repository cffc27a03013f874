"""Options of a battle in words, anchored to the units and hexes they are about."""

from __future__ import annotations

from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.course.momentum import eased
from gattai.games.mechastellar.course.movement import reach
from gattai.games.mechastellar.events.flow import FACING_WORDS
from gattai.games.mechastellar.figures import engaging, resource
from gattai.games.mechastellar.resource_judge import zeal_price
from gattai.games.mechastellar.scene_pieces import names_in
from gattai.games.mechastellar.scene_places import place_words
from gattai.games.mechastellar.scene_skills import aim_words, brace_words, skill_price, skill_words
from gattai.games.mechastellar.state import State, UnitId
from gattai.games.mechastellar.strike.aiming import shooting_fee
from gattai.games.mechastellar.strike.exchange import Commit, Done, Lift
from gattai.kernel.window import Pass
from gattai.scene.parts import Option
from gattai.tabletop.hexes import Hex, to_text


def option_of(view: State, text: str, action: Any) -> Option:
    """One option in words."""
    actor = None if view.act is None else view.units[view.act.unit].name
    for words in (_fighting, _going, _placing):
        found = words(view, text, action, actor)
        if found is not None:
            return found
    return Option(
        text, _label(view, action, text), text.partition(" ")[0], actor=_who(view, action)
    )


def _who(view: State, action: Any) -> str | None:
    unit = getattr(action, "unit", None)
    return view.units[unit].name if isinstance(unit, int) and not isinstance(unit, bool) else None


def _name(view: State, unit: UnitId) -> str:
    return names_in(view)[view.units[unit].name]


def _some(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _weapon(view: State, weapon_id: str) -> str:
    unit = None if view.act is None else view.units[view.act.unit]
    found = unit.card.find_weapon(weapon_id) if unit else None
    return found.name if found else weapon_id


def _named(view: State, weapon_id: str) -> str:
    """A weapon of anybody's, where the option does not say whose; the same id has the same name."""
    for unit in view.units:
        found = unit.card.find_weapon(weapon_id)
        if found is not None:
            return found.name
    return weapon_id.replace("-", " ")


def _fee(view: State, weapon_id: str) -> str:
    if view.act is None:
        return ""
    weapon = view.units[view.act.unit].card.find_weapon(weapon_id)
    fee = shooting_fee(view, view.act.unit, weapon) if weapon else 0
    return f"{fee} momentum" if fee else ""


def _lowered(now: int, printed: int) -> str:
    """MS.ORDERS.OPS: the price to be paid, and why it is not the printed one."""
    return f"{now} momentum" + (f" instead of {printed}, by an order" if now < printed else "")


def _fighting(view: State, text: str, action: Any, actor: str | None) -> Option | None:
    match action:
        case do.Attack(weapon=weapon, target=target, how=how, power=power):
            manner = {"direct": "", "indirect": ", indirectly", "through": ", through the terrain"}
            label = f"{_weapon(view, weapon)} at {_name(view, target)}{manner[how]}"
            label += ", with Power" if power else ""
            return Option(
                text, label, _weapon(view, weapon), actor, None, view.units[target].name,
                _fee(view, weapon), has_odds=True,
            )  # fmt: skip
        case do.Sweep(weapon=weapon, targets=targets):
            names = " and ".join(_name(view, each) for each in targets)
            label = f"{_weapon(view, weapon)} sweeps {names}"
            picks = tuple(view.units[each].name for each in targets)
            return Option(text, label, "sweep", actor, None, picks[0], picks=picks)
        case do.Crash(weapon=weapon, targets=targets, to=to):
            names = " and ".join(_name(view, each) for each in targets) or "terrain"
            label = f"{_weapon(view, weapon)}: crash through {names} to {to_text(to)}"
            first = view.units[targets[0]].name if targets else None
            return Option(text, label, "crash", actor, to_text(to), first)
        case do.ThrowEnemy(target=target):
            label = f"throw {_name(view, target)}"
            return Option(text, label, "throw", actor, None, view.units[target].name)
        case do.ThrowTerrain(piece=piece, target=target):
            label = f"throw the terrain on {to_text(piece)} at {_name(view, target)}"
            return Option(text, label, "hurl", actor, to_text(piece), view.units[target].name)
        case (
            do.StrikeTerrain(weapon=weapon, piece=piece) | do.RazeCover(weapon=weapon, piece=piece)
        ):
            label = f"{_weapon(view, weapon)} at the terrain on {to_text(piece)}"
            kind = "raze" if isinstance(action, do.RazeCover) else "strike"
            price = "1 Havoc" if kind == "raze" else ""
            return Option(text, label, kind, actor, to_text(piece), price=price)
        case do.SlideTerrain(weapon=weapon, piece=piece, direction=direction):
            label = f"{_weapon(view, weapon)} pushes the terrain on {to_text(piece)} {FACING_WORDS[direction]}"
            return Option(text, label, "slide", actor, to_text(piece))
        case do.PullSelf(weapon=weapon, piece=piece):
            label = f"{_weapon(view, weapon)} draws it to {to_text(piece)}"
            return Option(text, label, "pull", actor, to_text(piece))
        case do.Counter(weapon=weapon):
            return Option(text, f"counter with {_named(view, weapon)}", "counter")
        case Commit(word=word):
            return Option(
                text, skill_words(view.rules, word), "use", price=skill_price(view.rules, word)
            )
        case Lift(faces=faces):
            words = ", ".join(
                f"{faces.count(each)} from {each} on" for each in dict.fromkeys(faces)
            )
            return Option(text, f"throw again {words}", "again")
        case _:
            return None


def _going(view: State, text: str, action: Any, actor: str | None) -> Option | None:
    match action:
        case do.Move(to=to, submerge=submerge):
            fee = 0
            if view.act is not None:
                fee = reach(view, view.act.unit).get(to, (0, 0))[1]
            label = f"move to {to_text(to)}{' and dive' if submerge else ''}"
            price = f"{fee} momentum to come down" if fee else ""
            return Option(text, label, "move", actor, to_text(to), price=price)
        case do.Disengage(to=to, by=by):
            cost = now = 0
            if view.act is not None:
                each = view.rules.engage.disengage_cost_per_enemy
                cost = each * len(engaging(view, view.act.unit))
                now = eased(view, view.act.unit, cost)
            how = {"move": "", "action": ", accelerating", "point": ", with a point"}[by]
            return Option(
                text, f"disengage {_place(view, to)}{how}", "disengage", actor, to_text(to),
                price=_lowered(now, cost),
            )  # fmt: skip
        case do.Accelerate(unit=unit, to=to, points=points, actions=actions):
            kind = resource(view.units[unit]).capitalize() or "point"
            paid = [f"{points} {kind}"] * bool(points)
            paid += [_some(actions, "action")] * bool(actions)
            label = f"accelerate {place_words(view, unit, to)}"
            return Option(
                text, label, "accelerate", view.units[unit].name, to_text(to),
                price=" and ".join(paid),
            )  # fmt: skip
        case do.Rotate(facing=facing) | do.Spin(facing=facing):
            kind = "rotate" if isinstance(action, do.Rotate) else "spin"
            return _turning(
                view, text, f"{kind} to the {FACING_WORDS[facing]}", kind, actor, facing
            )
        case do.Follow(to=to):
            return Option(text, f"to {to_text(to)}", "follow", cell=to_text(to))
        case do.Land(at=at):
            return Option(text, f"to {to_text(at)}", "land", cell=to_text(at))
        case _:
            return None


def _place(view: State, to: Hex) -> str:
    """A place as the active unit comes to it."""
    return f"to {to_text(to)}" if view.act is None else place_words(view, view.act.unit, to)


def _turning(
    view: State, text: str, label: str, kind: str, actor: str | None, facing: int
) -> Option:
    unit = next((each for each in view.units if each.name == actor), None)
    cell = to_text(unit.at) if unit is not None and unit.at is not None else None
    degrees = (90 - 60 * facing) % 360
    return Option(text, label, kind, actor, cell, facing=degrees)


def _placing(view: State, text: str, action: Any, actor: str | None) -> Option | None:
    match action:
        case do.Deploy(unit=unit, at=at) | do.Launch(unit=unit, at=at):
            kind = text.partition(" ")[0]
            label = f"{kind} {_name(view, unit)} on {to_text(at)}"
            return Option(text, label, kind, view.units[unit].name, to_text(at))
        case do.Reinforce(unit=unit, at=at):
            label = f"{_name(view, unit)} arrives on {to_text(at)}"
            return Option(text, label, "reinforce", view.units[unit].name, to_text(at))
        case do.Face(unit=unit, facing=facing):
            name = view.units[unit].name
            label = f"{_name(view, unit)} faces {FACING_WORDS[facing]}"
            return _turning(view, text, label, "face", name, facing)
        case do.Challenge(own=own, foe=foe):
            label = f"{_name(view, own)} challenges {_name(view, foe)}"
            return Option(
                text, label, "challenge", view.units[own].name, None, view.units[foe].name
            )
        case do.Combine(leader=leader, joining=joining):
            label = f"{_name(view, joining)} joins the squad of {_name(view, leader)}"
            one, two = view.units[leader].name, view.units[joining].name
            return Option(text, label, "combine", one, None, two)
        case do.Embark(unit=unit, ship=ship):
            label = f"{_name(view, unit)} begins aboard {_name(view, ship)}"
            return Option(text, label, "embark", view.units[unit].name, None, view.units[ship].name)
        case do.Activate(unit=unit):
            return Option(text, f"activate {_name(view, unit)}", "activate", view.units[unit].name)
        case do.Select(unit=unit):
            return Option(text, _name(view, unit), "select", target=view.units[unit].name)
        case do.AtRisk(piece=piece):
            return Option(text, f"the terrain on {to_text(piece)}", "at-risk", cell=to_text(piece))
        case _:
            return None


def _label(view: State, action: Any, text: str) -> str:
    """What is neither a move nor an attack, in words."""
    match action:
        case do.EndTurn():
            return "end the turn"
        case do.Zeal(actions=actions):
            price = zeal_price(view, view.act, actions) if view.act else actions
            return f"Zeal: {_some(actions, 'more Combat Action')} for {price} momentum"
        case do.GiveUp(what=what):
            return f"give up a {what} action"
        case do.Transform():
            return "transform"
        case do.Support(unit=unit, weapon=weapon):
            return f"{_name(view, unit)}: {_named(view, weapon)} to Support Mode"
        case do.ShakeOff(unit=unit):
            return f"{_name(view, unit)} shakes off stun"
        case do.Recharge(unit=unit):
            return f"{_name(view, unit)} recharges its barrier"
        case do.Order(unit=unit):
            return f"order to {_name(view, unit)}"
        case do.AntiAir(unit=unit):
            price = eased(view, unit, view.rules.warship.reaction_cost_m)
            return f"{_name(view, unit)}: Anti-Air Defences for {price} momentum"
        case do.Repair(unit=unit):
            return f"repair {_name(view, unit)}"
        case do.Hold(unit=unit):
            return f"keep {_name(view, unit)} in reserve"
        case do.Stay(unit=unit):
            return f"{_name(view, unit)} stays aboard"
        case do.Disband(leader=leader):
            return f"disband the squad of {_name(view, leader)}"
        case do.Begin(place=place):
            return f"go {place}"
        case do.Aim():
            return aim_words(view.rules, action)
        case do.Brace():
            return brace_words(view.rules, action)
        case Done():
            return "nothing more: let it stand"
        case do.Assign(hits=hits):
            return "Hits: " + ", ".join(map(str, hits))
        case do.Suffer(loss=loss, of=of):
            kind, _, weapon = loss.partition(":")
            lost = _named(view, weapon) if weapon else kind.replace("_", " ")
            return f"lose the {lost}" + (" instead of the Finishing Blow" if of == "blow" else "")
        case do.Endure():
            return "lose nothing: take the damage"
        case do.Shove(direction=direction):
            return f"to the {FACING_WORDS[direction]}"
        case do.Collide(by=by):
            return "lose momentum" if by == "momentum" else "take the damage"
        case do.Board(ship=ship):
            return f"go aboard {_name(view, ship)}"
        case do.Command(name=name, unit=unit):
            word = name.capitalize()
            return word if unit is None else f"{word} in {_name(view, unit)}"
        case do.Ready():
            return "ready"
        case do.Decline():
            return "no Challenge"
        case Pass():
            return "pass"
        case do.Surface():
            return "surface"
        case _:
            return text
