import { describe, expect, it } from "vitest";
import { areaOf, frameOf, hexAt, outlineOf, project, tilesOf } from "../src/relief";

const STEP = Math.sqrt(3);
const at = (q: number, r: number) => ({ id: `${q},${r}`, x: STEP * (q + r / 2), y: 1.5 * r });
const flatAt = (q: number, r: number) => ({ id: `${q},${r}`, x: 1.5 * q, y: STEP * (r + q / 2) });
const edges = (d: string) => d.split("M").length - 1;

describe("the relief", () => {
  it("squashes what lies behind each other, not what lies beside", () => {
    const [one, other] = project([at(1, 0), at(0, 2)]);
    expect(one?.x).toBeCloseTo(STEP);
    expect(other?.y).toBeLessThan(3);
  });

  it("outlines a set of hexes by the edges that lead out of it, whichever way they point", () => {
    for (const [place, flat] of [[at, false], [flatAt, true]] as const) {
      expect(edges(outlineOf(project([place(0, 0)]), flat))).toBe(6);
      expect(edges(outlineOf(project([place(0, 0), place(1, 0)]), flat))).toBe(10);
      const ring = [place(0, 0), place(1, 0), place(0, 1), place(-1, 1), place(-1, 0), place(0, -1), place(1, -1)];
      expect(edges(outlineOf(project(ring), flat))).toBe(18);
    }
  });

  it("draws all tiles as a few shapes, with sides only where the table ends", () => {
    const two = project([at(0, 0), at(0, 1)]);
    const tiles = tilesOf(two);
    expect(edges(tiles.top)).toBe(2);
    expect(edges(tiles.left) + edges(tiles.right)).toBe(3);
    expect(edges(tiles.bright)).toBe(4);
    expect(Object.values(tilesOf(project([flatAt(0, 0)]), true)).join("")).not.toContain("NaN");
  });

  it("leaves room for figures above the last row", () => {
    const box = frameOf(project([at(0, 0)]));
    expect(box.y).toBeLessThan(-1.5);
    expect(frameOf([])).toEqual({ x: 0, y: 0, width: 1, height: 1 });
    expect(hexAt({ x: 0, y: 0 }).split(" ")).toHaveLength(6);
    expect(edges(areaOf(project([at(0, 0), at(1, 0)])))).toBe(2);
  });
});
