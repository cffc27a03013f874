// What is drawn on a card: its figure before a sky, and the colours of its band, by what kind of thing it is.
import { figure } from "../../figure/figure";
import { hash } from "../../figure/hash";
import { ICONS, type IconName } from "../../figure/icons";
import { HUES, INK } from "../../figure/palette";
import { backdrop } from "../../figure/sky";
import type { Hue, Shape } from "../../seats";
import type { Card, Held } from "../../types";

/** The width of the picture in the units that a card is measured in: a face is 116 wide. */
export const ART_WIDTH = 106;

interface Band {
  /** Behind the name; white on it is at least 4.5 to 1. */
  rim: string;
  /** Behind the text, which is dark. */
  paper: string;
}

const SLATE: Band = { rim: "#4f6272", paper: "#e3ebf0" };
const BANDS: Readonly<Record<string, Band>> = {
  super: { rim: "#866307", paper: "#fff1c9" },
  kaiju: { rim: "#6d5e33", paper: "#f4ead0" },
  agent: { rim: "#6b4e9b", paper: "#ece2fb" },
  athlete: { rim: "#6b4e9b", paper: "#ece2fb" },
  building: { rim: "#2f6b86", paper: "#dcf0f8" },
  gear: { rim: "#2f6b86", paper: "#dcf0f8" },
  event: { rim: "#a83a24", paper: "#ffe6de" },
  moon: { rim: "#52608f", paper: "#e8ecfb" },
};

/** How large each kind stands in the picture. */
const SIZES: Readonly<Record<string, number>> = { robot: 0.78, super: 0.7, kaiju: 0.76, agent: 0.86, athlete: 0.82, building: 0.82, gear: 0.72, moon: 0.8, event: 0.8 };
/** What floats in its picture instead of standing on the floor of it. */
const AFLOAT: ReadonlySet<string> = new Set(["moon", "gear", "event"]);

export const kindOf = (card: Card) => card.look?.kind ?? "robot";

export function bandOf(card: Card): Band {
  return BANDS[kindOf(card)] ?? SLATE;
}

/** How much of its strength a card on the table has lost, 0 to 1. */
export function lost({ bar }: Pick<Held, "bar">): number {
  return bar && bar.most > 0 ? 1 - bar.now / bar.most : 0;
}

/** What a card without a price is about, by the words it says: the first that is among them is its sign. */
const SIGNS: readonly (readonly [RegExp, IconName])[] = [
  [/no effect|fails/i, "cross"],
  [/once more|again|reroll/i, "again"],
  [/change places|exchange|swap/i, "replay"],
  [/initiative/i, "clock"],
  [/action point|energy/i, "bolt"],
  [/sight|range/i, "eye"],
  [/(lose|heal|mend).*(damage|state|point)/i, "heart"],
  [/cannot be|block|defen|protect/i, "shield"],
  [/displace/i, "skip"],
  [/move|space|place|disengage|hex/i, "boot"],
  [/attack/i, "sword"],
  [/card|tactic|draw/i, "book"],
];
/** Dice by the colour they are called by. */
const DICE: Readonly<Record<string, string>> = { blue: "#2088d2", orange: "#e56a1f", yellow: "#e8b420", black: "#2b3440", green: "#12a67c" };
const MEDALS = ["M-10 0A10 10 0 1 1 10 0A10 10 0 1 1 -10 0Z", "M0 -10.5L9.5 -5.2V5.2L0 10.5L-9.5 5.2V-5.2Z"];

const inked = (d: string) => `<path d="${d}" fill="none" stroke="${INK}" stroke-width="4.6"/><path d="${d}" fill="none" stroke="#fff" stroke-width="2.2"/>`;

/** What has no body: the dice it gives, or a sign on a medal. The same name, the same picture. */
function medal(card: Card, hue: Hue, height: number): string {
  const turn = hash(card.title);
  const unit = height / 24;
  const [, many, colour] = /\b(two )?(\w+) (?:die|dice)\b/i.exec(card.text) ?? [];
  const dye = DICE[colour?.toLowerCase() ?? ""];
  if (dye) {
    const one = (x: number, tilt: number) => `<g transform="translate(${x} 0) rotate(${tilt}) translate(-12 -12)"><path d="M5 5H19V19H5Z" fill="${dye}" stroke="${INK}" stroke-width="5"/><path d="M5 5H19V19H5Z" fill="${dye}"/>${inked(ICONS[/neither|next/i.test(card.text) ? "plus" : /defen|attacked/i.test(card.text) ? "shield" : /attack/i.test(card.text) ? "sword" : "plus"])}</g>`;
    return `<g transform="translate(${ART_WIDTH / 2} ${height / 2}) scale(${unit.toFixed(2)})">${many ? one(-9, -12) + one(9, 10) : one(0, (turn % 31) - 15)}</g>`;
  }
  const name = SIGNS.find(([words]) => words.test(card.text))?.[1] ?? "star";
  const [rim, armour, shade] = HUES[hue];
  const d = MEDALS[turn % MEDALS.length] ?? "";
  return `<g transform="translate(${ART_WIDTH / 2} ${height / 2}) scale(${unit.toFixed(2)})"><path d="${d}" fill="${shade}" stroke="${INK}" stroke-width="3"/><path d="${d}" fill="${armour}" stroke="${rim}" stroke-width="1.2"/><g transform="scale(.56) translate(-12 -12)">${inked(ICONS[name])}</g></g>`;
}

/** The picture of a card as the inside of an SVG, so many units high. */
export function art(card: Card, hue: Hue, base: Shape, height: number, damage: number): string {
  const kind = kindOf(card);
  const size = (SIZES[kind] ?? 0.78) * (height / 78);
  const floor = height - (AFLOAT.has(kind) ? 4 : 7);
  if (kind === "event" && card.cost === "") return backdrop("tactic", card.title, ART_WIDTH, height) + medal(card, hue, height);
  const words = { ...(card.look ?? {}), name: card.title, hue, base, plate: false, damage };
  return `${backdrop(kind, card.title, ART_WIDTH, height)}<g transform="translate(${ART_WIDTH / 2} ${floor}) scale(${size.toFixed(3)})">${figure(words)}</g>`;
}

/** A number printed on a card as it is now: what the die makes stays a question. */
export function printed(value: string): string {
  return /^\d*d\d+$/i.test(value) ? "?" : value;
}
