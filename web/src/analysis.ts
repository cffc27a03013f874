// The analysis of a game, prepared for drawing. Pure functions.
import type { Words } from "./figure/spec";
import type { Luck } from "./match";
import { hueOf, shapeOf } from "./seats";
import type { Card, Analysis, LuckLine, Piece, Scene, TurningPoint } from "./types";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Area {
  seat: number;
  d: string;
}

export interface Bar {
  seat: number;
  turn: number;
  amount: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Mark {
  number: number;
  point: TurningPoint;
  x: number;
  y: number;
}

export interface Curve {
  /** The position of each turn, the start first. */
  xs: readonly number[];
  /** Each seat's share of the height, with `base` at the bottom. */
  areas: readonly Area[];
  /** The edge of the share of `base`. */
  line: string;
  bars: readonly Bar[];
  marks: readonly Mark[];
  /** The turns that are named below, so that no two names touch. */
  ticks: readonly { turn: number; x: number }[];
}

/** Maximum height of a bar. */
const TALLEST = 0.14;
/** Minimum distance between names below the curve. */
const TICK = 44;

const r = (value: number) => Math.round(value * 10) / 10;

/** The chances of all seats as areas of a box, and what was done in each turn as bars at its edges. */
export function curveOf(analysis: Analysis, base: number, box: Box): Curve {
  const { turns } = analysis;
  const steps = Math.max(1, turns.length - 1);
  const xs = turns.map((_, turn) => r(box.left + (box.width * turn) / steps));
  const order = seatsFrom(base, turns[0]?.shares.length ?? 0);
  const bottom = box.top + box.height;
  const height = (turn: number, seats: readonly number[]) =>
    r(bottom - box.height * seats.reduce((sum, seat) => sum + (turns[turn]?.shares[seat] ?? 0), 0));
  const edge = (seats: readonly number[]) => turns.map((_, turn) => `${xs[turn]} ${height(turn, seats)}`);
  const areas = order.map((seat, place) => {
    const upper = edge(order.slice(0, place + 1));
    const lower = edge(order.slice(0, place)).reverse();
    return { seat, d: `M${[...upper, ...lower].join("L")}Z` };
  });
  const points = analysis.points.map((point, place) => ({
    number: place + 1,
    point,
    x: xs[point.turn] ?? box.left,
    y: height(point.turn, [base]),
  }));
  const every = Math.max(1, Math.ceil((TICK * steps) / box.width));
  return {
    xs,
    areas,
    line: `M${edge([base]).join("L")}`,
    bars: barsOf(analysis, base, box, xs),
    marks: points,
    ticks: xs.map((x, turn) => ({ turn, x })).filter(({ turn }) => turn % every === 0),
  };
}

function seatsFrom(base: number, count: number): number[] {
  return [base, ...Array.from({ length: count }, (_, seat) => seat).filter((seat) => seat !== base)];
}

/** Bars of `base` stand on the floor, those of the others hang from the top. */
function barsOf(analysis: Analysis, base: number, box: Box, xs: readonly number[]): Bar[] {
  const most = Math.max(1, ...analysis.turns.flatMap((turn) => turn.amounts));
  const width = r(Math.max(2, Math.min(9, (box.width / Math.max(1, analysis.turns.length)) * 0.3)));
  return analysis.turns.flatMap((turn, place) =>
    turn.amounts.flatMap((amount, seat) => {
      if (amount <= 0) return [];
      const height = r(Math.max(2, (box.height * TALLEST * amount) / most));
      const y = seat === base ? r(box.top + box.height - height) : box.top;
      return [{ seat, turn: place, amount, x: r((xs[place] ?? 0) - width / 2), y, width, height }];
    }),
  );
}

/** Whether this seat has won; null for a draw and for spectators. */
export function hasWon({ ending, seat, seats }: Scene): boolean | null {
  const winners = ending?.winners ?? [];
  return seat === null || !winners.length || winners.length === seats.length ? null : winners.includes(seat);
}

/** The sound of the result: nobody wins a draw; spectators hear the winner's sound. */
export function soundOf(scene: Scene): "won" | "lost" | "drawn" {
  const winners = scene.ending?.winners ?? [];
  if (!winners.length || winners.length === scene.seats.length) return "drawn";
  return hasWon(scene) === false ? "lost" : "won";
}

/** The seat whose view is told: the viewer's, or else the winner's. */
export function baseOf(scene: Scene): number {
  return scene.seat ?? scene.ending?.winners[0] ?? 0;
}

/** A share in percentage points, with its sign. */
export function inPoints(change: number): string {
  const points = Math.round(change * 100);
  return `${points < 0 ? "−" : "+"}${Math.abs(points)}`;
}

/** How rare something is, in words: one in eight. Null for frequent events. */
export function oneIn(chance: number | null): number | null {
  if (chance === null || chance <= 0 || chance > 0.34) return null;
  return Math.round(1 / chance);
}

/** The unit in which a side's luck is shown at the end: the one with most dice. */
export function mainLuck(sides: readonly Luck[], unit: string): Luck[] {
  const seats = [...new Set(sides.map((side) => side.seat))];
  return seats.flatMap((seat) => {
    const own = sides.filter((side) => side.seat === seat);
    return own.find((side) => side.unit === unit) ?? own.sort((one, other) => other.actions.length - one.actions.length)[0] ?? [];
  });
}

/** The percentage of games with the same rolls and less luck than this. */
export function luckierThan(actions: readonly LuckLine[]): number | null {
  const spread = actions.reduce((sum, line) => sum + line.spread, 0);
  if (spread <= 0) return null;
  const total = actions[actions.length - 1]?.total ?? 0;
  return Math.round(100 * normal(total / Math.sqrt(spread)));
}

/** The share of a normal distribution below a value (Abramowitz and Stegun 26.2.17; seven digits). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail = ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.31938153) * t * Math.exp((-z * z) / 2) * 0.3989422804;
  return z >= 0 ? 1 - tail : tail;
}

const MAX_STANDING = 5;

/** A unit or a card to be drawn. */
function wordsOf(piece: Piece, cards: ReadonlyMap<string, Card>, seats: readonly string[]): Words {
  const lost = piece.bar.most > 0 ? 1 - piece.bar.now / piece.bar.most : 0;
  return { ...(piece.look ?? cards.get(piece.card)?.look ?? {}), name: piece.name, hue: hueOf(seats, piece.owner), base: shapeOf(piece.owner), damage: lost };
}

/** The survivors of a side, the strongest in the middle: pieces, or else cards on the table. */
export function squadOf(scene: Scene, cards: ReadonlyMap<string, Card>, owner: number): Words[] {
  return lineUp(scene, cards, owner, (piece) => !piece.is_gone && piece.at !== null);
}

/** A whole side, wherever its pieces are. */
export function sideOf(scene: Scene, cards: ReadonlyMap<string, Card>, owner: number): Words[] {
  return lineUp(scene, cards, owner, () => true);
}

function lineUp(scene: Scene, cards: ReadonlyMap<string, Card>, owner: number, isIn: (piece: Piece) => boolean): Words[] {
  const left = scene.pieces.filter((piece) => piece.owner === owner && isIn(piece));
  const strong = left.map((piece) => ({ words: wordsOf(piece, cards, scene.seats), weight: piece.bar.most })).concat(heldBy(scene, cards, owner));
  const best = strong.sort((one, other) => other.weight - one.weight).slice(0, MAX_STANDING);
  const row: Words[] = [];
  best.forEach(({ words }, place) => (place % 2 ? row.unshift(words) : row.push(words)));
  return row;
}

function heldBy(scene: Scene, cards: ReadonlyMap<string, Card>, owner: number): { words: Words; weight: number }[] {
  if (scene.pieces.length > 0) return [];
  return scene.zones
    .filter((zone) => zone.kind === "row" && zone.owner === owner)
    .flatMap((zone) => zone.cards)
    .flatMap((held) => {
      const card = cards.get(held.card);
      if (!card?.look || !held.bar) return [];
      return [{ words: { ...card.look, name: card.title, hue: hueOf(scene.seats, owner), base: shapeOf(owner) }, weight: held.bar.most }];
    });
}
