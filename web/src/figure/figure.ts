// Draws a unit from a short description; the same description gives the same picture. No ids, no filters, no files.
import { Canvas, type Form, type Part } from "./canvas";
import { hash } from "./hash";
import { kaiju } from "./kaiju";
import { COOL, FRAME, HUES, INK, mix, paint, type Stuff } from "./palette";
import { agent, athlete, squad } from "./person";
import { circle, inside, outline, r1, type Point } from "./points";
import { giant, robot, suit } from "./robot";
import { specOf, type Spec, type Words } from "./spec";
import { building, event, gear, moon } from "./things";
import { jet, ship, tank } from "./vehicles";

const KINDS: Readonly<Record<string, Part>> = { robot, suit, super: giant, kaiju, ship, tank, jet, athlete, agent, squad, building, gear, moon, event };

/** How large a unit of a level is. */
const SCALE = [0.86, 0.88, 1, 1.1, 1.18, 1.26];
/** The lost share from which damage is drawn. */
const DAMAGED = 0.34;
const FAILING = 0.67;

interface Drawn {
  svg: string;
  /** The height at its axis. */
  height: number;
}
const kept = new Map<string, Drawn>();
const MAX_KEPT = 800;

/** The unit as a group that stands on 0,0; an ordinary robot is 40 wide and 86 high. */
export function figure(words: Words): string {
  return drawing(words).svg;
}

/** The height of a figure to the top of its head, without what it holds up beside it. */
export function heightOf(words: Words): number {
  return drawing(words).height;
}

function drawing(words: Words): Drawn {
  const spec = specOf(words);
  spec.damage = spec.damage >= FAILING ? 1 : spec.damage >= DAMAGED ? 0.5 : 0;
  spec.turn = Math.round(spec.turn * 4) / 4;
  const key = JSON.stringify(spec);
  const found = kept.get(key);
  if (found !== undefined) return found;
  if (kept.size >= MAX_KEPT) kept.clear();
  const drawn = draw(spec);
  kept.set(key, drawn);
  return drawn;
}

/** The height of ready SVG, and of a wreck. */
const ORDINARY = 86;
const WRECK = 33;

function draw(spec: Spec): Drawn {
  if (spec.gone) return { svg: `${spec.plate ? plate({ ...spec, done: true }) : ""}${wreck(spec)}`, height: WRECK };
  const c = new Canvas(spec);
  (KINDS[spec.kind] ?? robot)(c);
  if (c.raw) return { svg: c.raw, height: ORDINARY };
  const size = SCALE[spec.level] ?? 1;
  const [wide, tall] = statureOf(c);
  let body = painted(c) + (spec.damage > 0 ? scars(spec) : "");
  if (spec.damage === 1) body = `${SMOKE}<g transform="rotate(${hash(spec.name) % 2 ? 6 : -6})">${body}</g>`;
  const base = spec.plate ? plate(spec, Math.max(1, size * 0.98)) : "";
  const shade = c.fall ? `<ellipse rx="20" ry="8" fill="#000" opacity=".35"/>` : "";
  const svg = `${base}${shade}<g transform="translate(0 ${r1(-c.fall)}) scale(${hundredths(size * wide)} ${hundredths(size * tall)})">${body}</g>`;
  return { svg, height: r1(c.fall + size * tall * topOf(c.shapes)) };
}

/** Half the width of the axis. */
const AXIS = 5;
/** Half of what the outline adds. */
const CONTOUR = 2.7;

/** The highest point of the shapes at the axis. */
function topOf(shapes: readonly Form[]): number {
  let top = 0;
  for (const shape of shapes) {
    if (shape.kind === "poly") {
      shape.pts.forEach(([x, y], i) => {
        const [nx, ny] = shape.pts[(i + 1) % shape.pts.length] ?? [x, y];
        if (Math.abs(x) <= AXIS) top = Math.min(top, y);
        // Where the edge enters the axis.
        for (const side of [-AXIS, AXIS]) if ((x - side) * (nx - side) < 0) top = Math.min(top, y + ((ny - y) * (side - x)) / (nx - x));
      });
    } else {
      const aside = Math.max(0, Math.abs(shape.x) - AXIS) / shape.r;
      if (aside < 1) top = Math.min(top, shape.y - (shape.kind === "disc" ? shape.ry : shape.r + shape.wide / 2) * Math.sqrt(1 - aside * aside));
    }
  }
  return CONTOUR - top;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Vary the build by name: broad or slender, tall or short. Things on cards do not vary. */
function statureOf(c: Canvas): readonly [number, number] {
  if (!LIVING.has(c.spec.kind)) return [1, 1];
  return STATURES[c.pick("stature", STATURES.length)] ?? [1, 1];
}
const LIVING = new Set(["robot", "suit", "super", "kaiju", "athlete", "agent"]);
const STATURES = [[1, 1], [0.9, 1.05], [1.1, 0.96], [1, 1.08], [0.94, 0.92], [1.08, 1.05], [0.86, 0.98], [1.12, 0.9], [0.86, 1.08]] as const;

/** All shapes: first the silhouette in ink, one path for a strong contour, then each in its colour. */
function painted(c: Canvas): string {
  const colour = paint(c.spec);
  const shapes = turned(c.shapes, c.spec.turn * 1.5);
  const boxes = shapes.map(boxOf);
  const fills: Fill[] = [];
  let solid = "";
  let rings = "";
  shapes.forEach((shape, index) => {
    const d = pathOf(shape);
    const fill = colour(shape.tone[0] as Stuff, Number(shape.tone.slice(1)));
    if (shape.kind === "ring") {
      rings += `<path d="${d}" fill="none" stroke-width="${shape.wide + 5}"/>`;
      fills.push({ like: `fill="none" stroke="${fill}" stroke-width="${shape.wide}"`, d, boxes: [boxes[index] ?? NOWHERE] });
      return;
    }
    const within = shape.kind === "poly" && shape.edge === "shade";
    if (!within && !isHidden(index, shapes, boxes)) solid += d;
    add(fills, `fill="${fill}"${within || /^[gw]/.test(shape.tone) ? ' stroke="none"' : ""}`, d, boxes[index] ?? NOWHERE);
  });
  const paths = fills.map(({ like, d }) => `<path d="${d}" ${like}/>`).join("");
  const { done, hue } = c.spec;
  // The same outline again, wider: a rim around the contour.
  const rim = done ? `<path d="${solid}" fill="none" stroke-width="10.5" stroke="${rimOf(hue)}"/>` : "";
  return `<g stroke="${INK}" stroke-width=".9" stroke-linejoin="round">${rim}${rings}<path d="${solid}" fill="${INK}" stroke-width="5.4"/>${paths}</g>`;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];
const NOWHERE: Box = [0, 0, 0, 0];
interface Fill {
  like: string;
  d: string;
  boxes: Box[];
}

/** Shapes of the same colour become one path, unless something painted in between lies over them. */
function add(fills: Fill[], like: string, d: string, box: Box): void {
  for (let i = fills.length - 1; i >= Math.max(0, fills.length - 8); i--) {
    const fill = fills[i];
    if (!fill) break;
    if (fill.like === like) {
      fill.d += d;
      fill.boxes.push(box);
      return;
    }
    if (fill.boxes.some((other) => meet(other, box))) break;
  }
  fills.push({ like, d, boxes: [box] });
}

function meet(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

function boxOf(shape: Form): Box {
  if (shape.kind !== "poly") {
    const ry = shape.kind === "disc" ? shape.ry : shape.r;
    return [shape.x - shape.r, shape.y - ry, shape.x + shape.r, shape.y + ry];
  }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of shape.pts) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return [left, top, right, bottom];
}

/** Whether a shape adds nothing to the contour, because it lies within another. */
function isHidden(index: number, shapes: readonly Form[], boxes: readonly Box[]): boolean {
  const shape = shapes[index];
  const box = boxes[index];
  if (!shape || !box || shape.kind === "ring") return false;
  const points = shape.kind === "poly" ? shape.pts : rim(box);
  return shapes.some((other, at) => {
    const about = boxes[at];
    if (at === index || !about || other.kind !== "poly" || other.edge !== "sharp") return false;
    const fits = about[0] <= box[0] && about[1] <= box[1] && about[2] >= box[2] && about[3] >= box[3];
    return fits && points.every((point) => inside(point, other.pts));
  });
}

/** Points on the edge of a disc. */
function rim([left, top, right, bottom]: Box): Point[] {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [[left, y], [right, y], [x, top], [x, bottom]];
}

/** Shapes that are nearer shift more. */
function turned(shapes: readonly Form[], by: number): readonly Form[] {
  if (by === 0) return shapes;
  return shapes.map((shape) => {
    const dx = shape.z * by;
    return shape.kind === "poly" ? { ...shape, pts: shape.pts.map(([x, y]) => [x + dx, y] as const) } : { ...shape, x: shape.x + dx };
  });
}

function pathOf(shape: Form): string {
  if (shape.kind === "poly") return outline(shape.pts, shape.edge === "soft");
  return circle(shape.x, shape.y, shape.r, shape.kind === "disc" ? shape.ry : shape.r);
}

const BASES: Readonly<Record<Spec["base"], string>> = {
  circle: circle(0, 0, 30, 13),
  square: "M-23 -12H23L28 -8V8L23 12H-23L-28 8V-8Z",
  diamond: "M0 -17L37 0L0 17L-37 0Z",
  triangle: "M0 -18L36 11L30 14H-30L-36 11Z",
  hexagon: "M-17 -14H17L34 0L17 14H-17L-34 0Z",
  wedge: "M-36 -11L-30 -14H30L36 -11L0 18Z",
};

/** The outline of a plate, for a ring around it. */
export function ringOf(base: Spec["base"]): string {
  return BASES[base];
}

/** The light of an owner; on a light ground its shade, which can be seen there. */
function rimOf(hue: Spec["hue"]): string {
  return `light-dark(${HUES[hue][2]},${HUES[hue][0]})`;
}

/** The plate under a figure: the owner's colour and shape; hollow under a unit that has acted. */
export function plate({ hue, base, done }: Pick<Spec, "hue" | "base" | "done">, size = 1): string {
  const [rim, armour, shade, deep] = HUES[hue];
  const d = BASES[base];
  const top = done
    ? `<path d="${d}" fill="${mix(deep, "#20272d", 0.4)}" stroke-width="2.4" stroke="${rimOf(hue)}"/>`
    : `<path d="${d}" fill="${armour}" stroke="${rim}" stroke-width="2.4"/><path d="${d}" fill="${shade}" transform="scale(.74)"/>`;
  return `<g transform="scale(${r1(size)})" stroke-linejoin="round"><path d="${d}" transform="translate(0 5)" fill="${mix(deep, shade, 0.4)}" stroke="${INK}" stroke-width="4"/>${top}</g>`;
}

const SMOKE =
  '<g fill="#4c555d"><circle cx="-19" cy="-92" r="8"/><circle cx="-28" cy="-105" r="6" opacity=".7"/><circle cx="-23" cy="-116" r="4" opacity=".45"/></g>';

/** Cracks and a burnt hole; sparks on one that is failing. */
function scars({ name, damage }: Spec): string {
  const s = hash(`${name}/scar`) % 2 ? 1 : -1;
  const cracks = `<path d="M-6 -62L1 -54L-5 -49L4 -38" fill="none" stroke="${INK}" stroke-width="3.4" stroke-linejoin="bevel"/><path d="M-6 -62L1 -54L-5 -49" fill="none" stroke="#ff8a3d" stroke-width="1.2"/>`;
  const hole = `<path d="M18 -60l8 -7l7 5l-4 9l-8 2Z" fill="${FRAME[3]}"/><path d="M22 -58l4 -4l4 3" stroke="#ff8a3d" stroke-width="1.6" fill="none"/>`;
  const sparks = `<path d="M29 -71l3 -9l2 8l8 -4l-5 7l9 3l-10 3Z" fill="#ffd84d" stroke="#ff8a3d" stroke-width="1.4"/><path d="M-12 -20l5 8l-3 6" fill="none" stroke="${INK}" stroke-width="3"/>`;
  return `<g transform="scale(${s} 1)">${cracks}${hole}${damage === 1 ? sparks : ""}</g>`;
}

function wreck({ hue }: Spec): string {
  const [, , shade, deep] = HUES[hue];
  return `<g stroke="${INK}" stroke-width="2.4" stroke-linejoin="round"><g fill="#4c555d" stroke="none"><circle cx="4" cy="-34" r="9" opacity=".75"/><circle cx="-5" cy="-48" r="7" opacity=".55"/><circle cx="3" cy="-60" r="5" opacity=".35"/></g><path d="M-26 2L-20 -14L-8 -10L-4 -24L8 -22L12 -10L22 -14L28 2Z" fill="${FRAME[2]}"/><path d="M-20 -2L-14 -18L-2 -14L-6 0Z" fill="${shade}"/><path d="M4 -1L8 -14L20 -8L18 2Z" fill="${deep}"/><path d="M-4 -22L-1 -33L5 -30L4 -18Z" fill="${COOL[2]}"/><path d="M-10 0L2 -8L8 2Z" fill="${COOL[3]}"/></g>`;
}

export type Crop = "whole" | "bust" | "face" | "square";
const CROPS: Readonly<Record<Crop, readonly [number, number, number, number]>> = {
  whole: [-52, -106, 104, 126],
  bust: [-34, -100, 68, 68],
  face: [-23, -95, 46, 46],
  square: [-58, -104, 116, 122],
};

/** Kinds that have a face; portraits of other kinds show the whole figure. */
const FACED = new Set(["robot", "suit", "super", "kaiju", "athlete", "agent"]);
const ALL = [-56, -96, 112, 112] as const;

/** The part of the picture that a crop shows. A bigger robot is scaled down to fit. */
export function viewBox(words: Words, crop: Crop): { box: string; ratio: number } {
  const { level, kind } = specOf(words);
  const tall = Math.max(1, (SCALE[level] ?? 1) * (kind === "super" ? 1.1 : 1) * (level > 1 ? 1.1 : 1));
  const isPortrait = crop === "bust" || crop === "face";
  const [x, y, w, h] = isPortrait && kind in KINDS && !FACED.has(kind) ? ALL : CROPS[crop];
  return { box: [x, y, w, h].map((v) => r1(v * tall)).join(" "), ratio: w / h };
}

/** A whole SVG element: the figure with its plate, its bust, or the face. */
export function portrait(words: Words, size: number, crop: Crop = "whole"): string {
  const { box, ratio } = viewBox(words, crop);
  const label = words.name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${r1(size * ratio)}" height="${size}" role="img" aria-label="${label}">${figure(words)}</svg>`;
}
