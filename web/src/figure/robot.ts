// A robot: its classes say which parts. Suits and super robots have a role instead.
import { arm, mount } from "./arms";
import { BACKS } from "./backs";
import type { Canvas } from "./canvas";
import { hash } from "./hash";
import { HEADS, type Head } from "./heads";
import { LEGS, type Legs } from "./legs";
import { SHOULDERS, TORSOS } from "./torsos";
import { MOUNTED, weaponOf } from "./weapons";

const LETTERS = ["A", "E", "G", "I", "S"] as const;
type Class = (typeof LETTERS)[number];

const HEAD_OF: Readonly<Record<Class, readonly Head[]>> = {
  A: ["fin", "crest", "horn", "crescent", "knight", "goggles"],
  E: ["beak", "dart", "hawk", "plume", "canopy"],
  G: ["bucket", "mono", "brick", "turret", "jaw", "bell"],
  I: ["dome", "insect", "mantle", "jelly"],
  S: ["lens", "radar", "band", "scope", "lamp"],
};
const LEGS_OF: Readonly<Record<Class, readonly Legs[]>> = {
  A: ["biped", "biped", "wheels"],
  E: ["digi", "jet", "hover"],
  G: ["treads", "heavy"],
  I: ["spider", "robe", "hover"],
  S: ["tripod", "wheels", "biped"],
};
const TORSO_OF: Readonly<Record<Class, keyof typeof TORSOS>> = { A: "hero", E: "vee", G: "slab", I: "pod", S: "drum" };

/** Parts that are fixed instead of chosen by classes and make. */
interface Build {
  classes: readonly Class[];
  level: number;
  legs?: Legs;
  head?: Head;
  cape?: boolean;
  emblem?: boolean;
  shoulders?: Class;
}

export function robot(c: Canvas): void {
  const named = c.spec.classes.filter(isClass);
  if (named.length > 0) build(c, { classes: named, level: c.spec.level });
  else build(c, { classes: [anyClass(c)], level: c.spec.level, shoulders: LETTERS[c.pick("shoulders", LETTERS.length)] ?? "A" });
}

function isClass(letter: string): letter is Class {
  return letter in TORSO_OF;
}

function anyClass(c: Canvas): Class {
  return LETTERS[c.family("class", LETTERS.length)] ?? "A";
}

function one<T>(c: Canvas, what: string, list: readonly [T, ...T[]] | readonly T[]): T {
  return list[c.family(what, list.length)] as T;
}

function build(c: Canvas, made: Build): void {
  const { classes, level } = made;
  const { spec } = c;
  const has = (letter: Class) => classes.includes(letter);
  const first = classes.find((letter) => letter === spec.name[0]) ?? classes[0] ?? "A";
  const second = classes.find((letter) => letter !== first) ?? first;
  // If its description names no weapon, its name chooses one.
  const kinds = (spec.weapons.length > 0 ? spec.weapons : ["right", "left"].map((hand) => String(hash(`${spec.name}/${hand}`)))).map(weaponOf);
  const hands = kinds.filter((kind) => !MOUNTED.has(kind));
  const loads = kinds.filter((kind) => MOUNTED.has(kind));
  const heavy = has("G") || level > 1;
  const livery = c.family("livery", 4);

  if (!spec.away && spec.role !== "legs") behind(c, made, first, loads);
  if (spec.role !== "torso") {
    c.z = 0;
    c.swap = livery === 1 || livery === 3;
    LEGS[made.legs ?? legsOf(c, classes, first, level)](c);
  }
  c.swap = livery > 1;
  if (spec.role === "legs") return;
  c.z = 1;
  TORSOS[has("G") ? "slab" : TORSO_OF[first]](c);
  c.swap = false;
  if (level > 1) c.sym([[0, -52], [9, -56], [7, -48], [0, -42]], "y", 0);
  else if (made.emblem !== false && !spec.away) emblem(c);

  const right = hands[0] ?? "fist";
  const left = hands[1] ?? (has("G") && right !== "shield" && level === 1 ? "shield" : "fist");
  const side = spec.turn ? Math.sign(spec.turn) : c.pick("hand", 2) ? 1 : -1;
  arm(c, side, right, heavy);
  arm(c, -side, left, heavy);
  c.z = 3;
  for (const s of [-1, 1]) SHOULDERS[made.shoulders ?? (level > 1 ? second : first)](c, s);
  rank(c, level, loads.includes("pod"));
  c.z = 3;
  const chosen = spec.head in HEADS ? (spec.head as Head) : made.head;
  HEADS[chosen ?? (level > 4 ? "crown" : one(c, "head", HEAD_OF[first]))](c);
  if (spec.away) fromBehind(c, () => behind(c, made, first, loads));
}

function legsOf(c: Canvas, classes: readonly Class[], first: Class, level: number): Legs {
  const flies = c.spec.traits.some((word) => /flight|fly|jet|hover/i.test(word));
  if (classes.includes("G") && first !== "G") return classes.includes("E") && flies ? "hover" : "heavy";
  if (first === "G" && level > 1) return "treads";
  const legs = one(c, "legs", LEGS_OF[first]);
  return first === "E" && flies && legs === "digi" ? "jet" : legs;
}

/** Wings, feelers, packs and other things on the back. */
function behind(c: Canvas, { classes, level, cape }: Build, first: Class, loads: readonly string[]): void {
  const has = (letter: Class) => classes.includes(letter);
  c.z = -6;
  if (level > 3) BACKS.ring(c);
  if (cape) BACKS.cape(c);
  if (has("E")) BACKS.wings(c);
  if (has("I") && (level === 2 || level === 3)) BACKS.feelers(c);
  c.z = -4;
  if (has("S") && !loads.includes("pod")) BACKS[level > 1 ? "panels" : one(c, "back", ["panels", "dish", "boosters"] as const)](c);
  if (has("G") && level > 1) BACKS.cannons(c);
  if (first === "A" && level < 4) BACKS.boosters(c);
  loads.forEach((load, index) => mount(c, index % 2 ? 1 : -1, load));
  if (loads.includes("pod")) mount(c, 1, "pod");
}

/** What makes two of the same make different: skirts, fins, spurs, a tail. */
const EXTRAS: readonly ((c: Canvas) => void)[] = [
  () => {},
  (c) => c.pair([[10, -36], [24, -36], [34, -18], [20, -20]], "p", 1),
  (c) => c.pair([[17, -20], [34, -30], [26, -8]], "n", 1),
  (c) => c.poly([[8, -30], [30, -12], [52, -20], [44, -6], [26, -2], [6, -20]], "k1"),
  (c) => c.pair([[30, -66], [52, -80], [40, -56]], "p", 1),
];

/** Later models carry more; so do those of a higher level. */
function rank(c: Canvas, level: number, pods: boolean): void {
  const model = level > 1 ? 0 : Number(/\d/.exec(c.spec.name)?.[0] ?? c.pick("model", 9));
  if (model === 2 || model === 3) c.pair([[27, -67], [33, -84], [38, -65]], "y", 0);
  if (model > 3) {
    c.pair([[18, -70], [36, -70], [38, -65], [18, -65]], "y", 0);
    c.pair([[20, -71], [22.5, -71], [21.8, -90], [20.8, -90]], "k", 0);
  }
  if (model === 4 || model > 6) c.pair([[36, -66], [50, -74], [48, -60], [38, -54]], "n", 1);
  if (level === 1) EXTRAS[c.pick("extra", EXTRAS.length)]?.(c);
  if (level > 2 && !pods) c.pair([[22, -70], [30, -86], [36, -68]], "y", 0);
}

/** Seen from behind: no face, a pack with two nozzles, and the parts of the back in front. */
function fromBehind(c: Canvas, backs: () => void): void {
  c.z = 5;
  c.sym([[0, -82], [8, -81], [12, -75], [11, -64], [0, -62]], "p", 1);
  c.sym([[0, -72], [7, -71], [6, -65], [0, -64]], "k", 1);
  c.sym([[0, -60], [15, -59], [17, -40], [11, -34], [0, -34]], "k", 0);
  c.discs(8, -40, 5, "k", 2);
  c.discs(8, -40, 3, "g", 1);
  const from = c.shapes.length;
  backs();
  for (const shape of c.shapes.slice(from)) shape.z = 7;
}

/** The owner's shape on the chest. */
function emblem(c: Canvas): void {
  const y = -52;
  c.z = 2;
  switch (c.spec.base) {
    case "circle":
      return c.disc(0, y, 4.4, "w0");
    case "square":
      return c.poly([[-4, y - 4], [4, y - 4], [4, y + 4], [-4, y + 4]], "w0");
    case "diamond":
      return c.poly([[0, y - 6], [6, y], [0, y + 6], [-6, y]], "w0");
    case "hexagon":
      return c.poly([[-2.6, y - 4.4], [2.6, y - 4.4], [5.2, y], [2.6, y + 4.4], [-2.6, y + 4.4], [-5.2, y]], "w0");
    case "wedge":
      return c.poly([[-5.5, y - 4], [5.5, y - 4], [0, y + 5.5]], "w0");
    default:
      return c.poly([[0, y - 5.5], [5.5, y + 4], [-5.5, y + 4]], "w0");
  }
}

const ROLE: readonly (readonly [Class, RegExp])[] = [
  ["A", /versatile|melee|assault|battler/i],
  ["E", /interceptor/i],
  ["I", /raid/i],
  ["S", /sniper|firepower/i],
  ["G", /heavy|unstoppable/i],
];
const SUIT_HEADS = [...HEAD_OF.A, "mono", "mono", "hawk"] as const;
const SUIT_LEGS: Readonly<Record<Class, readonly Legs[]>> = {
  A: ["biped", "biped", "heavy"],
  E: ["digi", "hover"],
  G: ["biped", "biped", "heavy"],
  I: ["digi", "robe"],
  S: ["biped", "heavy"],
};

function roleOf(c: Canvas): Class | undefined {
  return ROLE.find(([, like]) => like.test(c.spec.role))?.[0];
}

export function suit(c: Canvas): void {
  const letter = roleOf(c) ?? anyClass(c);
  build(c, {
    classes: [letter],
    level: c.spec.level,
    legs: one(c, "legs", SUIT_LEGS[letter]),
    head: /clops/i.test(c.spec.name) ? "lens" : one(c, "helm144", SUIT_HEADS),
    cape: c.spec.traits.some((word) => /\bace\b/i.test(word)),
  });
}

/** A super robot: all extras, and gold on its chest. */
export function giant(c: Canvas): void {
  const heroic = (roleOf(c) ?? "A") === "A";
  build(c, {
    classes: heroic ? ["A", "E"] : ["G", "A"],
    level: 3,
    emblem: false,
    legs: "heavy",
    head: /duke|castle|turtle/i.test(c.spec.name) ? one(c, "head", ["jaw", "horn", "crescent"] as const) : "crown",
  });
}
