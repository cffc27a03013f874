// Points and lines through them. Feet stand on 0,0; y grows downwards.

export type Point = readonly [x: number, y: number];

/** Round numbers, to keep the SVG short. */
export function r1(value: number): number {
  return Math.round(value * 10) / 10;
}

export function flip(pts: readonly Point[]): Point[] {
  return pts.map(([x, y]) => [-x, y]);
}

/** Rotate by degrees, scale, and move points. */
export function at(pts: readonly Point[], x: number, y: number, degrees = 0, size = 1): Point[] {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle) * size;
  const sin = Math.sin(angle) * size;
  return pts.map(([u, v]) => [x + u * cos - v * sin, y + u * sin + v * cos]);
}

/** A wavy band from one point to another. */
export function band(x0: number, y0: number, x1: number, y1: number, w0: number, w1: number, wave: number, turns = 1): Point[] {
  const STEPS = 4;
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

/** Coordinates are rounded to halves; nobody sees finer steps. */
function halves(value: number): number {
  return Math.round(value * 2);
}

/** A number of halves in its shortest SVG form. */
function short(value: number): string {
  return String(value / 2).replace(/^(-?)0\./, "$1.");
}

/** A closed line through points, as an SVG path: steps from point to point, which are shorter than places. */
function steps(pts: readonly Point[]): string {
  let [x, y] = [0, 0];
  let d = "";
  let last = "";
  pts.forEach(([px, py], index) => {
    const [tx, ty] = [halves(px), halves(py)];
    const [dx, dy] = [tx - x, ty - y];
    [x, y] = [tx, ty];
    if (index === 0) d = `M${short(tx)}${gap(ty)}${short(ty)}`;
    if (index === 0 || (dx === 0 && dy === 0)) return;
    const step = dx === 0 ? "v" : dy === 0 ? "h" : "l";
    // A command letter applies until another one follows.
    d += step === last ? gap(dx === 0 ? dy : dx) : step;
    d += dx === 0 ? short(dy) : dy === 0 ? short(dx) : `${short(dx)}${gap(dy)}${short(dy)}`;
    last = step;
  });
  return `${d}z`;
}

/** A minus sign needs no space before it. */
function gap(value: number): string {
  return value < 0 ? "" : " ";
}

/** A closed curve with soft corners: through the middles of the sides. */
function curves(pts: readonly Point[]): string {
  const places = pts.map(([x, y]) => [halves(x), halves(y)] as const);
  const middle = (i: number) => {
    const [[ax, ay], [bx, by]] = [places[i % places.length] ?? [0, 0], places[(i + 1) % places.length] ?? [0, 0]];
    return [Math.round((ax + bx) / 2), Math.round((ay + by) / 2)] as const;
  };
  let [x, y] = middle(places.length - 1);
  let d = `M${short(x)} ${short(y)}q`;
  places.forEach(([px, py], i) => {
    const [mx, my] = middle(i);
    for (const step of [px - x, py - y, mx - x, my - y]) d += `${d.endsWith("q") ? "" : gap(step)}${short(step)}`;
    [x, y] = [mx, my];
  });
  return `${d}z`;
}

/** A closed line through points, as an SVG path. */
export function outline(pts: readonly Point[], soft = false): string {
  return soft ? curves(pts) : steps(pts);
}

/** Whether a point lies in a polygon. */
export function inside([x, y]: Point, pts: readonly Point[]): boolean {
  let found = false;
  for (let i = 0, j = pts.length - 1; i < pts.length; j = i++) {
    const [ax, ay] = pts[i] ?? [0, 0];
    const [bx, by] = pts[j] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  }
  return found;
}

/** A circle, or an ellipse that is `ry` high, as an SVG path. */
export function circle(x: number, y: number, r: number, ry = r): string {
  const half = `${r1(r)} ${r1(ry)} 0 1 0`;
  return `M${r1(x - r)} ${r1(y)}a${half} ${r1(2 * r)} 0a${half}${r1(-2 * r)} 0z`;
}
