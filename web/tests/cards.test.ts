import { describe, expect, it } from "vitest";
import { art, bandOf, lost, printed } from "../src/parts/cards/art";
import { curve } from "../src/parts/cards/links";
import type { Card } from "../src/types";

const box = (x: number, y: number) => ({ x, y, width: 100, height: 80 });

describe("lines between cards", () => {
  it("leave by the edge that faces the goal, and stop short of it", () => {
    const down = curve(box(0, 0), box(200, 300), 10);
    expect(down.d.startsWith("M50 80C")).toBe(true);
    expect([down.x, down.y, down.turn]).toEqual([250, 290, 90]);
    const up = curve(box(200, 300), box(0, 0), 10);
    expect(up.d.startsWith("M250 300C")).toBe(true);
    expect([up.x, up.y, up.turn]).toEqual([50, 90, -90]);
  });

  it("bow over both where these lie in one row", () => {
    const beside = curve(box(0, 100), box(300, 100), 10);
    expect(beside.d.startsWith("M50 100C50 40 350 30 350 90")).toBe(true);
    expect(beside.turn).toBe(90);
  });
});

describe("faces", () => {
  const card = (kind: string, title = "Old General"): Card => ({
    id: "x",
    title,
    subtitle: "",
    lines: [],
    owner: null,
    house: false,
    cost: "1d6",
    figures: [],
    text: "",
    keywords: [],
    kind: "Robot",
    look: { kind, classes: [], role: "", level: 1, weapons: [], traits: [], family: "" },
  });

  it("are drawn from words alone, the same every time, and by owner", () => {
    expect(art(card("robot"), "blue", "circle", 70, 0)).toBe(art(card("robot"), "blue", "circle", 70, 0));
    expect(art(card("robot"), "blue", "circle", 70, 0)).not.toBe(art(card("robot"), "red", "square", 70, 0));
  });

  it("have a band by what they are, and one for whatever comes", () => {
    expect(bandOf(card("kaiju"))).not.toEqual(bandOf(card("agent")));
    expect(bandOf(card("something new"))).toEqual(bandOf(card("robot")));
  });

  it("leave what a die makes open", () => {
    expect([printed("1d6"), printed("3")]).toEqual(["?", "3"]);
  });

  it("show how much is lost", () => {
    expect(lost({ bar: { name: "Defense", now: 1, most: 4 } })).toBe(0.75);
    expect(lost({ bar: null })).toBe(0);
  });
});

describe("cards without a body", () => {
  const said: readonly (readonly [string, string])[] = [
    ["Dodge", "Your Character that is attacked adds a blue die."],
    ["Take Aim", "Your active Character adds an orange die to its next roll in this Activation."],
    ["Focus", "Your Character adds a yellow die to a roll that is neither Attack nor Defense."],
    ["Hi-Do", "Mushashi adds an orange die to his Attack."],
    ["No!", "A Tactic that the other player has just played has no effect."],
    ["Fortune favors the Badass", "Throw any of your dice in this roll once more."],
    ["Catch your breath", "Your active Character loses 1 Damage or one State."],
    ["Stick to the plan", "Two of your face-down Initiative cards change places."],
    ["Scram!", "An enemy next to Maximus is Displaced up to twice."],
    ["Get behind me!", "An ally within 2 of Maximus that is attacked adds two black dice."],
  ];
  const look = { kind: "event", classes: [], role: "", level: 1, weapons: [], traits: [], family: "" };
  const drawn = ([title, text]: readonly [string, string]) =>
    art({ id: title, title, subtitle: "", lines: [], owner: null, house: false, cost: "", figures: [], text, keywords: [], kind: "Tactic", look }, "green", "circle", 64, 0);

  it("have a picture each, of the dice they give or a sign for what they say", () => {
    expect(new Set(said.map(drawn)).size).toBe(said.length);
    expect(drawn(said[0] ?? ["", ""])).toContain("#2088d2");
    expect(drawn(["Empty", ""])).toContain("<path");
  });
});
