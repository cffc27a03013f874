import { describe, expect, it } from "vitest";
import { aboutKey, luckOf, NOTHING, take, type Known } from "../src/match";
import type { Board, Card, Scene, ToPage } from "../src/types";
import { line, scene } from "./scenes";

const board: Board = { shape: "hex", title: "Field", cells: [] };
const card: Card = { id: "one", title: "One", subtitle: "", lines: [], owner: null, house: false };

function shown(what: Scene, whole = false): ToPage {
  return { type: "scene", scene: what, can_undo: "free", thinking: false, whole };
}

const first = take(NOTHING, shown({ ...scene({ number: 1, log: [line(0)] }), board, cards: [card] }, true));

describe("scenes", () => {
  it("keep the board and the cards of the first", () => {
    const second = take(first, shown({ ...scene({ number: 2 }), cards: [{ ...card, id: "two" }] }));
    expect(second.board).toBe(board);
    expect([...second.cards.keys()]).toEqual(["one", "two"]);
  });

  it("add what is new to the log", () => {
    const second = take(first, shown(scene({ number: 2, log: [line(1)] })));
    expect(second.log.map((one) => one.number)).toEqual([0, 1]);
  });

  it("replace everything when they are whole", () => {
    const again = take(first, shown(scene({ number: 1, log: [line(7)] }), true));
    expect(again.log.map((one) => one.number)).toEqual([7]);
    expect(again.cards.size).toBe(0);
    expect(again.board).toBeNull();
  });

  it("forget odds and refusals of the question before", () => {
    const odds = { text: "x", label: "x", headline: [], bars: [], reasons: [] };
    const known = take(first, { type: "odds", number: 1, odds });
    expect(known.odds.has("x")).toBe(true);
    expect(take(known, shown(scene({ number: 1 }))).odds.has("x")).toBe(true);
    expect(take(known, shown(scene({ number: 2 }))).odds.has("x")).toBe(false);
  });
});

describe("what was asked", () => {
  it("is not answered by news of an older question", () => {
    const odds = { text: "x", label: "x", headline: [], bars: [], reasons: [] };
    expect(take(first, { type: "odds", number: 0, odds }).odds.size).toBe(0);
  });

  it("why not is kept by who and where", () => {
    const key = aboutKey("a", null, "b");
    const known = take({ ...first, asking: key }, { type: "about", number: 1, about: [] });
    expect(known.about.get(key)).toEqual([]);
    expect(known.asking).toBeNull();
  });

  it("is refused in sight only if it was an answer", () => {
    const refusal: ToPage = { type: "refused", reasons: [], text: "x" };
    expect(take(first, refusal).refused).toBeNull();
    expect(take(first, refusal).untold.has("x")).toBe(true);
    const answering: Known = { ...first, answering: "x" };
    expect(take(answering, refusal).refused).toEqual({ text: "x", reasons: [] });
    expect(take(answering, refusal).answering).toBeNull();
  });
});

describe("the curtain", () => {
  it("leaves nothing to be seen", () => {
    const known = take(first, { type: "curtain", seat: 1 });
    expect(known).toEqual({ ...NOTHING, curtain: 1 });
    expect(take(known, shown(scene({ number: 2 }), true)).curtain).toBeNull();
  });
});

describe("luck", () => {
  it("is the sum of the throws that were reckoned", () => {
    expect(luckOf([line(1)])).toBeNull();
    expect(luckOf([line(1, { luck: 1.5 }), line(2), line(3, { luck: -0.5 })])).toEqual({ total: 1, throws: [1.5, -0.5] });
  });
});
