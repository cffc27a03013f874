import { expect, test } from "vitest";
import { usesOf } from "../src/parts/rules/onTable";
import type { LogLine, OptionOdds, Reason, Scene, WhyNot } from "../src/types";

const cites = (rule: string) => ({ rule, title: rule, page: "p. 1" });
const reason = (rule: string, text: string, amount: number | null = null): Reason => ({ text, cites: cites(rule), amount, group: "" });
const line = (rule: string, text: string): LogLine => ({ number: 1, text, cites: cites(rule), faces: [], seat: 0, counted: [], title: "", motion: null, dice: [], symbols: [] });
const scene = (more: object = {}): Scene => ({ ask: null, declared: null, throw: null, ...more }) as unknown as Scene;
const nothing = { about: new Map<string, readonly WhyNot[]>(), odds: new Map<string, OptionOdds>() };

test("a rule that nothing cites is not at work", () => {
  const barred = new Map([["a", [{ text: "x", label: "Shoot", reasons: [reason("OTHER", "too far")], kind: "" }]]]);
  expect(usesOf("RULE", scene(), { ...nothing, about: barred }, [line("OTHER", "ARLY moves")])).toEqual([]);
});

test("what bars, what counts and what has happened are said in this order, each once", () => {
  const about = new Map([
    ["a", [{ text: "x", label: "Shoot", reasons: [reason("RULE", "hidden"), reason("OTHER", "too far")], kind: "" }]],
    ["b", [{ text: "x", label: "Shoot", reasons: [reason("RULE", "hidden")], kind: "" }]],
  ]);
  const odds = new Map([["o", { text: "o", label: "Strike", headline: [], bars: [], reasons: [reason("RULE", "cover", -1)], enough: null, enough_words: "" }]]);
  const found = usesOf("RULE", scene({ ask: { cites: cites("RULE"), what: "dodge?" } }), { about, odds }, [line("RULE", "first"), line("RULE", "second"), line("OTHER", "third"), line("RULE", "fourth")]);
  expect(found.map(({ text }) => text)).toEqual(["dodge?", "Shoot: hidden", "Strike: cover (-1)", "fourth", "second"]);
  expect(found.map((one) => one.line?.text)).toEqual([undefined, undefined, undefined, "fourth", "second"]);
});
