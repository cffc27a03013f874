// Where the state of a zone is written: over the zone or below it, and on no figure if possible. In pixels.
import type { Box, Point } from "../../geometry";
import { capital } from "../../texts";
import type { Overlay } from "../../types";
import { outside, overlap, partOf, widthOf, type Placed } from "./crowd";

export interface ZoneLabel extends Box {
  text: string;
}

export const LETTERS = 13;
const HIGH = 25;
const EDGE = 24;
/** From the middle of the first place of a zone to a label above the heads there, and from that of the last to one below the names; in sides of a hex. */
const ABOVE = 1.95;
const BELOW = 1.5;
const BODY = { from: -0.2, to: 1, half: 0.35 };

export function zoneLabels(overlays: readonly Overlay[], places: ReadonlyMap<string, Point>, figures: readonly Placed[], window: Box, scale: number, busy: readonly Box[]): ZoneLabel[] {
  const taken = [...busy, ...figures.map((one) => partOf(one, BODY))];
  return overlays.flatMap((over) => {
    const cells = over.kind === "zone" ? over.cells.flatMap((cell) => places.get(cell) ?? []) : [];
    if (cells.length === 0) return [];
    const text = capital(over.about);
    const width = widthOf(text, LETTERS) + EDGE;
    const [xs, ys] = [cells.map(({ x }) => x * scale), cells.map(({ y }) => y * scale)];
    const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
    const within = (at: number, from: number, to: number) => Math.max(from, Math.min(at, to));
    // A zone out of sight has its label at the edge nearest to it.
    const label = (x: number, y: number) => ({
      text,
      x: within(x - width / 2, window.x, window.x + window.width - width),
      y: within(y - HIGH / 2, window.y, window.y + window.height - HIGH),
      width,
      height: HIGH,
    });
    const [above, below] = [Math.min(...ys) - ABOVE * scale, Math.max(...ys) + BELOW * scale];
    const found = [0, -0.5, 0.5, -1, 1].flatMap((aside) => [above, below].map((y) => label(middle + aside * width, y)));
    const cost = (box: Box) => taken.reduce((sum, one) => sum + overlap(box, one), 0) + outside(box, window);
    return [found.reduce((best, one) => (cost(one) < cost(best) ? one : best))];
  });
}

/** Pixels between such a box and the edge of the window. */
const RIM = 4;

/** The box that covers least of what must stay free, moved into the window; the first of equally free ones. */
export function freest(boxes: readonly Box[], window: Box, busy: readonly Box[]): Box | null {
  const within = (at: number, size: number, from: number, room: number) => Math.max(from + RIM, Math.min(at, from + room - size - RIM));
  const moved = boxes.map((box) => ({ ...box, x: within(box.x, box.width, window.x, window.width), y: within(box.y, box.height, window.y, window.height) }));
  const covers = (box: Box) => busy.reduce((sum, one) => sum + overlap(box, one), 0);
  return moved.reduce<Box | null>((best, box) => (best && covers(best) <= covers(box) ? best : box), null);
}
