import { describe, expect, it } from "vitest";
import { lastThrow } from "../src/match";
import { drawing, pips, spots } from "../src/parts/dice/symbols";
import { line } from "./scenes";

describe("symbols of dice", () => {
  it("have outlines of their own, all of them", () => {
    const words = ["success", "critical success", "block", "critical block", "special", "blank"];
    const outlines = words.map((word) => drawing(word)?.d);
    expect(outlines.every(Boolean)).toBe(true);
    expect(new Set(outlines).size).toBe(words.length);
  });

  it("stay letters where nobody knows them", () => {
    expect(drawing("momentum")).toBeNull();
  });

  it("lie beside each other on one face", () => {
    for (const many of [1, 2, 3, 4]) {
      const places = spots(many);
      expect(places).toHaveLength(many);
      for (const { x, y, size } of places) expect(Math.max(Math.abs(x), Math.abs(y)) + size / 2).toBeLessThanOrEqual(0.45);
      expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(many);
    }
  });

  it("are pips on six sides, figures on ten", () => {
    expect(pips("5", "d6")).toHaveLength(5);
    expect(pips("5", "d10")).toBeNull();
  });
});

describe("dice of the log", () => {
  it("come with what they are and what they show", () => {
    const thrown = lastThrow([line(1, { faces: ["SC", "-"], counted: ["critical success", ""], dice: ["orange", "orange"], symbols: [["critical success"], []] })], 0)?.thrown;
    expect(thrown?.groups[0]?.dice.map(({ kind, symbols }) => [kind, symbols])).toEqual([
      ["orange", ["critical success"]],
      ["orange", ["blank"]],
    ]);
  });
});
