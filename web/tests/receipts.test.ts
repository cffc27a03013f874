import { createHash, createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { judge, textOf, type HandedOut } from "../src/seat/receipts";
import type { Own } from "../src/site/dice";
import type { Receipt } from "../src/types";

const MATCH = "attack-chart-k3v9";
const SALT = "5a".repeat(32);
const HEAD = ["gattai transcript 1", "game attack-chart 1.0.0", "player blue person", "player red person", `dice committed ${"0".repeat(64)} a,b`];
const ANSWERS = ["blue deploy a ; X", "red deploy b ; X", "dice 3 4 ; Y", "blue pass ; Z"];
const EVENTS = ANSWERS.map((_, at) => `[{"type":"Happened","at":${at}}]`);
const END = "blue wins ; by resignation";
const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const url = (bytes: Buffer) => bytes.toString("base64url");

function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  return { privateKey, listed: { id: sha256(raw).slice(0, 16), public: url(raw), since: "2026-09-21T00:00:00Z", until: null, algorithm: "Ed25519" } };
}
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const KEY = keyPair();
const NOON = Date.parse("2026-09-21T12:00:00Z") / 1000;

function digests(answers: readonly string[] = ANSWERS, events: readonly string[] = EVENTS): string[] {
  const found = [sha(HEAD.join("\n"))];
  answers.forEach((line, at) => found.push(sha(`${found[at]}\n${line}\n${events[at]}`)));
  return found;
}

function receipt(row: number, answers: number, more: Partial<Receipt> = {}, of = digests(), by: KeyObject = KEY.privateKey): Receipt {
  const seal = createHmac("sha256", Buffer.from(SALT, "hex")).update(`${row}\n${of[answers]}`).digest("hex");
  const made = { match: MATCH, row, answers, at: NOON, seal, key: KEY.listed.id, signature: "", end: "", undone: "", ...more };
  return { ...made, signature: url(sign(null, Buffer.from(textOf(made)), by)) };
}

/** What an honest site hands out; `more` changes what is signed. */
function handedOut(answers: readonly string[] = ANSWERS, more: Partial<Receipt> = {}): HandedOut {
  const events = answers.map((_, at) => EVENTS[at] ?? "[]");
  const all = digests(answers, events);
  const last = receipt(9, answers.length, { end: END, undone: "-", ...more }, all);
  const signed = `game signed ${[last.match, last.row, last.at, last.undone.replace(/ /g, ",") || "?", SALT, last.key, last.signature].join(" ")}`;
  const lines = answers.map((line, at) => `${at + 1} ${line} #${all[at + 1]?.slice(0, 6)}`);
  return { transcript: [...HEAD, signed, "begin", ...lines, `end ${END}`, `secret ${"1".repeat(64)}`, ""].join("\n"), events, keys: [KEY.listed] };
}

const MINE = receipt(4, 4);
const OWN: Own[] = [
  { from: 1, to: 1, row: 1, text: "deploy a" },
  { from: 4, to: 4, row: 4, text: "pass" },
];
const judged = (given: HandedOut = handedOut(), mine: Receipt | null = MINE, own: readonly Own[] = OWN, last?: Receipt) =>
  judge(MATCH, 0, given, { ...(mine && { receipt: mine }), ...(last && { last }), own });
const edited = (from: string, to: string, given = handedOut()) => ({ ...given, transcript: given.transcript.replace(from, to) });

afterEach(() => void vi.unstubAllGlobals());

describe("an honest site", () => {
  it("hands out the game that it signed for this browser", async () => {
    const found = await judged();
    expect(found).toMatchObject({ wrong: [], whole: true, doubts: [], checked: [expect.stringContaining("the first 4 answers") as string] });
    expect(found.checked[0]).toContain("the 2 you gave in this browser");
    expect((await judged(handedOut(), receipt(8, 4, { end: END }), [])).checked[0]).toContain("all 4 answers and the end");
  });

  it("is held to the saved game that this browser has compared", async () => {
    const mine = receipt(1, 1);
    const { last } = await judged(handedOut(), mine, []);
    const other = handedOut([...ANSWERS.slice(0, 3), "blue wait ; Z"]);
    expect((await judged(other, mine, [])).wrong, "this receipt is too old").toEqual([]);
    expect((await judged(other, mine, [], last ?? undefined)).wrong).toHaveLength(1);
    expect((await judged(handedOut(), mine, [], last ?? undefined)).wrong).toEqual([]);
  });

  it("may have gone on after the last receipt, which is said", async () => {
    const found = await judged(handedOut(), receipt(2, 2), OWN.slice(0, 1));
    expect(found).toMatchObject({ wrong: [], whole: true, doubts: [expect.stringContaining("covers the first 2 of 4") as string] });
  });

  it("explains by signed undos why an answer of a receipt is gone", async () => {
    const before = receipt(3, 4, { seal: "0".repeat(64) });
    const own = [{ from: 4, to: 4, row: 3, text: "attack" }];
    expect((await judged(handedOut(ANSWERS, { undone: "5>3" }), before, own)).wrong).toEqual([]);
    expect((await judged(handedOut(ANSWERS, { undone: "5>4" }), before, own)).wrong, "this undo left all four").toHaveLength(2);
    expect((await judged(handedOut(ANSWERS, { undone: "2>3" }), before, own)).wrong, "this undo was before").toHaveLength(2);
  });

  it("is not taken at its word by a browser without a receipt", async () => {
    expect(await judged(handedOut(), null, [])).toMatchObject({ wrong: [], whole: false, doubts: [expect.stringContaining("no receipt") as string] });
  });

  it("may know an answer of the same moment first", async () => {
    expect((await judged(handedOut(), MINE, [{ from: 3, to: 4, row: 4, text: "pass" }])).wrong).toEqual([]);
    expect((await judged(handedOut(), MINE, [{ from: 2, to: 3, row: 4, text: "pass" }])).wrong).toHaveLength(1);
  });
});

describe("a game is refused", () => {
  const other = ["blue deploy a ; X", "red deploy c ; X", "dice 3 4 ; Y", "blue pass ; Z"];
  it.each<[string, HandedOut, RegExp]>([
    ["with an answer changed", edited("red deploy b", "red deploy c"), /Answer 2 .*red|Answer 2 of the saved game, “deploy c”/],
    ["with an answer of mine changed", edited("4 blue pass", "4 blue wait"), /You answered “pass” at answer 4, but the saved game has “wait”/],
    ["with an answer removed in the middle", edited(/^2 .*\n/m.exec(handedOut().transcript)?.[0] ?? "", ""), /After answer 1/],
    ["with an answer added", edited("end blue", "5 red pass ; Z #000000\nend blue"), /Answer 5 .*does not fit/],
    ["with the end removed and an answer too", edited(/^4 .*\nend .*\n/m.exec(handedOut().transcript)?.[0] ?? "", `end ${END}\n`), /has 3/],
    ["signed again after an answer was changed", handedOut(other), /not those that the site signed for you/],
    ["signed again without its last answer", handedOut(ANSWERS.slice(0, 3)), /Something was removed/],
    ["with another end", edited(`end ${END}`, "end red wins ; by resignation"), /signature does not hold/],
    ["with other dice in its head", edited("committed 0", "committed 1"), /Answer 1 /],
    ["signed as another match", handedOut(ANSWERS, { match: "attack-chart-aaaa" }), /another|not attack-chart-k3v9/],
    ["signed before my receipt", handedOut(ANSWERS, { row: 3 }), /later moment/],
  ])("%s", async (_, given, why) => {
    const { wrong, whole } = await judged(given);
    expect(wrong.join(" ")).toMatch(why);
    expect(whole && wrong.length === 0).toBe(false);
  });

  it("with a receipt that the site did not sign, or by a key out of its time", async () => {
    const late = { ...KEY.listed, until: "2026-09-21T11:00:00Z" };
    const early = { ...KEY.listed, since: "2026-09-21T12:02:00Z" };
    expect((await judged(handedOut(), { ...MINE, answers: 3 })).wrong[0]).toMatch(/Your receipt does not hold/);
    expect((await judged(handedOut(), receipt(4, 4, {}, digests(), keyPair().privateKey))).wrong[0]).toMatch(/not a signature/);
    expect((await judged({ ...handedOut(), keys: [] })).wrong.join()).toMatch(/lists no key/);
    expect((await judged({ ...handedOut(), keys: [late] })).wrong.join()).toMatch(/rotated out/);
    expect((await judged({ ...handedOut(), keys: [early] })).wrong.join()).toMatch(/older than key/);
    expect((await judged({ ...handedOut(), keys: [{ ...keyPair().listed, id: KEY.listed.id }] })).wrong.join()).toMatch(/was exchanged/);
  });

  it("if my receipt knows another end", async () => {
    expect((await judged(handedOut(), receipt(8, 4, { end: "red wins ; X" }))).wrong[0]).toMatch(/ended with “red wins ; X”/);
  });
});

describe("a browser", () => {
  it("without Ed25519 compares the seals and says what it cannot check", async () => {
    const { subtle } = globalThis.crypto;
    const importKey = (...given: Parameters<SubtleCrypto["importKey"]>) => (given[2] === "Ed25519" ? Promise.reject(new DOMException("", "NotSupportedError")) : subtle.importKey(...given));
    vi.stubGlobal("crypto", { subtle: { digest: subtle.digest.bind(subtle), sign: subtle.sign.bind(subtle), importKey } });
    expect(await judged()).toMatchObject({ wrong: [], whole: false, doubts: [expect.stringContaining("Ed25519") as string] });
    expect((await judged(handedOut(["blue deploy z ; X", ...ANSWERS.slice(1)]))).wrong).not.toEqual([]);
  });

  it("without https compares nothing and says so", async () => {
    vi.stubGlobal("crypto", {});
    expect(await judged()).toMatchObject({ wrong: [], whole: false, doubts: [expect.stringContaining("https") as string] });
  });

  it("is told that a game was not signed", async () => {
    const given = handedOut();
    expect(await judged({ ...given, transcript: given.transcript.replace(/^game signed .*\n/m, "") })).toMatchObject({ wrong: [], whole: false, doubts: [expect.stringContaining("not signed") as string] });
  });
});
