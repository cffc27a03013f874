// Drawing an open board: inches from the lower left corner, y upwards, are converted to lengths of the relief.
import { hash } from "../../figure/hash";
import type { Box, Point } from "../../geometry";
import { TILT } from "../../relief";
import type { Board } from "../../types";

/** An inch in sides of a hex: so wide that a base of an inch is the plate a figure stands on. */
export const INCH = 1.5;
/** Room about the table for rules and for figures that stand at its edge. */
const MARGIN = 1.15;
const ABOVE = 1.9;
const BELOW = 1.7;
/** Points are pointed at to a tenth of an inch. */
const FINE = 10;

/** From inches to the relief: where the corner lies, and how long an inch is across and up. */
export interface Lay {
  x: number;
  y: number;
  across: number;
  up: number;
}

/** The table as this seat sees it, its own zone at the bottom. */
export function layOf({ size, shapes }: Pick<Board, "size" | "shapes">, seat: number | null): Lay {
  const [wide, high] = size ?? [1, 1];
  const own = shapes.filter(({ zone }) => zone !== null && zone === seat);
  const others = shapes.filter(({ zone }) => zone !== null && zone !== seat);
  const turned = own.length > 0 && others.length > 0 && mean(own) > mean(others);
  return turned
    ? { x: wide * INCH, y: 0, across: -INCH, up: INCH * TILT }
    : { x: 0, y: high * INCH * TILT, across: INCH, up: -INCH * TILT };
}

function mean(shapes: Board["shapes"]): number {
  const all = shapes.flatMap(({ points }) => points.map(([, y]) => y));
  return all.reduce((sum, y) => sum + y, 0) / all.length;
}

/** Where a point of the table is drawn. */
export function drawnAt(lay: Lay, [x, y]: readonly [number, number]): Point {
  return { x: round(lay.x + lay.across * x), y: round(lay.y + lay.up * y) };
}

/** The point of the table that is drawn there. */
export function pointAt(lay: Lay, { x, y }: Point): [number, number] {
  return [(x - lay.x) / lay.across, (y - lay.y) / lay.up];
}

/** `12.5,7` as numbers. */
export function read(place: string): [number, number] {
  const [x = 0, y = 0] = place.split(",").map(Number);
  return [x, y];
}

/** A point as the rules write it, to a tenth of an inch unless `fine` says otherwise. */
export function written([x, y]: readonly [number, number], fine = FINE): string {
  return [x, y].map((each) => String(Math.round(Math.max(0, each) * fine) / fine)).join(",");
}

/** What is shown of it all. */
export function frameOf({ size }: Pick<Board, "size">): Box {
  const [wide, high] = size ?? [1, 1];
  return { x: -MARGIN, y: -ABOVE, width: wide * INCH + 2 * MARGIN, height: high * INCH * TILT + ABOVE + BELOW };
}

/** How far it is, in inches. */
export function far([x, y]: readonly [number, number], [a, b]: readonly [number, number]): number {
  return Math.hypot(x - a, y - b);
}

/** How long a way is that goes from place to place. */
export function lengthOf(way: readonly string[]): number {
  return way.slice(1).reduce((sum, place, index) => sum + far(read(way[index] ?? place), read(place)), 0);
}

/** A length as it is read off: to a tenth, upwards, for what is longer by a hair costs more. */
export function inInches(length: number): string {
  return `${Math.ceil(length * 10 - 1e-6) / 10}″`;
}

/** Points as a path that ends where it began. */
export function closed(points: readonly Point[]): string {
  return points.length > 0 ? `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}Z` : "";
}

export interface Solid {
  key: string;
  terrain: string;
  /** The nearest to whoever looks: what stands before it is drawn after it. */
  front: number;
  top: string;
  inner: string;
  rim: string;
  left: string;
  right: string;
  shadow: string;
  /** What lies on it, from the back to the front. */
  rocks: readonly (Point & { size: number })[];
}

/** How high terrain stands. */
const HIGH = 0.3;
const BEVEL = 0.24;

/** Terrain as blocks: the sides that one sees, the top, the light on the edges behind. */
export function solidsOf(board: Pick<Board, "shapes">, lay: Lay): Solid[] {
  return board.shapes
    .filter(({ terrain }) => terrain !== "")
    .map(({ points, terrain }, index) => {
      const base = points.map((point) => drawnAt(lay, point));
      const middle = { x: base.reduce((sum, { x }) => sum + x, 0) / base.length, y: base.reduce((sum, { y }) => sum + y, 0) / base.length };
      const top = base.map(({ x, y }) => ({ x, y: y - HIGH }));
      const solid: Solid = { key: `${terrain} ${index}`, terrain, front: Math.max(...base.map(({ y }) => y)), top: closed(top), inner: "", rim: "", left: "", right: "", shadow: closed(base.map(({ x, y }) => ({ x: x + 0.5, y: y + 0.16 }))), rocks: strewn(points, lay, `${terrain} ${index}`) };
      solid.inner = closed(
        top.map(({ x, y }) => {
          const away = Math.hypot(x - middle.x, y - middle.y + HIGH) || 1;
          const part = Math.min(0.4, BEVEL / away);
          return { x: x + (middle.x - x) * part, y: y + (middle.y - HIGH - y) * part };
        }),
      );
      base.forEach((a, at) => {
        const b = base[(at + 1) % base.length] ?? a;
        const [mx, my] = [(a.x + b.x) / 2 - middle.x, (a.y + b.y) / 2 - middle.y];
        // Outwards from the edge: whoever looks is below.
        const out = { x: b.y - a.y, y: a.x - b.x };
        const sign = out.x * mx + out.y * my < 0 ? -1 : 1;
        if (out.y * sign > 0.01) {
          const side = closed([a, b, { x: b.x, y: b.y - HIGH }, { x: a.x, y: a.y - HIGH }]);
          if (out.x * sign > 0.01) solid.right += side;
          else solid.left += side;
        } else solid.rim += `M${round(a.x)} ${round(a.y - HIGH)}L${round(b.x)} ${round(b.y - HIGH)}`;
      });
      return solid;
    });
}

/** Inches from one rock to the next, and from the edge. */
const APART = 1.3;
const INSET = 0.62;

/** Rocks all over a piece of terrain, none of them over its edge. */
function strewn(points: readonly (readonly [number, number])[], lay: Lay, key: string): (Point & { size: number })[] {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const found: (Point & { size: number })[] = [];
  /** From edge to edge, with as much left over on either side. */
  const steps = (all: readonly number[]) => {
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const count = Math.max(0, Math.floor((most - least - 2 * INSET) / APART));
    return Array.from({ length: count + 1 }, (_, n) => (least + most - count * APART) / 2 + n * APART);
  };
  for (const x of steps(xs)) {
    for (const y of steps(ys)) {
      const any = hash(`${key} ${x.toFixed(1)} ${y.toFixed(1)}`);
      const at: [number, number] = [x + ((any % 7) - 3) * 0.05, y + (((any >> 3) % 7) - 3) * 0.05];
      if (depth(at, points) > INSET - 0.2) found.push({ ...drawnAt(lay, at), size: 0.66 + ((any >> 6) % 4) * 0.1 });
    }
  }
  return found.map(({ x, y, size }) => ({ x, y: y - HIGH, size })).sort((one, other) => one.y - other.y);
}

/** How far within a convex shape a point lies, from its nearest edge; below nought outside. */
function depth([x, y]: readonly [number, number], points: readonly (readonly [number, number])[]): number {
  const [cx, cy] = [0, 1].map((axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length) as [number, number];
  return Math.min(
    ...points.map(([ax, ay], index) => {
      const [bx, by] = points[(index + 1) % points.length] ?? [ax, ay];
      const side = (px: number, py: number) => ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / (Math.hypot(bx - ax, by - ay) || 1);
      return side(x, y) * Math.sign(side(cx, cy));
    }),
  );
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
