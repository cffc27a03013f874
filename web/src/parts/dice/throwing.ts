// Real dice, entered face by face: which die a face belongs to, and the answer once every die has one.
import type { CountedNumber, DiceQuestion, DieFace } from "../../types";

/** One die that was entered. */
export interface Entered {
  /** The index of its group. */
  group: number;
  face: string;
}

/** The dice of a group, with their places in the order in which all were entered. */
export function diceOf(entered: readonly Entered[], group: number): readonly { face: string; place: number }[] {
  return entered.flatMap((die, place) => (die.group === group ? [{ face: die.face, place }] : []));
}

function hasRoom({ groups }: DiceQuestion, entered: readonly Entered[], group: number): boolean {
  return diceOf(entered, group).length < (groups[group]?.count ?? 0);
}

/** The dice with one more; the same if its group is full. */
export function enter(question: DiceQuestion, entered: readonly Entered[], die: Entered): readonly Entered[] {
  return hasRoom(question, entered, die.group) ? [...entered, die] : entered;
}

/** The die that a digit enters, in the first group with room: its number, 0 for a ten, or the number of the face in its row of symbols. */
export function typed(question: DiceQuestion, entered: readonly Entered[], digit: string): Entered | null {
  const group = question.groups.findIndex((_, at) => hasRoom(question, entered, at));
  const { face } = question.groups[group]?.faces.find((_, at, faces) => digitOf(faces, at) === digit) ?? {};
  return face === undefined ? null : { group, face };
}

/** The digit that enters this face; empty for none. */
export function digitOf(faces: readonly DieFace[], at: number): string {
  const shown = faces.every(({ face }) => /^\d+$/.test(face)) ? (faces[at]?.face ?? "") : String(at + 1);
  if (shown === "10" && !faces.some(({ face }) => face === "0")) return "0";
  return shown.length === 1 ? shown : "";
}

/** How many dice are missing. */
export function missing({ groups }: DiceQuestion, entered: readonly Entered[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0) - entered.length;
}

/** The faces group by group, as a transcript has them. */
export function answerOf({ groups }: DiceQuestion, entered: readonly Entered[]): string {
  return groups.flatMap((_, group) => diceOf(entered, group).map(({ face }) => face)).join(" ");
}

/** The names of the groups: their kind; with one die for each seat, such as in a roll-off, whose it is. */
export function namesOf({ groups, odds }: DiceQuestion, seats: readonly string[]): readonly string[] {
  const isDuel = odds.length === 0 && groups.length > 1 && groups.every(({ name, count }) => count === 1 && name === groups[0]?.name);
  return groups.map(({ name }, at) => (isDuel ? `${name} of ${groups.length === seats.length ? seats[at] : `number ${at + 1}`}` : name));
}

/** How much a face adds to the number whose odds are shown. */
export function worthOf({ symbols, counted }: DieFace, what: string): number {
  if (symbols.length > 0) return symbols.filter((symbol) => symbol === what).length;
  if (counted === "" || what === "") return 0;
  return counted.includes(what) || what === COUNTED ? Number(/^\d+/.exec(counted)?.[0] ?? 1) : 0;
}
/** What is counted where the faces have different words (`scene/throwing.py`). */
const COUNTED = "dice that count";

/** The chance of at least one. */
export function atLeastOne({ bars }: CountedNumber): number {
  return bars.reduce((sum, [number, share]) => sum + (number > 0 ? share : 0), 0);
}

/** A face in words: what it shows, and what that counts for. */
export function inWords({ face, symbols, counted }: DieFace): string {
  const shown = symbols.length > 0 ? symbols.join(", ") : face === "-" ? "blank" : face;
  return counted && symbols.length === 0 ? `${shown}, ${counted}` : shown;
}
