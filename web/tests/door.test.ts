import { describe, expect, it } from "vitest";
import { hero } from "../src/parts/door/hero";
import { closeUp, miniature, standing } from "../src/parts/door/miniature";
import { behind } from "../src/parts/door/poster";
import { qr } from "../src/parts/door/qr";
import type { Board, Piece } from "../src/types";

const cell = (id: string, x: number, y: number, more: Partial<Board["cells"][number]> = {}) => ({ id, x, y, terrain: "", zone: null, height: 0, ...more });
const board: Board = {
  shape: "hex",
  size: null,
  shapes: [],
  base: 0,
  title: "",
  ground: "",
  cells: [cell("a", 0, 0), cell("b", 2, 0, { terrain: "rock" }), cell("c", 4, 3, { zone: 1 }), cell("d", 1, 3, { height: 2 })],
};

describe("a board as a small picture", () => {
  it("draws tiles of one sort as one path", () => {
    const { paths, box } = miniature(board);
    expect(paths.map(([sort]) => sort)).toEqual(["open", "terrain", "zone 1", "high"]);
    expect(paths.every(([, d]) => d.split("M").length === 2)).toBe(true);
    expect(box.split(" ").map(Number).every(Number.isFinite)).toBe(true);
  });

  it("shows those who stand there, the nearest last, and nobody who is gone", () => {
    const piece = (id: string, at: string | null, is_gone = false) => ({ id, at, is_gone }) as Piece;
    const those = standing(board, [piece("near", "c"), piece("far", "a"), piece("held", null), piece("gone", "b", true)]);
    expect(those.map(({ piece: { id } }) => id)).toEqual(["far", "near"]);
    const [x = 0, y = 0, w = 0, h = 0] = closeUp(those).split(" ").map(Number);
    for (const one of those) {
      expect(one.x).toBeGreaterThan(x);
      expect(one.x).toBeLessThan(x + w);
      expect(one.y).toBeGreaterThan(y);
      expect(one.y).toBeLessThan(y + h);
    }
  });
});

describe("pictures at the door", () => {
  it("are the same every time, and need neither files nor styles", () => {
    const kinds = ["rays", "city", "arena", "felt", "chart", ""] as const;
    const all = [hero(), ...kinds.map((what) => behind({ mood: "dusk", behind: what, name: "one", chart: [["4+", "5+"]] }))];
    const again = [hero(), ...kinds.map((what) => behind({ mood: "dusk", behind: what, name: "one", chart: [["4+", "5+"]] }))];
    expect(again).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
    for (const picture of all) expect(picture).not.toMatch(/style=|href=|url\(|NaN|undefined/);
  });

  it("let nobody's words become markup", () => {
    expect(behind({ mood: "nowhere", behind: "chart", name: "<b>", chart: [["<i>"]] })).not.toMatch(/<b>|<i>/);
  });
});

describe("a QR code", () => {
  it("has the three corners by which it is found, and is another for another text", () => {
    const { size, d } = qr("http://192.0.2.2:4000/?token=aegis-abcdefgh.1.x#/match/aegis-abcdefgh/1");
    expect(size).toBeGreaterThan(24);
    for (const corner of ["M0 0h7v1", `M${size - 7} 0h7v1`, `M0 ${size - 1}h7v1`]) expect(d).toContain(corner);
    expect(qr("http://192.0.2.3").d).not.toBe(d);
  });
});
