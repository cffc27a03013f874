import { expect, it } from "vitest";
import { drawTerrain, KINDS, kindsOf, type TerrainKind } from "../src/terrain";

it("gives every word of terrain a look of its own, by what it says where that says something", () => {
  const words = ["building", "overpass", "wall", "jungle", "mesa", "deep water", "tower", "blocked", "obstacle", "terrain", "thicket", "marsh"];
  const found = kindsOf(words);
  expect(new Set(found.values()).size).toBe(words.length);
  expect(found.get("deep water")).toBe("water");
  expect(found.get("terrain")).toBe("rock");
  expect(kindsOf(["jungle"]).get("jungle")).toBe(found.get("jungle"));
});

it("goes on when there are more words than looks", () => {
  const many = Array.from({ length: Object.keys(KINDS).length + 3 }, (_, n) => `word ${n}`);
  expect([...kindsOf(many).values()].every((kind) => kind in KINDS)).toBe(true);
});

it("is drawn for every kind, the same at the same place", () => {
  for (const kind of Object.keys(KINDS) as TerrainKind[]) {
    const drawn = drawTerrain(kind, "0,0");
    expect(drawn).not.toMatch(/NaN|undefined/);
    expect(drawTerrain(kind, "0,0")).toBe(drawn);
  }
  expect(drawTerrain("building", "1,0")).not.toBe(drawTerrain("building", "0,0"));
});
