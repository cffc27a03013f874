// This browser's note of the dice before a match, and the comparison when it is over.
import type { Receipt } from "../types";
import type { SeekResult } from "./types";

/** An answer of this browser: its place is between these numbers, because others may have answered at the same moment. */
export interface Own {
  from: number;
  /** The number of answers and the row of the receipt for it. */
  to: number;
  row: number;
  text: string;
}

/** A note, stored in this browser only; `gattai verify --mine` reads it as a file. */
export interface Note {
  match: string;
  game: string;
  /** My own seat, once it is known. */
  seat: number | null;
  /** The site's commitment as it was shown here, and when. */
  commitment: string;
  shown: string;
  /** The number of the answer that was open then; 0 in the lobby, before the match. */
  number: number;
  /** The seed that this browser has sent. */
  seed: string;
  /** Whether the site accepted the seed; null if it has not replied. */
  counts: boolean | null;
  /** The seek that led to the match, if there was one. */
  seek: string;
  /** What all seats had committed to when this browser revealed its seed. */
  digests?: readonly string[];
  /** The last receipt of an answer. */
  receipt?: Receipt;
  /** The answers of this browser. */
  own?: readonly Own[];
  /** The receipt of the whole match, from the saved match that was compared. */
  last?: Receipt;
}

const PREFIX = "gattai-dice-";
const MOST = 300;
/** More answers are not stored once the match was compared: there is little room. */
const MANY = 80;
/** Stands for no seed. */
const NONE = "-";

function all(): Map<string, Note> {
  const found = new Map<string, Note>();
  try {
    for (let at = 0; at < localStorage.length; at += 1) {
      const key = localStorage.key(at) ?? "";
      const note = key.startsWith(PREFIX) ? read(key) : null;
      if (note) found.set(key, note);
    }
  } catch {
    // Without storage there is no note.
  }
  return found;
}

function read(key: string): Note | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Note | null;
  } catch {
    return null;
  }
}

function write(key: string, note: Note): void {
  try {
    localStorage.setItem(key, JSON.stringify(note));
    const notes = [...all()].sort(([, one], [, other]) => one.shown.localeCompare(other.shown));
    for (const [old] of notes.slice(0, Math.max(0, notes.length - MOST))) localStorage.removeItem(old);
  } catch {
    // Then nothing can be compared, and the page says so.
  }
}

function change(key: string, by: (note: Note) => Partial<Note>): void {
  const note = read(key);
  if (note) write(key, { ...note, ...by(note) });
}

/** In the lobby: note the commitment of a seek's dice. The first one shown is kept. */
export function shown(seek: string, game: string, commitment: string): void {
  if (!seek || !commitment || read(PREFIX + seek)) return;
  write(PREFIX + seek, { match: "", game, seat: null, commitment, shown: new Date().toISOString(), number: 0, seed: "", counts: null, seek });
}

/** Note a seed before it is sent, because the match may begin before the site replies. */
export async function gives(seek: string, seed: string, send: () => Promise<SeekResult>): Promise<SeekResult> {
  change(PREFIX + seek, ({ counts }) => (counts ? {} : { seed, counts: null }));
  const found = await send();
  // Another page of mine may have been quicker and noted the valid seed. An older node does not say.
  if (found.seed === seed) change(PREFIX + seek, () => ({ seed, counts: true }));
  else if (found.seed !== undefined) change(PREFIX + seek, (note) => (note.seed === seed ? { counts: false } : {}));
  begun(seek, found.match);
  return found;
}

type Send = (what: "seed" | "digest", value: string) => Promise<SeekResult>;

/** The seeds of this page, in case that nothing can be stored. */
const seeds = new Map<string, string>();

/** Commit to a seed by its SHA-256; null if this browser offers none, because the page was not opened over https. By correspondence, send it. */
export async function commit(seek: string, isSlow: boolean, send: Send): Promise<SeekResult | null> {
  const seed = hexOf(crypto.getRandomValues(new Uint8Array(16)));
  if (isSlow) return gives(seek, seed, () => send("seed", seed));
  const digest = await digestOf(seed);
  if (digest === null) return null;
  const before = seeds.get(seek);
  seeds.set(seek, seed);
  change(PREFIX + seek, (note) => (note.seed ? {} : { seed }));
  const found = await send("digest", digest);
  if (!found.seek && before) seeds.set(seek, before); // committed to before
  return (found.digests?.length ? await reveal(seek, found.digests, send) : null) ?? found;
}

/** Reveal a seed once all have committed to theirs. Only for the first list that the site shows, if my own is in it. */
export async function reveal(seek: string, digests: readonly string[], send: Send): Promise<SeekResult | null> {
  const noted = read(PREFIX + seek);
  if (noted?.digests && noted.digests.join() !== digests.join()) return null;
  for (const seed of [seeds.get(seek), noted?.seed]) {
    if (!seed || !digests.includes((await digestOf(seed)) ?? "")) continue;
    change(PREFIX + seek, () => ({ digests }));
    return gives(seek, seed, () => send("seed", seed));
  }
  return null;
}

export function begun(seek: string, match: string): void {
  if (match) change(PREFIX + seek, () => ({ match }));
}

/** What the match says about its dice. */
export interface Compared {
  commitment: string;
  seeds: readonly string[];
  /** Published when the match is over. */
  secret: string;
}

/** From a transcript, or from its one public line while the match is played; null without a commitment. */
export function saidIn(text: string): Compared | null {
  const [head = "", rest = ""] = text.split(/^begin$/m, 2);
  const found = /^dice committed ([0-9a-f]{64}) (\S+)(?: (\S+))?$/m.exec(head);
  if (!found) return null;
  return { commitment: found[1] ?? "", seeds: (found[2] ?? "").split(","), secret: /^secret (.*)$/m.exec(rest)?.[1] ?? "" };
}

/** The note of a match. If it began while no page was open, it is found by its commitment. */
export function noteOf(match: string, seat: number, said: Compared): Note | null {
  const notes = [...all()];
  const found = notes.find(([, note]) => note.match === match) ?? notes.find(([, note]) => note.match === "" && note.commitment === said.commitment);
  if (!found) return null;
  const [key, note] = found;
  const known = { ...note, match, seat };
  if (note.match !== match || note.seat !== seat) write(key, known);
  return known;
}

/** At a table without a note: begin one now. */
export function notesAt(match: string, game: string, seat: number, said: Compared, number: number): Note {
  const note = { match, game, seat, commitment: said.commitment, shown: new Date().toISOString(), number, seed: "", counts: null, seek: "" };
  write(PREFIX + match, note);
  return note;
}

/** Add the receipt of an answer to the note of its match; false if there is no note yet. */
export function receive(match: string, receipt: Receipt, own: Own | null): boolean {
  const key = [...all()].find(([, note]) => note.match === match)?.[0];
  if (key) change(key, ({ receipt: last, own: before = [] }) => ({ receipt: last && last.row > receipt.row ? last : receipt, own: own ? [...before, own] : before }));
  return key !== undefined;
}

/** The whole match was compared: from now on, this stands for all answers as well. */
export function settle(match: string, last: Receipt): void {
  for (const [key, note] of all()) if (note.match === match) change(key, ({ own = [] }) => ({ last, own: own.length > MANY ? [] : own }));
}

export interface Check {
  /** `same`: no difference. `none`: nothing to compare. */
  result: "same" | "differs" | "none";
  over: boolean;
  /** Whether my own seed is in the dice. */
  mine: boolean;
  /** What was checked, one sentence each, once the match is over. */
  checked: readonly string[];
  /** The differences and unknowns, one sentence each. */
  lines: readonly string[];
  note: Note | null;
}

const short = (text: string) => (text.length > 16 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text);

/** Compare the note with what the match says. */
export async function compare(note: Note | null, said: Compared, seat: number, over: boolean): Promise<Check> {
  const wrong: string[] = [];
  const doubts: string[] = [];
  let worked = note !== null;
  if (!note) doubts.push("This browser has no note from the start of the game, so there is nothing to compare. This happens on another device, in a private window, or after deleting the browser's data.");
  else if (note.commitment !== said.commitment) wrong.push(`The seal that the site showed this browser was ${short(note.commitment)}. This game now has another one, ${short(said.commitment)}.`);
  if (note && note.number > 1) doubts.push(`This browser first saw the seal after ${note.number - 1} answers. Earlier dice are not covered.`);
  if (over && !said.secret) wrong.push("The game is over, but the site has not published the secret of the dice.");
  else if (over) {
    const digest = await sha256(said.secret);
    worked &&= digest !== null;
    if (digest === null) doubts.push("The secret cannot be compared with the seal here, because this page was not opened over https.");
    else if (digest !== said.commitment) wrong.push("The secret published by the site does not match the seal.");
  }
  let fixed = false;
  if (note?.digests) {
    const found = await Promise.all(said.seeds.map((seed) => (seed === NONE ? NONE : digestOf(seed))));
    fixed = found.join() === note.digests.join();
    if (!fixed) wrong.push("A player has another random number than the one they had sealed before this browser revealed its own.");
  }
  const given = said.seeds[seat] ?? NONE;
  const mine = note !== null && note.seed !== "" && given === note.seed;
  if (note?.counts && !mine) wrong.push(given === NONE ? "The random number of this browser, which the site had accepted, was left out." : "Your seat has a different random number than this browser sent.");
  else if (note && !mine) doubts.push(note.seed ? "The random number of this browser came too late and was left out, or another page of yours sent one first." : "These dice do not include a random number of yours, so you cannot tell whether the site picked them before the game.");
  return { result: wrong.length > 0 ? "differs" : worked ? "same" : "none", over, mine, checked: over && worked && wrong.length === 0 ? [`The site sealed all dice of this game in advance${mine ? ", and this browser added its own random number" : ""}. The opened seal is the one that was shown, its content matches${mine ? ", and it includes your number" : ""}.${fixed ? " All players had sealed their random numbers before any was revealed." : ""}`] : [], lines: [...wrong, ...doubts], note };
}

/** The SHA-256 of 32 hexadecimal bytes. Null if the browser offers none because the page was not loaded over https. */
async function sha256(hex: string): Promise<string | null> {
  if (!/^[0-9a-f]{64}$/.test(hex)) return "";
  return hashed(Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16)));
}

/** The SHA-256 with which a seat commits to a seed. */
const digestOf = (seed: string): Promise<string | null> => hashed(new TextEncoder().encode(seed));

async function hashed(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
