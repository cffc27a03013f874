// The visible part of the board: the whole, zoomed in, or following the action.
import type { Box, Point } from "./geometry";
import { TILT } from "./relief";

export interface Size {
  width: number;
  height: number;
}
/** The zoom, 1 for the whole board, and its centre, null for the middle. */
export interface Shot {
  zoom: number;
  centre: Point | null;
}
export const WHOLE: Shot = { zoom: 1, centre: null };

/** The width of a pointy hex, in sides. */
export const ACROSS = Math.sqrt(3);
/** Minimum width in pixels of a hex that a finger can hit. */
export const FINGER = 28;
/** Maximum width of a hex in pixels. */
const LARGEST = 150;
/** Widths of a hex in pixels that the camera chooses itself: at least, and as long as others can be shown too. */
const LEAST = { wide: 80, phone: 52 };
const ROOMY = { wide: 88, phone: 56 };
/** Narrower boards are a phone's, used with a finger. */
export const PHONE = 500;
/** The size of hexes when a small screen follows the action and there is room. */
const COMFORT = 46;

/** Pixels per side of a hex when the whole board is shown. */
export function fitting(whole: Box, window: Size): number {
  return Math.min(window.width / whole.width, window.height / whole.height);
}

/** The visible part of the board, never beyond its edge. */
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

/** The zoom, limited to sensible values. */
export function clamp(whole: Box, window: Size, zoom: number): number {
  const most = Math.max(1, LARGEST / ACROSS / fitting(whole, window));
  return Math.max(1, Math.min(most, zoom));
}

/** Zoom by a factor about a point that stays in place on the screen. */
export function zoomed(whole: Box, window: Size, shot: Shot, factor: number, about: Point): Shot {
  const zoom = clamp(whole, window, shot.zoom * factor);
  if (zoom === 1) return WHOLE;
  const box = boxOf(whole, window, shot);
  const part = shot.zoom / zoom;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return { zoom, centre: { x: about.x + (middle.x - about.x) * part, y: about.y + (middle.y - about.y) * part } };
}

/** Move by this part of the board. */
export function panned(whole: Box, window: Size, shot: Shot, dx: number, dy: number): Shot {
  const box = boxOf(whole, window, shot);
  const there = { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy };
  const moved = boxOf(whole, window, { ...shot, centre: there });
  return { zoom: shot.zoom, centre: { x: moved.x + moved.width / 2, y: moved.y + moved.height / 2 } };
}

/** The view of the action: the first point is its subject, the others are its reach. The whole board if hexes are large enough. */
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

/** Something to show. Rank 0 acts, 1 is aimed at, 2 could act or be reached; 3 is shown if there is room. */
export interface Subject {
  at: Point;
  rank: 0 | 1 | 2 | 3;
  /** Hexes to show around it. */
  margin?: number;
}

/** Room above a figure, in sides. */
const HEAD = 0.4;

function around(subjects: readonly Subject[], most: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { at, margin = 1.5 } of subjects) {
    const by = Math.min(margin, most) * ACROSS;
    left = Math.min(left, at.x - by);
    right = Math.max(right, at.x + by);
    top = Math.min(top, at.y - by * TILT - HEAD);
    bottom = Math.max(bottom, at.y + by * TILT);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The view of a moment on a board of hexes: those who act, are aimed at or could act, then others where there is room. Hexes stay large
 * enough to be read; who does not fit then is left out, the most distant first. Keeps the earlier view while it shows all of that.
 */
export function framing(whole: Box, window: Size, subjects: readonly Subject[], flat: boolean, before: Shot = WHOLE): Shot {
  const [across, kind, fit] = [flat ? 2 : ACROSS, window.width < PHONE ? "phone" : "wide", fitting(whole, window)] as const;
  const fits = (box: Box) => Math.min(window.width / box.width, window.height / box.height);
  const acting = subjects.filter(({ rank }) => rank === 0);
  // Both ends of an attack are shown, however far apart.
  const least = Math.min(LEAST[kind] / across, acting.length > 1 ? fits(around(acting, 0.8)) : Infinity);
  const roomy = ROOMY[kind] / across;
  const [first] = [...subjects].sort((one, other) => one.rank - other.rank);
  if (window.width === 0 || window.height === 0 || fit >= least || !first) return WHOLE;
  const far = ({ at }: Subject) => Math.hypot(at.x - first.at.x, at.y - first.at.y);
  const sorted = [...subjects].sort((one, other) => one.rank - other.rank || far(one) - far(other));
  const matter = first.rank === 3 ? sorted : sorted.filter(({ rank }) => rank < 3);
  let members = matter;
  let box = around(matter, 1.5);
  let scale = Math.min(LARGEST / across, fits(box));
  if (scale < least) {
    members = [];
    for (const subject of matter) if (members.length === 0 || fits(around([...members, subject], 0.8)) >= least) members.push(subject);
    box = around(members, 0.8);
    scale = least;
  } else {
    const enough = Math.min(scale, roomy);
    const more = [...matter];
    for (const subject of sorted) if (!more.includes(subject) && fits(around([...more, subject], 1)) >= enough) more.push(subject);
    if (more.length > matter.length) {
      box = around(more, 1);
      scale = Math.min(scale, fits(box));
    }
  }
  const shot = { zoom: Math.max(scale, least) / fit, centre: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
  const core = around(members, 0.6);
  const shown = boxOf(whole, window, before);
  const isIn = core.x >= shown.x && core.y >= shown.y && core.x + core.width <= shown.x + shown.width && core.y + core.height <= shown.y + shown.height;
  return isIn && before.zoom * fit >= least && before.zoom > 0.8 * shot.zoom ? before : shot;
}
