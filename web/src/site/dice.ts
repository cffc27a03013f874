// What this browser notes of the dice of a match before they fall, and how it compares that when the match is over.
import type { Found } from "./types";

/** A note, kept on this machine only; saved as a file it is what `gattai verify --mine` reads. */
export interface Note {
  match: string;
  game: string;
  /** My own seat, once it is known. */
  seat: number | null;
  /** What the site committed itself to, as it was shown here, and when. */
  commitment: string;
  shown: string;
  /** The number of the answer that was asked for then; 0 in the lobby, before the match. */
  number: number;
  /** What this browser has sent for the dice to follow from, too. */
  seed: string;
  /** Whether the site has said that it counts; null as long as it has said nothing. */
  counts: boolean | null;
  /** The seek by which the match was found, if it was. */
  seek: string;
}

const PREFIX = "gattai-dice-";
const MOST = 300;
/** Where no seed stands. */
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
    // A browser that keeps nothing has noted nothing.
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

/** In the lobby: what the dice of a seek are committed to. What was shown first stays. */
export function shown(seek: string, game: string, commitment: string): void {
  if (!seek || !commitment || read(PREFIX + seek)) return;
  write(PREFIX + seek, { match: "", game, seat: null, commitment, shown: new Date().toISOString(), number: 0, seed: "", counts: null, seek });
}

/** A seed is sent: it is noted before, for the match may begin before the site has answered. */
export async function gives(seek: string, seed: string, send: () => Promise<Found>): Promise<Found> {
  change(PREFIX + seek, ({ counts }) => (counts ? {} : { seed, counts: null }));
  const found = await send();
  // Another page of mine may have been quicker: then it has noted which one counts. An older node says nothing.
  if (found.seed === seed) change(PREFIX + seek, () => ({ seed, counts: true }));
  else if (found.seed !== undefined) change(PREFIX + seek, (note) => (note.seed === seed ? { counts: false } : {}));
  begun(seek, found.match);
  return found;
}

export function begun(seek: string, match: string): void {
  if (match) change(PREFIX + seek, () => ({ match }));
}

/** What the match itself says of its dice. */
export interface Said {
  commitment: string;
  seeds: readonly string[];
  /** Told when it is over. */
  secret: string;
}

/** Of a transcript, or of the one line of its head that is known while the match is played; null if nobody committed to its dice. */
export function saidIn(text: string): Said | null {
  const [head = "", rest = ""] = text.split(/^begin$/m, 2);
  const found = /^dice committed ([0-9a-f]{64}) (\S+)$/m.exec(head);
  if (!found) return null;
  return { commitment: found[1] ?? "", seeds: (found[2] ?? "").split(","), secret: /^secret (.*)$/m.exec(rest)?.[1] ?? "" };
}

/** The note of a match. One that began while no page was open is known by what its dice are committed to. */
export function noteOf(match: string, seat: number, said: Said): Note | null {
  const notes = [...all()];
  const found = notes.find(([, note]) => note.match === match) ?? notes.find(([, note]) => note.match === "" && note.commitment === said.commitment);
  if (!found) return null;
  const [key, note] = found;
  const known = { ...note, match, seat };
  if (note.match !== match || note.seat !== seat) write(key, known);
  return known;
}

/** At the table of a match of which nothing was noted: from now on. */
export function notesAt(match: string, game: string, seat: number, said: Said, number: number): Note {
  const note = { match, game, seat, commitment: said.commitment, shown: new Date().toISOString(), number, seed: "", counts: null, seek: "" };
  write(PREFIX + match, note);
  return note;
}

export interface Check {
  /** `same`: nothing differs. `none`: it cannot be compared. */
  result: "same" | "differs" | "none";
  over: boolean;
  /** Whether my own seed is in the dice. */
  mine: boolean;
  /** What differs, or cannot be known, each in a sentence. */
  lines: readonly string[];
  note: Note | null;
}

const short = (text: string) => (text.length > 16 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text);

/** Compare what was noted with what the match says. */
export async function compare(note: Note | null, said: Said, seat: number, over: boolean): Promise<Check> {
  const wrong: string[] = [];
  const doubts: string[] = [];
  let worked = note !== null;
  if (!note) doubts.push("This browser noted nothing when the game began, so it has nothing to compare with. That is so on another device, in a private window, or when the browser's data was deleted.");
  else if (note.commitment !== said.commitment) wrong.push(`The seal that the site showed this browser was ${short(note.commitment)}. This game now has another one, ${short(said.commitment)}.`);
  if (note && note.number > 1) doubts.push(`This browser first saw the seal when ${note.number - 1} answers had been given. What came before is not covered.`);
  if (over && !said.secret) wrong.push("The game is over, but the site keeps back what the dice were drawn from.");
  else if (over) {
    const digest = await sha256(said.secret);
    worked &&= digest !== null;
    if (digest === null) doubts.push("Whether what came out fits the seal cannot be worked out here, because this page was not opened by https.");
    else if (digest !== said.commitment) wrong.push("What the site says the dice were drawn from does not fit the seal.");
  }
  const given = said.seeds[seat] ?? NONE;
  const mine = note !== null && note.seed !== "" && given === note.seed;
  if (note?.counts && !mine) wrong.push(given === NONE ? "The random number of this browser, which the site had accepted, was left out." : "At your seat stands another random number than this browser gave.");
  else if (note && !mine) doubts.push(note.seed ? "The random number of this browser came too late and was left out, or another page of yours gave one first." : "No random number of yours is in these dice, so you cannot tell whether the site picked them before the game.");
  return { result: wrong.length > 0 ? "differs" : worked ? "same" : "none", over, mine, lines: [...wrong, ...doubts], note };
}

/** Of 32 bytes written in hexadecimal. Null where the browser has none for this page: it must have come by https. */
async function sha256(hex: string): Promise<string | null> {
  if (!/^[0-9a-f]{64}$/.test(hex)) return "";
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
