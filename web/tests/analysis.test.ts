import { describe, expect, it } from "vitest";
import { baseOf, curveOf, hasWon, inPoints, luckierThan, mainLuck, oneIn, soundOf, squadOf } from "../src/analysis";
import { luckOf } from "../src/match";
import type { Analysis, GameOver, LuckLine, TurnReport, TurningPoint } from "../src/types";
import { piece, scene, zone } from "./scenes";

const turn = (number: number, first: number, amounts: number[] = [0, 0]): TurnReport => ({ number, name: `turn ${number}`, seat: 0, shares: [first, 1 - first], amounts });
const point = (at: number, gained: number): TurningPoint => ({ number: 3, until: 5, turn: at, seat: 0, gained, change: 0.2, title: "a", text: "b", chance: null, name: "", look: null, came: 0, expected: 0, unit: "" });
const analysis: Analysis = {
  players: ["person", "ace"],
  unit: "damage",
  turns: [turn(0, 0.5, []), turn(4, 0.25, [0, 8]), turn(9, 1, [4, 0])],
  points: [point(1, 1)],
  choices: [],
  best: null,
};
const box = { left: 10, top: 20, width: 200, height: 100 };

describe("whose win it is", () => {
  const over = (winners: number[], seat: number | null) =>
    hasWon({ ...scene({}), seat, seats: ["red", "blue"], ending: { winners } as GameOver });

  it("is won or lost where some have won", () => {
    expect([over([1], 1), over([1], 0)]).toEqual([true, false]);
  });

  it("is nobody's where nobody or everybody has won, nor of who only looks on", () => {
    expect([over([], 0), over([0, 1], 0), over([1], null)]).toEqual([null, null, null]);
  });
});

describe("how an end sounds", () => {
  const over = (winners: number[], seat: number | null) =>
    soundOf({ ...scene({}), seat, seats: ["red", "blue"], ending: { winners } as GameOver });

  it("is a win for who has won and for who looks on, and a loss for who has not", () => {
    expect([over([1], 1), over([1], 0), over([1], null)]).toEqual(["won", "lost", "won"]);
  });

  it("is neither where it is a draw", () => {
    expect([over([], 0), over([0, 1], 0), over([], null)]).toEqual(["drawn", "drawn", "drawn"]);
  });
});

describe("the curve of a game", () => {
  it("goes from edge to edge, and a half is in the middle", () => {
    const { xs, line } = curveOf(analysis, 0, box);
    expect(xs).toEqual([10, 110, 210]);
    expect(line).toBe("M10 70L110 95L210 20");
  });

  it("is upside down for the other side", () => {
    expect(curveOf(analysis, 1, box).line).toBe("M10 70L110 45L210 120");
  });

  it("shares the whole box among the seats", () => {
    const { areas } = curveOf(analysis, 1, box);
    expect(areas.map(({ seat }) => seat)).toEqual([1, 0]);
    expect(areas[0]?.d).toBe("M10 70L110 45L210 120L210 120L110 120L10 120Z");
    expect(areas[1]?.d).toBe("M10 20L110 20L210 20L210 120L110 45L10 70Z");
  });

  it("has an area for each of three", () => {
    const three = { ...analysis, turns: [{ ...turn(0, 0), shares: [0.2, 0.3, 0.5], amounts: [] }], points: [] };
    expect(curveOf(three, 2, box).areas.map(({ seat }) => seat)).toEqual([2, 0, 1]);
  });

  it("stands what we did on the floor and hangs what others did from above", () => {
    const { bars } = curveOf(analysis, 0, box);
    expect(bars.map(({ seat, turn, y, height }) => ({ seat, turn, y, height }))).toEqual([
      { seat: 1, turn: 1, y: 20, height: 14 },
      { seat: 0, turn: 2, y: 113, height: 7 },
    ]);
  });

  it("marks turning points on the line, numbered", () => {
    expect(curveOf(analysis, 0, box).marks).toMatchObject([{ number: 1, x: 110, y: 95 }]);
  });

  it("names no more turns than there is room for", () => {
    const long = { ...analysis, turns: Array.from({ length: 41 }, (_, place) => turn(place, 0.5)), points: [] };
    const { ticks } = curveOf(long, 0, box);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks[0]?.turn).toBe(0);
  });

  it("can be drawn of a game without turns", () => {
    const none = { ...analysis, turns: [], points: [] };
    expect(curveOf(none, 0, box)).toMatchObject({ xs: [], bars: [], marks: [] });
  });
});

describe("words", () => {
  it("tell a change in points of a hundred", () => {
    expect([inPoints(0.214), inPoints(-0.05)]).toEqual(["+21", "−5"]);
  });
  it("call rare what is rare", () => {
    expect([oneIn(0.125), oneIn(0.6), oneIn(null), oneIn(0)]).toEqual([8, null, null, null]);
  });
});

describe("luck at the end", () => {
  const line = (seat: number, amount: number, total: number, unit = "damage"): LuckLine => ({ number: 1, seat, unit, amount, expected: 2, came: 2, total, why_not: "", spread: 2, bars: [], chosen: 0 });
  it("is told in the unit of the game, else in the one most thrown for", () => {
    const sides = luckOf([line(0, 1, 1, "coins"), line(0, 1, 2, "coins"), line(0, 1, 1), line(1, 1, 1, "coins")]);
    expect(mainLuck(sides, "damage").map(({ seat, unit }) => [seat, unit])).toEqual([[0, "damage"], [1, "coins"]]);
    expect(mainLuck(sides, "none").map(({ unit }) => unit)).toEqual(["coins", "coins"]);
  });
  it("is compared with all games of the same throws", () => {
    expect(luckierThan([line(0, 0, 0), line(0, 0, 0)])).toBe(50);
    expect(luckierThan([line(0, 0, 0), line(0, 2, 2)])).toBe(84);
    expect(luckierThan([line(0, 0, 0), line(0, -2, -2)])).toBe(16);
    expect(luckierThan([])).toBeNull();
  });
});

describe("who is shown", () => {
  it("is told from the seat of who looks, else of who won", () => {
    const over = { ...scene({}), ending: { winners: [1], reason: "", cites: { rule: "", title: "", page: "" }, scores: [] } };
    expect(baseOf(over)).toBe(0);
    expect(baseOf({ ...over, seat: null })).toBe(1);
  });
  it("is the squad that is left, the strongest in the middle", () => {
    const bar = (most: number) => ({ name: "HP", now: most, most });
    const pieces = [
      piece("a", { bar: bar(2) }),
      piece("b", { bar: bar(9) }),
      piece("c", { bar: bar(5) }),
      piece("lost", { is_gone: true }),
      piece("theirs", { owner: 1 }),
      piece("reserve", { at: null }),
    ];
    expect(squadOf(scene({ pieces }), new Map(), 0).map(({ name }) => name)).toEqual(["C", "B", "A"]);
  });
  it("is the row of cards where there are no pieces", () => {
    const row = zone("front", "row", 0, "ogre");
    const held = { ...row, cards: row.cards.map((card) => ({ ...card, bar: { name: "Defense", now: 3, most: 3 } })) };
    const look = { kind: "robot", classes: [], role: "", level: 1, weapons: [], traits: [], family: "" };
    const card = { id: "ogre", title: "Ogre", subtitle: "", lines: [], owner: 0, house: false, cost: "", figures: [], text: "", keywords: [], kind: "", look };
    expect(squadOf({ ...scene({}), zones: [held] }, new Map([["ogre", card]]), 0).map(({ name }) => name)).toEqual(["Ogre"]);
  });
});
