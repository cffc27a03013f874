// Terrain with volume: each kind has its own silhouette, recognizable without the legend.
// Drawn around 0,0 with a hex side of 40; `SCALE` converts it to sides of a hex.
import { hash } from "./figure/hash";
import { mix } from "./figure/palette";
import { r1 } from "./figure/points";
import { TILT } from "./relief";

const U = 40;
export const SCALE = 1 / U;

type Colours = readonly [top: string, left: string, right: string];
const ROCK: Colours = ["#93a4af", "#5f707c", "#36434d"];
const SAND: Colours = ["#c9a878", "#97754a", "#6d5233"];
const VIOLET: Colours = ["#7a80ab", "#4a5080", "#343a62"];
const ICE: Colours = ["#b6e8f2", "#5fa9c4", "#37718f"];
const CONCRETE: Colours = ["#aab6c0", "#6f7e8b", "#d3dde4"];
const POINTY: readonly (readonly [number, number])[] = [[0, -1], [0.866, -0.5], [0.866, 0.5], [0, 1], [-0.866, 0.5], [-0.866, -0.5]];

type Any = (what: string, count: number) => number;

interface Kind {
  /** Names of terrain that looks like this; a kind without names is for unknown ones. */
  like: RegExp | null;
  /** The height of a unit on it, in sides of a hex; 0 if the unit is inside. */
  top: number;
  draw: (any: Any, flat: boolean) => string;
}

function poly(points: readonly (readonly [number, number])[], fill: string, more = ""): string {
  return `<path d="M${points.map(([x, y]) => `${r1(x)} ${r1(y)}`).join("L")}Z" fill="${fill}"${more}/>`;
}

/** Corners of a hex, clockwise. */
function corners(x: number, y: number, size: number, flat = false): (readonly [number, number])[] {
  return POINTY.map(([a, b]) => (flat ? ([-b, a] as const) : ([a, b] as const))).map(([a, b]) => [x + a * U * size, y + b * U * TILT * size]);
}

/** A hexagonal column: the visible sides, the top, and light on the back edges. */
function prism(x: number, y: number, size: number, high: number, [top, left, right]: Colours, flat = false): string {
  const base = corners(x, y, size, flat);
  let sides = "";
  let rim = "";
  base.forEach(([ax, ay], i) => {
    const [bx, by] = base[(i + 1) % 6] ?? [ax, ay];
    const [mx, my] = [(ax + bx) / 2 - x, (ay + by) / 2 - y];
    if (my > 1) sides += poly([[ax, ay - high], [bx, by - high], [bx, by], [ax, ay]], mx > 1 ? right : left);
    if (my < -1 || (my < 1 && mx < 0)) rim += `M${r1(ax)} ${r1(ay - high)}L${r1(bx)} ${r1(by - high)}`;
  });
  return `${sides}${poly(base.map(([cx, cy]) => [cx, cy - high] as const), top)}<path d="${rim}" stroke="${mix(top, "#ffffff", 0.3)}" stroke-width="2"/>`;
}

/** A box seen from the front. */
function box(x: number, y: number, wide: number, deep: number, high: number, [top, front, edge]: Colours): string {
  const d = deep * TILT;
  const rect = (at: number, tall: number, fill: string) => `<rect x="${r1(x - wide / 2)}" y="${r1(at)}" width="${r1(wide)}" height="${r1(tall)}" fill="${fill}"/>`;
  return (
    rect(y + d / 2 - high, high, front) + rect(y - d / 2 - high, d, top) +
    `<path d="M${r1(x - wide / 2)} ${r1(y + d / 2)}V${r1(y - d / 2 - high)}H${r1(x + wide / 2)}" fill="none" stroke="${edge}" stroke-width="2"/>`
  );
}

function shadow(wide: number, far = 0.4): string {
  const w = wide * U;
  return `<path d="M${r1(-w * 0.5)} ${r1(w * 0.2)}L${r1(w * 0.5)} ${r1(w * 0.3)}L${r1(w * (0.6 + far))} ${r1(w * 0.02)}L${r1(w * 0.4)} ${r1(-w * 0.35)}Z" opacity=".26"/>`;
}

function house(any: Any, wide: number, high: number, cols: number, rows: number, top: string): string {
  const [w, h, d] = [wide * U, high * U, 0.85 * U];
  let windows = "";
  let lit = "";
  for (let i = 0; i < cols; i++)
    for (let j = 0; j < rows; j++) {
      const pane = `M${r1(-w / 2 + (w * (i + 0.24)) / cols)} ${r1(U * 0.05 + (d * TILT) / 2 - h + (h * (j + 0.28)) / rows)}h${r1((w * 0.52) / cols)}v${r1((h * 0.44) / rows)}h${r1((-w * 0.52) / cols)}Z`;
      if (any(`window${i}.${j}`, 3)) windows += pane;
      else lit += pane;
    }
  return shadow(1.35, high * 0.4) + box(0, U * 0.05, w, d, h, [top, "#5c6b79", "#dbe5ec"]) + `<path d="${windows}" fill="#324351"/><path d="${lit}" fill="#ffd98a"/>`;
}

function tree(x: number, y: number, size: number): string {
  const tip = `${r1(x)} ${r1(y - size * 2.3)}`;
  return (
    `<path d="M${r1(x)} ${r1(y)}v${r1(-size * 0.7)}" stroke="#3b2d1e" stroke-width="3.6"/>` +
    `<path d="M${r1(x - size)} ${r1(y - size * 0.35)}L${tip}L${r1(x + size)} ${r1(y - size * 0.35)}Z" fill="#1f7a56"/>` +
    `<path d="M${tip}L${r1(x + size)} ${r1(y - size * 0.35)}H${r1(x + size * 0.1)}Z" fill="#14553d"/>` +
    `<path d="M${r1(x - size * 0.62)} ${r1(y - size * 1.05)}L${tip}L${r1(x + size * 0.1)} ${r1(y - size * 1.3)}Z" fill="#35a377"/>`
  );
}

function bush(x: number, y: number, r: number): string {
  return (
    `<ellipse cx="${r1(x)}" cy="${r1(y - r * 0.7)}" rx="${r1(r)}" ry="${r1(r * 0.85)}" fill="#2c6b3a"/>` +
    `<ellipse cx="${r1(x - r * 0.2)}" cy="${r1(y - r * 0.95)}" rx="${r1(r * 0.62)}" ry="${r1(r * 0.5)}" fill="#57a354"/>`
  );
}

export const KINDS = {
  rock: {
    like: /rock|terrain|boulder|basalt|crag|asteroid/i,
    top: 0.5,
    draw: (any) => {
      const tall = 0.5 + any("tall", 25) / 100;
      const columns = [[-0.36, -0.34, 0.36, 0], [0.14, -0.42, 0.34, 0.16], [0.5, -0.14, 0.3, -0.18], [-0.56, 0.08, 0.28, -0.3], [-0.06, 0.06, 0.4, -0.12], [0.42, 0.3, 0.28, -0.42], [-0.3, 0.42, 0.26, -0.46], [0.12, 0.52, 0.2, -0.52]] as const;
      return shadow(1.4, 0.3) + columns.map(([x, y, size, less], i) => prism(x * U, y * U * TILT, size, U * Math.max(0.1, tall + less + any(`column${i}`, 14) / 100), ROCK)).join("");
    },
  },
  mesa: {
    like: /mesa|hill|ridge|plateau|cliff/i,
    top: 0.9,
    draw: (_, flat) =>
      shadow(1.6, 0.4) + prism(0, 0, 0.92, U * 0.5, SAND, flat) + prism(-U * 0.06, -U * 0.54, 0.66, U * 0.4, SAND, flat) +
      `<path d="M${-U * 0.62} ${-U * 0.02}l${U * 0.5} ${U * 0.3}M${U * 0.2} ${U * 0.38}l${U * 0.5} ${-U * 0.26}" stroke="#5a4329" stroke-width="1.3" fill="none"/>`,
  },
  wall: {
    like: /wall|barricade|fence|rampart/i,
    top: 0.4,
    draw: () => shadow(1.3, 0.1) + box(0, U * 0.12, U * 1.5, U * 0.3, U * 0.38, CONCRETE) + [-0.5, 0, 0.5].map((x) => box(x * U, U * 0.05, U * 0.26, U * 0.2, U * 0.56, CONCRETE)).join(""),
  },
  tower: {
    like: /tower|spire|mast/i,
    top: 1.55,
    draw: (any) => house(any, 0.78, 1.55, 3, 5, "#b9c6d1") + `<path d="M0 ${-U * 1.75}v${-U * 0.5}" stroke="#dbe5ec" stroke-width="2"/><circle cy="${-U * 2.25}" r="3" fill="#ff7a5c"/>`,
  },
  building: {
    like: /building|house|base|city|bunker/i,
    top: 0.95,
    draw: (any) => house(any, 1.14, 0.95, 4, 3, "#a3b0bb") + box(U * 0.25, -U * 0.97, U * 0.3, U * 0.3, U * 0.14, ["#8d9aa5", "#4d5b67", "#c8d3db"]),
  },
  overpass: {
    like: /overpass|bridge|road|ramp/i,
    top: 0.72,
    draw: () =>
      shadow(1.4, 0.2) + [-0.55, 0.55].map((x) => box(x * U, U * 0.1, U * 0.22, U * 0.3, U * 0.6, CONCRETE)).join("") +
      `<rect x="${-U * 0.86}" y="${-U * 0.44}" width="${U * 1.72}" height="${U * 0.2}" fill="#56646f"/><rect x="${-U * 0.86}" y="${-U * 1.02}" width="${U * 1.72}" height="${U * 0.58}" fill="#7c8a96"/>` +
      `<path d="M${-U * 0.86} ${-U * 0.24}V${-U * 1.02}H${U * 0.86}" fill="none" stroke="#c8d3db" stroke-width="2"/><path d="M${-U * 0.74} ${-U * 0.73}h${U * 1.5}" stroke="#ffd98a" stroke-width="2.2" stroke-dasharray="8 6"/>`,
  },
  jungle: {
    like: /jungle|forest|wood|tree/i,
    top: 0,
    draw: (any) => {
      const spots = [[-0.36, -0.4, 0.34], [0.3, -0.46, 0.36], [-0.58, 0, 0.3], [0.02, -0.1, 0.42], [0.56, -0.02, 0.32], [-0.26, 0.34, 0.34], [0.34, 0.38, 0.32]] as const;
      return shadow(1.5, 0.1) + spots.map(([x, y, size], i) => tree(x * U, y * U * TILT, size * U * (0.9 + any(`tree${i}`, 30) / 100))).join("");
    },
  },
  thicket: {
    like: /thicket|bush|scrub|hedge|grass/i,
    top: 0,
    draw: (any) => {
      const spots = [[-0.4, -0.36], [0.18, -0.48], [0.56, -0.12], [-0.6, 0.12], [-0.08, 0.02], [0.4, 0.34], [-0.3, 0.46], [0.08, 0.6]] as const;
      return shadow(1.4, 0) + spots.map(([x, y], i) => bush(x * U, y * U * TILT, U * (0.24 + any(`bush${i}`, 10) / 100))).join("");
    },
  },
  water: {
    like: /water|river|sea|lake|swamp/i,
    top: 0,
    draw: (_, flat) => {
      const [outer, inner] = [corners(0, 0, 0.985, flat), corners(0, 0, 0.9, flat)];
      const wave = (x: number, y: number) => `M${r1(U * (x - 0.42))} ${r1(U * y)}q${U * 0.11} ${-U * 0.1} ${U * 0.21} 0t${U * 0.21} 0t${U * 0.21} 0`;
      return (
        poly(outer, "#0d4468") + poly(inner, "#0a3553") + poly(inner.map(([x, y]) => [x * 0.98, Math.max(y + U * 0.13, -U * 0.62 * TILT) * 0.94]), "#1b6e9c") +
        `<path d="${wave(0, -0.12)}${wave(0.12, 0.2)}${wave(-0.06, 0.48)}" fill="none" stroke="#8fd8f2" stroke-width="2.2" stroke-linecap="round"/>`
      );
    },
  },
  rubble: {
    like: /rubble|rough|debris|ruin|scree/i,
    top: 0.15,
    draw: (any) => {
      const spots = [[-0.42, -0.3], [0.1, -0.4], [0.5, -0.1], [-0.55, 0.16], [0, 0.06], [0.34, 0.36], [-0.24, 0.44]] as const;
      return spots.map(([x, y], i) => {
        const [cx, cy, s] = [x * U, y * U * TILT, U * (0.14 + any(`stone${i}`, 10) / 100)];
        return poly([[cx - s, cy], [cx - s * 0.5, cy - s * 1.1], [cx + s * 0.6, cy - s * 0.9], [cx + s, cy]], "#8b8f8c") + poly([[cx + s * 0.1, cy], [cx + s * 0.6, cy - s * 0.9], [cx + s, cy]], "#5c615f");
      }).join("");
    },
  },
  wreck: {
    like: /wreck|hulk|scrap/i,
    top: 0.3,
    draw: () =>
      shadow(1.2, 0.1) + poly([[-26, 12], [-20, -14], [-6, -8], [-2, -26], [12, -20], [16, -4], [28, -10], [30, 14]], "#3b454d", ' stroke="#0a1016" stroke-width="2"') +
      poly([[-18, 8], [-12, -8], [0, -4], [-4, 10]], "#66737d") + poly([[6, 8], [12, -10], [24, -2], [22, 10]], "#525e67"),
  },
  block: {
    like: /block|pillar|cover/i,
    top: 0.62,
    draw: (_, flat) => shadow(1.5, 0.2) + prism(0, 0, 0.9, U * 0.62, VIOLET, flat) + poly(corners(0, -U * 0.62, 0.56, flat), "#5b6192"),
  },
  barrier: {
    like: /obstacle|barrier|hurdle|crate/i,
    top: 0.3,
    draw: () => shadow(1.1, 0.1) + box(0, U * 0.1, U * 1.3, U * 0.34, U * 0.42, ["#c6b8ff", "#6b5bc4", "#efeaff"]) + `<path d="M${-U * 0.5} ${U * 0.02}l${U * 0.2} ${U * 0.18}m${U * 0.1} ${-U * 0.18}l${U * 0.2} ${U * 0.18}m${U * 0.1} ${-U * 0.18}l${U * 0.2} ${U * 0.18}" stroke="#efeaff" stroke-width="4"/>`,
  },
  crystal: {
    like: /crystal|ice|shard/i,
    top: 0,
    draw: () =>
      shadow(1, 0.2) + [[-0.34, 0.1, 0.2, 0.9], [0.3, 0.16, 0.18, 0.7], [0, 0.3, 0.24, 1.3]].map(([x = 0, y = 0, w = 0, h = 0]) => poly([[(x - w) * U, y * U], [(x - w) * U, (y - h * 0.7) * U], [x * U, (y - h) * U], [x * U, y * U + 5]], ICE[1]) + poly([[(x + w) * U, y * U], [(x + w) * U, (y - h * 0.7) * U], [x * U, (y - h) * U], [x * U, y * U + 5]], ICE[0])).join(""),
  },
  dome: {
    like: null,
    top: 0,
    draw: () => shadow(1.3, 0.2) + `<path d="M${-U * 0.66} ${U * 0.2}A${U * 0.66} ${U * 0.8} 0 0 1 ${U * 0.66} ${U * 0.2}Q0 ${U * 0.6} ${-U * 0.66} ${U * 0.2}Z" fill="#7f8f86"/><path d="M${-U * 0.5} ${U * 0.06}A${U * 0.52} ${U * 0.66} 0 0 1 ${U * 0.1} ${-U * 0.52}" fill="none" stroke="#c3d0c8" stroke-width="5" stroke-linecap="round"/>`,
  },
  spikes: {
    like: null,
    top: 0,
    draw: () => [[-0.5, 0.1], [-0.18, -0.26], [0.2, -0.2], [0.5, 0.16], [0, 0.3]].map(([x = 0, y = 0]) => poly([[(x - 0.16) * U, y * U], [x * U, (y - 0.8) * U], [(x + 0.16) * U, y * U]], "#8d7f63") + poly([[x * U, y * U], [x * U, (y - 0.8) * U], [(x + 0.16) * U, y * U]], "#5f5340")).join(""),
  },
} as const satisfies Record<string, Kind>;
export type TerrainKind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as TerrainKind[];

/** The look of each terrain name: what it suggests, or else the next free one. As long as possible, no two look alike. */
export function kindsOf(words: readonly string[]): Map<string, TerrainKind> {
  const found = new Map<string, TerrainKind>();
  const taken = new Set<TerrainKind>();
  const give = (word: string, kind: TerrainKind) => {
    found.set(word, kind);
    taken.add(kind);
  };
  for (const word of words) {
    const kind = NAMES.find((name) => KINDS[name].like?.test(word) && !taken.has(name));
    if (kind) give(word, kind);
  }
  const rest = [...NAMES].reverse();
  for (const word of words) {
    if (found.has(word)) continue;
    give(word, rest.find((name) => !taken.has(name)) ?? rest[found.size % rest.length] ?? "rock");
  }
  return found;
}

/** Terrain as a group around 0,0; two of a kind differ slightly by position. */
export function drawTerrain(kind: TerrainKind, id: string, flat = false): string {
  const any: Any = (what, count) => hash(`${kind}/${id}/${what}`) % count;
  return `<g transform="scale(${SCALE})">${(KINDS[kind] as Kind).draw(any, flat)}</g>`;
}
