import { describe, expect, it } from "vitest";
import { callName, turnsOf } from "../src/parts/board/order";
import { inFront, lie } from "../src/parts/cards/hand";
import type { Held, Scene, Zone } from "../src/types";

function held(id: string, more: Partial<Held> = {}): Held {
  return { id, card: id, badges: [], bar: null, is_done: false, is_active: false, order: null, about: "", ...more };
}
function zone(kind: string, cards: readonly Held[], owner = 0): Zone {
  return { id: `${kind}-${owner}`, name: kind, kind, owner, cards: [...cards], count: cards.length, about: "" };
}
const hand = (count: number) => zone("hand", Array.from({ length: count }, (_, at) => held(`card-${at}`)));

describe("a hand beside the question", () => {
  it("has up to six cards side by side", () => {
    for (let count = 2; count <= 6; count++) expect(lie([hand(count)]).gap(hand(count))).toBeGreaterThan(0);
  });
  it("overlaps from the seventh card on, by at most half", () => {
    for (let count = 7; count <= 14; count++) {
      const { card, gap } = lie([hand(count)]);
      expect(gap(hand(count))).toBeLessThan(0);
      expect(gap(hand(count))).toBeGreaterThanOrEqual(-card / 2);
    }
  });
  it("needs no more room for a tenth card than for a seventh", () => {
    expect(lie([hand(10)]).width).toBeCloseTo(lie([hand(7)]).width);
    expect(lie([]).width).toBe(0);
  });
  it("hardly overlaps beside a plan on a wide screen, and keeps to its room", () => {
    const plan = zone("plan", [held("a"), held("b"), held("c"), held("d")]);
    expect(lie([plan, hand(4)], 1440).gap(hand(4))).toBeGreaterThanOrEqual(-12);
    expect(lie([plan, hand(4)], 1440).width).toBeLessThanOrEqual(700);
    expect(lie([plan, hand(4)], 1200).gap(hand(4))).toBe(-48);
  });
  it("holds the plan only while it is made or changed", () => {
    const made = zone("plan", [held("one", { order: 1 }), held("two", { order: 2 })]);
    expect(inFront([made, hand(1)], new Set()).map(({ kind }) => kind)).toEqual(["hand"]);
    expect(inFront([made], new Set(["two"]))).toEqual([made]);
    expect(inFront([zone("plan", [held("one")])], new Set())).toHaveLength(1);
  });
});

describe("the running order", () => {
  const scene = (...zones: readonly Zone[]): Scene => ({ zones: [...zones], seat: 0 }) as unknown as Scene;

  it("shows turn by turn who has acted, who acts, and one's own side first", () => {
    const own = zone("plan", [held("a", { order: 1, is_active: true }), held("b", { order: 2 })]);
    const other = zone("plan", [held("x", { order: 1, is_done: true }), held("y", { order: 2 })], 1);
    const turns = turnsOf(scene(other, own));
    expect(turns.map((turn) => turn.map((each) => each.held.id))).toEqual([["x", "a"], ["b", "y"]]);
  });
  it("is empty while a card has no place yet, and without plans", () => {
    expect(turnsOf(scene(zone("plan", [held("a", { order: 1 }), held("b")])))).toEqual([]);
    expect(turnsOf(scene(hand(3)))).toEqual([]);
  });
  it("calls long names by their last word", () => {
    expect(["Wild Bill", "Miyamoto Mushashi"].map(callName)).toEqual(["Wild Bill", "Mushashi"]);
  });
});
