// What effects are drawn with. Colours are those of the page; lengths are the frame's.
import { lettering } from "../figure/letters";
import type { Point } from "../geometry";

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function near(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A star with so many points. */
export function star({ x, y }: Point, inner: number, outer: number, points: number): string {
  const corner = (at: number) => {
    const far = at % 2 ? inner : outer * (1 + 0.18 * Math.sin(at * 2.3));
    return `${near(x + Math.cos((at * Math.PI) / points) * far)} ${near(y + Math.sin((at * Math.PI) / points) * far)}`;
  };
  return `M${Array.from({ length: points * 2 }, (_, at) => corner(at)).join("L")}Z`;
}

export function burst(at: Point, unit: number): string {
  return `<path d="${star(at, unit * 0.34, unit * 0.78, 9)}" class="fx-fire" stroke-width="${near(unit * 0.03)}"/><path d="${star(at, unit * 0.18, unit * 0.4, 7)}" class="fx-white"/>`;
}

/** A place, marked: solid for where something is, dashed for where it was. */
export function spot({ x, y }: Point, unit: number, kind: "is" | "was" | "aimed"): string {
  return `<ellipse cx="${near(x)}" cy="${near(y)}" rx="${near(unit * 0.62)}" ry="${near(unit * 0.5)}" class="fx-spot fx-${kind}" stroke-width="${near(unit * 0.07)}"${kind === "was" ? ` stroke-dasharray="${near(unit * 0.16)} ${near(unit * 0.14)}"` : ""}/>`;
}

/** A line through points; `kind` says what runs along it. */
export function path(points: readonly Point[], unit: number, kind: "way" | "shot"): string {
  if (points.length < 2) return "";
  const d = `M${points.map(({ x, y }) => `${near(x)} ${near(y)}`).join("L")}`;
  const ends = points[points.length - 1] as Point;
  const from = points[points.length - 2] as Point;
  const turn = (Math.atan2(ends.y - from.y, ends.x - from.x) * 180) / Math.PI;
  const head = near(unit * 0.2);
  return (
    `<path d="${d}" class="fx-path fx-ground" stroke-width="${near(unit * 0.15)}"/>` +
    `<path d="${d}" class="fx-path fx-${kind}" stroke-width="${near(unit * 0.08)}" stroke-dasharray="${near(unit * 0.02)} ${near(unit * 0.2)}"/>` +
    `<path d="M${head} 0L${-head} ${-head}L${-head} ${head}Z" class="fx-head" stroke-width="${near(unit * 0.03)}" transform="translate(${near(ends.x)} ${near(ends.y)}) rotate(${near(turn)})"/>`
  );
}

/** Words with an edge, to be read over anything. */
export function words({ x, y }: Point, size: number, text: string, kind: string): string {
  return `<text x="${near(x)}" y="${near(y)}" font-size="${near(size)}" stroke-width="${near(size * 0.24)}" class="fx-words fx-${kind}">${escaped(text)}</text>`;
}

/** A number in display type. */
export function figure({ x, y }: Point, size: number, text: string, kind: string): string {
  const { d, width } = lettering(text, size * 0.72);
  const line = (wide: number, more = "") => `<path d="${d}" stroke-width="${near(size * wide)}"${more}/>`;
  return `<g class="fx-number fx-${kind}" transform="translate(${near(x - width / 2)} ${near(y - size * 0.72)})"><title>${text}</title>${line(0.38)}${line(0.16, ' class="fx-ink"')}</g>`;
}

/** Words in a box, a little below or above what they are about. */
export function label({ x, y }: Point, unit: number, text: string): string {
  const size = unit * 0.34;
  const width = size * (0.9 + text.length * 0.56);
  return (
    `<rect x="${near(x - width / 2)}" y="${near(y - size * 0.8)}" width="${near(width)}" height="${near(size * 1.5)}" rx="${near(size * 0.35)}" class="fx-box" stroke-width="${near(unit * 0.03)}"/>` +
    `<text x="${near(x)}" y="${near(y + size * 0.3)}" font-size="${near(size)}" class="fx-label">${escaped(text)}</text>`
  );
}

/** What was lost or gained, as it is said: with a sign that is no hyphen. */
export function signed(amount: number): string {
  return `${amount > 0 ? "+" : "−"}${Math.abs(amount)}`;
}

export function between(one: Point, other: Point, part: number): Point {
  return { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part };
}

/** One long from here to there. */
export function towards(from: Point, to: Point): Point {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / far, y: (to.y - from.y) / far };
}
