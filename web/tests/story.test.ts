import { expect, test } from "vitest";
import { Places } from "../src/places";
import { plain, story } from "../src/story";
import type { LogLine } from "../src/types";

const cites = { rule: "", title: "", page: "" };
const line = (number: number, text: string, kind = "", more: object = {}): LogLine =>
  ({ number, text, cites, faces: [], seat: 0, counted: [], title: "", dice: [], symbols: [],
    motion: kind === "" ? null : { kind, actor: "", way: [], line: [], look: "", name: "", hits: [], parts: [], card: "", source: "", goal: "", change: null, ...more } }) as LogLine;
const hit = (piece: string, amount: number, fate = "") => ({ hits: [{ piece, amount, bar: "", fate }] });
const attack = (number: number) => line(number, "GO uses Mortar on EXL for 3 energy", "attack", { actor: "go", ...hit("exl", 0) });

test("places by number and prices are left out of a sentence", () => {
  expect(plain("EXL-100 moves to 0,-3 for 1 energy")).toBe("EXL-100 moves");
  expect(plain("Crimson Gallant is deployed on 3,-4")).toBe("Crimson Gallant is deployed");
  expect(plain("EXL-100 uses Talon Drive on ENDR-100 for 3 energy")).toBe("EXL-100 uses Talon Drive on ENDR-100");
});

test.each([["hex", "hex"], ["open", "open"]] as const)("places in the words of a log are left out too, on a board with %s places", (_, shape) => {
  const cells = [-2, -1, 0, 1, 2].flatMap((q) => [-2, -1, 0, 1, 2].map((r) => ({ id: `${q},${r}`, x: Math.sqrt(3) * (q + r / 2), y: 1.5 * r, terrain: "", zone: null, height: 0 })));
  const board = { shape, title: "Toy", cells, ground: "", size: [4, 4] as [number, number], shapes: [], base: 0 };
  const places = new Places({ board, scene: { pieces: [], seat: null } });
  for (const id of cells.map((cell) => cell.id).filter((id) => shape === "hex" || !id.includes("-"))) {
    const text = places.words(`EXL-100 moves to ${id} for 1 energy`);
    expect(text).toMatch(/middle/);
    expect(plain(text), text).toBe("EXL-100 moves");
  }
});

test("an attack is one entry with its result, and procedure belongs to it without an entry of its own", () => {
  const log = [line(1, "turn 1: red", "pass"), attack(2), line(2, "GO: Mortar needs 4+"), line(3, "EXL takes 2 damage", "hit", hit("exl", -2)), line(3, "EXL is destroyed", "destroyed", hit("exl", 0, "destroyed")), line(4, "blue may react")];
  const [chapter, ...others] = story(log, true);
  expect(others).toEqual([]);
  expect(chapter?.title).toBe("turn 1 · red");
  expect(chapter?.entries.map(({ text }) => text)).toEqual(["GO uses Mortar on EXL"]);
  expect(chapter?.entries[0]?.effects).toEqual([{ piece: "exl", amount: -2, fate: "destroyed" }]);
  expect(chapter?.entries[0]?.lines).toHaveLength(5);
});

test("an attack waits for its result, unless everything has been shown", () => {
  expect(story([attack(1)], false)[0]?.entries[0]?.isOpen).toBe(true);
  expect(story([attack(1)], true)[0]?.entries[0]?.isOpen).toBe(false);
  expect(story([attack(1), line(2, "EXL takes 1 damage", "hit", hit("exl", -1))], false)[0]?.entries[0]?.isOpen).toBe(false);
});

test("steps of one unit after another are one move", () => {
  const step = (number: number, to: string) => line(number, `Max moves to ${to}`, "move", { actor: "max", way: ["0,0", to] });
  const [chapter] = story([step(1, "0,1"), step(2, "0,2"), line(3, "Bo moves to 1,1", "move", { actor: "bo", way: ["0,0", "1,0", "1,1"] })], true);
  expect(chapter?.entries.map(({ text, steps }) => [text, steps])).toEqual([["Max moves", 2], ["Bo moves", 2]]);
});
