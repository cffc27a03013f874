import { expect, it } from "vitest";
import { TEXTURES, texturesOf } from "../src/terrain";

it("gives every kind of terrain a pattern of its own, by its name where that says something", () => {
  const names = ["building", "overpass", "wall", "jungle", "mesa", "deep water", "tower", "blocked"];
  const found = texturesOf(names);
  expect(new Set(found.values()).size).toBe(names.length);
  expect(TEXTURES[found.get("deep water") ?? -1]?.like?.test("water")).toBe(true);
  expect(texturesOf(["jungle"]).get("jungle")).toBe(found.get("jungle"));
});

it("goes on when there are more kinds than patterns", () => {
  const many = Array.from({ length: TEXTURES.length + 3 }, (_, n) => `kind ${n}`);
  expect([...texturesOf(many).values()].every((index) => TEXTURES[index] !== undefined)).toBe(true);
});
