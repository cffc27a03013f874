import { describe, expect, it } from "vitest";
import { isAt, pieces, Reading } from "../src/reading.svelte";
import type { LessonPage, LessonShown } from "../src/types";

const page = (text: string, point = ""): LessonPage => ({ text, look: [], point, cites: [] });

function lesson(...pages: LessonPage[]): LessonShown {
  return { title: "First", number: 0, last: 2, pages, goal: "", later: [], is_over: false };
}

describe("the words of a guided game", () => {
  it("are told apart from the rules between them", () => {
    expect(pieces("A hex costs 1 [AEGIS.MOVE.BASIC]. Go [there].")).toEqual([
      { text: "A hex costs 1 " },
      { rule: "AEGIS.MOVE.BASIC" },
      { text: ". Go [there]." },
    ]);
  });

  it("ask to point at a piece, a place or a card, by its id", () => {
    expect(isAt("exl-100", { cell: "1,1", piece: "exl-100" })).toBe(true);
    expect(isAt("1,1", { cell: "1,1", piece: "exl-100" })).toBe(true);
    expect(isAt("c3", { cell: null, piece: null, card: "c3" })).toBe(true);
    expect(isAt("exl-100", { cell: "1,2", piece: null })).toBe(false);
    expect(isAt("", { cell: "", piece: null })).toBe(false);
    expect(isAt("1,1", null)).toBe(false);
  });
});

describe("reading", () => {
  it("goes on when one points where the page asks to, and only then", () => {
    const reading = new Reading(() => lesson(page("look", "1,2"), page("go")));
    reading.points({ cell: "1,1", piece: null });
    expect(reading.page?.text).toBe("look");
    reading.points({ cell: "1,2", piece: null });
    expect(reading.page?.text).toBe("go");
    reading.points({ cell: "1,2", piece: null });
    expect(reading.hasMore).toBe(false);
  });

  it("begins new words at their first page, and forgets that one strayed", () => {
    let shown = $state.raw(lesson(page("one"), page("two")));
    const reading = new Reading(() => shown);
    reading.turn(1);
    reading.strays(true);
    expect([reading.page?.text, reading.hasStrayed]).toEqual(["two", true]);
    shown = lesson(page("three"), page("four"));
    expect([reading.page?.text, reading.hasStrayed]).toEqual(["three", false]);
    reading.turn(1);
    expect(reading.page?.text).toBe("four");
  });
});
