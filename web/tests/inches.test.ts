import { describe, expect, it } from "vitest";
import { elsewhere } from "../src/options";
import { drawnAt, inInches, layOf, lengthOf, pointAt, read, solidsOf, written } from "../src/parts/open/inches";
import type { Board, ListedOption } from "../src/types";

const corner = (x: number, y: number, zone: number): Board["shapes"][number] => ({ points: [[x, y], [x + 6, y], [x, y + 6]], terrain: "", zone });
const board: Pick<Board, "size" | "shapes"> = { size: [36, 24], shapes: [corner(0, 0, 0), corner(30, 18, 1), { points: [[10, 10], [14, 10], [14, 13], [10, 13]], terrain: "rock", zone: null }] };

describe("an open table", () => {
  it("is seen by each from the own side, and a point is where it is drawn", () => {
    for (const seat of [0, 1, null]) {
      const lay = layOf(board, seat);
      const [x, y] = pointAt(lay, drawnAt(lay, [12.3, 4.5]));
      expect([x.toFixed(2), y.toFixed(2)]).toEqual(["12.30", "4.50"]);
    }
    const own = (seat: number, at: [number, number]) => drawnAt(layOf(board, seat), at).y;
    expect(own(0, [0, 0])).toBeGreaterThan(own(0, [36, 24]));
    expect(own(1, [36, 24])).toBeGreaterThan(own(1, [0, 0]));
  });

  it("writes points as the rules do, and reads them", () => {
    expect(written([12.34, 7.02])).toBe("12.3,7");
    expect(written([12.345, -1], 100)).toBe("12.35,0");
    expect(read("12.35,7")).toEqual([12.35, 7]);
  });

  it("measures ways, and never says less than they cost", () => {
    expect(lengthOf(["0,0", "3,4", "3,6.04"])).toBeCloseTo(7.04);
    expect(inInches(7.04)).toBe("7.1″");
    expect(inInches(7)).toBe("7″");
  });

  it("shows of a block only the sides towards whoever looks, and no rock beyond its edge", () => {
    const lay = layOf(board, 0);
    const [solid] = solidsOf(board, lay);
    expect(solid?.left.match(/M/g)).toHaveLength(1);
    expect(solid?.rocks.length).toBeGreaterThan(2);
    for (const rock of solid?.rocks ?? []) {
      const [x, y] = pointAt(lay, rock);
      expect(x > 10 && x < 14 && y > 10 && y < 13.5).toBe(true);
    }
  });
});

describe("options that are examples", () => {
  const like = (kind: string, text: string, cell: string | null): ListedOption =>
    ({ text, label: `${kind} to ${cell}: Gun just reaches`, kind, actor: "u", cell, target: null, card: null, zone: null, picks: [], price: "3 energy" }) as unknown as ListedOption;

  it("can be had at any other place, once of each kind, for a price that is not known yet", () => {
    const options = [like("move", "move u 11,8", "11,8"), like("move", "move u 9,8", "9,8"), like("use", "use u gun", null)];
    const found = elsewhere(options, { actor: "u", kind: null }, "12.3,7");
    expect(found.map(({ text, label, cell, price }) => [text, label, cell, price])).toEqual([["move u 12.3,7", "move here", "12.3,7", ""]]);
    expect(elsewhere(options, { actor: "other", kind: null }, "12.3,7")).toEqual([]);
  });
});
