import { describe, expect, it, vi } from "vitest";
import type { Connection } from "../src/connection.svelte";
import { Beginner } from "../src/beginner.svelte";
import { NOTHING, take, type Known } from "../src/match";
import type { Passing } from "../src/passing.svelte";
import { Plan } from "../src/plan.svelte";
import type { ListedOption, SceneUpdate } from "../src/types";
import { option, piece, scene } from "./scenes";

/** A table that says what the test wants, and remembers how often the coach was asked. */
class Line {
  known = $state.raw<Known>(NOTHING);
  requests = 0;

  shows(number: number, epoch = 0): void {
    const pieces = [piece("ann"), piece("bob")];
    const options = pieces.map(({ id }) => option(`move ${id}`, { actor: id }));
    const message = { type: "scene", scene: scene({ number, options, pieces }), whole: epoch !== this.known.epoch, epoch, can_coach: true };
    this.known = take(this.known, message as unknown as SceneUpdate);
  }

  askCoach(): void {
    this.requests += 1;
  }
}

function seated(): [Line, Plan, { held: boolean }] {
  const line = new Line();
  const dice = $state({ held: false });
  const plan = new Plan(line as unknown as Connection, { now: false } as Passing, () => dice.held);
  line.shows(5);
  plan.settle();
  return [line, plan, dice];
}

describe("the coach", () => {
  it("is one for its question: after that was taken back it can be asked for anew", () => {
    const [line, plan] = seated();
    plan.askCoach();
    expect([plan.coaching, line.requests]).toEqual([true, 1]);
    line.shows(6);
    plan.settle();
    expect(plan.coaching).toBe(false);
    line.shows(5, 1);
    plan.settle();
    expect(plan.coaching, "nobody thinks about it: it must not look as if").toBe(false);
    plan.askCoach();
    expect([plan.coaching, line.requests]).toEqual([true, 2]);
  });
});

it("offers nothing while dice fall that the question is about", () => {
  const [, plan, dice] = seated();
  expect(plan.options).toHaveLength(2);
  dice.held = true;
  expect(plan.options).toEqual([]);
  expect(plan.canCoach).toBe(false);
});

describe("advanced rules", () => {
  function folding(...options: ListedOption[]): [Plan, Beginner] {
    const stored = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value), removeItem: (key: string) => stored.delete(key) });
    const [line, beginner] = [new Line(), new Beginner()];
    const plan = new Plan(line as unknown as Connection, { now: false } as Passing, () => false, () => beginner.folds);
    line.known = take(line.known, { type: "scene", scene: scene({ options }), lesson: null, whole: true, epoch: 0 } as unknown as SceneUpdate);
    return [plan, beginner];
  }
  const choices = [option("charge 20"), option("charge 19", { advanced: true }), option("charge 18", { advanced: true })];

  it("are folded in the first two games of a game, and not in the third", () => {
    const [plan, beginner] = folding(...choices);
    const seen = ["one", "two", "two", "three", "one"].map((match) => {
      beginner.sits("toy", match);
      return [plan.options.length, plan.folded];
    });
    expect(seen).toEqual([[1, 2], [1, 2], [1, 2], [3, 0], [1, 2]]);
    beginner.sits("other", "three");
    expect(plan.folded, "every game is learned anew").toBe(2);
  });
  it("are shown as soon as a person wants them, for good", () => {
    const [plan, beginner] = folding(...choices);
    beginner.sits("toy", "one");
    beginner.show();
    expect([plan.options.length, plan.folded]).toEqual([3, 0]);
    const later = new Beginner();
    later.sits("toy", "two");
    expect(later.folds).toBe(false);
  });
  it("are never folded where nothing else is left", () => {
    const [plan, beginner] = folding(option("charge 19", { advanced: true }));
    beginner.sits("toy", "one");
    expect([plan.options.length, plan.folded]).toEqual([1, 0]);
  });
});
