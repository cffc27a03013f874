// The picture at the door: a lit table at night, two robots and a shot. Drawn, and always the same.
import { put } from "../../figure/sky";
import { INK } from "../../figure/palette";
import { r1 } from "../../figure/points";
import { hash } from "../../figure/hash";
import { inked } from "./inked";

export const WIDE = 640;
export const HIGH = 330;
const SIDE = 40;
const TILT = 0.84;

type Spot = readonly [column: number, row: number];

function centre([column, row]: Spot): readonly [x: number, y: number] {
  return [(column + (row % 2) / 2) * SIDE * Math.sqrt(3) - 10, row * SIDE * 1.5 * TILT + 6];
}

function hexagon(x: number, y: number, size: number): string {
  const corners = Array.from({ length: 6 }, (_, i) => {
    const angle = ((i * 60 - 90) * Math.PI) / 180;
    return `${r1(x + Math.cos(angle) * size)} ${r1(y + Math.sin(angle) * size * TILT)}`;
  });
  return `M${corners.join("L")}Z`;
}

function tiles(): string {
  let skirt = "";
  let far = "";
  let near = "";
  let inner = "";
  for (let row = 0; row < 9; row++)
    for (let column = 0; column < 11; column++) {
      const [x, y] = centre([column, row]);
      skirt += hexagon(x, y + 12, SIDE - 1);
      if (row < 2) far += hexagon(x, y, SIDE - 1.5);
      else near += hexagon(x, y, SIDE - 1.5);
      inner += hexagon(x, y - 1, SIDE * 0.84);
    }
  return (
    `<path d="${skirt}" fill="#142029"/><path d="${far}" fill="#24425a"/><path d="${near}" fill="#2e4251"/>` +
    `<path d="${inner}" fill="#fff" opacity=".045"/><path d="${far}${near}" fill="none" stroke="#4f6a7d" stroke-width="1.2" opacity=".7"/>`
  );
}

/** Columns of basalt on a tile. */
function rock(spot: Spot): string {
  const [x, y] = centre(spot);
  let out = "";
  for (let i = 0; i < 9; i++) {
    const seed = hash(`${spot.join()}/${i}`);
    const dx = ((i % 3) - 1) * 22 + (seed % 9) - 4;
    const dy = (Math.floor(i / 3) - 1) * 15;
    const high = 10 + ((seed >> 4) % 22);
    const [cx, cy] = [x + dx, y + dy];
    out += `<path d="${hexagon(cx, cy, 13)}" fill="#56646f"/><rect x="${r1(cx - 11.3)}" y="${r1(cy - high)}" width="22.6" height="${high}" fill="#6b7a86"/><rect x="${r1(cx)}" y="${r1(cy - high)}" width="11.3" height="${high}" fill="#5b6873"/><path d="${hexagon(cx, cy - high, 13)}" fill="#93a3af" stroke="#4a5761" stroke-width="1"/>`;
  }
  return out;
}

function burst([x, y]: readonly [number, number], size: number): string {
  const points = (scale: number) =>
    Array.from({ length: 22 }, (_, i) => {
      const r = size * scale * (i % 2 ? 0.5 : 0.85 + (hash(`burst/${i}`) % 30) / 100);
      const a = (i * Math.PI) / 11;
      return `${r1(x + Math.cos(a) * r)} ${r1(y + Math.sin(a) * r)}`;
    }).join("L");
  return `<path d="M${points(1)}Z" fill="#e5501f" stroke="${INK}" stroke-width="3"/><path d="M${points(0.7)}Z" fill="#ffb03a"/><path d="M${points(0.4)}Z" fill="#fff3c0"/>`;
}

/** The way of the shot, from beyond the upper edge to below the lower one. */
const SHOT: readonly Spot[] = [
  [6, 0],
  [5, 1],
  [5, 2],
  [4, 3],
  [4, 4],
  [3, 5],
  [3, 6],
];

export function hero(): string {
  const reached = SHOT.map((spot) => hexagon(...centre(spot), SIDE - 3)).join("");
  const [first, second] = [centre([5, 2]), centre([4, 4])];
  const [from, to] = [centre([7, -2]), centre([2, 8])];
  const beam = (colour: string, wide: number) => `<path d="M${r1(from[0])} ${r1(from[1])}L${r1(to[0])} ${r1(to[1])}" stroke="${colour}" stroke-width="${wide}"/>`;
  const stand = (spot: Spot, name: string, hue: "red" | "blue", more: object) => {
    const [x, y] = centre(spot);
    return put({ name, hue, base: hue === "red" ? "circle" : "square", ...more }, x, y + 12, 0.78);
  };
  return (
    `<rect width="${WIDE}" height="${HIGH}" fill="#0f1821"/>` +
    tiles() +
    `<path d="${reached}" fill="#ffd447" opacity=".24"/><path d="${reached}" fill="none" stroke="#ffd447" stroke-width="2.4" stroke-dasharray="7 6"/>` +
    rock([8, 1]) +
    rock([3, 2]) +
    rock([8, 5]) +
    stand([6, 2], "EXL-300", "blue", { classes: ["E"], level: 2, weapons: ["Spear"], turn: -0.5 }) +
    stand([7, 3], "ARLY-300", "blue", { classes: ["A", "S"], level: 3, weapons: ["Rifle"], turn: 0.5, done: true }) +
    stand([5, 2], "GEL-200", "blue", { classes: ["G", "A"], level: 3, weapons: ["Hammer"], turn: -0.5, damage: 0.5 }) +
    beam("#b47b00", 13) +
    beam("#ffd447", 9) +
    beam("#fffbe2", 4) +
    stand([4, 4], "AXS-100", "blue", { classes: ["A"], level: 1, weapons: ["Sword"], damage: 0.9 }) +
    stand([6, 6], "SOL-100", "red", { classes: ["A", "E"], level: 4, weapons: ["Breaker Sword"], turn: 0.4 }) +
    burst([first[0] + 4, first[1] - 30], 28) +
    burst([second[0] + 2, second[1] - 26], 28) +
    inked("-4", first[0] + 62, first[1] - 26, 27, "#ffd447", INK) +
    inked("-4", second[0] + 60, second[1] - 30, 27, "#ffd447", INK)
  );
}
