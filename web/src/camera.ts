// What part of the board a window shows, and how large: whole, closer, or where something happens.
import type { Box, Point } from "./geometry";

export interface Size {
  width: number;
  height: number;
}
/** How close, 1 is the whole board; and on what, null is its middle. */
export interface Shot {
  zoom: number;
  centre: Point | null;
}
export const WHOLE: Shot = { zoom: 1, centre: null };

/** Across a pointy hex, in its sides. */
export const ACROSS = Math.sqrt(3);
/** A hex that a finger finds is at least so many pixels across. */
export const FINGER = 28;
/** Closer than this nothing more is to be seen. */
const LARGEST = 130;
/** So large hexes become when a small screen follows the action and there is room. */
const COMFORT = 46;

/** Pixels for a side of a hex when the whole board is shown. */
export function fitting(whole: Box, window: Size): number {
  return Math.min(window.width / whole.width, window.height / whole.height);
}

/** The part of the board that is shown, never beyond its edge. */
export function boxOf(whole: Box, window: Size, { zoom, centre }: Shot): Box {
  if (window.width === 0 || window.height === 0) return whole;
  const scale = fitting(whole, window) * zoom;
  const [width, height] = [window.width / scale, window.height / scale];
  return {
    x: within(whole.x, whole.width, width, centre?.x),
    y: within(whole.y, whole.height, height, centre?.y),
    width,
    height,
  };
}

function within(start: number, whole: number, shown: number, middle: number | undefined): number {
  if (shown >= whole || middle === undefined) return start + (whole - shown) / 2;
  return Math.max(start, Math.min(start + whole - shown, middle - shown / 2));
}

/** As close as that, no closer than makes sense, no farther than the whole. */
export function clamp(whole: Box, window: Size, zoom: number): number {
  const most = Math.max(1, LARGEST / ACROSS / fitting(whole, window));
  return Math.max(1, Math.min(most, zoom));
}

/** Closer by a factor, about a point of the board that stays where it is on the screen. */
export function zoomed(whole: Box, window: Size, shot: Shot, factor: number, about: Point): Shot {
  const zoom = clamp(whole, window, shot.zoom * factor);
  if (zoom === 1) return WHOLE;
  const box = boxOf(whole, window, shot);
  const part = shot.zoom / zoom;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return { zoom, centre: { x: about.x + (middle.x - about.x) * part, y: about.y + (middle.y - about.y) * part } };
}

/** Moved by so much of the board. */
export function panned(whole: Box, window: Size, shot: Shot, dx: number, dy: number): Shot {
  const box = boxOf(whole, window, shot);
  const there = { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy };
  const moved = boxOf(whole, window, { ...shot, centre: there });
  return { zoom: shot.zoom, centre: { x: moved.x + moved.width / 2, y: moved.y + moved.height / 2 } };
}

/** Where the action is: the first point is whom it is about, the others what it can reach. Whole where hexes are large enough anyway. */
export function following(whole: Box, window: Size, points: readonly Point[]): Shot {
  const fit = fitting(whole, window);
  const [first] = points;
  if (window.width === 0 || fit * ACROSS >= FINGER || !first) return WHOLE;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs) - 1.4, Math.max(...xs) + 1.4, Math.min(...ys) - 2.2, Math.max(...ys) + 1.4];
  const roomy = Math.min(window.width / (right - left), window.height / (bottom - top));
  const least = (FINGER + 2) / ACROSS;
  const scale = Math.max(least, Math.min(COMFORT / ACROSS, roomy));
  const all = roomy >= least;
  return { zoom: clamp(whole, window, scale / fit), centre: all ? { x: (left + right) / 2, y: (top + bottom) / 2 } : first };
}
