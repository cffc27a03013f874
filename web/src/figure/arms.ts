// Arms with what they hold, and what sits on the shoulders. The side is -1 for left, 1 for right.
import type { Canvas } from "./canvas";
import { at, band, type Point } from "./points";
import { HELD, put } from "./weapons";

const SHIELDS: readonly (readonly Point[])[] = [
  [[0, -30], [15, -26], [15, 6], [0, 26], [-15, 6], [-15, -26]],
  [[-11, -32], [11, -32], [16, -20], [16, 18], [10, 24], [-10, 24], [-16, 18], [-16, -20]],
  [[0, -28], [16, -16], [16, 12], [0, 24], [-16, 12], [-16, -16]],
];

type Arm = (c: Canvas, s: number, big: boolean) => void;

/** Weapons that are the hand itself. */
const HANDS: Readonly<Record<string, Arm>> = {
  tube(c, s) {
    c.side(s, [[26, -46], [42, -46], [44, -22], [24, -22]], "p", 1);
    c.z = 5;
    c.disc(s * 34, -25, 10.5, s > 0 ? "n2" : "n1");
    c.disc(s * 34, -24.5, 7, "k3");
    c.disc(s * 34 - 1.5, -23, 3.4, "k1");
  },
  gatling(c, s) {
    c.side(s, [[26, -46], [41, -46], [43, -24], [25, -24]], "n", 1);
    c.z = 5;
    c.disc(s * 34, -25, 9.5, "k1");
    for (const [dx, dy] of [[0, -4.6], [4.2, 2.4], [-4.2, 2.4]] as const) c.disc(s * 34 + dx, -25 + dy, 2.8, "k3");
    c.disc(s * 34, -25, 1.6, "n1");
  },
  drill(c, s) {
    c.side(s, [[26, -46], [40, -46], [42, -32], [26, -32]], "p", 1);
    c.side(s, [[24, -32], [44, -32], [38, -18], [34, -2], [30, -18]], "n", 0);
    c.side(s, [[26, -27], [43, -30], [41, -25], [28, -22]], "k", 0);
    c.side(s, [[30, -18], [39, -20], [37, -15], [31, -14]], "k", 0);
  },
  claw(c, s) {
    c.side(s, [[26, -46], [39, -46], [40, -32], [27, -32]], "p", 1);
    c.side(s, [[26, -34], [34, -34], [30, -24], [33, -8], [22, -20]], "n", 0);
    c.side(s, [[34, -34], [43, -34], [48, -20], [37, -6], [40, -23]], "n", 0);
  },
  whip(c, s) {
    c.side(s, [[27, -46], [38, -46], [40, -30], [27, -30]], "n", 0);
    c.side(s, band(34, -32, 52, 0, 2.6, 1, 9, 1.2), "g", 1, "soft");
  },
  fist(c, s, big) {
    const size = big ? 1.35 : 1;
    c.side(s, [[27, -46], [39, -46], [40, -34], [27, -34]], "n", 1);
    c.side(s, at([[-9, -8], [9, -8], [11, 2], [8, 11], [-7, 11], [-10, 3]], 34, -27, 0, size), "p", 1);
    c.side(s, at([[-7, 3], [8, 3], [7, 10], [-6, 10]], 34, -27, 0, size), "k", 1);
  },
  shield(c, s) {
    const form = SHIELDS[c.pick("shield", SHIELDS.length)] ?? [];
    c.z = 7;
    c.side(s, at(form, 34, -36, 4), "n", 0);
    c.side(s, at(form, 34, -36, 4, 0.74), "p", 1);
    c.side(s, at([[-3, -14], [3, -14], [3, 12], [-3, 12]], 34, -36, 4), "y", 0);
  },
  tool(c, s) {
    c.side(s, [[26, -46], [40, -46], [42, -22], [25, -22]], "w", 0);
    c.z = 5;
    c.side(s, [[32, -42], [36, -42], [36, -37], [41, -37], [41, -32], [36, -32], [36, -27], [32, -27], [32, -32], [27, -32], [27, -37], [32, -37]], "h", 0);
    c.side(s, [[27, -22], [31, -22], [29, -12], [25, -14]], "n", 1);
    c.side(s, [[36, -22], [40, -22], [42, -14], [38, -12]], "n", 1);
  },
};

export function arm(c: Canvas, s: number, weapon: string, big: boolean): void {
  const held = weapon in HELD;
  const raised = held && weapon !== "rifle" && weapon !== "pistol";
  c.z = 1;
  if (raised) c.side(s, [[24, -54], [32, -54], [41, -42], [39, -34], [31, -36], [25, -44]], "k", 0);
  else c.side(s, [[25, -54], [34, -54], [36, -38], [27, -38]], "k", 0);
  c.z = 3;
  if (held) return grip(c, s, weapon, raised);
  const hand = HANDS[weapon];
  if (hand) return hand(c, s, big);
  c.side(s, [[27, -46], [38, -46], [40, -28], [27, -28]], "n", 0);
  c.side(s, [[28, -30], [40, -30], [41, -22], [36, -18], [29, -20]], "k", 1);
}

function grip(c: Canvas, s: number, weapon: string, raised: boolean): void {
  const [x, y] = raised ? [37, -40] : [34, -29];
  put(c, s, weapon, x, y, 1.18);
  c.z = 4;
  c.side(s, at([[-6, -6], [6, -6], [7, 4], [4, 8], [-5, 8], [-7, 2]], x, y), "n", 1);
  if (!raised) c.side(s, [[27, -48], [38, -48], [40, -34], [28, -34]], "n", 0);
}

const MOUNTS: Readonly<Record<string, (c: Canvas, s: number) => void>> = {
  pod(c, s) {
    c.z = -2;
    c.side(s, [[15, -66], [15, -86], [33, -86], [37, -82], [37, -66]], "n", 0);
    c.z = -1;
    for (const [x, y] of [[21, -80], [30, -80], [21, -72], [30, -72]] as const) c.disc(s * x, y, 3.3, "k3");
  },
  mortar(c, s) {
    c.z = -2;
    c.side(s, at([[-8, 18], [8, 18], [8, -22], [-8, -22]], 24, -70, 14), "k", 0);
    c.side(s, at([[-9.5, -12], [9.5, -12], [9.5, -24], [-9.5, -24]], 24, -70, 14), "n", 0);
    c.side(s, at([[-6, -20], [6, -20], [6, -24], [-6, -24]], 24, -70, 14), "k", 3);
  },
  bomb(c, s) {
    c.z = 6;
    c.disc(s * 30, -30, 6.5, "k1");
    c.disc(s * 30 - 1.5, -32, 2.4, "y0");
  },
  flag(c, s) {
    c.z = -3;
    put(c, s, "flag", 14, -58, 0.8, 10);
  },
  orb(c, s) {
    c.z = 4;
    c.disc(s * 40, -76, 6.5, "g2");
    c.disc(s * 40, -76, 4.6, "g1");
    c.disc(s * 40 - 1.4, -77.4, 1.8, "g0");
  },
};

/** A weapon that sits on a shoulder or floats beside it. */
export function mount(c: Canvas, s: number, weapon: string): void {
  MOUNTS[weapon]?.(c, s);
}
