// People: athletes and agents, and squads of small soldiers.
import type { Canvas, Form, Tone } from "./canvas";
import { at, band, type Point } from "./points";
import { HELD, put, weaponOf } from "./weapons";

const HAIR = {
  helmet(c) {
    c.sym([[0, -90], [9, -88], [14, -80], [14, -70], [10, -64], [0, -63]], "p", 1);
    c.z = 5;
    c.sym([[0, -79], [12, -79], [12, -71], [6, -69], [0, -69]], "g", 0);
    c.sym([[0, -94], [3, -92], [4, -82], [0, -80]], "n", 0);
  },
  mohawk(c) {
    c.sym([[0, -103], [5, -98], [6, -82], [0, -80]], "b", 0);
  },
  tail(c, neck) {
    c.shapes.splice(neck, 0, { kind: "poly", pts: band(6, -86, 30, -52, 5, 1.5, 6, 0.7), edge: "soft", tone: "b1", z: -3 });
    c.z = 4;
    c.sym([[0, -91], [10, -88], [14, -78], [12, -74], [8, -82], [0, -84]], "b", 0);
  },
  bun(c) {
    c.disc(0, -94, 6, "b0");
    c.sym([[0, -90], [10, -87], [13, -76], [10, -80], [0, -83]], "b", 0);
  },
  hood(c) {
    c.sym([[0, -96], [10, -90], [17, -76], [15, -62], [10, -64], [10, -78], [0, -84]], "p", 1);
    c.z = 5;
    c.sym([[0, -78], [9, -78], [9, -73], [0, -73]], "g", 0);
  },
  hat(c) {
    c.sym([[0, -98], [9, -96], [11, -86], [26, -88], [20, -80], [0, -82]], "b", 0);
    c.sym([[0, -87], [11, -87], [11, -84], [0, -84]], "y", 1);
  },
  ears(c) {
    c.pair([[3, -88], [13, -82], [15, -100]], "p", 1);
    c.sym([[0, -90], [10, -88], [13, -78], [0, -82]], "p", 1);
    c.z = 5;
    c.sym([[0, -80], [12, -80], [11, -73], [3, -74], [0, -75]], "k", 3);
    c.pair([[3, -79], [9, -79], [8, -75.5], [4, -75.5]], "g", 0);
  },
  crop(c) {
    c.sym([[0, -91], [9, -89], [13, -80], [12, -76], [9, -83], [0, -85]], "b", 0);
    c.pair([[11, -80], [15, -80], [15, -71], [11, -71]], "k", 1);
  },
} satisfies Record<string, (c: Canvas, neck: number) => void>;
type Hair = keyof typeof HAIR;
export const HAIRSTYLES = Object.keys(HAIR);
const ATHLETES = Object.keys(HAIR) as readonly Hair[];
const AGENTS: readonly Hair[] = ["hat", "hood", "crop", "bun", "helmet"];

/** Where a coat ends: at the heels, at the hips, flying. */
const HEMS: readonly (readonly Point[])[] = [
  [[23, -8], [10, -12]],
  [[20, -26], [8, -28]],
  [[34, -10], [24, -16], [10, -10]],
];

export function athlete(c: Canvas): void {
  person(c, false);
}

export function agent(c: Canvas): void {
  person(c, true);
}

function person(c: Canvas, coat: boolean): void {
  const bulk = !coat && (/tank|brawl|blocker|heavy/i.test(c.spec.role) || c.pick("bulk", 3) === 0);
  const wide = bulk ? 1.5 : 1.2;
  const x = (pts: readonly Point[]): Point[] => pts.map(([px, py]) => [px * wide, py]);
  c.z = 0;
  c.pair(x([[2, -38], [12, -38], [13, -16], [4, -16]]), "k", 0);
  c.pair(x([[3, -19], [14, -20], [16, -5], [20, 1], [2, 1], [3, -8]]), coat ? "k" : "p", 1);
  if (!coat) c.pair(x([[4, -24], [13, -24], [14, -16], [9, -13], [4, -16]]), "n", 0);
  c.z = 1;
  if (coat) {
    c.sym([[0, -63], [13, -63], [17, -44], ...(HEMS[c.pick("hem", HEMS.length)] ?? []), [4, -36], [0, -30]], "p", 1);
    c.sym([[0, -62], [6, -62], [3, -40], [0, -36]], "w", 1);
  } else {
    c.sym(x([[0, -64], [13, -64], [18, -57], [13, -44], [12, -34], [0, -32]]), "p", 1);
    c.sym(x([[0, -40], [12, -41], [13, -34], [6, -30], [0, -29]]), "k", 1);
    c.pair(x([[4, -62], [12, -62], [15, -57], [11, -50], [4, -50]]), "n", 0);
  }
  const side = c.spec.turn ? Math.sign(c.spec.turn) : c.pick("hand", 2) ? 1 : -1;
  const [main, other] = held(c);
  limb(c, side, main, { coat, bulk, wide });
  limb(c, -side, other, { coat, bulk, wide });
  face(c, coat);
}

/** What each hand holds: tools go into the second one, pistols and fists come in pairs. */
function held(c: Canvas): [string, string] {
  const kinds = c.spec.weapons.map(weaponOf).map((kind) => (kind === "gatling" ? "pistol" : kind === "tube" ? "rifle" : kind));
  const main = kinds.find((kind) => kind !== "fist") ?? "fist";
  if (kinds.includes("tool") && main !== "tool") return [main, "tool"];
  if (main === "pistol" || main === "fist") return [main, main];
  return [main, kinds[1] ?? "none"];
}

interface Frame {
  coat: boolean;
  bulk: boolean;
  wide: number;
}

function limb(c: Canvas, s: number, kind: string, { coat, bulk, wide }: Frame): void {
  const up = kind in HELD && kind !== "pistol";
  const hx = (up ? 29 : 26) * (bulk ? 1.25 : 1.06);
  const hy = up ? -48 : -34;
  c.z = 2;
  c.side(s, [[13 * wide, -62], [20 * wide, -60], [hx + 4, hy + (up ? 4 : -6)], [hx - 4, hy + 2], [13 * wide, -50]], coat ? "p" : "s", coat ? 1 : 0);
  c.side(s, ([[11, -64], [19, -66], [25, -58], [22, -50], [13, -54]] as const).map(([x, y]) => [x * wide, y]), "p", 1);
  c.z = 4;
  put(c, s, kind, hx, hy, kind === "pistol" ? 1.15 : 1);
  switch (kind) {
    case "shield":
      c.z = 6;
      c.side(s, at([[0, -30], [17, -24], [17, 10], [0, 28], [-17, 10], [-17, -24]], hx + 2, -40), "n", 0);
      return c.side(s, at([[0, -21], [12, -17], [12, 7], [0, 19], [-12, 7], [-12, -17]], hx + 2, -40), "p", 1);
    case "tool":
      c.side(s, at([[-8, -2], [8, -2], [8, 12], [-8, 12]], hx, hy), "w", 0);
      c.z = 5;
      return c.side(s, at([[-2, 0], [2, 0], [2, 3], [5, 3], [5, 7], [2, 7], [2, 10], [-2, 10], [-2, 7], [-5, 7], [-5, 3], [-2, 3]], hx, hy), "h", 0);
    case "orb":
    case "bomb":
      c.disc(s * (hx + 3), hy - 12, 6.5, kind === "bomb" ? "k1" : "g1");
      c.disc(s * (hx + 3) - 1.6, hy - 13.6, 2.4, "g0");
  }
  const fist = kind === "fist";
  c.side(s, at([[-5, -5], [5, -5], [6, 3], [3, 7], [-4, 7], [-6, 2]], hx, hy, 0, fist ? (bulk ? 1.9 : 1.4) : 1.15), fist ? "y" : "k", 1);
}

function face(c: Canvas, coat: boolean): void {
  const neck = c.shapes.length;
  const styles = coat ? AGENTS : ATHLETES;
  c.z = 3;
  c.sym([[0, -66], [4, -66], [4, -60], [0, -60]], "s", 1);
  c.sym([[0, -89], [8, -88], [12, -80], [11, -71], [6, -64], [0, -63]], "s", 0);
  c.z = 5;
  c.pair([[3, -77.5], [7, -77.5], [7, -73.5], [3, -73.5]], "k", 3);
  if (!coat) c.z = 4;
  const style = c.spec.head in HAIR ? (c.spec.head as Hair) : styles[c.pick("hair", styles.length)];
  HAIR[style ?? "crop"](c, neck);
  c.shapes = c.shapes.map((shape, index) => (index < neck ? shape : larger(shape)));
}

/** A head larger than life. */
function larger(shape: Form): Form {
  const y = (v: number) => -62 + (v + 62) * 1.22;
  if (shape.kind === "poly") return { ...shape, pts: shape.pts.map(([px, py]) => [px * 1.26, y(py)]) };
  if (shape.kind === "ring") return shape;
  return { ...shape, x: shape.x * 1.26, y: y(shape.y), r: shape.r * 1.24, ry: shape.ry * 1.24 };
}

const SHOULDERED = ["rifle", "sniper", "spear", "flag", "axe"];

/** A squad: three small figures, each drawn only as far as it is visible. */
export function squad(c: Canvas): void {
  const beasts = /swarm|gnat|pack|rat|hound/i.test(c.spec.name);
  const weapon = SHOULDERED[c.pick("arm", SHOULDERED.length)] ?? "rifle";
  const spread = 17 + c.pick("spread", 3) * 3;
  const rows = [
    [[-spread, -14, 0.6], [spread, -14, 0.6], [0, -2, 0.72]],
    [[0, -22, 0.6], [-spread, -2, 0.68], [spread, -2, 0.68]],
    [[-spread - 4, -6, 0.6], [0, -16, 0.7], [spread + 4, -6, 0.6]],
  ] as const;
  for (const [x, y, size] of rows[c.pick("rows", rows.length)] ?? rows[0]) {
    if (beasts) vermin(c, x, y, size);
    else soldier(c, x, y, size, weapon);
  }
}

function soldier(c: Canvas, x: number, y: number, size: number, weapon: string): void {
  const part = (pts: readonly Point[], tone: Tone) => c.poly(at(pts, x, y, 0, size), tone);
  const helm = c.pick("helm", 3);
  part([[-13, 1], [-12, -34], [12, -34], [13, 1], [3, 1], [0, -16], [-3, 1]], "k1");
  part([[-17, -62], [17, -62], [15, -32], [-15, -32]], "p1");
  part([[0, -62], [17, -62], [15, -32], [0, -32]], "p2");
  part([[-24, -60], [-15, -62], [-16, -30], [-24, -30]], "n1");
  for (const [pts, tone] of HELD[weapon] ?? HELD["rifle"] ?? []) part(at(pts, 24, -40, 14, 1.05), tone);
  part([[15, -62], [24, -60], [28, -38], [20, -36]], "n2");
  part([[-11, -64], [-12, -84], [-6, -90], [6, -90], [12, -84], [11, -64]], helm === 1 ? "n0" : "p1");
  part([[-9, -80], [9, -80], [9, -73], [-9, -73]], "g0");
  if (helm === 2) part([[-2, -88], [2, -88], [1, -106], [-1, -106]], "k0");
}

function vermin(c: Canvas, x: number, y: number, size: number): void {
  const part = (pts: readonly Point[], tone: Tone) => c.poly(at(pts, x, y, 0, size), tone);
  const winged = /gnat|swarm|bat/i.test(c.spec.name);
  if (winged) for (const s of [-1, 1]) part([[s * 10, -40], [s * 44, -74], [s * 46, -46], [s * 20, -30]], s < 0 ? "p1" : "p2");
  else part([[16, -14], [44, -30], [50, -44], [40, -20], [18, -6]], "p2");
  part([[-22, 1], [-20, -30], [-10, -46], [10, -46], [20, -30], [22, 1], [10, 1], [6, -12], [-6, -12], [-10, 1]], "p1");
  part([[-14, -40], [-20, -66], [-6, -54], [6, -54], [20, -66], [14, -40], [8, -26], [-8, -26]], "p1");
  part([[0, -54], [6, -54], [20, -66], [14, -40], [8, -26], [0, -26]], "p2");
  part([[-11, -46], [-3, -43], [-5, -38], [-10, -40]], "g0");
  part([[11, -46], [3, -43], [5, -38], [10, -40]], "g0");
  part([[-7, -32], [7, -32], [4, -26], [-4, -26]], "w0");
}
