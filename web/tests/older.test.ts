import { describe, expect, it } from "vitest";
import { NOTHING, take } from "../src/match";
import type { ToPage } from "../src/types";
import { line } from "./scenes";

describe("what was told before", () => {
  it("goes before what is known, and once", () => {
    const known = { ...NOTHING, log: [line(30), line(31)] };
    const told: ToPage = { type: "log", lines: [line(28), line(29)], is_all: false };
    const more = take(take(known, told), told);
    expect(more.older.lines.map(({ number }) => number)).toEqual([28, 29]);
    const all = take(more, { type: "log", lines: [line(1)], is_all: true });
    expect([all.older.lines.length, all.older.isAll]).toEqual([3, true]);
  });
});
