// Lines between cards: curves between facing sides that leave the cards in between visible.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Curve {
  d: string;
  /** Where it ends, and in which direction in degrees: for the head of the arrow. */
  x: number;
  y: number;
  turn: number;
}

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
const round = (value: number) => Math.round(value * 10) / 10;

/**
 * From one box to another: out of the edge that faces the other, into the edge that faces back, short of it by `gap`.
 * Boxes of one row are joined by a bow over both.
 */
export function curve(from: Box, to: Box, gap = 10): Curve {
  const [a, b] = [middle(from), middle(to)];
  const below = to.y >= from.y + from.height - 4;
  const above = to.y + to.height <= from.y + 4;
  const start = { x: a.x, y: below ? from.y + from.height : from.y };
  const end = { x: b.x, y: above ? to.y + to.height + gap : to.y - gap };
  const bend = below || above ? (end.y - start.y) * 0.5 : -Math.max(30, Math.abs(b.x - a.x) * 0.2);
  const first = { x: start.x, y: start.y + bend };
  const second = { x: end.x, y: end.y - (above ? bend : Math.abs(bend)) };
  const turn = (Math.atan2(end.y - second.y, end.x - second.x) * 180) / Math.PI;
  const at = (point: { x: number; y: number }) => `${round(point.x)} ${round(point.y)}`;
  return { d: `M${at(start)}C${at(first)} ${at(second)} ${at(end)}`, x: round(end.x), y: round(end.y), turn: round(turn) };
}
