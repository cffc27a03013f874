import { describe, expect, it } from "vitest";
import { aboutKey, lastThrow, luckOf, NOTHING, obvious, take, type Known } from "../src/match";
import type { Board, Card, LuckLine, Scene, ToPage } from "../src/types";
import { motion, line, option, scene } from "./scenes";

const board: Board = { shape: "hex", title: "Field", cells: [], ground: "", size: null, shapes: [], base: 0 };
const card: Card = { id: "one", title: "One", subtitle: "", lines: [], owner: null, house: false, cost: "", figures: [], text: "", keywords: [], kind: "", look: null };

function shown(what: Scene, whole = false): ToPage {
  return { type: "scene", scene: what, can_undo: "free", thinking: false, whole, lesson: null, notice: "", clocks: [], epoch: 0, here: [], undo: null, draw: null, can_resign: false, can_draw: false, can_abort: false, can_coach: false, claim_in: null, throw: null, by_link: null, receipt: null, puzzle: null, variations: null };
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

  it("forget advice on the question before", () => {
    const ideas = [{ text: "x", label: "x", chance: 0.5, odds: [], facts: [] }];
    const advice: ToPage = { type: "coach", number: 1, is_whole: true, advice: { ideas, threat: null, plan: [], against: "", none: "" } };
    const known = take(first, advice);
    expect(known.coach?.advice.ideas[0]?.text).toBe("x");
    expect(take(known, shown(scene({ number: 1 }))).coach).not.toBeNull();
    expect(take(known, shown(scene({ number: 2 }))).coach).toBeNull();
    expect(take(first, { ...advice, number: 9 }).coach).toBeNull();
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
  const luck = (number: number, seat: number | null, amount: number, total: number, unit = "damage"): LuckLine => ({
    number, seat, unit, amount, expected: 0, came: 0, total, why_not: seat === null ? "too many ways" : "", spread: 1, bars: [], chosen: 0,
  });

  it("has one sum for each side and unit, as the server reckoned it, and none for what was not reckoned", () => {
    expect(luckOf([luck(2, null, 0, 0)])).toEqual([]);
    const lines = [luck(1, 1, 1.5, 1.5), luck(3, 1, -0.33, 1.16), luck(4, 0, 2, 2), luck(5, 1, 1, 1, "repairs")];
    expect(luckOf(lines)).toEqual([
      { seat: 0, unit: "damage", total: 2, actions: [lines[2]] },
      { seat: 1, unit: "damage", total: 1.16, actions: [lines[0], lines[1]] },
      { seat: 1, unit: "repairs", total: 1, actions: [lines[3]] },
    ]);
  });

  it("is told after the scene, and again after a whole one", () => {
    const told = take(first, { type: "luck", lines: [luck(1, 0, 1, 1)] });
    expect(take(told, { type: "luck", lines: [luck(2, 0, 1, 2)] }).luck.map((one) => one.total)).toEqual([1, 2]);
    expect(take(told, shown(scene({ number: 2 }))).luck).toHaveLength(1);
    expect(take(told, shown(scene({ number: 2 }), true)).luck).toEqual([]);
  });

  it("comes with the dice that fell last and what came of them", () => {
    const used = line(5, { text: "ann strikes" });
    const dice = line(6, { text: "2d6: 5 1 (strike)", faces: ["5", "1"], counted: ["hit", ""], seat: 0, title: "ann strikes" });
    const hurt = line(6, { text: "bob is hurt" });
    const thrown = lastThrow([line(1), used, dice, hurt], 5)?.thrown;
    expect(thrown?.title).toBe("ann strikes");
    expect(thrown?.groups[0]?.name).toBe("2d6 (strike)");
    expect(thrown?.groups[0]?.dice.map((die) => die.counted)).toEqual(["hit", ""]);
    expect(thrown?.steps.map((step) => step.text)).toEqual(["bob is hurt"]);
    expect(lastThrow([used, dice, hurt], 7)).toBeNull();
    expect(lastThrow([dice, line(40)], 0)).toBeNull();
    expect(lastThrow([line(1)], 0)).toBeNull();
    // They are old as soon as somebody does something else.
    expect(lastThrow([used, dice, hurt, line(7)], 5)?.isOld).toBe(false);
    expect(lastThrow([used, dice, hurt, line(7, { motion: motion("attack") })], 5)?.isOld).toBe(true);
  });
});

describe("what is obvious", () => {
  const asked = (more: object) => ({ scene: { ...first.scene!, ask: { ...scene({ number: 3 }).ask!, options: [option("go")], obvious: true, ...more } }, answering: null, reaction: null });

  it("is answered by the page, once", () => {
    expect(obvious(asked({}))).toEqual(option("go"));
    expect(obvious({ ...asked({}), answering: "hit" })).toBeNull();
  });

  it("is nothing that somebody else is asked, or that has to be decided", () => {
    expect(obvious(asked({ is_mine: false }))).toBeNull();
    expect(obvious(asked({ obvious: false }))).toBeNull();
    expect(obvious(NOTHING)).toBeNull();
  });

  it("is doing nothing where it makes no difference, if the server lets it pass", () => {
    const reaction = { choices: [], nothing: "pass", target: null, bar: null, enough_words: "", likely: false, same: true, idle: true, passes: true };
    const open = asked({ obvious: false, options: [option("use"), option("pass")] });
    expect(obvious({ ...open, reaction })).toEqual(option("pass"));
    expect(obvious({ ...open, reaction: { ...reaction, passes: false } })).toBeNull();
  });

  it("and what would be taken back comes with the scene; what others want back is forgotten with the next", () => {
    const undo = { seat: 1, text: "ann moves", others: [[0, 2]] as [number, number][], agree: [0] };
    const wanted = take(first, { type: "undo-wanted", what: undo });
    expect(wanted.undoWanted).toEqual(undo);
    expect(take(wanted, shown(scene({ number: 2 }))).undoWanted).toBeNull();
  });
});
