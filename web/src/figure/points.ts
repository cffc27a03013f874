// Points and lines through them. Feet stand on 0,0; y grows downwards.

export type Point = readonly [x: number, y: number];

/** Short numbers make short pictures. */
export function r1(value: number): number {
  return Math.round(value * 10) / 10;
}

export function flip(pts: readonly Point[]): Point[] {
  return pts.map(([x, y]) => [-x, y]);
}

/** Turned by degrees, made larger, put at a place. */
export function at(pts: readonly Point[], x: number, y: number, degrees = 0, size = 1): Point[] {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle) * size;
  const sin = Math.sin(angle) * size;
  return pts.map(([u, v]) => [x + u * cos - v * sin, y + u * sin + v * cos]);
}

/** A wavy band from one point to another. */
export function band(x0: number, y0: number, x1: number, y1: number, w0: number, w1: number, wave: number, turns = 1): Point[] {
  const STEPS = 10;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const nx = -(y1 - y0) / length;
  const ny = (x1 - x0) / length;
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i <= STEPS; i++) {
    const t = i / STEPS;
    const off = Math.sin(t * Math.PI * 2 * turns) * wave * t;
    const wide = w0 + (w1 - w0) * t;
    const x = x0 + (x1 - x0) * t + nx * off;
    const y = y0 + (y1 - y0) * t + ny * off;
    left.push([x + nx * wide, y + ny * wide]);
    right.unshift([x - nx * wide, y - ny * wide]);
  }
  return [...left, ...right];
}

/** A closed line through points, as an SVG path; a round one passes their middles with soft corners. */
export function outline(pts: readonly Point[], round = false): string {
  if (!round) return `M${pts.map(([x, y]) => `${r1(x)} ${r1(y)}`).join("L")}Z`;
  const middle = (a: Point, b: Point) => `${r1((a[0] + b[0]) / 2)} ${r1((a[1] + b[1]) / 2)}`;
  const first = pts[0] ?? [0, 0];
  const start = `M${middle(pts[pts.length - 1] ?? first, first)}`;
  return `${start}${pts.map((p, i) => `Q${r1(p[0])} ${r1(p[1])} ${middle(p, pts[i + 1] ?? first)}`).join("")}Z`;
}

/** A circle, or an ellipse that is `ry` high, as an SVG path. */
export function circle(x: number, y: number, r: number, ry = r): string {
  const half = `${r1(r)} ${r1(ry)} 0 1 0`;
  return `M${r1(x - r)} ${r1(y)}a${half} ${r1(2 * r)} 0a${half} ${r1(-2 * r)} 0Z`;
}
