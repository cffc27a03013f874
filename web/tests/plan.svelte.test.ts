import { describe, expect, it } from "vitest";
import type { Connection } from "../src/connection.svelte";
import { NOTHING, take, type Known } from "../src/match";
import type { Passing } from "../src/passing.svelte";
import { Plan } from "../src/plan.svelte";
import type { Shown } from "../src/types";
import { option, piece, scene } from "./scenes";

/** A table that says what the test wants, and remembers for how many hints it was asked. */
class Line {
  known = $state.raw<Known>(NOTHING);
  hints = 0;

  shows(number: number, epoch = 0): void {
    const pieces = [piece("ann"), piece("bob")];
    const options = pieces.map(({ id }) => option(`move ${id}`, { actor: id }));
    const message = { type: "scene", scene: scene({ number, options, pieces }), whole: epoch !== this.known.epoch, epoch, can_hint: true };
    this.known = take(this.known, message as unknown as Shown);
  }

  askHint(): void {
    this.hints += 1;
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

describe("a hint", () => {
  it("is one for its question: after that was taken back it can be asked for anew", () => {
    const [line, plan] = seated();
    plan.askHint();
    expect([plan.hinting, line.hints]).toEqual([true, 1]);
    line.shows(6);
    plan.settle();
    expect(plan.hinting).toBe(false);
    line.shows(5, 1);
    plan.settle();
    expect(plan.hinting, "nobody thinks about it: it must not look as if").toBe(false);
    plan.askHint();
    expect([plan.hinting, line.hints]).toEqual([true, 2]);
  });
});

it("offers nothing while dice fall that the question is about", () => {
  const [, plan, dice] = seated();
  expect(plan.options).toHaveLength(2);
  dice.held = true;
  expect(plan.options).toEqual([]);
  expect(plan.canHint).toBe(false);
});
