// How a list is changed, searched, drawn and shared. What is legal is for the server to say.
import type { Buildable, Card, Combination, ListPart, ListRow } from "../../types";

export type Rows = readonly ListRow[];

const partOf = (parts: readonly ListPart[], id: string) => parts.find((part) => part.id === id);

/** One more of a card: a copy where copies share a row, else a row of its own. */
export function added(rows: Rows, card: Buildable, parts: readonly ListPart[]): Rows {
  const at = partOf(parts, card.part)?.rows === "copies" ? rows.findIndex((row) => row.part === card.part && row.cards[0] === card.id) : -1;
  if (at >= 0) return joined(rows, at, card.id);
  return [...rows, { part: card.part, cards: [card.id], is_leader: false }];
}

/** One more card in a row: a copy, or a model of a squad. */
export function joined(rows: Rows, at: number, card: string): Rows {
  return rows.map((row, place) => (place === at ? { ...row, cards: [...row.cards, card] } : row));
}

/** One card less in a row, from its end; a row without cards goes. */
export function fewer(rows: Rows, at: number): Rows {
  const row = rows[at];
  if (!row) return rows;
  return row.cards.length > 1 ? rows.with(at, { ...row, cards: row.cards.slice(0, -1) }) : rows.filter((_, place) => place !== at);
}

/** One card less of a kind, from the last row that has it. */
export function without(rows: Rows, card: string): Rows {
  const at = rows.findLastIndex((row) => row.cards.includes(card));
  const row = rows[at];
  if (!row) return rows;
  const place = row.cards.lastIndexOf(card);
  const left = row.cards.filter((_, index) => index !== place);
  return left.length > 0 ? rows.with(at, { ...row, cards: left }) : rows.filter((_, index) => index !== at);
}

/** The row that is led by the Commander, and no other. */
export function led(rows: Rows, at: number): Rows {
  return rows.map((row, place) => ({ ...row, is_leader: place === at }));
}

/** How many of a card a list has. */
export function countOf(rows: Rows, card: string): number {
  return rows.reduce((sum, row) => sum + row.cards.filter((one) => one === card).length, 0);
}

export interface Counted {
  id: string;
  count: number;
}

/** The cards of a row, each once with its number. */
export function counted(cards: readonly string[]): Counted[] {
  const found = new Map<string, number>();
  for (const id of cards) found.set(id, (found.get(id) ?? 0) + 1);
  return [...found].map(([id, count]) => ({ id, count }));
}

const told = new WeakMap<Card, string>();

/** Everything that a card says, in small letters; its figures as "move 3". */
function saying(card: Card): string {
  let said = told.get(card);
  if (said === undefined) {
    const figures = card.figures.flatMap(([name, value]) => [`${name} ${value}`, `${value} ${name}`]);
    const lines = card.lines.map(({ name, text }) => `${name} ${text}`);
    said = [card.title, card.subtitle, card.kind, ...card.keywords, ...figures, card.cost && `cost ${card.cost}`, card.text, ...lines].join(" | ").toLowerCase();
    told.set(card, said);
  }
  return said;
}

/** What a search asks for: words, and a word together with the number after it. */
export function asked(search: string): RegExp[] {
  const words = search.toLowerCase().match(/\p{L}[\p{L}'-]*\s+\d+(?![\p{L}\d])|\S+/gu) ?? [];
  return words.map((word) => {
    const pattern = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/, "\\s+");
    return new RegExp(/\d$/.test(word) ? `(?<![\\p{L}\\d])${pattern}(?!\\d)` : pattern, "u");
  });
}

export function matches(card: Card, words: readonly RegExp[]): boolean {
  return words.every((word) => word.test(saying(card)));
}

export interface Standing {
  x: number;
  size: number;
}

/** The places of figures in a picture so wide: the first in the middle and largest, the others to either side. */
export function lineup(count: number, width: number): Standing[] {
  const step = Math.min(50, (width - 40) / Math.max(1, count));
  return Array.from({ length: count }, (_, index) => {
    const aside = Math.ceil(index / 2) * (index % 2 ? -1 : 1);
    const shift = count % 2 ? 0 : step / 2;
    return { x: Math.round(width / 2 + aside * step + shift), size: Math.round(100 * Math.max(0.72, 1 - 0.06 * Math.abs(aside))) / 100 };
  });
}

/** How many cards there are of each cost, the last for it and more. */
export function curve(costs: readonly number[], last = 7): number[] {
  const found = Array<number>(last + 1).fill(0);
  for (const cost of costs) found[Math.min(Math.max(cost, 0), last)]! += 1;
  return found;
}

const MAX_STEPS = 50;

/** Earlier versions of something, to go back to. */
export class History<T> {
  #before: T[] = [];

  get length(): number {
    return this.#before.length;
  }
  keep(value: T): void {
    this.#before = [...this.#before, value].slice(-MAX_STEPS);
  }
  back(): T | undefined {
    return this.#before.pop();
  }
}

/** A list that is being built. */
export interface Draft {
  /** The saved list that it is; empty for one that is not saved. */
  id: string;
  title: string;
  rows: Rows;
  settings: Readonly<Record<string, string>>;
}

export const EMPTY: Draft = { id: "", title: "", rows: [], settings: {} };

/** A list in an address: its text, its title, and its settings by name. */
export interface Shared {
  list: string;
  title: string;
  settings: Readonly<Record<string, string>>;
}

/** What follows the # for a page with this list. */
export function linkTo(game: string, { list, title, settings }: Shared): string {
  const said = new URLSearchParams({ list, ...(title ? { title } : {}), ...settings });
  return `/lists/${encodeURIComponent(game)}?${said.toString()}`;
}

/** The list of an address; none if it only leads to the builder. */
export function sharedBy(asked: Readonly<Record<string, string>>): Shared | undefined {
  const { list, title = "", ...settings } = asked;
  return list === undefined ? undefined : { list, title, settings };
}

/** The address with a list that is somewhere in these words. */
export function linkIn(words: string): string | undefined {
  return /#(\/lists\/[^?\s]+\?\S+)/.exec(words)?.[1];
}

export interface Knot {
  id: string;
  /** The place from the left, in widths of a figure. */
  x: number;
  /** 0 for the cards of the list, 1 and more for what they become. */
  level: number;
  uses: readonly string[];
}

/** The cards of a list in a row, and above them what they can become by its level, each over what it is made from. */
export function lattice(cards: readonly string[], combinations: readonly Combination[], levelOf: (card: string) => number): Knot[] {
  const knots = cards.map((id, x): Knot => ({ id, x, level: 0, uses: [] }));
  const once = new Map([...combinations].reverse().map((one) => [one.card, one]));
  const made = [...once.values()].map(({ card, uses }): Knot => {
    const from = uses.map((id) => cards.indexOf(id)).filter((x) => x >= 0);
    return { id: card, x: from.reduce((sum, x) => sum + x, 0) / Math.max(1, from.length), level: Math.max(1, levelOf(card) - 1), uses };
  });
  for (const level of new Set(made.map((knot) => knot.level))) spread(made.filter((knot) => knot.level === level), cards.length);
  return [...knots, ...made];
}

/** Move those that stand too close apart, within the width if there is room. */
function spread(knots: readonly Knot[], width: number): void {
  const sorted = [...knots].sort((one, other) => one.x - other.x);
  const step = sorted.length > 1 ? Math.min(1, Math.max((width - 1) / (sorted.length - 1), 0.9)) : 1;
  sorted.forEach((knot, at) => {
    const before = sorted[at - 1];
    knot.x = before ? Math.max(knot.x, before.x + step) : Math.max(0, knot.x);
  });
  const beyond = Math.max(0, (sorted[sorted.length - 1]?.x ?? 0) - (width - 1));
  for (let at = sorted.length - 1, right = Infinity; at >= 0; at--) {
    const knot = sorted[at];
    if (!knot) continue;
    knot.x = Math.min(knot.x, right, at === sorted.length - 1 ? Math.max(knot.x - beyond, at * step) : Infinity);
    right = knot.x - step;
  }
  const left = Math.min(0, ...sorted.map(({ x }) => x));
  for (const knot of sorted) knot.x -= left;
}

export interface Boxes {
  count: number;
  /** What one box stands for. */
  each: number;
  name: string;
}

/** The figures of a card in a few words each, such as "Move 4". */
export function figuresOf(card: Card): string[] {
  const line = card.lines.find(({ name }) => name === "figures")?.text ?? "";
  return [...card.figures.map(([name, value]) => `${value} ${name}`), ...line.split(", ").filter(Boolean)];
}

/** Strength as cards print it: "4100 HP", "Integrity 6", "4 models of 1 HP". */
const STRENGTH = /(?:(\d+) models? of )?(\d+) (HP|Hit Points)\b|\b(Integrity) (\d+)/;
const MAX_BOXES = 50;

/** The boxes to tick on a printed card: one for each point, or for a round number of them. */
export function boxes(card: Card): Boxes {
  const [, models = "1", hp, unit = "", integrity = "", points = hp ?? "0"] = STRENGTH.exec([...figuresOf(card), card.subtitle].join(" | ")) ?? [];
  const all = Number(models) * Number(points);
  let each = 1;
  while (all / each > MAX_BOXES) each *= 10;
  return { count: Math.ceil(all / each), each, name: unit || integrity };
}
