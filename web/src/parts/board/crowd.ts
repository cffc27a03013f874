// The layout of the units on a board, so that a crowd stays readable: figures, collars (chip, bar and tick in one piece),
// names, and the box in which each unit is clicked. Pure: the same table gives the same layout.
//
// Points come and go in sides of a hex, projected. Boxes are in pixels from the same origin: sides times `scale`.
// Each step looks at near units only, so that a change at one end of the board moves nothing at the other.
import { shortName, type Box, type Point } from "../../geometry";
import { TILT } from "../../relief";

export interface Setting {
  flat: boolean;
  /** Pixels for a side of a hex. */
  scale: number;
  /** Whether collars have a chip; there is no room for it on tiny hexes. */
  chips: boolean;
  /** Units keep their exact places and sizes, as on a board without cells. */
  exact?: boolean;
  touch?: boolean;
}

export interface CrowdUnit {
  id: string;
  /** Where it would have its feet if it were alone. */
  place: Point;
  /** How far its ground lifts it. */
  lift: number;
  /** The height of its figure, in the figure's own units. */
  height: number;
  /** Letters of its class, on the chip. */
  letters: string;
  /** A facing arrow instead of letters. */
  arrow: boolean;
  hasBar: boolean;
  done: boolean;
  /** The name to show, if any; the lowest `rank` finds its place first. */
  name: string | null;
  rank: number;
}

/** How far a collar moves from its usual place, in sides, and the share of the width that its bar keeps. */
export interface Shift {
  dx: number;
  dy: number;
  share: number;
}

export interface Collar {
  shift: Shift;
  /** Chip, bar and tick together. */
  box: Box;
  chip: number;
  bar: number;
  tick: number;
  /** How much larger or smaller than usual. */
  size: number;
}

export interface Name extends Box {
  text: string;
}

/** A figure: where it is and how large. */
export interface Body {
  unit: CrowdUnit;
  /** Neighbours part: this far from the unit's place, in sides. */
  dx: number;
  dy: number;
  /** Sides for one of the figure's own units. */
  size: number;
  /** In pixels. */
  foot: Point;
  high: number;
  /** The lower, the later it is painted. */
  depth: number;
}

export interface Placed extends Body {
  collar: Collar;
  name: Name | null;
  /** In pixels. */
  hit: Box;
}

const SIZE = { pointy: 0.0164, flat: 0.0152 } as const; // on flat hexes, units are right behind one another
/** Feet are so far in front of the middle of the hex. */
export const FOOT = 0.24;
/** The collar is so far in front of the feet, in sides. */
export const BEFORE = { pointy: 0.31, flat: 0.27 } as const;
/** Neighbours are 1.73 apart on either kind of board. */
const NEAR = 1.9;
const ASIDE = 0.16;
const UP = 0.14;
/** Models of a squad that follow one after the other may stand in one hex for a moment: so far apart. */
const SHARED = 0.8;
/** The greatest height of a figure in a crowd, in sides. */
const TALLEST = 1.25;
const BAR = 0.86;
const LETTER = 11.5;
const NAME = 13;
const EDGE = 4;
/** Parts of a figure: from what share of its height to what, and half its width. */
export const TORSO = { from: 0.35, to: 0.72, half: 0.2 } as const;
export const HEAD = { from: 0.72, to: 1, half: 0.13 } as const;

const priceOf = ({ dx, dy, share }: Shift) => Math.abs(dx) + 1.7 * Math.abs(dy) + 0.9 * (1 - share);
const SHARES = [1, 0.8, 0.62];
/** Where a collar may go, cheapest first; it always stays at its base. */
const SHIFTS: readonly (Shift & { cost: number; at: number })[] = SHARES.flatMap((share, at) =>
  [0, -0.08, 0.08, -0.16, 0.16, 0.24].flatMap((dy) => [0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3, -0.4, 0.4].map((dx) => ({ dx, dy, share, at, cost: priceOf({ dx, dy, share }) }))),
).sort((one, other) => one.cost - other.cost);
const NO_SHIFT: Shift = { dx: 0, dy: 0, share: 1 };

/** The figures and their collars, from the back to the front. `before`: earlier shifts by id; a collar keeps its own where it can. */
export function crowd(units: readonly CrowdUnit[], setting: Setting, before: ReadonlyMap<string, Shift> = new Map()): Placed[] {
  const sorted = [...units].sort((one, other) => (one.id < other.id ? -1 : 1));
  const bodies = sorted
    .map((unit) => bodyOf(unit, sorted, setting))
    .sort((one, other) => one.depth - other.depth || one.foot.x - other.foot.x);
  const shifts = shiftsOf(bodies, setting, before);
  const collars = bodies.map((body, i) => collarOf(body, shifts[i] ?? NO_SHIFT, setting));
  return bodies.map((body, i) => ({ ...body, collar: collars[i] as Collar, name: null, hit: hitBox(i, bodies, collars, setting) }));
}

// Figures

/** A part of a figure as a box. */
export function partOf({ foot, high }: Pick<Body, "foot" | "high">, { from, to, half }: { from: number; to: number; half: number }): Box {
  return { x: foot.x - half * high, y: foot.y - to * high, width: 2 * half * high, height: (to - from) * high };
}

/** Smaller among neighbours, and moved away from the middle of them. */
function bodyOf(unit: CrowdUnit, units: readonly CrowdUnit[], { flat, scale, exact }: Setting): Body {
  let [count, mx, my] = [0, 0, 0];
  const mates = exact ? [unit] : units.filter(({ place }) => place.x === unit.place.x && place.y === unit.place.y);
  const ground = ({ place, lift }: CrowdUnit) => place.y + lift;
  for (const other of units) {
    const [dx, dy] = [other.place.x - unit.place.x, ground(other) - ground(unit)];
    if (exact || other === unit || Math.hypot(dx, dy / TILT) > NEAR) continue;
    count += 1;
    mx += dx;
    my += dy;
  }
  let size = SIZE[flat ? "flat" : "pointy"] * (count >= 3 ? 0.9 : count === 2 ? 0.95 : 1);
  if (exact) size = SIZE.pointy;
  else if (count >= 3 && unit.height * size > TALLEST) size = TALLEST / unit.height;
  const dx = (count ? -ASIDE * bounded(mx / count / 0.866, 1) : 0) + SHARED * (mates.indexOf(unit) - (mates.length - 1) / 2);
  const dy = count ? -UP * bounded(my / count / 0.6, 1) : 0;
  const foot = { x: (unit.place.x + dx) * scale, y: (unit.place.y + dy) * scale };
  return { unit, dx, dy, size, foot, high: unit.height * size * scale, depth: ground(unit) + dy };
}

// Collars

/** The size of collars: smaller on small hexes, but letters stay readable. */
function sizeOf({ scale, flat, chips }: Setting): number {
  return Math.max(chips ? 0.8 : 0.62, Math.min(1.12, 0.82 + (scale * acrossOf(flat) - 80) * 0.0055));
}

/** The width of a hex in sides. */
export function acrossOf(flat: boolean): number {
  return flat ? 2 : Math.sqrt(3);
}

function collarOf({ unit, foot }: Body, shift: Shift, setting: Setting): Collar {
  const { scale, flat, chips } = setting;
  const size = sizeOf(setting);
  const chip = !chips ? 0 : unit.arrow ? 16 * size : unit.letters ? 6 + (unit.letters.length * 8 * LETTER) / 11.5 : 0;
  const bar = unit.hasBar ? Math.max(16, Math.min(58 * size, BAR * scale) * shift.share) : 0;
  // A shortened collar has no room for a tick: the edge of its chip tells.
  const tick = unit.done && chips && shift.share === 1 ? 14 * size : 0;
  const height = chip ? Math.max(14, 16 * size) : 13 * size;
  const x = foot.x + shift.dx * scale - (chip + bar) / 2;
  const y = foot.y + (BEFORE[flat ? "flat" : "pointy"] + shift.dy) * scale - height / 2;
  return { shift, chip, bar, tick, size, box: { x, y, width: chip + bar + tick, height } };
}

/** Each collar takes the cheapest shift that covers no torso, head or collar of others; a few rounds, from the back to the front. */
function shiftsOf(bodies: readonly Body[], setting: Setting, before: ReadonlyMap<string, Shift>): Shift[] {
  const { scale } = setting;
  const plain = bodies.map((body) => SHARES.map((share) => collarOf(body, { dx: 0, dy: 0, share }, setting).box));
  const moved = (i: number, { dx, dy, share }: Shift): Box => {
    const { x, y, width, height } = plain[i]?.[SHARES.indexOf(share)] as Box;
    return { x: x + dx * scale, y: y + dy * scale, width, height };
  };
  const chosen: Shift[] = bodies.map(({ unit }) => before.get(unit.id) ?? NO_SHIFT);
  const boxes = chosen.map((shift, i) => moved(i, shift));
  // Only what a collar can reach at all is compared with it.
  const reach = plain.map(([box]) => {
    const { x, y, width, height } = box as Box;
    return { x: x - 0.42 * scale, y: y - 0.18 * scale, width: width + 0.84 * scale, height: height + 0.44 * scale };
  });
  const near = reach.map((box, i) => reach.flatMap((other, j) => (j !== i && overlap(box, other, 2) > 0 ? [j] : [])));
  const parts = bodies.flatMap((body, of) => [
    { box: partOf(body, TORSO), gap: 1, weight: 12, of },
    { box: partOf(body, HEAD), gap: 0, weight: 3, of },
  ]);
  const solid = reach.map((box, i) => parts.filter((one) => one.of !== i && overlap(box, one.box, one.gap) > 0));
  const per = 20 / (scale * scale);
  /** Given up as soon as it costs more than the best. */
  const costOf = (i: number, shift: Shift, box: Box, most: number) => {
    const earlier = before.get(bodies[i]?.unit.id ?? "");
    let sum = priceOf(shift) + (earlier ? 0.5 * Math.hypot(shift.dx - earlier.dx, shift.dy - earlier.dy) : 0);
    for (const { box: other, gap, weight } of solid[i] ?? []) if ((sum += per * weight * overlap(box, other, gap)) >= most) return sum;
    for (const j of near[i] ?? []) if ((sum += per * 14 * overlap(box, boxes[j] as Box, 2)) >= most) return sum;
    return sum;
  };
  const due = bodies.map(() => true);
  for (let round = 0; round < 3 && due.includes(true); round++)
    for (let i = 0; i < bodies.length; i++) {
      if (!due[i]) continue;
      due[i] = false;
      let best: Shift = chosen[i] ?? NO_SHIFT;
      const first = best;
      let least = costOf(i, best, boxes[i] as Box, Infinity);
      const box = { ...(boxes[i] as Box) };
      for (const shift of SHIFTS) {
        if (shift.cost >= least) break;
        const from = plain[i]?.[shift.at] as Box;
        box.x = from.x + shift.dx * scale;
        box.y = from.y + shift.dy * scale;
        box.width = from.width;
        const found = costOf(i, shift, box, least);
        if (found >= least - 1e-9) continue;
        best = shift;
        least = found;
      }
      if (best === first) continue;
      chosen[i] = { dx: best.dx, dy: best.dy, share: best.share };
      boxes[i] = moved(i, best);
      // Only those near what has moved are tried again.
      for (const j of near[i] ?? []) due[j] = true;
    }
  return chosen;
}

// Names

const NARROW = "iljtfrI1.,'!:|() -";
const WIDE = "mwMW%@";
/** About how wide bold text is. */
export function widthOf(text: string, size = NAME): number {
  let sum = 0;
  for (const sign of text) sum += NARROW.includes(sign) ? 0.37 : WIDE.includes(sign) ? 0.9 : sign >= "A" && sign <= "Z" ? 0.71 : 0.58;
  return sum * size;
}

/** Where a name may be, and its price. `aside` is in widths of the name; beside the collar its sign is the side, and 1, 2, 3 is higher, level, lower. */
const SPOTS: readonly { where: "under" | "beside" | "above" | "lower"; aside: number; price: number }[] = [
  ...[0, -0.25, 0.25, -0.5, 0.5].map((aside) => ({ where: "under" as const, aside, price: Math.abs(aside) })),
  ...[2, -2, 1, -1, 3, -3].map((aside) => ({ where: "beside" as const, aside, price: Math.abs(aside) === 2 ? 0.7 : 1 })),
  ...[0, -0.4, 0.4].map((aside) => ({ where: "above" as const, aside, price: 1.2 + Math.abs(aside) })),
  ...[0, -0.4, 0.4].map((aside) => ({ where: "lower" as const, aside, price: 1.5 + Math.abs(aside) })),
];

/** The same units with their names: never over another name, a collar or what is `busy`, never out of the window; without a free place there is none. */
export function withNames(placed: readonly Placed[], window: Box, busy: readonly Box[] = []): Placed[] {
  const taken: Box[] = [...busy, ...placed.map(({ collar }) => collar.box)];
  const found = placed.map((): Name | null => null);
  const order = placed
    .map((_, i) => i)
    .filter((i) => placed[i]?.unit.name && outside({ ...(placed[i] as Placed).foot, width: 1, height: 1 }, window) === 0)
    .sort((a, b) => (placed[a]?.unit.rank ?? 0) - (placed[b]?.unit.rank ?? 0) || a - b);
  for (const i of order) {
    const name = nameOf(placed[i] as Placed, placed, taken, window);
    found[i] = name;
    if (name) taken.push(name);
  }
  return placed.map((one, i) => ({ ...one, name: found[i] ?? null }));
}

function nameOf({ unit, foot, high, collar: { box: collar } }: Placed, placed: readonly Placed[], taken: readonly Box[], window: Box): Name | null {
  const whole = unit.name ?? "";
  const [middle, top] = [collar.x + collar.width / 2, foot.y - high];
  const reach = widthOf(whole) + collar.width;
  const about = { x: middle - reach, y: top - 2 * NAME, width: 2 * reach, height: collar.y + collar.height + 4 * NAME - top };
  const close = taken.filter((box) => overlap(about, box, 1) > 0);
  const parts = placed.flatMap((other) => [
    { box: partOf(other, TORSO), weight: 6 },
    { box: partOf(other, HEAD), weight: 9 },
  ]).filter(({ box }) => overlap(about, box) > 0);
  let best: Name | null = null;
  let least = Infinity;
  for (const text of new Set([whole, shortName(whole)])) {
    const shorter = text === whole ? 0 : 0.8;
    if (least < shorter) break;
    const [width, height] = [widthOf(text) + 4, NAME + 2];
    for (const { where, aside, price } of SPOTS) {
      if (price + shorter >= least) continue;
      const x = where === "beside" ? middle + Math.sign(aside) * ((collar.width + width) / 2 + 3) : (where === "above" ? foot.x : middle) + aside * width;
      const y =
        where === "beside" ? collar.y + collar.height / 2 + 6 * (Math.abs(aside) - 2)
        : where === "above" ? top - height / 2
        : collar.y + collar.height + (where === "under" ? height / 2 + 2 : height * 1.6);
      const box = { x: Math.max(window.x + EDGE, Math.min(window.x + window.width - width - EDGE, x - width / 2)), y: y - height / 2, width, height };
      if (outside(box, window) > 0 || close.some((other) => overlap(box, other, 1) > 0)) continue;
      let cost = shorter + price + Math.abs(box.x + width / 2 - x) / 40;
      for (const { box: other, weight } of parts) cost += (weight * overlap(box, other)) / (width * height);
      if (cost >= least - 1e-9) continue;
      best = { ...box, text };
      least = cost;
    }
  }
  return best;
}

// Clicks

/** From the collar up to the shoulders, cut so that no other base is in it. */
function hitBox(i: number, bodies: readonly Body[], collars: readonly Collar[], { scale, touch }: Setting): Box {
  const { foot, high } = bodies[i] as Body;
  const box = collars[i]?.box ?? { y: foot.y, height: 0 };
  // On a board shown from afar, the places beside it can still be hit.
  const near = 0.85 * scale;
  const half = Math.max(0.55 * scale, Math.min(near, touch ? 22 : 16));
  let [left, right, top, bottom] = [foot.x - half, foot.x + half, foot.y - Math.max(Math.min(near, 28), TORSO.to * high), Math.max(box.y + box.height, foot.y + Math.min(near, 16))];
  const gap = 6;
  bodies.forEach(({ foot: other }, j) => {
    if (j === i || other.x < left - gap || other.x > right + gap || other.y < top - gap || other.y > bottom + gap) return;
    // Cut where least is lost; its own base stays in it.
    const cuts: [lost: number, cut: () => void][] = [];
    if (other.x - gap > foot.x) cuts.push([(right - other.x + gap) * (bottom - top), () => (right = other.x - gap)]);
    if (other.x + gap < foot.x) cuts.push([(other.x + gap - left) * (bottom - top), () => (left = other.x + gap)]);
    if (other.y - gap > foot.y) cuts.push([(bottom - other.y + gap) * (right - left), () => (bottom = other.y - gap)]);
    if (other.y + gap < foot.y) cuts.push([(other.y + gap - top) * (right - left), () => (top = other.y + gap)]);
    cuts.sort(([one], [another]) => one - another)[0]?.[1]();
  });
  return { x: left, y: top, width: right - left, height: bottom - top };
}

// Boxes

function bounded(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/** The area that two boxes share, each a little larger. */
export function overlap(a: Box, b: Box, gap = 0): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) + gap;
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) + gap;
  return width > 0 && height > 0 ? width * height : 0;
}

/** The area of a box that is out of the window. */
export function outside(box: Box, window: Box): number {
  const lost = box.width * box.height - overlap(box, window);
  return lost > 1e-6 ? lost : 0;
}
