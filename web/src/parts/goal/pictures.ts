// The ground and the arrows of the small pictures on a goal card, which are 216 wide and 132 high.
import { INK } from "../../figure/palette";
import type { Arrow, GoalStep } from "../../types";

const WIDE = 216;
const HIGH = 132;
const SIDE = 34;
const TONES: Readonly<Record<Arrow["tone"], string>> = { move: "#5fe0cf", strike: "#ffd447", join: "#ffd447" };

export function tiles(ground: GoalStep["ground"]): string {
  if (ground === "felt") return `<rect width="${WIDE}" height="${HIGH}" fill="#123f36"/>`;
  const width = SIDE * Math.sqrt(3);
  let d = "";
  for (let row = -1; row < 4; row++)
    for (let column = -1; column < 5; column++) {
      const [x, y] = [(column + (row % 2 ? 0.5 : 0)) * width, row * SIDE * 1.5 + 20];
      d += `M${n(x)} ${n(y - SIDE)}L${n(x + width / 2)} ${n(y - SIDE / 2)}V${n(y + SIDE / 2)}L${n(x)} ${n(y + SIDE)}L${n(x - width / 2)} ${n(y + SIDE / 2)}V${n(y - SIDE / 2)}Z`;
    }
  return `<rect width="${WIDE}" height="${HIGH}" fill="#35495a"/><path d="${d}" fill="#3b5063" stroke="#24333f" stroke-width="3"/>`;
}

/** A bent arrow with a dark edge, so that it shows on any ground. */
export function arrow({ from, to, bend, tone }: Arrow): string {
  const [[x1, y1], [x2, y2]] = [from, to];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [(y2 - y1) / length, -(x2 - x1) / length];
  const [mx, my] = [(x1 + x2) / 2 + nx * bend * 2, (y1 + y2) / 2 + ny * bend * 2];
  const turn = (Math.atan2(y2 - my, x2 - mx) * 180) / Math.PI;
  const line = `M${n(x1)} ${n(y1)}Q${n(mx)} ${n(my)} ${n(x2)} ${n(y2)}`;
  const head = `<path d="M-4 -9L13 0L-4 9Z" fill="${TONES[tone]}" stroke="${INK}" stroke-width="2.5" stroke-linejoin="round" transform="translate(${n(x2)} ${n(y2)}) rotate(${n(turn)})"/>`;
  return `<path d="${line}" fill="none" stroke="${INK}" stroke-width="9" stroke-linecap="round"/><path d="${line}" fill="none" stroke="${TONES[tone]}" stroke-width="5" stroke-linecap="round"/>${head}`;
}

function n(value: number): number {
  return Math.round(value * 10) / 10;
}
