// Compares a finished match with the receipts of this browser: docs/explanation/verifiable-games.md says what that proves.
import type { Note, Own } from "../site/dice";
import type { HashedEvents, SiteKeys } from "../site/types";
import type { Receipt } from "../types";

/** What the site hands out when the match is over. */
export interface HandedOut {
  transcript: string;
  events: HashedEvents["events"];
  keys: SiteKeys["keys"];
}

export interface Judged {
  /** The differences, one sentence each: at least one means that something was changed. */
  wrong: readonly string[];
  /** What stays open, one sentence each. */
  doubts: readonly string[];
  /** What was checked, one sentence each. */
  checked: readonly string[];
  /** Whether everything was checked, the signatures included. */
  whole: boolean;
  /** The receipt of the whole match, as the saved match contains it. */
  last: Receipt | null;
}

interface Line {
  who: string;
  text: string;
  rule: string;
  check: string;
  byTable: string;
}

interface Saved {
  head: string;
  seats: readonly string[];
  lines: readonly Line[];
  end: string;
  signed: string;
}

const LINE = /^(\d{1,9}) (\S+) ([^\n]*?) ; (\S+) #([0-9a-f]{6})(?: (by the table))?$/;
const SIGNED = "game signed ";
/** Seconds that a signature may be older than its key: two clocks are never the same. */
const SLACK = 60;
const ENCODER = new TextEncoder();

class Unreadable extends Error {}

/** Raises Unreadable with the line that is out of order. */
export function savedIn(transcript: string): Saved {
  const all = transcript.replace(/\n$/, "").split("\n");
  const begin = all.indexOf("begin");
  if (begin < 0) throw new Unreadable("The saved game has no beginning.");
  const head = all.slice(0, begin);
  const saved = { seats: [] as string[], lines: [] as Line[], end: "", signed: "" };
  for (const line of head) {
    if (line.startsWith("player ")) saved.seats.push(line.split(" ")[1] ?? "");
    if (line.startsWith(SIGNED)) saved.signed = line.slice(SIGNED.length);
  }
  for (const line of all.slice(begin + 1)) {
    const found = LINE.exec(line);
    if (found && Number(found[1]) === saved.lines.length + 1 && !saved.end) {
      saved.lines.push({ who: found[2] ?? "", text: found[3] ?? "", rule: found[4] ?? "", check: found[5] ?? "", byTable: found[6] ?? "" });
    } else if (line.startsWith("end ") && !saved.end) saved.end = line.slice(4);
    else if (!(line.startsWith("secret ") && saved.end)) throw new Unreadable(`After answer ${saved.lines.length} of the saved game, another line follows than the next answer: an answer is missing or was added.`);
  }
  return { ...saved, head: head.filter((line) => !line.startsWith(SIGNED)).join("\n") };
}

const hex = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
const sha256 = async (text: string) => hex(await crypto.subtle.digest("SHA-256", ENCODER.encode(text)));

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

/** The digests of a game: of its head, and after each answer. Stops at the first answer that does not fit its check. */
async function digestsOf({ head, lines }: Saved, events: readonly string[]): Promise<string[]> {
  const digests = [await sha256(head)];
  for (const [at, { who, text, rule, check, byTable }] of lines.entries()) {
    const digest = await sha256([digests[at], `${who} ${text} ; ${rule}`, events[at] ?? "", ...(byTable ? [byTable] : [])].join("\n"));
    if (!digest.startsWith(check)) break;
    digests.push(digest);
  }
  return digests;
}

async function sealOf(salt: string, row: number, digest: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", fromHex(salt), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, ENCODER.encode(`${row}\n${digest}`)));
}

/** The text that a site signs. */
export function textOf({ match, row, answers, at, seal, end, undone, key }: Receipt): string {
  const lines = [`match ${match}`, `row ${row}`, `answers ${answers}`, `at ${at}`, `seal ${seal}`, `end ${end}`.trimEnd(), `undone ${undone}`.trimEnd(), `key ${key}`];
  return ["gattai receipt 1", ...lines, ""].join("\n");
}

/** Why a receipt was not signed by the site; null if this browser cannot check that, empty if it was. */
async function unsigned(receipt: Receipt, keys: HandedOut["keys"]): Promise<string | null> {
  const listed = keys.find(({ id }) => id === receipt.key);
  if (!listed) return `the site lists no key ${receipt.key}`;
  let key: CryptoKey;
  try {
    const bytes = fromBase64(listed.public);
    if (!hex(await crypto.subtle.digest("SHA-256", bytes)).startsWith(receipt.key)) return `key ${receipt.key} was exchanged`;
    key = await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  } catch (error) {
    return error instanceof DOMException && error.name === "NotSupportedError" ? null : "its key cannot be read";
  }
  let holds = false;
  try {
    holds = await crypto.subtle.verify("Ed25519", key, fromBase64(receipt.signature), ENCODER.encode(textOf(receipt)));
  } catch {
    // It is no signature at all.
  }
  if (!holds) return `it is not a signature of this by key ${receipt.key}`;
  const [since, until] = [listed.since, listed.until].map((time) => (time ? Date.parse(time) / 1000 : null));
  if (since && receipt.at < since - SLACK) return `it is older than key ${receipt.key}`;
  return until && receipt.at > until ? `it is from after key ${receipt.key} was rotated out` : "";
}

/** The answers that the row of an undo left standing, for each undo after a row. */
function leftAfter(undone: string, row: number): number {
  const undos = undone.split(" ").map((each) => each.split(">").map(Number));
  return Math.min(Infinity, ...undos.filter(([at]) => at !== undefined && at > row).map(([, left]) => left ?? Infinity));
}

function ownAnswers(own: readonly Own[], lines: readonly Line[], seat: string, undone: string): string[] {
  const wrong: string[] = [];
  for (const { from, to, row, text } of own) {
    if (leftAfter(undone, row) < to) continue; // the signed list of undos explains it
    if (!lines.slice(from - 1, to).some((line) => line.who === seat && line.text === text && !line.byTable)) wrong.push(`You answered “${text}” at answer ${from}, but the saved game has “${lines[from - 1]?.text ?? "nothing"}” there.`);
  }
  return wrong;
}

/** Compare what the site hands out with what this browser has noted. */
export async function judge(match: string, seat: number, { transcript, events, keys }: HandedOut, noted: Pick<Note, "receipt" | "own" | "last">): Promise<Judged> {
  const { receipt: mine = null, own = [] } = noted;
  const wrong: string[] = [];
  const nothing = { wrong, doubts: [], checked: [], whole: false, last: null };
  if (!globalThis.crypto?.subtle) return { ...nothing, doubts: ["Your answers cannot be compared here, because this page was not opened over https."] };
  let saved: Saved;
  try {
    saved = savedIn(transcript);
  } catch (error) {
    return { ...nothing, wrong: [(error as Error).message] };
  }
  const [name = "", row = "", at = "", list = "", salt = "", key = "", signature = ""] = saved.signed.split(" ");
  const undone = list === "?" ? "" : list.replace(/,/g, " ");
  wrong.push(...ownAnswers(own, saved.lines, saved.seats[seat] ?? "", undone));
  const digests = await digestsOf(saved, events);
  const count = saved.lines.length;
  if (digests.length <= count) wrong.push(`Answer ${digests.length} of the saved game, “${saved.lines[digests.length - 1]?.text ?? ""}”, does not fit its check: the game was changed there or before.`);
  else if (events.length > count) wrong.push(`The site knows of ${events.length} answers, but the saved game has ${count}.`);
  if (!saved.signed) return { ...nothing, doubts: ["The site has not signed the saved game, so your answers cannot be compared with it."] };
  const last: Receipt = { match: name, row: Number(row), answers: count, at: Number(at), seal: await sealOf(salt, Number(row), digests[count] ?? ""), key, signature, end: saved.end, undone };
  const reasons = [await unsigned(last, keys), mine ? await unsigned(mine, keys) : ""];
  if (reasons[0] && wrong.length === 0) wrong.push(`The site's signature does not hold for the saved game: ${reasons[0]}.`);
  if (reasons[1]) wrong.push(`Your receipt does not hold: ${reasons[1]}.`);
  if (name !== match) wrong.push(`The saved game is signed as match ${name}, not ${match}.`);
  const undo = mine ? leftAfter(undone, mine.row) : Infinity;
  for (const each of [mine, noted.last]) if (each) wrong.push(...(await different(each, last, digests, salt, leftAfter(undone, each.row))));
  return { wrong: [...new Set(wrong)], ...told(mine, last, undo, own.length, reasons.includes(null)), whole: mine !== null && !reasons.includes(null), last };
}

/** What differs between a receipt and the saved game. */
async function different(mine: Receipt, last: Receipt, digests: readonly string[], salt: string, undo: number): Promise<string[]> {
  if (mine.match !== last.match) return [`Your receipt is of match ${mine.match}, and the saved game of ${last.match}.`];
  if (mine.row > last.row) return [`Your receipt is of a later moment than the end of the saved game: the match had ${mine.answers} answers then, and has ${last.answers} now. Something was removed.`];
  if (undo < mine.answers) return [];
  if (mine.answers > last.answers) return [`The site signed ${mine.answers} answers for you, and the saved game has ${last.answers}. Something was removed.`];
  const digest = digests[mine.answers];
  if (digest === undefined) return []; // the answer that does not fit its check was named
  const found: string[] = [];
  if (mine.seal !== (await sealOf(salt, mine.row, digest))) found.push(`The first ${mine.answers} answers of the saved game are not those that the site signed for you: they were changed.`);
  if (mine.end && mine.end !== last.end) found.push(`The site signed for you that the match ended with “${mine.end}”, and the saved game ends with “${last.end}”.`);
  return found;
}

/** What was checked, and what stays open. */
function told(mine: Receipt | null, last: Receipt, undo: number, own: number, unchecked: boolean): Pick<Judged, "doubts" | "checked"> {
  const doubts = unchecked ? ["This browser cannot check the site's signatures (Ed25519): a newer one can."] : [];
  if (!mine) return { doubts: [...doubts, "This browser has no receipt of an answer of yours, so there was nothing to compare them with."], checked: [] };
  const covered = Math.min(undo, mine.answers);
  if (covered < last.answers) doubts.push(`Your last receipt covers the first ${covered} of ${last.answers} answers; what came later is the site's word.`);
  if (undo < Infinity) doubts.push("That you agreed to take answers back is the site's word.");
  const all = covered === last.answers && mine.end === last.end ? `all ${last.answers} answers and the end` : `the first ${covered} answers`;
  const ours = own > 0 ? `, among them ${own === 1 ? "the one" : `the ${own}`} you gave in this browser` : "";
  return { doubts, checked: [`The site signed ${all} for you, and the saved game has the same${ours}.`] };
}
