import { describe, expect, it } from "vitest";
import { avatar } from "../src/figure/avatar";
import { figure, viewBox } from "../src/figure/figure";

const OURS = ["greedy", "random", "search", "rookie", "veteran", "ace"];
/** The drawing as somebody sees it who sees no colours. */
const form = (words: ReturnType<typeof avatar>) => figure(words).replace(/#[0-9a-f]{3,8}/gi, "");
const heads = (names: readonly string[], isBot: boolean) => names.map((name) => avatar(name, isBot, names).head);

describe("the face of a player", () => {
  it("is the same for the same name, and that of a bot is no person's", () => {
    expect(avatar("Kestrel", false)).toEqual(avatar("Kestrel", false));
    expect(avatar("Kestrel", true).kind).not.toBe(avatar("Kestrel", false).kind);
    expect(viewBox(avatar("Kestrel", false), "face").ratio).toBe(1);
  });

  it("differs between our own bots by the name alone, also without colours", () => {
    expect(new Set(OURS.map((name) => avatar(name, true).head)).size).toBe(OURS.length);
    for (const hue of ["blue", "red"] as const) expect(new Set(OURS.map((name) => form(avatar(name, true, [], hue)))).size).toBe(OURS.length);
  });

  it("differs among all players of a table while there are enough heads", () => {
    const bots = Array.from({ length: 20 }, (_, at) => `plug-in ${at}`);
    expect(new Set(heads(bots, true)).size).toBe(20);
    expect(heads(bots.toReversed(), true).toReversed()).toEqual(heads(bots, true));
    const people = Array.from({ length: 6 }, (_, at) => `guest ${at}`);
    expect(new Set(heads(people, false)).size).toBe(6);
    expect(heads(Array.from({ length: 60 }, (_, at) => `bot ${at}`), true).every(Boolean)).toBe(true);
  });

  it("may be alike for two names that nobody compares", () => {
    const many = Array.from({ length: 40 }, (_, at) => avatar(`guest ${at}`, false).head);
    expect(new Set(many).size).toBeLessThan(40);
  });
});
