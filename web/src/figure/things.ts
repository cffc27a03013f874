// Things on cards: buildings, gear, moons, events. Their names decide which one is drawn.
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
  [/battery|cell/i, (c) => {
    c.pair([[4, -20], [4, -66], [8, -72], [22, -72], [26, -66], [26, -20]], "n", 0);
    c.pair([[10, -72], [20, -72], [20, -80], [10, -80]], "k", 1);
    for (const y of [-56, -44, -32]) c.pair([[7, y], [23, y], [23, y + 7], [7, y + 7]], "g", 0);
  }],
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
  [/battery|cell|charge/i, (c) => {
    c.sym([[0, -92], [8, -92], [8, -82], [24, -80], [26, -74], [26, -8], [22, -2], [0, -2]], "n", 0);
    for (const y of [-66, -48, -30]) c.sym([[0, y], [18, y], [18, y + 11], [0, y + 11]], "g", 0);
  }],
  [/vault|safe|bank/i, (c) => {
    c.sym([[0, -84], [34, -84], [38, -80], [38, -6], [34, -2], [0, -2]], "n", 1);
    c.disc(0, -43, 27, "k1");
    c.disc(0, -43, 22, "n0");
    for (const angle of [0, 60, 120]) c.poly(at([[-3, -20], [3, -20], [3, 20], [-3, 20]], 0, -43, angle), "y1");
    c.disc(0, -43, 6, "k2");
  }],
  [/chest|crate|box|treasur/i, (c) => {
    c.sym([[0, -62], [30, -60], [40, -50], [42, -38], [0, -38]], "p", 1);
    c.sym([[0, -38], [42, -38], [40, -2], [0, -2]], "k", 0);
    c.pair([[24, -62], [32, -59], [32, -2], [24, -2]], "y", 1);
    c.sym([[0, -44], [8, -44], [8, -28], [0, -24]], "y", 0);
  }],
  [/engine|motor|turbine|reactor/i, (c) => {
    c.sym([[0, -86], [16, -84], [30, -66], [30, -30], [16, -10], [0, -8]], "n", 1);
    c.disc(0, -48, 20, "k2");
    c.disc(0, -48, 14, "g1");
    c.disc(0, -48, 7, "g0");
  }],
  [/scope|sensor|eye|radar|chip|computer/i, (c) => {
    c.sym([[0, -80], [26, -80], [30, -76], [30, -18], [26, -14], [0, -14]], "k", 1);
    for (const y of [-70, -56, -42, -28]) c.pair([[30, y], [42, y], [42, y + 5], [30, y + 5]], "y", 1);
    c.sym([[0, -66], [18, -66], [18, -30], [0, -30]], "g", 1);
  }],
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
    const r = 28 + c.pick("round", 4) * 3;
    c.disc(0, -46, r + 4, "g2");
    c.disc(0, -46, r, "k2");
    if (c.pick("spokes", 2)) rays(c, 5 + c.pick("teeth", 4), r, r + 14, "n1");
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

/** A word in the name, the colour, and the satellite that it gets. */
const MOONS: readonly (readonly [string, string, number])[] = [
  ["rusty", "#b8683f", 0],
  ["silver", "#c9d6df", 2],
  ["amber", "#e3a93c", 1],
  ["crystal", "#8fdcea", 0],
  ["dust", "#b0a48d", 3],
  ["twin", "#a9b7e0", 0],
];

export function moon(c: Canvas): void {
  const words = c.spec.name.toLowerCase();
  const known = MOONS.find(([word]) => words.includes(word));
  const colour = (known ?? MOONS[hash(c.spec.name) % MOONS.length])?.[1] ?? INK;
  const round = known?.[2] ?? hash(`${c.spec.name}/belt`) % SATELLITES.length;
  const size = 25 + (hash(`${c.spec.name}/size`) % 5) * 3;
  const edge = `fill="${mix(colour, "#ffffff", 0.4)}" stroke="${INK}" stroke-width="2" stroke-linejoin="round"`;
  if (words.includes("twin")) c.raw = orb(c, -12, -54, 28, colour) + orb(c, 24, -30, 15, colour);
  else if (words.includes("crystal")) c.raw = `<path d="M-34 -70L-44 -92L-18 -82L-6 -104L10 -82L34 -94L32 -66Z" ${edge}/>${orb(c, 0, -46, 36, colour)}`;
  else c.raw = orb(c, 0, -48, size, colour) + SATELLITES[round]?.(c, size, colour, edge);
}

/** The satellite of a moon: none, a belt, a companion, a cloud of stones. */
const SATELLITES: readonly ((c: Canvas, r: number, colour: string, edge: string) => string)[] = [
  () => "",
  (_, r, colour) =>
    `<g transform="rotate(-18 0 -48)" fill="none"><path d="M${-r - 18} -48A${r + 18} 11 0 0 0 ${r + 18} -48" stroke="${INK}" stroke-width="9"/><path d="M${-r - 18} -48A${r + 18} 11 0 0 0 ${r + 18} -48" stroke="${mix(colour, "#ffffff", 0.5)}" stroke-width="5"/></g>`,
  (c, r, colour) => orb(c, r, -48 - r * 0.8, 9, mix(colour, "#ffffff", 0.3)),
  (_, r, __, edge) => [0, 50, 110, 160, 220, 290].map((turn) => `<path d="M${-r - 15} -52l6 -4l6 5l-2 8l-8 1Z" transform="rotate(${turn} 0 -48)" ${edge}/>`).join(""),
];

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
