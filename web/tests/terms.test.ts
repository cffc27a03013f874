import { describe, expect, it } from "vitest";
import { besides } from "../src/geometry";
import { unused } from "../src/options";
import { byWord, pieces, tipsOf } from "../src/terms";
import { option } from "./scenes";

const card = (word: string) => ({ word, title: `${word}, in full`, text: "What it does.", rule: `TOY.${word}`, page: "p. 2" });
const terms = byWord(["MLE", "Block", "Critical Block", "360", "[K]"].map(card));
const marked = (text: string) => pieces(text, terms).flatMap(({ text, term }) => (term ? [text] : []));

describe("words of the rules", () => {
  it("are found as whole words, the longest first, each once", () => {
    expect(marked("damage 1; MLE, MLE")).toEqual(["MLE"]);
    expect(marked("a Critical Block, no Block")).toEqual(["Critical Block", "Block"]);
    expect(marked("SMLEX, Blocks, MLE-RANGE, 3600")).toEqual([]);
    expect(marked("[K] melee 360")).toEqual(["[K]", "360"]);
  });

  it("leave the text as it was", () => {
    for (const text of ["", "plain", "MLE first", "last MLE"]) {
      expect(pieces(text, terms).map((piece) => piece.text).join("")).toBe(text);
    }
    expect(tipsOf("Saw: MLE and Block", terms).split("\n")).toEqual([expect.stringContaining("MLE, in full"), expect.stringContaining("Block, in full")]);
    expect(tipsOf("Saw", terms)).toBe("");
    expect(pieces("MLE", byWord([]))).toEqual([{ text: "MLE", term: null }]);
  });
});

describe("a card beside something", () => {
  const screen = { width: 1000, height: 600 };
  const size = { width: 300, height: 200 };

  it("lies right of it, or left where there is no room, and never leaves the screen", () => {
    expect(besides({ x: 100, y: 300, width: 40, height: 40 }, size, screen).left).toBe(154);
    expect(besides({ x: 800, y: 300, width: 40, height: 40 }, size, screen).left).toBe(486);
    for (const y of [0, 590]) {
      const { top } = besides({ x: 100, y, width: 40, height: 10 }, size, screen);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + size.height).toBeLessThanOrEqual(screen.height);
    }
  });

  it("hides nobody where there is room elsewhere", () => {
    const there = { x: 400, y: 300, width: 40, height: 40 };
    const row = [450, 500, 550, 300, 350].map((x) => ({ x, y: 300, width: 40, height: 40 }));
    const { left, top } = besides(there, size, screen, row);
    for (const one of row) expect(left + size.width <= one.x || left >= one.x + 40 || top + size.height <= 300 || top >= 340).toBe(true);
    expect(besides(there, size, screen, [{ x: 20, y: 20, width: 40, height: 40 }]).left).toBe(454);
  });
});

describe("what is left undone", () => {
  const end = option("end", { ends: true });

  it("is how many others can act, else what else can be rolled for", () => {
    const moves = [option("a", { actor: "x", cell: "1" }), option("b", { actor: "y", cell: "2" })];
    expect(unused([...moves, end], end)).toEqual({ units: 2, kinds: [] });
    expect(unused([option("shoot", { actor: "x", has_odds: true, kind: "Rifle" }), end], end)).toEqual({ units: 0, kinds: ["Rifle"] });
    expect(unused([option("shoot", { actor: "x", has_odds: true, kind: "Rifle", caution: "hits your own" }), end], end).kinds).toEqual([]);
    expect(unused([...moves, option("go")], option("go"))).toEqual({ units: 0, kinds: [] });
  });
});
