// What is drawn on a card: its figure before a sky, and the colours of its band, by what kind of thing it is.
import { figure } from "../../figure/figure";
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
  [/again|once more|reroll/i, "again"],
  [/places|exchange|swap/i, "replay"],
  [/\b(die|dice|roll)\b/i, "die"],
  [/hit point|heal|damage|wound/i, "heart"],
  [/block|defen|protect/i, "shield"],
  [/move|hex|place|displace/i, "boot"],
  [/attack|range|sight/i, "target"],
  [/card|tactic|draw/i, "book"],
];

/** A sign on a medal, for what has no body. */
function medal(card: Card, hue: Hue, height: number): string {
  const name = SIGNS.find(([words]) => words.test(card.text))?.[1] ?? "bolt";
  const [rim, armour, shade] = HUES[hue];
  const size = (height * 0.42) / 24;
  return `<g transform="translate(${ART_WIDTH / 2} ${height / 2})"><circle r="${height * 0.4}" fill="${INK}"/><circle r="${height * 0.37}" fill="${shade}" stroke="${rim}" stroke-width="2"/><circle r="${height * 0.3}" fill="${armour}"/><g transform="scale(${size.toFixed(2)}) translate(-12 -12)"><path d="${ICONS[name]}" fill="none" stroke="${INK}" stroke-width="4.6"/><path d="${ICONS[name]}" fill="none" stroke="#fff" stroke-width="2.2"/></g></g>`;
}

/** The picture of a card as the inside of an SVG, so many units high. */
export function art(card: Card, hue: Hue, base: Shape, height: number, damage: number): string {
  const kind = kindOf(card);
  const size = (SIZES[kind] ?? 0.78) * (height / 78);
  const floor = height - (AFLOAT.has(kind) ? 4 : 7);
  if (kind === "event" && card.cost === "") return backdrop(kind, card.title, ART_WIDTH, height) + medal(card, hue, height);
  const words = { ...(card.look ?? {}), name: card.title, hue, base, plate: false, damage };
  return `${backdrop(kind, card.title, ART_WIDTH, height)}<g transform="translate(${ART_WIDTH / 2} ${floor}) scale(${size.toFixed(3)})">${figure(words)}</g>`;
}

/** A number printed on a card as it is now: what the die makes stays a question. */
export function printed(value: string): string {
  return /^\d*d\d+$/i.test(value) ? "?" : value;
}
