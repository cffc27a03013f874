import { describe, expect, it } from "vitest";
import { arc, boxOf, hexCorners, nearest, neighbour, seenFrom, shortName, wayPoints } from "../src/geometry";
import type { Cell } from "../src/types";

const STEP = Math.sqrt(3);

function cell(q: number, r: number, zone: number | null = null): Cell {
  return { id: `${q},${r}`, x: STEP * (q + r / 2), y: 1.5 * r, terrain: "", zone, height: 0 };
}

const disc: Cell[] = [];
for (let q = -2; q <= 2; q++) {
  for (let r = -2; r <= 2; r++) if (Math.abs(q + r) <= 2) disc.push(cell(q, r));
}
const centre = cell(0, 0);

describe("the board", () => {
  it("has six corners to a hex", () => {
    expect(hexCorners({ x: 0, y: 0 }, 1).split(" ")).toHaveLength(6);
    expect(hexCorners({ x: 0, y: 0 }, 1)).toContain("0,-1");
  });

  it("fits into its box with a margin", () => {
    const box = boxOf(disc, 0);
    expect(box.height).toBeCloseTo(2 * 3 + 2);
    expect(box.width).toBeCloseTo(5 * STEP);
  });

  it("has a box even without cells", () => {
    expect(boxOf([])).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });

  it("is turned so that one's own zone lies below", () => {
    const cells = [cell(0, -2, 1), cell(0, 2, 0)];
    expect(seenFrom(cells, 0)[0]?.y).toBe(-3);
    expect(seenFrom(cells, 1)[0]?.y).toBe(3);
    expect(seenFrom(cells, null)[0]?.y).toBe(-3);
  });
});

describe("arrow keys", () => {
  it("go to the neighbour on the left and on the right", () => {
    expect(neighbour(disc, centre, "ArrowLeft").id).toBe("-1,0");
    expect(neighbour(disc, centre, "ArrowRight").id).toBe("1,0");
  });

  it("go to a row above and come back below", () => {
    const above = neighbour(disc, centre, "ArrowUp");
    expect(above.y).toBe(-1.5);
    expect(neighbour(disc, above, "ArrowDown").id).toBe("0,0");
  });

  it("stay at the edge", () => {
    const edge = disc.find((one) => one.id === "2,0");
    expect(edge && neighbour(disc, edge, "ArrowRight").id).toBe("2,0");
  });

  it("reach every hex", () => {
    const reached = new Set(["0,0"]);
    const queue = [disc.find((one) => one.id === "0,0") ?? centre];
    for (let from = queue.pop(); from; from = queue.pop()) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        const next = neighbour(disc, from, key);
        if (!reached.has(next.id)) queue.push(next);
        reached.add(next.id);
      }
    }
    expect(reached.size).toBe(disc.length);
  });
});

describe("what is drawn", () => {
  it("is an arc for a part, a circle for the whole, nothing for nothing", () => {
    expect(arc(1, 0)).toBe("");
    expect(arc(1, 0.25)).toBe("M0,-1 A1,1 0 0 1 1,0");
    expect(arc(1, 0.75)).toBe("M0,-1 A1,1 0 1 1 -1,0");
    expect(arc(1, 1).match(/A/g)).toHaveLength(2);
  });

  it("is a way through the places that there are", () => {
    const places = new Map(disc.map((one) => [one.id, one]));
    expect(wayPoints(["0,0", "nowhere", "1,0"], places)).toBe(`0,0 ${STEP},0`);
  });

  it("is a name that does not touch its neighbours'", () => {
    expect(shortName("ARK-150")).toBe("ARK-150");
    expect(shortName("Gorehide Beast")).toBe("Gorehide");
    expect(shortName("Extraordinarily")).toBe("Extraord…");
  });
});

describe("cards on the screen", () => {
  const box = (x: number, y: number, height = 100) => ({ x, y, width: 80, height });
  const [a, b, c, low, wide] = [box(0, 0), box(90, 10, 140), box(300, 0), box(20, 200), box(290, 160, 40)];
  const all = [a, b, c, low, wide];

  it("are gone through along their row", () => {
    expect(nearest(all, a, "ArrowRight")).toBe(b);
    expect(nearest(all, b, "ArrowRight")).toBe(c);
    expect(nearest(all, c, "ArrowLeft")).toBe(b);
    expect(nearest(all, a, "ArrowLeft")).toBeUndefined();
  });

  it("are gone through from row to row", () => {
    expect(nearest(all, a, "ArrowDown")).toBe(low);
    expect(nearest(all, low, "ArrowUp")).toBe(b);
    expect(nearest(all, c, "ArrowDown")).toBe(wide);
    expect(nearest(all, a, "Enter")).toBeUndefined();
  });
});
