import { beforeEach, expect, test, vi } from "vitest";
import { dayOf, isDaily, nextOf, offered, ofTheDay, solve, solved, streak } from "../src/parts/puzzle/puzzles";
import type { PuzzleCard } from "../src/types";

vi.mock("../src/api", () => ({ api: {}, call: vi.fn() }));

const card = (game: string, id: string): PuzzleCard => ({ id, game, theme: "attack", difficulty: "easy" });
const ALL = [card("aegis", "a1"), card("aegis", "a2"), card("chart", "c1")];
const ENOUGH = [...ALL, ...[2, 3, 4, 5].map((number) => card("chart", `c${number}`))];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});

test("the games take turns, and each goes through its puzzles", () => {
  expect([0, 1, 2, 3, 4].map((day) => ofTheDay(ALL, day)?.id)).toEqual(["a1", "c1", "a2", "c1", "a1"]);
  expect(ofTheDay([], 7)).toBeUndefined();
});

test("a day has the same number from its first minute to its last, and the next day the next", () => {
  const first = dayOf(new Date(2026, 2, 29, 0, 1));
  expect(dayOf(new Date(2026, 2, 29, 23, 59))).toBe(first);
  expect(dayOf(new Date(2026, 2, 30, 0, 1))).toBe(first + 1);
});

test("a row grows day by day, and a missed day ends it", () => {
  solve("a1", ENOUGH, 8);
  expect(streak(8)).toEqual({ days: 1, isDone: true });
  expect(streak(9)).toEqual({ days: 1, isDone: false });
  solve("c5", ENOUGH, 9);
  solve("c5", ENOUGH, 9);
  expect(streak(9)).toEqual({ days: 2, isDone: true });
  expect(streak(11)).toEqual({ days: 0, isDone: false });
});

test("another puzzle than that of the day is solved, but does not count for the row", () => {
  solve("a2", ENOUGH, 8);
  expect([...solved()]).toEqual(["a2"]);
  expect(streak(8)).toEqual({ days: 0, isDone: false });
});

test("few puzzles have none of the day: home offers one that was not solved, and no row begins", () => {
  expect([isDaily(ENOUGH.slice(1)), isDaily(ENOUGH)]).toEqual([false, true]);
  expect(offered(ENOUGH, 8)).toEqual(ofTheDay(ENOUGH, 8));
  solve("a1", ALL, 8);
  expect(streak(8)).toEqual({ days: 0, isDone: false });
  expect(offered(ALL, 8)?.id).toBe("a2");
  for (const { id } of ALL) solve(id, ALL, 8);
  expect(offered(ALL, 8)?.id).toBe("a1");
  expect(offered([], 8)).toBeUndefined();
});

test("next is a puzzle that was not solved, of the same game", () => {
  expect(nextOf(ALL, "aegis", "a1")?.id).toBe("a2");
  solve("a2", ALL, 5);
  expect(nextOf(ALL, "aegis")?.id).toBe("a1");
  solve("a1", ALL, 5);
  expect(nextOf(ALL, "aegis", "a1")?.id).toBe("a2");
  expect(nextOf(ALL, "none")).toBeUndefined();
});
