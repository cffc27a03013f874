// Walking through the steps of an analysis.
import { expect, test } from "vitest";
import { after, before } from "../src/parts/variations/steps";
import type { VariationRow } from "../src/types";

/** Rows such as `a5`, `x5+` in a variation, `d6!` if dice follow at once. */
const listed = (...names: string[]): VariationRow[] =>
  names.map((name) => ({ id: name, number: parseInt(name.slice(1)), depth: name.split("+").length - 1, text: name, seat: 0, chance: null, note: "", is_dice: false, rolls: name.endsWith("!"), is_here: false }));

const rows = listed("s4", "a5", "x5+", "y6+", "z6++", "w7+", "p5+", "q6+", "b6", "c7!", "d8", "e9");
const at = (name: string): number => rows.findIndex((row) => row.id === name);
const back = (name: string): string | undefined => before(rows, at(name))?.id;
const on = (name: string): string | undefined => after(rows, at(name))?.id;

test("one goes back on the own line, and from a variation to where it leaves the game", () => {
  expect([back("b6"), back("a5"), back("s4")]).toEqual(["a5", "s4", undefined]);
  expect([back("x5+"), back("y6+"), back("w7+"), back("z6++")]).toEqual(["s4", "x5+", "y6+", "x5+"]);
  expect([back("p5+"), back("q6+")]).toEqual(["s4", "p5+"]);
});

test("nobody stops where dice follow at once", () => {
  expect(back("d8")).toBe("b6");
});

test("one goes on along the own line until it ends", () => {
  expect([on("s4"), on("a5"), on("b6"), on("e9")]).toEqual(["a5", "b6", "c7!", undefined]);
  expect([on("x5+"), on("y6+"), on("w7+"), on("p5+"), on("q6+"), on("z6++")]).toEqual(["y6+", "w7+", undefined, "q6+", undefined, undefined]);
  expect(after(rows, -1)?.id).toBe("s4");
});
