import { describe, expect, it } from "vitest";
import { momentIn, patched, stepsOf, type Film } from "../src/film";
import { line, scene } from "./scenes";

describe("a change", () => {
  it("is none, another value, or a change of parts", () => {
    expect(patched(3, null)).toBe(3);
    expect(patched(3, [4])).toBe(4);
    expect(patched({ a: 1, b: [1, 2] }, { b: { "1": [3] } })).toEqual({ a: 1, b: [1, 3] });
  });
  it("keeps what has not changed as the very same thing", () => {
    const old = { a: { x: 1 }, b: { x: 1 } };
    expect((patched(old, { b: { x: [2] } }) as typeof old).a).toBe(old.a);
    expect(old.b.x).toBe(1);
  });
  it("finds things by their ids, in another order too", () => {
    const old = [{ id: "x", n: 1 }, { id: "gone", n: 1 }];
    expect(patched(old, { "@": ["y", "x"], y: [{ id: "y", n: 5 }], x: { n: [2] } })).toEqual([{ id: "y", n: 5 }, { id: "x", n: 2 }]);
    expect(patched(old, { "@": 0, gone: { n: [7] } })).toEqual([{ id: "x", n: 1 }, { id: "gone", n: 7 }]);
  });
});

describe("a film", () => {
  it("is unrolled into steps", () => {
    const film: Film = {
      match: "replay-1",
      frames: [{ patch: [scene({})], log: [] }, { patch: { headline: ["turn 2"] }, log: [line(1)] }, { patch: null, log: [] }],
      luck: [],
      analysis: null,
      rules: [],
    };
    const steps = stepsOf(film);
    expect(steps.map(({ number, last, scene }) => [number, last, scene.headline])).toEqual([[0, 2, "turn 1"], [1, 2, "turn 2"], [2, 2, "turn 2"]]);
    expect(steps[1]?.log).toHaveLength(1);
    expect(steps[2]?.scene).toBe(steps[1]?.scene);
  });
  it("begins where its address says", () => {
    expect([momentIn("#at=42"), momentIn(""), momentIn("#at=x")]).toEqual([42, null, null]);
  });
});
