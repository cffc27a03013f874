"""Random tables as text: crowded corners of the map with water, squads, barriers, ships and reserves."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.games.mechastellar.model.board import (
    Place,
    hexes,
    is_ahead,
    maps,
    place,
    profiles,
    written,
)

SIDES = ("south", "north")
MODELS = 4
"""So many units a side at most, on the table."""
OFTEN = (
    "turtle-robo",
    "turtle-robo",
    "voltlion",
    "argonaut",
    "hoverjet",
    "iron-duke",
    "crimson-gallant",
    "musarl-cruiser",
)
"""Profiles with barriers, Power, few shots, bits or a hangar: what is rare on them is to be seen often."""

BEAMS = ("voltlion", "voltlion", "white-asura", "falconeye", "mithridates-cruiser", "trident-drake")
"""Profiles with energy weapons whose PEN is about 7."""


def between_turns(random: Random, blank: str) -> str:
    """A settled position in which somebody is about to be activated.

    `blank` is the text of any position of a new game: fields that this page does not name keep the
    values they have there.
    """
    return _Laying(random, json.loads(blank)).text(None)


def in_a_turn(random: Random, blank: str, act: dict[str, Any], *, duel: bool = False) -> str:
    """A settled position in which a unit is acting. `act` is the field of that name in any such text.

    In a duel one with strong energy weapons meets a barrier that some of them do not wear.
    """
    laying = _Laying(random, json.loads(blank))
    if duel:
        laying.cast = [random.choice(BEAMS), "turtle-robo"]
    return laying.text(act)


class _Laying:
    def __init__(self, random: Random, blank: dict[str, Any]) -> None:
        self.random = random
        self.blank = blank
        self.field = maps()[
            random.choice(["standard-crossing"] * 6 + ["open-space", "open-crossing"])
        ]
        middle = (random.randint(-3, 3), random.randint(-3, 3))
        rows, width = self.field["half_rows"], self.field["half_width"]
        self.here = [
            at
            for at in ((q, r) for r in range(-rows, rows + 1) for q in range(-width, width + 1))
            if abs(2 * at[0] + at[1]) <= width and hexes(at, middle) <= random.randint(3, 6)
        ]
        self.cast: list[str] = []
        """The profiles of a duel, of which the first begins."""
        self.pieces: dict[Place, str] = {}
        self.units: list[dict[str, Any]] = []
        self.taken: set[Place] = set()

    def text(self, act: dict[str, Any] | None) -> str:
        random = self.random
        self._lay_ground()
        for side in SIDES:
            for _ in range(1 if self.cast else random.randint(1, MODELS)):
                self._lay_unit(side)
            for _ in range(random.choice((0, 0, 1, 1, 2))):
                self._hold_back(side)
            own = [unit for unit in self.units if unit["seat"] == side]
            random.choice(own)["commander"] = True
        state = self._state()
        if act is not None:
            self._begin_turn(state, act)
        words = {"Seat": [*SIDES], "UnitId": [unit["name"] for unit in self.units]}
        return json.dumps(self.blank | {"words": words, "state": state, "answers": []})

    def _lay_ground(self) -> None:
        kinds = [each["kind"] for each in self.field.get("terrain", ())]
        kinds += ["wreck", "rubble"] if kinds else ["wreck"]
        weights = [3 if kind == "deep water" else 1 for kind in kinds]
        share = self.random.randint(0, 15 if self.cast else 45)
        for at in self.random.sample(self.here, len(self.here) * share // 100):
            self.pieces[at] = self.random.choices(kinds, weights)[0]

    def _lay_unit(self, side: str) -> None:
        """A unit on the table, in a squad of two or three now and then."""
        random = self.random
        profile = self.cast[SIDES.index(side)] if self.cast else self._profile()
        leader = self._model(profile, side)
        if self.cast:
            leader["hp"] = profiles()[profile]["hp"]
            leader["points"] = self._stat(profile)
        free = [at for at in self.here if self._is_free(at)]
        if not free:
            return
        self._put(leader, random.choice(free))
        if profiles()[leader["card"]]["kind"] == "Warship" or random.random() > 0.4:
            return
        card = profiles()[leader["card"]]
        alike = [
            each["id"]
            for each in profiles().values()
            if (each["role"], each["performance"], each["kind"])
            == (card["role"], card["performance"], card["kind"])
        ]
        for _ in range(random.randint(1, 2)):
            mates = [unit for unit in self.units if unit["leader"] == leader["name"]]
            beside = [
                at
                for at in self.here
                if self._is_free(at) and any(hexes(at, place(mate["at"])) == 1 for mate in mates)
            ]
            if beside:
                member = self._model(random.choice([leader["card"], *alike]), side)
                member["leader"] = leader["name"]
                member["activated"] = leader["activated"]
                self._put(member, random.choice(beside))

    def _profile(self) -> str:
        return self.random.choice([*profiles(), *OFTEN, *OFTEN])

    @staticmethod
    def _stat(card_id: str) -> int:
        card = profiles()[card_id]
        return int(card["boost"] or card["power"] or card["havoc"])

    def _is_free(self, at: Place) -> bool:
        return at not in self.taken and self.pieces.get(at) != "wreck"

    def _put(self, unit: dict[str, Any], at: Place) -> None:
        card = profiles()[unit["card"]]
        unit["at"] = written(at)
        self.taken.add(at)
        flies = "fly" in card["traits"] or unit["transformed"]
        if self.pieces.get(at) == "deep water" and not flies:
            unit["submerged"] = "amphibious" not in card["traits"] or self.random.random() < 0.6
        self.units.append(unit)

    def _hold_back(self, side: str) -> None:
        """A unit in reserve, or aboard a ship of its side."""
        random = self.random
        unit = self._model(self._profile(), side)
        ships = [
            each["name"]
            for each in self.units
            if each["seat"] == side and each["at"] and profiles()[each["card"]]["hangar"]
        ]
        unit["fate"] = "reserve"
        if ships and profiles()[unit["card"]]["kind"] != "Warship" and random.random() < 0.5:
            unit["fate"], unit["ship"] = "aboard", random.choice(ships)
        self.units.append(unit)

    def _model(self, card_id: str, side: str) -> dict[str, Any]:
        random = self.random
        card = profiles()[card_id]
        name = f"{'AB'[SIDES.index(side)]}{sum(unit['seat'] == side for unit in self.units) + 1}"
        stat = self._stat(card_id)
        weapons = card["weapon"]
        usual: dict[str, Any] = self.blank["state"]["units"][0]
        return usual | {
            "name": name, "card": card_id, "seat": side, "leader": name,
            "hp": random.choice((card["hp"], card["hp"], random.randint(1, card["hp"] // 100) * 100)),
            "uses": [random.randint(0, each["uses"]) if each["uses"] > 0 else -1 for each in weapons],
            "at": None, "facing": random.randrange(6), "fate": "", "ship": None, "commander": False,
            "transformed": bool(card["transform"]) and random.random() < 0.5,
            "submerged": False, "activated": random.random() < 0.25, "fell": False, "late": False,
            "points": random.randint(0, stat),
            "barrier": random.randint(0, card["barrier"]["strength"]) if card["barrier"] else 0,
            "stun": 0, "orders": 0,
            "lost": [
                f"weapon:{each['id']}"
                for each in weapons
                if card["tier"] != "basic" and each["kind"] != "melee" and random.random() < 0.08
            ],
            "fired": [], "support": [], "bits": [], "spent": [], "effects": [],
        }  # fmt: skip

    def _state(self) -> dict[str, Any]:
        random = self.random
        turn = random.choice(SIDES)
        state: dict[str, Any] = self.blank["state"] | {
            "rules": "ver10-final",
            "ground": {
                "field": self.field["id"],
                "pieces": [{"at": written(at), "kind": kind} for at, kind in self.pieces.items()],
            },
            "units": self.units, "phase": "activating", "round": random.randint(1, 5),
            "first": random.choice(SIDES), "turn": turn,
            "momentum": [random.randint(0, 10), random.randint(0, 10)],
            "owners": [random.choice((None, *SIDES)) for _ in self.field["control_point"]],
        }  # fmt: skip
        self._set_support()
        self._set_duty(state, turn)
        return state

    def _set_support(self) -> None:
        """A weapon in Support Mode here and there."""
        for unit in self.units:
            for number, weapon in enumerate(profiles()[unit["card"]]["weapon"]):
                if (weapon["support_atk"] or weapon["support_def"]) and self.random.random() < 0.15:
                    if unit["uses"][number]:
                        unit["support"].append(weapon["id"])

    def _set_duty(self, state: dict[str, Any], turn: str) -> None:
        """Now and then somebody has just been attacked, or two are Challengers."""
        random = self.random
        leaders = [unit for unit in self.units if unit["leader"] == unit["name"] and unit["at"]]
        ready = [unit for unit in leaders if unit["seat"] == turn and not unit["activated"]]
        foes = [unit for unit in leaders if unit["seat"] != turn]
        if ready and foes and random.random() < 0.35:
            state["aggressor"] = random.choice(foes)["name"]
            count = random.randint(1, min(2, len(ready)))
            state["duty"] = [unit["name"] for unit in random.sample(ready, count)]
        elif ready and foes and random.random() < 0.1:
            pair = [random.choice(ready), random.choice(foes)]
            if any(profiles()[unit["card"]]["tier"] != "basic" for unit in pair):
                state["challenge"] = [[unit["name"] for unit in pair]]

    def _begin_turn(self, state: dict[str, Any], act: dict[str, Any]) -> None:
        """Somebody acts, and has perhaps done something already."""
        random = self.random
        leaders = [unit for unit in self.units if unit["leader"] == unit["name"] and unit["at"]]
        unit = leaders[0] if self.cast else random.choice(leaders)
        foes = [each for each in leaders if each["seat"] != unit["seat"]]
        here = place(unit["at"])
        done = random.choices(foes, k=random.choice((0, 0, 0, 1, 2)))
        weapons = [each["id"] for each in profiles()[unit["card"]]["weapon"]]
        state |= {"phase": "acting", "turn": unit["seat"], "duty": [], "aggressor": None}
        state["act"] = act | {
            "unit": unit["name"], "start": unit["at"],
            "combat": random.choice((0, 1, 1, 1, 2)), "moves": random.choice((0, 1, 2, 2)),
            "behind": [
                each["name"]
                for each in foes
                if not is_ahead(place(each["at"]), each["facing"], here)
            ],
            "attacks": [[each["name"], random.choice(weapons)] for each in done],
            "fought": bool(done), "begun": bool(done),
            "aggressor": random.choice(foes)["name"] if random.random() < 0.35 else None,
        }  # fmt: skip
        if self.cast:
            state["act"] |= {"combat": 1, "attacks": [], "fought": False, "begun": False}
            there = place(foes[0]["at"])
            unit["facing"] = next(f for f in range(6) if is_ahead(here, f, there))
        unit["activated"] = random.random() < 0.5
        if random.random() < 0.1 and not unit["submerged"]:
            state["act"]["accelerates"] = 1
            unit["effects"] = [["fly", 1]]
