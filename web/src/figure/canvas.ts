// The canvas for parts: shapes in painter's order, lit from the left, with a depth for turning.
import { hash } from "./hash";
import type { Stuff } from "./palette";
import { flip, type Point } from "./points";
import type { Spec } from "./spec";

/** A material and its tone: `p1`. */
export type Tone = `${Stuff}${number}`;

/** `soft` has round corners; `shade` lies within another shape and has no contour. */
export type Edge = "sharp" | "soft" | "shade";

export type Form =
  | { kind: "poly"; pts: readonly Point[]; edge: Edge; tone: Tone; z: number }
  | { kind: "disc"; x: number; y: number; r: number; ry: number; tone: Tone; z: number }
  | { kind: "ring"; x: number; y: number; r: number; wide: number; tone: Tone; z: number };

export type Part = (c: Canvas) => void;

/** Chosen so that the makes of the packs differ most. */
const SALT = 148985;

export class Canvas {
  shapes: Form[] = [];
  /** The depth of the next shapes: how far they shift when the figure turns. */
  z = 0;
  /** How high it flies. */
  fall = 0;
  /** Some families have plating where others have the owner's colour. */
  swap = false;
  /** Ready SVG to draw instead of shapes. */
  raw = "";

  constructor(readonly spec: Spec) {}

  /** A number below `count`, chosen by the name. */
  pick(what: string, count: number): number {
    return hash(`${this.spec.name}/${what}`) % count;
  }

  /** A number below `count`, the same for all units of the make. */
  family(what: string, count: number): number {
    return hash(`${this.spec.family}/${what}/${SALT}`) % count;
  }

  poly(pts: readonly Point[], tone: Tone, edge: Edge = "sharp"): void {
    this.shapes.push({ kind: "poly", pts, edge, tone, z: this.z });
  }

  disc(x: number, y: number, r: number, tone: Tone, ry = r): void {
    this.shapes.push({ kind: "disc", x, y, r, ry, tone, z: this.z });
  }

  ring(x: number, y: number, r: number, wide: number, tone: Tone): void {
    this.shapes.push({ kind: "ring", x, y, r, wide, tone, z: this.z });
  }

  /** The right half of something symmetrical, from top to bottom; the right side lies in shade. */
  sym(pts: readonly Point[], stuff: Stuff, level = 1): void {
    const [worn, tone] = this.#worn(stuff, level);
    const top = pts[0]?.[1] ?? 0;
    const bottom = pts[pts.length - 1]?.[1] ?? 0;
    this.poly([...pts, ...flip(pts).reverse()], `${worn}${tone}`);
    this.poly([[0, top], ...pts, [0, bottom]], `${worn}${tone + 1}`, "shade");
  }

  /** Draw a shape on both sides; points are for the right. */
  pair(pts: readonly Point[], stuff: Stuff, level = 1, edge: Edge = "sharp"): void {
    const [worn, tone] = this.#worn(stuff, level);
    this.poly(flip(pts), `${worn}${tone}`, edge);
    this.poly(pts, `${worn}${tone + 1}`, edge);
  }

  /** Draw a shape on one side, -1 or 1; points are for the right. */
  side(s: number, pts: readonly Point[], stuff: Stuff, level = 1, edge: Edge = "sharp"): void {
    this.poly(s < 0 ? flip(pts) : pts, `${stuff}${level + (s > 0 ? 1 : 0)}`, edge);
  }

  discs(x: number, y: number, r: number, stuff: Stuff, level = 1): void {
    this.disc(-x, y, r, `${stuff}${level}`);
    this.disc(x, y, r, `${stuff}${level + 1}`);
  }

  #worn(stuff: Stuff, level: number): [Stuff, number] {
    if (!this.swap || (stuff !== "p" && stuff !== "n")) return [stuff, level];
    return stuff === "p" ? ["n", Math.max(0, level - 1)] : ["p", Math.max(1, level)];
  }
}
