import { describe, expect, it } from "vitest";
import { aboutKey, lastThrow, luckOf, NOTHING, take, type Known } from "../src/match";
import type { Board, Card, Scene, ToPage } from "../src/types";
import { line, scene } from "./scenes";

const board: Board = { shape: "hex", title: "Field", cells: [] };
const card: Card = { id: "one", title: "One", subtitle: "", lines: [], owner: null, house: false, cost: "", figures: [], text: "", keywords: [], kind: "" };

function shown(what: Scene, whole = false): ToPage {
  return { type: "scene", scene: what, can_undo: "free", thinking: false, whole, lesson: null, notice: "", clocks: [] };
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
    const odds = { text: "x", label: "x", headline: [], bars: [], reasons: [], enough: null, enough_words: "" };
    const known = take(first, { type: "odds", number: 1, odds });
    expect(known.odds.has("x")).toBe(true);
    expect(take(known, shown(scene({ number: 1 }))).odds.has("x")).toBe(true);
    expect(take(known, shown(scene({ number: 2 }))).odds.has("x")).toBe(false);
  });
});

describe("what was asked", () => {
  it("is not answered by news of an older question", () => {
    const odds = { text: "x", label: "x", headline: [], bars: [], reasons: [], enough: null, enough_words: "" };
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
    const known = take(first, { type: "curtain", seat: 1, seats: ["red", "blue"] });
    expect(known).toEqual({ ...NOTHING, curtain: { seat: 1, seats: ["red", "blue"] } });
    expect(take(known, shown(scene({ number: 2 }), true)).curtain).toBeNull();
  });
});

describe("luck", () => {
  it("is the sum of the throws that were reckoned", () => {
    expect(luckOf([line(1), line(2, { luck: 3 })])).toEqual([]);
    const log = [line(1, { luck: 1.5, seat: 1 }), line(2), line(3, { luck: -0.5, seat: 1 }), line(4, { luck: 2, seat: 0 })];
    expect(luckOf(log)).toEqual([
      { seat: 0, total: 2, throws: [2] },
      { seat: 1, total: 1, throws: [1.5, -0.5] },
    ]);
  });

  it("comes with the dice that fell last and what came of them", () => {
    const used = line(5, { text: "ann strikes" });
    const dice = line(6, { text: "2d6: 5 1 (strike)", faces: ["5", "1"], counted: ["hit", ""], seat: 0 });
    const hurt = line(6, { text: "bob is hurt" });
    const thrown = lastThrow([line(1), used, dice, hurt], 5);
    expect(thrown?.title).toBe("ann strikes");
    expect(thrown?.groups[0]?.name).toBe("2d6 (strike)");
    expect(thrown?.groups[0]?.dice.map((die) => die.counted)).toEqual(["hit", ""]);
    expect(thrown?.steps.map((step) => step.text)).toEqual(["bob is hurt"]);
    expect(lastThrow([used, dice, hurt], 7)).toBeNull();
    expect(lastThrow([dice, line(40)], 0)).toBeNull();
    expect(lastThrow([line(1)], 0)).toBeNull();
  });
});
