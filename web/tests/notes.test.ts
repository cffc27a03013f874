import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { begun, commit, compare, gives, noteOf, notesAt, reveal, saidIn, shown, type Note, type Compared } from "../src/site/dice";
import type { SeekResult } from "../src/site/types";

const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const LOCK = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const said: Compared = { commitment: LOCK, seeds: ["mine", "-"], secret: SECRET };
const found = (more: Partial<SeekResult>): SeekResult => ({ seek: "", match: "", link: "", commitment: "", seed: "", digests: [], ...more });
const transcript = (head: string, end = `end blue wins ; X\nsecret ${SECRET}\n`) => `gattai transcript\n${head}\nbegin\n1 dice 6 2 ; X #ab\n${end}`;

const hex = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** A note as it is after a match was found in the lobby, with a seed that counts. */
async function noted(more: Partial<Note> = {}): Promise<Note> {
  shown("s", "aegis", LOCK);
  await gives("s", "mine", () => Promise.resolve(found({ seed: "mine", match: "m" })));
  const note = noteOf("m", 0, said);
  if (!note) throw new Error("nothing was noted");
  return { ...note, ...more };
}

describe("what a page notes of dice", () => {
  it("is what was shown first, when, and the seed that counts, by the match", async () => {
    shown("s", "aegis", LOCK);
    shown("s", "aegis", LOCK.replace("6", "7"));
    await gives("s", "mine", () => Promise.resolve(found({ seek: "s", seed: "mine" })));
    begun("s", "m");
    const note = noteOf("m", 1, said);
    expect(note).toMatchObject({ match: "m", seat: 1, commitment: LOCK, seed: "mine", counts: true, number: 0 });
    expect(Date.now() - Date.parse(note?.shown ?? "")).toBeLessThan(60_000);
    expect(noteOf("other", 0, { ...said, commitment: "0" })).toBeNull();
  });

  it("holds the seed before the site has answered, for the page may be gone by then", () => {
    shown("s", "aegis", LOCK);
    void gives("s", "mine", () => new Promise(() => undefined));
    expect(noteOf("m", 0, said)).toMatchObject({ seed: "mine", counts: null });
  });

  it("leaves a seed that counts when another page comes later with its own", async () => {
    await noted();
    await gives("s", "late", () => Promise.resolve(found({})));
    expect(noteOf("m", 0, said)).toMatchObject({ seed: "mine", counts: true });
  });

  it("is found by the commitment when the match began while no page was open", () => {
    shown("s", "aegis", LOCK);
    shown("t", "aegis", "0".repeat(64));
    expect(noteOf("m", 0, said)?.seek).toBe("s");
    expect(noteOf("m", 0, { ...said, commitment: "1".repeat(64) })?.seek, "and stays that of the match").toBe("s");
  });

  it("does not grow without end, and the oldest go first", () => {
    vi.useFakeTimers();
    for (let at = 0; at < 305; at += 1) {
      vi.setSystemTime(at * 1000);
      shown(`s${at}`, "aegis", LOCK);
    }
    vi.useRealTimers();
    expect(kept.size).toBe(300);
    expect(kept.has("gattai-dice-s4")).toBe(false);
    expect(kept.has("gattai-dice-s5")).toBe(true);
  });

  it("is nothing in a browser that keeps nothing", () => {
    vi.stubGlobal("localStorage", undefined);
    shown("s", "aegis", LOCK);
    expect(noteOf("m", 0, said)).toBeNull();
    expect(notesAt("m", "aegis", 0, said, 1).commitment).toBe(LOCK);
  });
});

describe("a page and the seed that it has committed to", () => {
  const THEIRS = "a".repeat(64);
  const sent: string[][] = [];
  const site = (digests: (own: string) => string[]) => async (what: string, value: string): Promise<SeekResult> => {
    sent.push([what, value]);
    return Promise.resolve(what === "digest" ? found({ seek: "s", digests: digests(value) }) : found({ seek: "s", seed: value, match: "m" }));
  };
  beforeEach(() => {
    sent.length = 0;
    shown("s", "aegis", LOCK);
  });

  it("sends only the digest until all have committed", async () => {
    await commit("s", false, site(() => []));
    expect(sent.map(([what]) => what)).toEqual(["digest"]);
    await reveal("s", [sent[0]?.[1] ?? "", THEIRS], site(() => []));
    expect(sent.map(([what]) => what)).toEqual(["digest", "seed"]);
    expect(noteOf("m", 0, said)).toMatchObject({ counts: true, seed: sent[1]?.[1], digests: [sent[0]?.[1], THEIRS] });
  });

  it("reveals at once if all others have committed already", async () => {
    expect((await commit("s", false, site((own) => [THEIRS, own])))?.match).toBe("m");
  });

  it("reveals nothing where its own digest is missing, nor for a second list", async () => {
    await commit("s", false, site(() => [THEIRS, "-"]));
    expect(sent.map(([what]) => what)).toEqual(["digest"]);
    const own = sent[0]?.[1] ?? "";
    await reveal("s", [THEIRS, own], site(() => []));
    expect(await reveal("s", ["b".repeat(64), own], site(() => []))).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it("stays with what another page of the same person has committed to", async () => {
    await commit("s", false, site(() => []));
    const [, own = ""] = sent[0] ?? [];
    await commit("s", false, () => Promise.resolve(found({})));
    await reveal("s", [own, THEIRS], site(() => []));
    expect(sent.map(([what]) => what)).toEqual(["digest", "seed"]);
  });

  it("sends the seed itself by correspondence, and nothing where it cannot be hashed", async () => {
    await commit("s", true, site(() => []));
    expect(sent.map(([what]) => what)).toEqual(["seed"]);
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes });
    expect(await commit("s", false, site(() => []))).toBeNull();
    expect(sent).toHaveLength(1);
  });
});

describe("what a match says of its dice", () => {
  it("stands in the head and behind the end of its transcript", () => {
    expect(saidIn(transcript(`dice committed ${LOCK} mine,-`))).toEqual(said);
    expect(saidIn(transcript(`dice committed ${LOCK} mine,-`, ""))?.secret).toBe("");
    expect(saidIn(`dice committed ${LOCK} mine,-`)).toEqual({ ...said, secret: "" });
    expect(saidIn(transcript(`dice committed ${LOCK} mine,- ${"a".repeat(64)},-`))).toEqual(said);
    expect(saidIn(transcript("dice seeded 7"))).toBeNull();
  });
});

describe("the comparison", () => {
  it("agrees if seal, secret and seed are the same", async () => {
    expect(await compare(await noted(), said, 0, true)).toMatchObject({ result: "same", mine: true, lines: [] });
  });

  it("covers the seeds of others as they had been committed to", async () => {
    const digests = [hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("mine"))), "-"];
    const check = await compare(await noted({ digests }), said, 0, true);
    expect(check.result).toBe("same");
    expect(check.checked.join(" ")).toMatch(/before any was revealed/);
    for (const seeds of [["mine", "chosen"], ["mine"]]) expect((await compare(await noted({ digests }), { ...said, seeds }, 0, true)).result).toBe("differs");
    expect((await compare(await noted(), said, 0, true)).checked.join(" ")).not.toMatch(/before any was revealed/);
  });

  const turned = (text: string) => (text.startsWith("0") ? "1" : "0") + text.slice(1);
  it.each<[string, Partial<Note>, Partial<Compared>, RegExp]>([
    ["another commitment was shown", { commitment: turned(LOCK) }, {}, /another one/],
    ["the secret is another", {}, { secret: turned(SECRET) }, /does not match the seal/],
    ["the secret is no secret", {}, { secret: `${SECRET}00` }, /does not match the seal/],
    ["the secret is not told", {}, { secret: "" }, /has not published/],
    ["my seed is left out", {}, { seeds: ["-", "mine"] }, /was left out/],
    ["another seed stands at my seat", {}, { seeds: ["nime", "-"] }, /a different random number/],
  ])("differs if %s", async (_, note, match, why) => {
    const check = await compare(await noted(note), { ...said, ...match }, 0, true);
    expect(check.result).toBe("differs");
    expect(check.lines.join(" ")).toMatch(why);
  });

  it("asks for no secret while the match is played, and sees a changed commitment all the same", async () => {
    const playing = { ...said, secret: "" };
    expect((await compare(await noted(), playing, 0, false)).result).toBe("same");
    expect((await compare(await noted({ commitment: turned(LOCK) }), playing, 0, false)).result).toBe("differs");
  });

  it("says what a seed that came too late, or none, leaves open, and warns of nothing", async () => {
    const without = { ...said, seeds: ["-", "-"] };
    for (const [note, why] of [[{ counts: false }, /too late/], [{ counts: null }, /too late/], [{ seed: "", counts: null }, /cannot tell whether/]] as const) {
      const check = await compare(await noted(note), without, 0, true);
      expect([check.result, check.mine]).toEqual(["same", false]);
      expect(check.lines[0]).toMatch(why);
    }
    expect((await compare(await noted({ number: 4 }), said, 0, true)).lines[0]).toMatch(/after 3 answers/);
  });

  it("claims nothing where nothing was noted", async () => {
    expect(await compare(null, said, 0, true)).toMatchObject({ result: "none", mine: false, note: null });
  });

  it("says so where the browser cannot work it out", async () => {
    vi.stubGlobal("crypto", {});
    const check = await compare(await noted(), said, 0, true);
    expect(check.result).toBe("none");
    expect(check.lines[0]).toMatch(/https/);
  });
});
