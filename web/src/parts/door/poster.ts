// What hangs behind the figures of a poster: sky, city, arena, felt, a chart on the wall. Told by a word, drawn by numbers.
import { floor, rays, sky, skyline, SKIES, type Sky } from "../../figure/sky";
import { INK, mix } from "../../figure/palette";
import type { Poster } from "../../types";
import { inked } from "./inked";

/** The size of every poster. */
export const WIDE = 256;
export const HIGH = 224;
const GROUND = HIGH * 0.78;

export function skyOf(mood: string): Sky {
  return mood in SKIES ? (mood as Sky) : "night";
}

/** Everything behind those who stand in the picture; only numbers and colours, never anybody's words. */
export function behind({ mood, behind: what, name, chart }: Pick<Poster, "mood" | "behind" | "name" | "chart">): string {
  const [zenith, high, , low, horizon] = SKIES[skyOf(mood)];
  switch (what) {
    case "rays":
      return (
        sky(WIDE, HIGH, skyOf(mood), name, { sun: false, horizon: 0.9 }) +
        rays(WIDE / 2, HIGH * 0.6, 14, WIDE, horizon, 0.32) +
        floor(WIDE, HIGH, GROUND + 12, mix(high, INK, 0.5), mix(low, high, 0.6))
      );
    case "city":
      return (
        sky(WIDE, HIGH, skyOf(mood), name, { sun: false, stars: true }) +
        skyline(WIDE, HIGH, HIGH * 0.5, mix(high, "#ffffff", 0.06), `${name}/far`) +
        skyline(WIDE, HIGH, HIGH * 0.3, mix(zenith, INK, 0.3), name, "#ffd447")
      );
    case "arena":
      return sky(WIDE, HIGH, skyOf(mood), name, { sun: false, horizon: 0.8 }) + spotlights() + crowd(low, horizon) + floor(WIDE, HIGH, GROUND - 28, mix(high, INK, 0.35), mix(low, high, 0.5));
    case "felt":
      return felt();
    case "chart":
      return blueprint() + table(chart);
    default:
      return sky(WIDE, HIGH, skyOf(mood), name, { stars: true });
  }
}

function spotlights(): string {
  const beams = [40, 128, 216].map((x) => `M${x} 6L${x - 34} 150H${x + 34}Z`).join("");
  return `<path d="${beams}" fill="#fff" opacity=".09"/>`;
}

/** Heads in the stands, in three rows. */
function crowd(dark: string, light: string): string {
  let out = "";
  for (let row = 0; row < 3; row++) {
    let d = "";
    for (let x = (row % 2) * 7; x < WIDE + 8; x += 14) d += `M${x - 5} ${118 + row * 10}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z`;
    out += `<path d="${d}" fill="${mix(dark, light, row * 0.22)}" opacity=".75"/>`;
  }
  return out;
}

function felt(): string {
  const stripes = Array.from({ length: 9 }, (_, i) => `M${i * 44 - 90} ${HIGH}L${i * 44 - 10} 0H${i * 44 + 12}L${i * 44 - 68} ${HIGH}Z`).join("");
  const coin = (x: number, y: number, r: number) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#dba21e" stroke="${INK}" stroke-width="1.6"/><circle cx="${x}" cy="${y}" r="${r * 0.72}" fill="#ffd447" stroke="#946a03" stroke-width="1"/>`;
  return `<rect width="${WIDE}" height="${HIGH}" fill="#123f36"/><path d="${stripes}" fill="#185446" opacity=".7"/>${coin(24, 40, 11)}${coin(40, 62, 10)}${coin(232, 34, 11)}`;
}

function blueprint(): string {
  let d = "";
  for (let x = 0; x <= WIDE; x += 16) d += `M${x} 0V${HIGH}`;
  for (let y = 0; y <= HIGH; y += 16) d += `M0 ${y}H${WIDE}`;
  return `<rect width="${WIDE}" height="${HIGH}" fill="#15293a"/><path d="${d}" stroke="#224259" stroke-width="1"/>`;
}

/** The rows of a table on the wall, one of its figures marked. */
function table(rows: readonly (readonly string[])[]): string {
  const [w, h, left, top] = [31, 25, 35, 20];
  return rows
    .flatMap((row, y) =>
      row.map((text, x) => {
        const marked = y === 1 && x === 3;
        const box = `<rect x="${left + x * w}" y="${top + y * h}" width="${w - 2}" height="${h - 2}" fill="${marked ? "#ffd447" : "#1b3a52"}" stroke="#356486" stroke-width="1"/>`;
        // Only figures and signs: letters are drawn stroke by stroke, so nothing here is markup.
        return box + inked(text, left + x * w + w / 2 - 1, top + y * h + h / 2 - 1, 9, marked ? "#191404" : "#9cc7e4");
      }),
    )
    .join("");
}
