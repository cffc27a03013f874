// Things on cards: buildings, gear, moons, great events. What they are is read from their names.
import type { Canvas, Part, Tone } from "./canvas";
import { hash } from "./hash";
import { INK, mix } from "./palette";
import { at, r1, type Point } from "./points";
import { put } from "./weapons";

type Named = readonly (readonly [RegExp, Part])[];

function draw(c: Canvas, kinds: Named, otherwise: Part): void {
  (kinds.find(([like]) => like.test(c.spec.name))?.[1] ?? otherwise)(c);
}

const BUILDINGS: Named = [
  [/field|shield/i, (c) => {
    c.sym([[0, -84], [22, -78], [36, -60], [38, -38], [34, -20], [0, -20]], "g", 1);
    c.sym([[0, -76], [18, -70], [29, -56], [30, -38], [27, -22], [0, -22]], "k", 2);
    c.sym([[0, -58], [8, -54], [10, -22], [0, -22]], "n", 0);
    c.disc(0, -62, 8, "g0");
  }],
  [/mint|coin/i, (c) => {
    c.sym([[0, -62], [20, -58], [22, -20], [0, -20]], "n", 0);
    c.disc(0, -44, 13, "y2");
    c.disc(0, -45, 11, "y1");
    c.disc(0, -45, 6.5, "y0");
    for (const i of [0, 1, 2]) c.disc(34, -16 - i * 6, 10, "y1", 4.5);
    c.pair([[20, -60], [26, -60], [26, -84], [20, -84]], "p", 1);
  }],
  [/mine|drill/i, (c) => {
    c.pair([[2, -88], [6, -88], [26, -20], [18, -20]], "n", 0);
    c.sym([[0, -60], [10, -60], [12, -55], [0, -55]], "p", 1);
    c.sym([[0, -40], [14, -40], [16, -35], [0, -35]], "p", 1);
    c.sym([[0, -84], [5, -84], [5, -30], [0, -10]], "k", 0);
    c.sym([[0, -94], [9, -92], [10, -84], [0, -82]], "y", 0);
  }],
  [/dish|radar/i, (c) => {
    c.sym([[0, -44], [6, -44], [14, -20], [0, -20]], "n", 1);
    c.poly(at([[-34, 0], [-26, 15], [0, 22], [26, 15], [34, 0], [0, 8]], 2, -62, -28), "n0");
    c.poly(at([[-34, 0], [0, 8], [34, 0], [0, -8]], 2, -62, -28), "p1");
    c.poly(at([[-1.5, 0], [1.5, 0], [1, -24], [-1, -24]], 2, -62, -28), "k0");
    c.disc(-10, -84, 4.5, "g1");
  }],
  [/pad/i, (c) => {
    c.sym([[0, -24], [34, -22], [38, -12], [0, -12]], "n", 0);
    c.sym([[0, -92], [6, -78], [8, -40], [14, -26], [0, -26]], "w", 0);
    c.sym([[0, -92], [6, -78], [0, -74]], "p", 1);
    c.disc(0, -62, 3.6, "g1");
    c.pair([[24, -22], [29, -22], [29, -80], [26, -80]], "k", 0);
  }],
  [/bay|repair/i, (c) => {
    c.sym([[0, -66], [28, -60], [32, -20], [0, -20]], "w", 0);
    c.sym([[0, -44], [16, -42], [18, -20], [0, -20]], "k", 2);
    c.poly([[-4, -62], [4, -62], [4, -58], [8, -58], [8, -51], [4, -51], [4, -47], [-4, -47], [-4, -51], [-8, -51], [-8, -58], [-4, -58]], "h0");
  }],
  [/rail/i, (c) => {
    c.sym([[0, -46], [16, -44], [22, -20], [0, -20]], "n", 0);
    c.poly(at([[-9, 20], [9, 20], [6, -52], [-6, -52]], 0, -40, 32), "k0");
    c.poly(at([[-2, 16], [2, 16], [2, -54], [-2, -54]], 0, -40, 32), "g1");
    c.disc(0, -40, 12, "p1");
  }],
];

export function building(c: Canvas): void {
  c.sym([[0, -12], [34, -12], [40, 1], [0, 1]], "k", 1);
  c.sym([[0, -20], [26, -20], [32, -11], [0, -11]], "p", 1);
  c.z = 3;
  draw(c, BUILDINGS, () => {
    c.sym([[0, -40], [12, -40], [18, -20], [0, -20]], "n", 1);
    c.sym([[0, -76], [28, -80], [32, -74], [32, -46], [26, -40], [0, -40]], "p", 1);
    for (const [x, y] of [[8, -68], [22, -68], [8, -52], [22, -52]] as const) {
      c.discs(x, y, 6, "n", 1);
      c.discs(x, y, 4, "r", 1);
    }
  });
}

const GEAR: Named = [
  [/jet/i, (c) => {
    c.pair([[6, -22], [24, -24], [20, 0], [14, -6], [10, 2]], "g", 0);
    c.pair([[4, -70], [10, -78], [22, -78], [28, -68], [28, -30], [24, -22], [8, -22], [4, -30]], "n", 0);
    c.pair([[5, -62], [27, -62], [27, -50], [5, -50]], "p", 1);
    c.sym([[0, -58], [6, -58], [6, -40], [0, -38]], "k", 0);
  }],
  [/rocket/i, (c) => {
    c.poly([[-4, -10], [4, -10], [0, 2]], "g1");
    c.sym([[0, -94], [7, -82], [11, -66], [11, -22], [0, -18]], "w", 0);
    c.sym([[0, -94], [7, -82], [9, -74], [0, -72]], "p", 1);
    c.sym([[0, -42], [11, -42], [11, -36], [0, -36]], "p", 1);
    c.pair([[10, -36], [24, -16], [24, -8], [9, -18]], "p", 1);
  }],
];

export function gear(c: Canvas): void {
  c.fall = 4;
  draw(c, GEAR, () => {
    c.disc(0, -46, 38, "g2");
    c.disc(0, -46, 34, "k2");
    c.sym([[0, -74], [22, -62], [22, -38], [0, -18]], "g", 1);
    c.sym([[0, -66], [15, -57], [15, -40], [0, -27]], "p", 1);
  });
}

/** A super weapon. */
export function event(c: Canvas): void {
  c.fall = 2;
  draw(c, EVENTS, () => {
    rays(c, 12, 20, 36, "y1");
    c.disc(0, -46, 20, "y1");
    c.disc(0, -46, 14, "y0");
    c.poly([[-6, -40], [6, -40], [12, 4], [-12, 4]], "g0");
  });
}

function rays(c: Canvas, count: number, from: number, to: number, tone: Tone): void {
  for (let i = 0; i < count; i++) c.poly(at([[-3.5, -from], [3.5, -from], [0, -to]], 0, -46, (i * 360) / count), tone);
}

const EVENTS: Named = [
  [/meteor/i, (c) => {
    c.poly([[46, -100], [10, -58], [22, -38]], "g1");
    c.poly([[52, -84], [14, -52], [18, -42]], "r0");
    c.poly([[-30, -40], [-14, -62], [12, -58], [22, -40], [14, -16], [-12, -8], [-30, -20]], "e2");
    c.poly([[-30, -40], [-14, -62], [4, -59], [-6, -44], [-22, -30]], "e1", "shade");
    c.disc(-8, -28, 5, "e3");
    c.disc(6, -42, 4, "e3");
  }],
  [/storm|emp/i, (c) => {
    rays(c, 10, 22, 44, "g1");
    c.disc(0, -46, 24, "k2");
    c.poly([[-4, -70], [12, -70], [4, -52], [14, -52], [-8, -20], [-1, -44], [-12, -44]], "y0");
  }],
  [/drill/i, (c) => {
    c.sym([[0, -96], [24, -92], [26, -70], [0, -68]], "p", 1);
    c.sym([[0, -70], [26, -70], [14, -36], [0, 0]], "n", 0);
    for (const y of [-60, -46, -32]) {
      const wide = (y + 70) * 0.4;
      c.poly([[-26 + wide, y], [22 - wide, y - 8], [20 - wide, y - 2], [-24 + wide, y + 6]], "k1");
    }
  }],
  [/magnet/i, (c) => {
    c.pair([[4, -18], [4, -34], [14, -46], [14, -60], [34, -60], [34, -40], [18, -16], [8, -12]], "r", 1);
    c.pair([[14, -60], [34, -60], [34, -78], [14, -78]], "n", 0);
    c.sym([[0, -12], [10, -12], [6, -32], [0, -32]], "r", 1);
    c.pair([[20, -84], [28, -84], [24, -98]], "g", 1);
  }],
  [/breaker|base/i, (c) => {
    rays(c, 8, 16, 42, "g1");
    put(c, 1, "hammer", 14, -18, 1.15, -24);
  }],
];

const MOONS: readonly (readonly [string, string])[] = [
  ["rusty", "#b8683f"],
  ["silver", "#c9d6df"],
  ["amber", "#e3a93c"],
  ["crystal", "#8fdcea"],
  ["dust", "#b0a48d"],
  ["twin", "#a9b7e0"],
];

export function moon(c: Canvas): void {
  const words = c.spec.name.toLowerCase();
  const colour = (MOONS.find(([word]) => words.includes(word)) ?? MOONS[hash(c.spec.name) % MOONS.length])?.[1] ?? INK;
  c.raw = words.includes("twin") ? orb(c, -12, -54, 28, colour) + orb(c, 24, -30, 15, colour) : orb(c, 0, -48, 30 + (hash(c.spec.name) % 9), colour);
  if (words.includes("crystal"))
    c.raw += `<g fill="#e9fdff" stroke="${INK}" stroke-width="1.4"><path d="M-8 -50l5 -20l6 20Z"/><path d="M8 -40l4 -15l5 15Z"/><path d="M-22 -38l4 -13l5 13Z"/></g>`;
}

function orb(c: Canvas, x: number, y: number, r: number, colour: string): string {
  const dark = mix(colour, "#14202a", 0.3);
  const any = (what: string, count: number) => hash(`${c.spec.name}${what}`) % count;
  let out = `<circle cx="${x}" cy="${y}" r="${r + 2}" fill="${INK}"/><circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
  for (let i = 0; i < 7; i++) {
    const angle = (any(`${i}`, 360) * Math.PI) / 180;
    const away = r * (0.15 + any(`d${i}`, 60) / 100);
    const size = r * (0.08 + any(`r${i}`, 12) / 100);
    const [cx, cy]: Point = [x + Math.cos(angle) * away, y + Math.sin(angle) * away];
    out += `<ellipse cx="${r1(cx)}" cy="${r1(cy)}" rx="${r1(size)}" ry="${r1(size * 0.9)}" fill="${dark}"/>`;
  }
  const wide = r1(r * 1.5);
  const night = `M${x} ${y - r}A${r} ${r} 0 0 1 ${x} ${y + r}A${wide} ${wide} 0 0 0 ${x} ${y - r}Z`;
  return `${out}<path d="${night}" fill="${INK}" opacity=".42" transform="rotate(24 ${x} ${y})"/><circle cx="${x}" cy="${y}" r="${r - 1}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="1.4"/>`;
}
