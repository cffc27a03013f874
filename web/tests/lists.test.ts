import { describe, expect, it } from "vitest";
import { EMPTY, History, added, asked, boxes, counted, countOf, curve, fewer, joined, lattice, led, lineup, linkIn, linkTo, matches, sharedBy, without, type Rows } from "../src/parts/lists/lists";
import type { Buildable, Card, ListPart } from "../src/types";

const card = (id: string, more: Partial<Card> = {}): Card => ({
  id,
  title: id,
  subtitle: "",
  lines: [],
  owner: null,
  house: false,
  cost: "",
  figures: [],
  text: "",
  keywords: [],
  kind: "",
  look: null,
  ...more,
});
const item = (id: string, part: string): Buildable => ({ id, part, group: "", price: 0, most: 3, card: card(id) });
const part = (id: string, rows: ListPart["rows"]): ListPart => ({ id, title: id, rows, least: 0, most: null });
const row = (of: string, ...cards: string[]) => ({ part: of, cards, is_leader: false });
const PARTS = [part("units", "squad"), part("deck", "copies"), part("pool", "single")];

describe("a list", () => {
  it("gets a row of its own for a card, except for copies", () => {
    let rows: Rows = [];
    for (const each of [item("ram", "units"), item("ram", "units"), item("bolt", "deck"), item("bolt", "deck"), item("ark", "pool")]) rows = added(rows, each, PARTS);
    expect(rows).toEqual([row("units", "ram"), row("units", "ram"), row("deck", "bolt", "bolt"), row("pool", "ark")]);
    expect(countOf(rows, "ram")).toBe(2);
    expect(countOf(rows, "nobody")).toBe(0);
  });

  it("loses a card from the end of a row, and a row without cards", () => {
    const rows = [row("units", "ram", "asp"), row("units", "ram")];
    expect(fewer(rows, 0)).toEqual([row("units", "ram"), row("units", "ram")]);
    expect(fewer(rows, 1)).toEqual([row("units", "ram", "asp")]);
    expect(fewer(rows, 7)).toEqual(rows);
  });

  it("loses a kind of card from the last row that has it", () => {
    const rows = [row("units", "ram"), row("units", "asp", "ram"), row("units", "ram")];
    expect(without(rows, "ram")).toEqual([row("units", "ram"), row("units", "asp", "ram")]);
    expect(without(without(rows, "ram"), "ram")).toEqual([row("units", "ram"), row("units", "asp")]);
    expect(without(rows, "nobody")).toEqual(rows);
  });

  it("has one leader, and squads of several kinds", () => {
    const rows = led(led([row("units", "ram"), row("units", "asp")], 0), 1);
    expect(rows.map(({ is_leader }) => is_leader)).toEqual([false, true]);
    expect(counted(joined(joined(rows, 1, "ram"), 1, "asp")[1]?.cards ?? [])).toEqual([
      { id: "asp", count: 2 },
      { id: "ram", count: 1 },
    ]);
  });
});

describe("the search", () => {
  const raven = card("White Raven", { figures: [["move", "3"], ["HP", "3700"]], lines: [{ name: "Beam Rifle", text: "6 dice, range 12", words: [] }], cost: "4" });
  const finds = (words: string) => matches(raven, asked(words));

  it("finds words of names, weapons and traits in any order", () => {
    expect(["", "raven", "RIFLE white", "beam", "range 12"].map(finds)).toEqual([true, true, true, true, true]);
    expect(["crow", "raven crow"].map(finds)).toEqual([false, false]);
  });

  it("reads a word with a number as one figure", () => {
    expect(["move 3", "cost 4", "raven move 3", "hp 3700"].map(finds)).toEqual([true, true, true, true]);
    expect(["move 4", "move 37", "cost 3", "range 1"].map(finds)).toEqual([false, false, false, false]);
  });

  it("takes signs as they are", () => {
    expect(["(", "a+", "[x"].map(finds)).toEqual([false, false, false]);
  });
});

describe("going back", () => {
  it("brings back the versions before, 50 at most", () => {
    const history = new History<number>();
    for (let step = 0; step < 60; step++) history.keep(step);
    expect(history.length).toBe(50);
    expect([history.back(), history.back()]).toEqual([59, 58]);
    for (let step = 0; step < 48; step++) history.back();
    expect(history.back()).toBeUndefined();
  });
});

describe("a link", () => {
  it("contains the whole list", () => {
    const list = { list: "ram*3,asp+rook!,x & y=z?", title: "Our #1", settings: { rules: "rev101" } };
    const link = linkTo("a game", list);
    const query = new URLSearchParams(link.split("?")[1]);
    expect(link.startsWith("/lists/a%20game?")).toBe(true);
    expect(sharedBy(Object.fromEntries(query))).toEqual(list);
    expect(linkIn(`Look: http://somewhere:80/#${link} !`)).toBe(link);
  });

  it("may lead to the builder alone", () => {
    expect(sharedBy({})).toBeUndefined();
    expect(sharedBy({ list: "" })).toEqual({ ...EMPTY, id: undefined, rows: undefined, list: "", title: "", settings: {} });
    expect(linkIn("2 ram, 3 asp")).toBeUndefined();
  });
});

describe("pictures", () => {
  it("stand side by side within the width, the first in the middle", () => {
    for (const count of [1, 2, 5, 16]) {
      const places = lineup(count, 392);
      const across = places.map(({ x }) => x).sort((one, other) => one - other);
      expect(new Set(across).size).toBe(count);
      expect(across[0]).toBeGreaterThanOrEqual(0);
      expect(across[count - 1]).toBeLessThanOrEqual(392);
      expect(Math.max(...places.map(({ size }) => size))).toBe(places[0]?.size);
    }
    expect(lineup(0, 392)).toEqual([]);
  });

  it("count costs, the highest together", () => {
    expect(curve([0, 1, 1, 7, 9])).toEqual([1, 2, 0, 0, 0, 0, 0, 2]);
  });

  it("show what cards become above what they are made from, and none over another", () => {
    const combinations = [
      { card: "abc", uses: ["a", "b", "c"], is_taken: false },
      { card: "ab", uses: ["a", "b"], is_taken: true },
      { card: "ba", uses: ["b", "a"], is_taken: false },
      { card: "ab", uses: ["a", "c"], is_taken: true },
    ];
    const knots = lattice(["a", "b", "c"], combinations, (id) => id.length);
    expect(Object.fromEntries(knots.map(({ id, level }) => [id, level]))).toEqual({ a: 0, b: 0, c: 0, ab: 1, ba: 1, abc: 2 });
    expect(knots.length).toBe(6);
    for (const one of knots) for (const other of knots) if (one !== other && one.level === other.level) expect(Math.abs(one.x - other.x)).toBeGreaterThanOrEqual(0.89);
    for (const { x } of knots) expect(x).toBeGreaterThanOrEqual(0);
  });
});

describe("boxes to tick", () => {
  it("are as many as there are points, or stand for a round number of them", () => {
    const figures = (text: string) => ({ lines: [{ name: "figures", text, words: [] }] });
    expect(boxes(card("a", figures("Move 5, output 3, Integrity 6")))).toEqual({ count: 6, each: 1, name: "Integrity" });
    expect(boxes(card("d", figures("4 models of 2 HP, Move 9 inches")))).toEqual({ count: 8, each: 1, name: "HP" });
    expect(boxes(card("e", { subtitle: "7 Hit Points" })).count).toBe(7);
    expect(boxes(card("b", { figures: [["HP", "4100"]] }))).toEqual({ count: 41, each: 100, name: "HP" });
    expect(boxes(card("c", { figures: [["move", "6"]] })).count).toBe(0);
  });
});
