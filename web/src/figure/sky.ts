// Drawn backgrounds: flat bands of sky, a skyline, rays, a floor. For tiles, cards and banners; figures stand in front.
import { figure } from "./figure";
import { hash } from "./hash";
import { INK, mix } from "./palette";
import { r1 } from "./points";
import type { Words } from "./spec";

type Bands = readonly [string, string, string, string, string];
/** From the zenith to the horizon. */
export const SKIES = {
  dusk: ["#2a1d46", "#5a2a5c", "#9c3f55", "#e0704a", "#ffb25c"],
  night: ["#0b1730", "#102447", "#163560", "#1f4a7a", "#2f6696"],
  dawn: ["#1c5a78", "#2f86a0", "#63b3b5", "#aed6bd", "#f2e6b8"],
  toxic: ["#12261f", "#1b4231", "#2c6a45", "#5a9a55", "#a9c968"],
  forge: ["#1d1512", "#3a1f16", "#6b2f17", "#a94a18", "#e5801f"],
  ice: ["#16304a", "#28587c", "#4d8bb0", "#8cc0d8", "#d6eef4"],
  court: ["#171334", "#262060", "#3f348c", "#6a55b8", "#a98be0"],
  paper: ["#d9d2bf", "#e2dccb", "#ebe6d8", "#f2eee3", "#f8f5ec"],
  void: ["#06070f", "#0a0d1c", "#10162c", "#18213f", "#243056"],
} as const satisfies Record<string, Bands>;
export type Sky = keyof typeof SKIES;

function any(seed: string, what: string, count: number): number {
  return hash(`${seed}/${what}`) % count;
}

interface Weather {
  sun?: boolean;
  stars?: boolean;
  /** The height of the horizon as a share of the picture's height. */
  horizon?: number;
}

export function sky(w: number, h: number, name: Sky, seed: string, { sun = true, stars = false, horizon = 0.72 }: Weather = {}): string {
  const bands = SKIES[name];
  const ground = h * horizon;
  let out = `<rect width="${w}" height="${h}" fill="${bands[0]}"/>`;
  bands.forEach((colour, i) => {
    if (i) out += `<rect y="${r1(ground * (i / 5) ** 0.8)}" width="${w}" height="${r1(h)}" fill="${colour}"/>`;
  });
  if (stars) out += starry(w, ground, seed);
  if (!sun) return out;
  const x = w * (0.2 + any(seed, "sun", 60) / 100);
  const y = ground * 0.62;
  const r = h * 0.2;
  out += `<circle cx="${r1(x)}" cy="${r1(y)}" r="${r1(r)}" fill="${mix(bands[4], "#ffffff", 0.5)}"/>`;
  [0.15, 0.45, 0.7].forEach((t, i) => (out += `<rect x="${r1(x - r)}" y="${r1(y + r * t)}" width="${r1(2 * r)}" height="${1.5 + i * 1.5}" fill="${bands[3]}"/>`));
  return out;
}

function starry(w: number, ground: number, seed: string): string {
  let small = "";
  let large = "";
  for (let i = 0; i < Math.min(260, (w * ground) / 900); i++) {
    const spot = `M${any(seed, `sx${i}`, Math.max(1, Math.round(w)))} ${any(seed, `sy${i}`, Math.max(1, Math.round(ground)))}h`;
    if (i % 3) small += `${spot}1`;
    else large += `${spot}2`;
  }
  return `<path d="${small}" stroke="#fff" stroke-width="1" opacity=".5"/><path d="${large}" stroke="#fff" stroke-width="2" opacity=".8"/>`;
}

/** Houses on the horizon; `lit` is the colour of their windows. */
export function skyline(w: number, ground: number, height: number, fill: string, seed: string, lit = ""): string {
  let d = `M-10 ${r1(ground)}`;
  let windows = "";
  for (let x = -10, i = 0; x < w + 10; i++) {
    const wide = 12 + any(seed, `w${i}`, 26);
    const high = height * (0.3 + any(seed, `h${i}`, 70) / 100);
    d += `V${r1(ground - high)}H${r1(x + wide)}`;
    for (let a = 0; lit && a < wide / 8 - 1; a++)
      for (let b = 0; b < high / 9 - 1; b++) if (!any(seed, `l${i}${a}${b}`, 4)) windows += `M${r1(x + 3 + a * 8)} ${r1(ground - high + 4 + b * 9)}h3v4h-3Z`;
    x += wide;
  }
  return `<path d="${d}V${r1(ground)}Z" fill="${fill}"/>${windows ? `<path d="${windows}" fill="${lit}"/>` : ""}`;
}

export function rays(x: number, y: number, count: number, length: number, fill: string, opacity = 0.5): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const a = (i * 2 * Math.PI) / count;
    const b = a + Math.PI / count;
    d += `M${r1(x)} ${r1(y)}L${r1(x + Math.cos(a) * length)} ${r1(y + Math.sin(a) * length)}L${r1(x + Math.cos(b) * length)} ${r1(y + Math.sin(b) * length)}Z`;
  }
  return `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;
}

/** A floor that runs to the horizon. */
export function floor(w: number, h: number, ground: number, fill: string, line: string): string {
  let d = "";
  for (let i = 0; i < 7; i++) d += `M0 ${r1(ground + (h - ground) * (i / 7) ** 1.6)}H${w}`;
  for (let i = -9; i <= 9; i++) d += `M${r1(w / 2 + i * w * 0.035)} ${r1(ground)}L${r1(w / 2 + i * w * 0.16)} ${h}`;
  return `<rect y="${r1(ground)}" width="${w}" height="${r1(h - ground)}" fill="${fill}"/><path d="${d}" stroke="${line}" stroke-width="1" fill="none"/>`;
}

/** A figure at a position in a picture. */
export function put(words: Words, x: number, y: number, size: number): string {
  return `<g transform="translate(${r1(x)} ${r1(y)}) scale(${Math.round(size * 1000) / 1000})">${figure(words)}</g>`;
}

/** A whole landscape: sky, houses, floor. */
export function landscape(w: number, h: number, name: Sky, seed: string, weather: Weather & { houses?: number } = {}): string {
  const bands = SKIES[name];
  const ground = h * (weather.horizon ?? 0.72);
  const houses = weather.houses ?? 0.4;
  return (
    sky(w, h, name, seed, weather) +
    (houses > 0 ? skyline(w, ground, h * houses, mix(bands[1], "#000000", 0.25), seed, mix(bands[4], bands[1], 0.35)) : "") +
    floor(w, h, ground, mix(bands[1], INK, 0.55), mix(bands[2], INK, 0.3)) +
    `<path d="M0 ${r1(ground)}H${w}" stroke="${bands[3]}" stroke-width="1.4"/>`
  );
}

/** The background of each kind of figure on a card. */
const MOODS: Readonly<Record<string, readonly Sky[]>> = {
  robot: ["night", "ice", "forge", "dusk"],
  suit: ["night", "ice", "forge", "dusk"],
  super: ["dusk", "forge"],
  kaiju: ["toxic", "dusk"],
  agent: ["court", "night"],
  athlete: ["court", "night"],
  gear: ["ice", "dawn"],
  building: ["ice", "dawn"],
  moon: ["void"],
  event: ["forge"],
  tactic: ["forge", "court", "dusk", "night", "toxic"],
};

export function backdrop(kind: string, seed: string, w: number, h: number): string {
  const moods = MOODS[kind] ?? ["night"];
  const name = moods[hash(`${seed}/mood`) % moods.length] ?? "night";
  const bands = SKIES[name];
  if (kind === "moon") return sky(w, h, "void", seed, { sun: false, stars: true, horizon: 1 });
  if (kind === "event" || kind === "tactic") return sky(w, h, name, seed, { sun: false }) + rays(w / 2, h * 0.55, 12, w, "#ffd88a", 0.35);
  if (kind === "gear") return blueprint(w, h);
  if (kind === "agent") {
    const stripes = Array.from({ length: 9 }, (_, i) => `M0 ${r1(((i + 0.25) * h) / 9)}H${w}`).join("");
    return `<rect width="${w}" height="${h}" fill="${bands[1]}"/><path d="${stripes}" stroke="${bands[2]}" stroke-width="${r1(h / 18)}" opacity=".5"/>`;
  }
  const ground = h * 0.74;
  return (
    sky(w, h, name, seed, { stars: name === "night" }) +
    skyline(w, ground, h * (kind === "kaiju" ? 0.2 : 0.4), mix(bands[1], "#000000", 0.25), seed) +
    `<rect y="${r1(ground)}" width="${w}" height="${r1(h - ground)}" fill="${mix(bands[1], INK, 0.55)}"/><path d="M0 ${r1(ground)}H${w}" stroke="${bands[3]}" stroke-width="1.4"/>`
  );
}

function blueprint(w: number, h: number): string {
  let d = "";
  for (let x = 0; x <= w; x += 8) d += `M${x} 0V${h}`;
  for (let y = 0; y <= h; y += 8) d += `M0 ${y}H${w}`;
  return `<rect width="${w}" height="${h}" fill="#12324a"/><path d="${d}" stroke="#1f4f70" stroke-width=".7"/>`;
}
