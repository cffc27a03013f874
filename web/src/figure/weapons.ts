// Weapons in a hand or on the back, chosen by the weapon's name.
import type { Canvas, Tone } from "./canvas";
import { hash } from "./hash";
import { at, flip, type Point } from "./points";

/** First match wins. */
const ARMS: readonly (readonly [string, RegExp])[] = [
  ["pod", /rocket$|missile/i], ["scythe", /scythe/i], ["axe", /axe|tomahawk|hatchet|cleaver/i], ["drill", /drill/i], ["claw", /claw|talon|hook|wire|snare|winch|harpoon|bite|rend/i],
  ["whip", /whip|tentacle|chain/i], ["saber", /beam (saber|dagger)|unity blade/i], ["spear", /spear|trident/i], ["lance", /lance|\bray|laser|beam$|glacier|leech|flash/i],
  ["sword", /sword|blade|saber|dagger|knife|cutter|katana|ken no/i], ["shield", /shield|aegis field|barricade|plate/i],
  ["hammer", /hammer|anchor/i], ["fist", /fist|knuckle|punch|ram|bash|jing/i], ["bomb", /bomb|mine|grenade/i],
  ["sniper", /sniper|called shot|needle/i], ["pod", /missile|rocket|rack|salvo|barrage|launch|micro|torpedo|afterburn/i], ["gatling", /gatling|vulcan|machine gun|submachine|phalanx|twin gun/i],
  ["mortar", /mortar|siege|gantry|crane/i], ["tube", /bazooka|cannon|buster|launcher|breaker|blaster/i], ["pistol", /pistol|smile/i],
  ["rifle", /rifle|carbine|gun|burst|shot|bolt/i], ["tool", /repair|rescue|patch|medi|mend|nano|mist/i], ["flag", /rally|command|overclock|signal|cadence|slip|guidance/i],
  ["orb", /charge|start|pulse|field|suppress|ion|gravity|magnet|screen|array|cloud|ink|shroud|gotcha|vade/i],
];

/** Weapons for names that match nothing; no two look alike from afar. */
const ANY = ["sword", "axe", "spear", "rifle", "tube", "claw", "hammer", "lance", "scythe", "drill", "sniper", "shield"] as const;

/** The same name always gets the same weapon. */
export function weaponOf(name: string): string {
  return ARMS.find(([, like]) => like.test(name))?.[0] ?? ANY[hash(`${name}/arm`) % ANY.length] ?? "fist";
}

type Piece = readonly [readonly Point[], Tone];

/** Drawn pointing up from a hand at 0,0. */
export const HELD: Readonly<Record<string, readonly Piece[]>> = {
  sword: [
    [[[-4, -8], [-4.6, -46], [0, -56], [0, -8]], "w0"],
    [[[0, -8], [0, -56], [4.6, -46], [4, -8]], "n1"],
    [[[-10, -9], [10, -9], [7, -4], [-7, -4]], "y1"],
    [[[-2.2, -4], [2.2, -4], [2.2, 9], [-2.2, 9]], "k2"],
  ],
  saber: [
    [[[-4.5, -8], [-3.6, -54], [0, -58], [3.6, -54], [4.5, -8]], "g1"],
    [[[-2, -10], [-1.6, -53], [1.6, -53], [2, -10]], "g0"],
    [[[-3.4, -9], [3.4, -9], [2.6, 9], [-2.6, 9]], "k1"],
  ],
  axe: [
    [[[-2, 12], [2, 12], [2, -46], [-2, -46]], "k1"],
    [[[0, -48], [14, -52], [20, -40], [15, -26], [0, -32]], "n0"],
    [[[12, -50], [20, -40], [14, -28], [17, -40]], "w0"],
    [[[-2, -44], [-12, -48], [-11, -32], [-2, -36]], "n1"],
  ],
  scythe: [
    [[[-2, 16], [2, 16], [2, -48], [-2, -48]], "k1"],
    [[[2, -50], [-10, -58], [-34, -48], [-38, -34], [-22, -44], [-2, -42]], "n0"],
    [[[-10, -55], [-34, -46], [-38, -34], [-30, -46]], "g1"],
  ],
  spear: [
    [[[-1.8, 22], [1.8, 22], [1.8, -44], [-1.8, -44]], "k1"],
    [[[-7, -42], [0, -66], [0, -40]], "g0"],
    [[[7, -42], [0, -66], [0, -40]], "g1"],
    [[[-5, -43], [5, -43], [3, -36], [-3, -36]], "y1"],
  ],
  lance: [
    [[[-3, 16], [3, 16], [3.4, -28], [-3.4, -28]], "k1"],
    [[[-11, -40], [-5, -30], [5, -30], [11, -40], [5, -24], [-5, -24]], "p1"],
    [[[0, -64], [-7, -46], [0, -30]], "g0"],
    [[[0, -64], [7, -46], [0, -30]], "g1"],
  ],
  hammer: [
    [[[-2.4, 14], [2.4, 14], [2.4, -34], [-2.4, -34]], "k1"],
    [[[-16, -52], [16, -52], [18, -46], [18, -36], [14, -30], [-14, -30], [-18, -36], [-18, -46]], "n1"],
    [[[-16, -52], [16, -52], [18, -45], [-18, -45]], "n0"],
    [[[-5, -52], [5, -52], [5, -30], [-5, -30]], "p1"],
  ],
  rifle: [
    [[[-4.5, 14], [4.5, 12], [5, -16], [-5, -16]], "k1"],
    [[[-2.6, -14], [2.6, -14], [2.6, -44], [-2.6, -44]], "k0"],
    [[[-6, -2], [-14, 2], [-13, 8], [-5, 6]], "k2"],
    [[[-4, -10], [4, -10], [4, -20], [-4, -20]], "p1"],
    [[[-3.6, -40], [3.6, -40], [3.6, -46], [-3.6, -46]], "n1"],
  ],
  sniper: [
    [[[-4, 18], [4, 16], [4.6, -14], [-4.6, -14]], "p1"],
    [[[-2.2, -12], [2.2, -12], [2, -68], [-2, -68]], "k0"],
    [[[4, 2], [11, 2], [11, -12], [4, -12]], "k1"],
    [[[-4, -64], [4, -64], [4, -70], [-4, -70]], "n1"],
  ],
  pistol: [
    [[[-3.6, 4], [3.6, 4], [3.6, -22], [-3.6, -22]], "k0"],
    [[[-3, 4], [3, 4], [8, 12], [1, 13]], "k2"],
    [[[-2, -10], [2, -10], [2, -24], [-2, -24]], "n1"],
  ],
  flag: [
    [[[-1.8, 20], [1.8, 20], [1.8, -62], [-1.8, -62]], "k1"],
    [[[2, -62], [26, -56], [18, -48], [26, -38], [2, -34]], "p1"],
    [[[2, -62], [26, -56], [22, -52], [2, -54]], "p0"],
  ],
};
const TURNED: Readonly<Record<string, number>> = { sword: 20, saber: 20, axe: 14, scythe: 8, spear: 10, lance: 12, hammer: 14, rifle: 24, sniper: 16, pistol: 34, flag: 8 };
/** Weapons that sit on the shoulders or float. */
export const MOUNTED: ReadonlySet<string> = new Set(["pod", "mortar", "orb", "bomb", "flag"]);

/** Place a held weapon at a position, on a side. */
export function put(c: Canvas, s: number, weapon: string, x: number, y: number, size: number, turn = TURNED[weapon] ?? 0): void {
  for (const [pts, tone] of HELD[weapon] ?? []) {
    const placed = at(pts, x, y, turn, size);
    c.poly(s < 0 ? flip(placed) : placed, tone);
  }
}
