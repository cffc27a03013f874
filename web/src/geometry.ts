// Geometry of the board. Lengths are in sides of a hex, y downwards, as in scenes.
import type { Cell } from "./types";

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

const GAP = 14;
const EDGE = 8;

/** Positions along a side: slightly above the middle first, then from either end. */
const PARTS = [0.4, 0, 1];
/** The penalty for a less preferred side: tiny compared with hiding something. */
const ELSEWHERE = 0.01;

/** The position of a card beside something, wholly on the screen and hiding as little as possible: right, else left, above or below. */
export function besides(there: Box, card: Size, screen: Size, busy: readonly Box[] = []): { left: number; top: number } {
  const keep = (at: number, size: number, most: number) => Math.max(EDGE, Math.min(at, most - size - EDGE));
  const along = (part: number, y: "x" | "y", size: "width" | "height") => there[y] + (there[size] - card[size]) * part;
  const sides = [there.x + there.width + GAP, there.x - GAP - card.width].flatMap((x) => PARTS.map((part) => ({ x, y: along(part, "y", "height") })));
  const ends = [there.y - GAP - card.height, there.y + there.height + GAP].flatMap((y) => PARTS.map((part) => ({ x: along(part, "x", "width"), y })));
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  [...sides, ...ends].forEach((at, turn) => {
    const box = { ...card, x: keep(at.x, card.width, screen.width), y: keep(at.y, card.height, screen.height) };
    const cost = busy.reduce((sum, other) => sum + hidden(other, box), ELSEWHERE * turn);
    if (cost < least && hidden(there, box) === 0) [best, least] = [box, cost];
  });
  return { left: Math.round(best.x), top: Math.round(best.y) };
}

/** The covered share of something under a box; 1 is all of it. */
function hidden(what: Box, under: Box): number {
  const across = Math.min(what.x + what.width, under.x + under.width) - Math.max(what.x, under.x);
  const down = Math.min(what.y + what.height, under.y + under.height) - Math.max(what.y, under.y);
  return across > 0 && down > 0 ? (across * down) / (what.width * what.height) : 0;
}

const HALF = Math.sqrt(3) / 2;
const CORNERS: readonly [number, number][] = [
  [0, -1],
  [HALF, -0.5],
  [HALF, 0.5],
  [0, 1],
  [-HALF, 0.5],
  [-HALF, -0.5],
];

/** The corners of a hex for an SVG polygon, pointy-top or flat-top. */
export function hexCorners({ x, y }: Point, size = 0.97, flat = false): string {
  return CORNERS.map(([dx, dy]) => (flat ? [dy, dx] : [dx, dy]) as [number, number])
    .map(([dx, dy]) => `${round(x + dx * size)},${round(y + dy * size)}`)
    .join(" ");
}

/** The smallest box around all hexes, with a margin. */
export function boxOf(points: readonly Point[], margin = 0.15, flat = false): Box {
  if (points.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const [across, down] = flat ? [1, HALF] : [HALF, 1];
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs) - across - margin;
  const y = Math.min(...ys) - down - margin;
  return {
    x: round(x),
    y: round(y),
    width: round(Math.max(...xs) + across + margin - x),
    height: round(Math.max(...ys) + down + margin - y),
  };
}

/** Whether the board is rotated by 180 degrees for this seat, so that its own zone is at the bottom. */
export function isTurned(cells: readonly Cell[], seat: number | null): boolean {
  const own = cells.filter((cell) => cell.zone === seat && seat !== null);
  const others = cells.filter((cell) => cell.zone !== null && cell.zone !== seat);
  return own.length > 0 && others.length > 0 && mean(own) < mean(others);
}

/** Cells, rotated if necessary so that this seat's zone is at the bottom. */
export function seenFrom(cells: readonly Cell[], seat: number | null): Cell[] {
  return isTurned(cells, seat) ? cells.map((cell) => ({ ...cell, x: -cell.x, y: -cell.y })) : [...cells];
}

function mean(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.y, 0) / cells.length;
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The next cell in the direction of an arrow key; the same at the edge. */
export function neighbour<C extends Point & { id: string }>(cells: readonly C[], from: C, key: string): C {
  const way = ARROWS[key];
  if (!way) return from;
  let best = from;
  let least = Infinity;
  for (const cell of cells) {
    const dx = cell.x - from.x;
    const dy = cell.y - from.y;
    const ahead = dx * way.x + dy * way.y;
    if (ahead < 0.3) continue;
    // The next row is to the left or right: try the right first, so that up and down undo each other.
    const aside = dx * way.y - dy * way.x;
    const cost = 2 * ahead + 1.3 * Math.abs(aside) + (aside < 0 ? 0.01 : 0);
    if (cost < least) {
      least = cost;
      best = cell;
    }
  }
  return best;
}

/** An arc, clockwise from the top, as an SVG path around 0,0. */
export function arc(radius: number, part: number): string {
  const share = Math.max(0, Math.min(1, part));
  if (share === 0) return "";
  if (share > 0.999) {
    return `M0,${-radius} A${radius},${radius} 0 1 1 0,${radius} A${radius},${radius} 0 1 1 0,${-radius}`;
  }
  const angle = share * 2 * Math.PI;
  const x = round(radius * Math.sin(angle));
  const y = round(-radius * Math.cos(angle));
  return `M0,${-radius} A${radius},${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${x},${y}`;
}

/** A path from place to place, for an SVG polyline. */
export function wayPoints(ids: readonly string[], places: ReadonlyMap<string, Point>): string {
  return ids
    .map((id) => places.get(id))
    .filter((place) => place !== undefined)
    .map(({ x, y }) => `${x},${y}`)
    .join(" ");
}

const WIDEST = 9;

/** A name short enough not to touch its neighbours below a token. */
export function shortName(name: string): string {
  if (name.length <= WIDEST) return name;
  const first = name.split(" ")[0] ?? name;
  return first.length <= WIDEST ? first : `${name.slice(0, WIDEST - 1)}…`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The next of several boxes in the direction of an arrow key: in the row, or in the next row. None at the edge. */
export function nearest<B extends Box>(boxes: readonly B[], from: B, key: string): B | undefined {
  const way = ARROWS[key];
  if (!way) return undefined;
  const sideways = way.x !== 0;
  let best: B | undefined;
  let least = Infinity;
  for (const box of boxes) {
    const dx = box.x + box.width / 2 - from.x - from.width / 2;
    const dy = box.y + box.height / 2 - from.y - from.height / 2;
    const sameRow = box.y < from.y + from.height - 2 && from.y < box.y + box.height - 2;
    if (box === from || sameRow !== sideways || dx * way.x + dy * way.y <= 0) continue;
    const aside = Math.max(0, Math.abs(dx) - (box.width + from.width) / 2);
    const cost = sideways ? Math.abs(dx) + Math.abs(dy) : Math.abs(dy) + 2 * aside + Math.abs(dx) / 10;
    if (cost < least) {
      least = cost;
      best = box;
    }
  }
  return best;
}
