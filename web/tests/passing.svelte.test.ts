import { expect, it } from "vitest";
import type { Connection } from "../src/connection.svelte";
import { NOTHING, type Known } from "../src/match";
import { Passing } from "../src/passing.svelte";
import type { Ask } from "../src/types";
import { option, scene } from "./scenes";

/** A table that keeps what was answered without a click. */
class Line {
  known = $state.raw<Known>(NOTHING);
  given: string[] = [];

  answer(text: string): boolean {
    this.given.push(text);
    this.known = { ...this.known, answering: text };
    return true;
  }
}

const REACTIONS = [option("spring"), option("pass"), option("ask-me never", { order: "nothing" }), option("ask-me always", { order: "always" })];

function seated() {
  const line = new Line();
  const passing = new Passing(line as unknown as Connection);
  const asks = (number: number, more: Partial<Ask>, { turn = 1, epoch = 0 } = {}) => {
    const shown = scene({ number, options: REACTIONS });
    line.known = { ...NOTHING, epoch, scene: { ...shown, turn, ask: { ...shown.ask!, passes: "pass", ...more } } };
    passing.look();
    return line.given.splice(0).join();
  };
  return { line, passing, asks };
}

it("asks at first only when a reaction matters", () => {
  const { passing, asks } = seated();
  expect(passing.order).toBe("matters");
  expect(asks(1, { idle: true })).toBe("pass");
  expect(asks(2, { idle: false })).toBe("");
});

it("asks always if that is the order, and tells the rules where nothing is passed by it", () => {
  const { passing, asks } = seated();
  passing.give("always");
  expect(asks(1, { idle: true })).toBe("");
  expect(asks(2, { passes: "" })).toBe("ask-me always");
});

it("lets the rest of the turn pass, and then goes back to the order before", () => {
  const { passing, asks } = seated();
  passing.give("always");
  asks(1, {});
  passing.give("nothing");
  expect(asks(2, { idle: false })).toBe("ask-me never");
  expect(asks(3, { passes: "" }), "one's own actions are asked for").toBe("");
  expect(asks(4, { idle: false }, { turn: 0 })).toBe("");
  expect(passing.order).toBe("always");
});

it("asks what was taken back, whatever the order", () => {
  const { passing, asks } = seated();
  passing.give("matters");
  expect(asks(5, { idle: true })).toBe("pass");
  expect(asks(5, { idle: true }, { epoch: 1 })).toBe("");
  expect(asks(6, { idle: true }, { epoch: 1 })).toBe("pass");
});
