import { describe, expect, it } from "vitest";
import { crowd, HEAD, outside, overlap, partOf, TORSO, withNames, type CrowdUnit, type Placed, type Setting } from "../src/parts/board/crowd";
import type { Box } from "../src/geometry";
import { TILT } from "../src/relief";

const STEP = Math.sqrt(3);
const EVERYWHERE: Box = { x: -5000, y: -5000, width: 10000, height: 10000 };

function unit(id: string, q: number, r: number, flat: boolean, more: Partial<CrowdUnit> = {}): CrowdUnit {
  const [x, y] = flat ? [1.5 * q, STEP * (r + q / 2)] : [STEP * (q + r / 2), 1.5 * r];
  return { id, place: { x, y: y * TILT }, lift: 0, height: 86, letters: "A", arrow: false, hasBar: true, done: false, name: null, rank: 3, ...more };
}

/** Three of four hexes around the middle. */
function packed(count: number, flat: boolean, named = false): CrowdUnit[] {
  const places: [number, number][] = [];
  for (let far = 0; places.length < count; far++)
    for (let q = -far; q <= far; q++)
      for (let r = -far; r <= far; r++)
        if (Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) === far && (q * 5 + r * 3 + 40) % 4 !== 0 && places.length < count) places.push([q, r]);
  return places.map(([q, r], i) => unit(`u${i}`, q, r, flat, { done: i % 3 === 0, letters: i % 4 ? "A" : "AG", name: named ? `Unit ${i}` : null, rank: i === 0 ? 0 : 3 }));
}

const meet = (a: Box, b: Box) => overlap(a, b, -1.5) > 0;
const shifted = (placed: readonly Placed[]) => new Map(placed.map(({ unit, collar }) => [unit.id, collar.shift]));

describe.each([["pointy", false], ["flat", true]] as const)("a crowd on %s hexes", (_, flat) => {
  describe.each([["80", 80], ["52", 52]] as const)("%s pixels wide", (__, wide) => {
    const setting: Setting = { flat, scale: wide / (flat ? 2 : STEP), chips: true, touch: wide < 60 };
    const placed = crowd(packed(14, flat), setting);

    it("has no collar over another's torso or another collar", () => {
      for (const one of placed)
        for (const other of placed) {
          if (one === other) continue;
          expect(meet(one.collar.box, partOf(other, TORSO)), `${one.unit.id} over ${other.unit.id}`).toBe(false);
          expect(meet(one.collar.box, other.collar.box), `${one.unit.id} and ${other.unit.id}`).toBe(false);
          const head = partOf(other, HEAD);
          expect(overlap(one.collar.box, head)).toBeLessThan(0.35 * head.width * head.height);
        }
    });

    it("can be clicked at every base", () => {
      for (const { foot, unit, hit } of placed) {
        const found = placed.filter((one) => foot.x > one.hit.x && foot.x < one.hit.x + one.hit.width && foot.y > one.hit.y && foot.y < one.hit.y + one.hit.height);
        expect(found.map((one) => one.unit.id)).toEqual([unit.id]);
        expect(Math.min(hit.width, hit.height)).toBeGreaterThanOrEqual(20);
      }
    });

    it("keeps units in one hex apart", () => {
      const both = crowd([unit("a", 0, 0, flat), unit("b", 0, 0, flat), unit("c", 1, 0, flat)], setting);
      const [a, b] = ["a", "b"].map((id) => both.find((one) => one.unit.id === id) as Placed) as [Placed, Placed];
      expect(meet(a.collar.box, b.collar.box)).toBe(false);
      for (const { foot, unit: own } of [a, b])
        expect(both.filter(({ hit }) => foot.x > hit.x && foot.x < hit.x + hit.width && foot.y > hit.y && foot.y < hit.y + hit.height).map((one) => one.unit)).toEqual([own]);
      expect(meet(partOf(a, TORSO), partOf(b, TORSO))).toBe(false);
    });

    it("keeps names apart, off collars, and in the window", () => {
      const window = { x: -260, y: -210, width: 520, height: 420 };
      const named = withNames(crowd(packed(8, flat, true), setting), window);
      const names = named.flatMap(({ name }) => name ?? []);
      expect(names.length).toBeGreaterThanOrEqual(7);
      names.forEach((name, i) => {
        expect(outside(name, window)).toBe(0);
        for (const other of names.slice(i + 1)) expect(meet(name, other)).toBe(false);
        for (const { collar } of named) expect(meet(name, collar.box)).toBe(false);
      });
    });
  });

  const setting: Setting = { flat, scale: 55, chips: true };

  it("is the same for the same units, in whatever order they come", () => {
    const units = packed(20, flat, true);
    expect(withNames(crowd([...units].reverse(), setting), EVERYWHERE)).toEqual(withNames(crowd(units, setting), EVERYWHERE));
  });

  it("does not move units far from a change, and its neighbours by little", () => {
    const left = packed(8, flat);
    const right = packed(6, flat).map((one) => ({ ...one, id: `r${one.id}`, place: { ...one.place, x: one.place.x + 14 } }));
    const first = crowd([...left, ...right], setting);
    const second = crowd([...left, ...right.slice(0, 5)], setting, shifted(first));
    for (const one of second) {
      const before = first.find(({ unit }) => unit.id === one.unit.id) as Placed;
      if (one.unit.id.startsWith("u")) expect(one).toEqual(before);
      expect(Math.hypot(one.foot.x - before.foot.x, one.foot.y - before.foot.y)).toBeLessThan(0.36 * setting.scale);
    }
  });

  it("is painted from the back to the front", () => {
    const depths = crowd(packed(14, flat), setting).map(({ depth }) => depth);
    expect(depths).toEqual([...depths].sort((one, other) => one - other));
  });

  it("makes figures smaller and parts them only where they touch", () => {
    const [alone] = crowd([unit("a", 0, 0, flat), unit("b", 4, 0, flat)], setting);
    expect(alone).toMatchObject({ dx: 0, dy: 0 });
    const [one, other] = crowd([unit("a", 0, 0, flat), unit("b", 1, 0, flat)], setting);
    expect(other?.foot.x).toBeGreaterThan((one?.foot.x ?? 0) + 1.5 * 55);
    const sizes = crowd([...packed(7, flat), unit("giant", 0, 0, flat, { height: 140 })], setting);
    for (const { unit, size } of sizes) expect(unit.height * size).toBeLessThanOrEqual(1.5);
    expect(crowd(packed(7, flat), { ...setting, exact: true }).every(({ dx, dy }) => dx === 0 && dy === 0)).toBe(true);
  });

  it("takes little time for thirty units", () => {
    const units = packed(30, flat, true);
    const times = Array.from({ length: 60 }, () => {
      const began = performance.now();
      withNames(crowd(units, setting), EVERYWHERE);
      return performance.now() - began;
    }).sort((one, other) => one - other);
    expect(times[6]).toBeLessThan(12);
  });
});

it("has nothing to lay out on an empty board", () => {
  expect(crowd([], { flat: false, scale: 40, chips: true })).toEqual([]);
});
