// The table as a low relief. One projection for everything: x stays, y is compressed, height lifts.
// Lengths are in sides of a hex, as in scenes.
import { hash } from "./figure/hash";
import type { Box, Point } from "./geometry";

export const TILT = 0.82;
/** How far a level lifts what is on it. */
export const LIFT = 0.3;
/** The thickness of a tile. */
const DEEP = 0.42;
/** Room above the last row for figures, and below the first for tiles and signs. */
const ABOVE = 0.95;
const BELOW = 0.5;

const HALF = Math.sqrt(3) / 2;
/** Clockwise from the top. */
const POINTY: readonly Point[] = [
  { x: 0, y: -1 },
  { x: HALF, y: -0.5 },
  { x: HALF, y: 0.5 },
  { x: 0, y: 1 },
  { x: -HALF, y: 0.5 },
  { x: -HALF, y: -0.5 },
];
/** Clockwise from the upper right. */
const FLAT: readonly Point[] = POINTY.map(({ x, y }) => ({ x: -y, y: x }));
const squashed = (points: readonly Point[]) => points.map(({ x, y }) => ({ x, y: y * TILT }));
const TILTED = { pointy: squashed(POINTY), flat: squashed(FLAT) };

/** Places as they are drawn. */
export function project<P extends Point>(places: readonly P[]): P[] {
  return places.map((place) => ({ ...place, y: round(place.y * TILT) }));
}

function offsets(flat: boolean): readonly Point[] {
  return flat ? TILTED.flat : TILTED.pointy;
}

function cornersAt({ x, y }: Point, size: number, flat: boolean): Point[] {
  return offsets(flat).map((corner) => ({ x: x + corner.x * size, y: y + corner.y * size }));
}

/** The corners of a projected hex, for an SVG polygon. */
export function hexAt(at: Point, size = 0.97, flat = false): string {
  return cornersAt(at, size, flat)
    .map(({ x, y }) => `${round(x)},${round(y)}`)
    .join(" ");
}

/** The hexes of a set, each an SVG path of its own, all in one. */
export function areaOf(places: readonly Point[], size = 0.97, flat = false): string {
  return places.map((place) => closed(cornersAt(place, size, flat))).join("");
}

/** The outline of a set of projected hexes: only its outer edges. */
export function outlineOf(places: readonly Point[], flat = false, size = 0.94): string {
  const there = new Set(places.map(keyOf));
  const around = offsets(flat);
  let d = "";
  for (const place of places) {
    const corners = cornersAt(place, size, flat);
    around.forEach((corner, index) => {
      const next = around[(index + 1) % 6] ?? corner;
      if (there.has(keyOf({ x: place.x + corner.x + next.x, y: place.y + corner.y + next.y }))) return;
      d += `M${pair(corners[index])}L${pair(corners[(index + 1) % 6])}`;
    });
  }
  return d;
}

/** The faces of all tiles grouped by light; each group is one path, so that a large board is a dozen shapes. */
export interface Tiles {
  /** The sides of the table, left and right. */
  left: string;
  right: string;
  top: string;
  inner: string;
  bright: string;
  light: string;
  dusk: string;
  dark: string;
  /** Scratches and grain, so that tiles differ. */
  grain: string;
}

const SIZE = 0.985;
const BEVEL = 0.87;

export function tilesOf(places: readonly (Point & { id: string })[], flat = false): Tiles {
  const there = new Set(places.map(keyOf));
  const around = offsets(flat);
  const tiles: Tiles = { left: "", right: "", top: "", inner: "", bright: "", light: "", dusk: "", dark: "", grain: "" };
  for (const place of places) {
    const outer = cornersAt(place, SIZE, flat);
    const inner = cornersAt(place, BEVEL, flat);
    tiles.top += closed(outer);
    tiles.inner += closed(inner);
    tiles.grain += grainOf(place);
    around.forEach((corner, index) => {
      const following = (index + 1) % 6;
      const next = around[following] ?? corner;
      const [a, b] = [outer[index], outer[following]];
      if (!a || !b) return;
      const towards = { x: corner.x + next.x, y: corner.y + next.y };
      const lit = litLike(towards);
      if (lit) tiles[lit] += closed([a, b, inner[following] ?? b, inner[index] ?? a]);
      if (towards.y < 0.2 || there.has(keyOf({ x: place.x + towards.x, y: place.y + towards.y }))) return;
      const side = closed([a, b, { x: b.x, y: b.y + DEEP }, { x: a.x, y: a.y + DEEP }]);
      if (towards.x > 0.2) tiles.right += side;
      else tiles.left += side;
    });
  }
  return tiles;
}

/** Light comes from the upper left. */
function litLike({ x, y }: Point): "bright" | "light" | "dusk" | "dark" | null {
  const light = -(0.75 * x + 0.8 * y) / Math.hypot(x, y);
  if (light > 0.5) return "bright";
  if (light > 0) return "light";
  if (light > -0.5) return "dusk";
  return light > -0.76 ? null : "dark";
}

function grainOf({ x, y, id }: Point & { id: string }): string {
  const line = (x0: number, y0: number, x1: number, y1: number) => `M${round(x + x0)} ${round(y + y0 * TILT)}L${round(x + x1)} ${round(y + y1 * TILT)}`;
  const dot = (dx: number, dy: number) => `M${round(x + dx)} ${round(y + dy * TILT)}h.01`;
  switch (hash(`${id}/tile`) % 9) {
    case 1:
      return dot(-0.3, 0.2) + dot(0.25, -0.3) + dot(0.4, 0.35);
    case 2:
      return line(-0.4, 0.1, -0.1, -0.15) + line(-0.25, 0.3, 0.05, 0.05);
    case 3:
      return line(0.1, 0.35, 0.4, 0.1) + dot(-0.35, -0.2);
    default:
      return "";
  }
}

/** The smallest box that holds projected hexes with the figures on them. */
export function frameOf(places: readonly Point[], flat = false, margin = 0.15): Box {
  if (places.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const [across, down] = flat ? [1, HALF * TILT] : [HALF, TILT];
  const x = Math.min(...xs) - across - margin;
  const y = Math.min(...ys) - down - ABOVE;
  return {
    x: round(x),
    y: round(y),
    width: round(Math.max(...xs) + across + margin - x),
    height: round(Math.max(...ys) + down + BELOW - y),
  };
}

function keyOf({ x, y }: Point): string {
  return `${Math.round(x * 20)},${Math.round(y * 20)}`;
}

function pair(point: Point | undefined): string {
  return point ? `${round(point.x)} ${round(point.y)}` : "0 0";
}

function closed(points: readonly Point[]): string {
  return `M${points.map(pair).join("L")}Z`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
