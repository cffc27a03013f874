// Beasts: on two legs or on four, with as many heads as their name says.
import type { Canvas } from "./canvas";
import type { Stuff } from "./palette";
import { at, band, flip, type Point } from "./points";

const [HORNS, BULL, EARS, ONE_HORN] = [0, 1, 2, 3];

function head(c: Canvas, x: number, y: number, s: number, form: number): void {
  const put = (pts: readonly Point[], stuff: Stuff, level: number) => {
    const [top, bottom] = [pts[0]?.[1] ?? 0, pts[pts.length - 1]?.[1] ?? 0];
    c.poly(at([...pts, ...flip(pts).reverse()], x, y, 0, s), `${stuff}${level}`);
    c.poly(at([[0, top], ...pts, [0, bottom]], x, y, 0, s), `${stuff}${level + 1}`, "shade");
  };
  const two = (pts: readonly Point[], stuff: Stuff, level: number) => {
    c.poly(at(flip(pts), x, y, 0, s), `${stuff}${level}`);
    c.poly(at(pts, x, y, 0, s), `${stuff}${level + 1}`);
  };
  c.z = 3;
  if (form === HORNS) two([[8, -20], [14, -18], [30, -36], [16, -28]], "m", 0);
  if (form === BULL) two([[12, -16], [17, -10], [32, -10], [36, -26], [27, -18]], "m", 0);
  if (form === EARS) two([[5, -22], [15, -18], [20, -36]], "p", 1);
  if (form === ONE_HORN) put([[0, -42], [4, -24], [0, -20]], "m", 0);
  put([[0, -24], [11, -22], [17, -11], [14, 0], [8, 8], [0, 10]], "p", 1);
  c.z = 5;
  put([[0, -2], [12, -5], [10, 4], [5, 8], [0, 8]], "k", 3);
  if (s > 0.9) {
    two([[1, -3], [5, -4], [3.5, 2]], "w", 0);
    two([[7, -4.5], [11, -5], [9, 1.5]], "w", 0);
    two([[3, 8], [7, 7], [5, 3]], "w", 0);
  }
  two([[3, -12], [13, -17], [11, -9], [5, -8]], "g", 0);
  put([[0, -22], [4, -18], [3, -8], [0, -5]], "p", 0);
}

export function kaiju(c: Canvas): void {
  const { spec } = c;
  const word = (like: RegExp) => like.test(spec.name);
  const heads = word(/trident|hydra/i) ? 3 : word(/twin/i) ? 2 : 1;
  const low = word(/rat|wolf|crawl|charger|biter|hound|swarm/i);
  const wings = word(/bat|wyrm|drake|imp|swarm/i) || spec.traits.some((trait) => /fly/i.test(trait));
  const form = word(/ogre|charger|titan|tusk|beastman|gore/i) ? BULL : word(/wolf|rat|bat|imp/i) ? EARS : c.pick("horns", 4);
  const side = c.pick("tail", 2) ? 1 : -1;
  const [reach, rise] = TAILS[c.pick("tails", TAILS.length)] ?? TAILS[0];
  c.z = -6;
  if (wings) {
    if (!low) c.fall = 5;
    const [far, near] = WINGS[c.pick("wings", WINGS.length)] ?? WINGS[0];
    c.pair(far, "p", 2);
    c.pair(near, "p", 1);
  }
  c.poly(band(side * 12, -10, side * reach, low ? rise - 8 : rise, 9, 1, side * 7, 0.8), "p2", "soft");
  if (low) onFour(c, form);
  else onTwo(c, form, heads);
}

/** How far a tail reaches, and where it ends. */
const TAILS: readonly [readonly [number, number], ...(readonly [number, number])[]] = [[52, -26], [40, -4], [54, -58], [46, -40]];
type Wing = readonly [readonly Point[], readonly Point[]];
/** A bat's, a dragon's, a moth's. */
const WINGS: readonly [Wing, ...Wing[]] = [
  [[[12, -52], [24, -84], [50, -98], [46, -80], [54, -70], [46, -62], [48, -48], [36, -50], [26, -40]], [[16, -54], [26, -82], [48, -96], [32, -74], [24, -56]]],
  [[[10, -56], [20, -94], [34, -104], [32, -88], [56, -86], [46, -72], [54, -58], [38, -58], [26, -44]], [[14, -56], [22, -90], [32, -98], [28, -74], [24, -54]]],
  [[[12, -50], [34, -80], [54, -78], [56, -56], [40, -44], [52, -30], [40, -20], [22, -34]], [[16, -52], [34, -74], [48, -72], [40, -54], [24, -46]]],
];

function onFour(c: Canvas, form: number): void {
  c.z = 0;
  c.pair([[14, -34], [26, -32], [30, -12], [33, 1], [19, 1], [18, -14]], "p", 2);
  const spikes = c.pick("spikes", 3);
  for (const x of spikes === 0 ? [-12, 0, 12] : spikes === 1 ? [-20, -7, 7, 20] : []) c.poly([[x - 5, -42], [x + 5, -42], [x * 1.3, -62 - spikes * 6]], "m1");
  c.sym([[0, -50], [16, -48], [26, -36], [24, -18], [12, -10], [0, -10]], "p", 1);
  c.pair([[5, -26], [15, -26], [16, -8], [19, 1], [3, 1], [5, -10]], "p", 1);
  c.pair([[3, -3], [18, -3], [20, 1], [2, 1]], "m", 0);
  head(c, 0, -34, 0.95, form);
}

function onTwo(c: Canvas, form: number, heads: number): void {
  const spine = c.pick("spine", 3);
  for (const [x, y, r] of spine === 2 ? [] : ([[14, -70, 30], [25, -54, 58], [28, -36, 78]] as const)) c.pair(at([[-6, 4], [6, 4], [0, spine ? -26 : -17]], x, y, r), "m", 1);
  c.z = 0;
  c.pair([[5, -24], [24, -26], [28, -10], [31, 1], [4, 1]], "p", 1);
  c.pair([[4, -4], [30, -4], [33, 1], [3, 1]], "m", 0);
  c.z = 1;
  c.sym([[0, -68], [14, -65], [25, -52], [27, -32], [20, -18], [0, -15]], "p", 1);
  c.sym([[0, -58], [10, -54], [14, -40], [12, -24], [0, -18]], "m", 0);
  for (const y of [-50, -41, -32]) c.sym([[0, y], [12, y - 1], [12, y + 1], [0, y + 2.4]], "m", 2);
  c.z = 3;
  if (c.pick("arms", 2)) {
    c.pair([[20, -60], [31, -58], [40, -42], [38, -28], [29, -28], [28, -40], [20, -46]], "p", 1);
    for (const dx of [0, 5, 10]) c.pair([[28 + dx, -31], [32 + dx, -31], [31 + dx, -19]], "m", 0);
  } else {
    c.pair([[18, -58], [34, -62], [48, -70], [50, -60], [36, -48], [20, -46]], "p", 1);
    for (const dx of [0, 5, 10]) c.pair([[46 + dx * 0.6, -68 + dx], [51 + dx * 0.6, -64 + dx], [56, -78 + dx]], "m", 0);
  }
  for (const s of heads > 1 ? [-1, 1] : []) {
    c.z = 2;
    c.poly(band(s * 9, -58, s * 30, -80, 8, 6, s * 3, 0.6), s > 0 ? "p2" : "p1", "soft");
    head(c, s * 32, -82, 0.74, form);
  }
  if (heads > 2) {
    c.z = 2;
    c.sym([[0, -80], [8, -78], [10, -62], [0, -58]], "p", 1);
  }
  if (heads !== 2) head(c, 0, heads > 1 ? -84 : -72, heads > 1 ? 0.84 : 1, form);
}
