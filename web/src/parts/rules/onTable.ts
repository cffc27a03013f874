// Where a rule is at work on a table, as far as its page has been told.
import type { Known } from "../../match";
import type { LogLine, Reason, Scene } from "../../types";

export interface Use {
  text: string;
  /** The line of the log that says so, if its events can be played again. */
  line?: LogLine;
}

const MOST = 5;
const PAST = 2;

const amount = (reason: Reason): string => (reason.amount === null ? "" : ` (${reason.amount > 0 ? "+" : ""}${reason.amount})`);

/** What is asked or thrown now by a rule, what it allows or bars, what it adds to odds; then its last lines in the log. */
export function usesOf(rule: string, scene: Scene, known: Pick<Known, "about" | "odds">, log: readonly LogLine[]): Use[] {
  const found: Use[] = [];
  const { ask, declared, throw: thrown } = scene;
  if (ask?.cites.rule === rule && ask.what) found.push({ text: ask.what });
  const add = (label: string, reasons: readonly Reason[]) => {
    for (const reason of reasons) if (reason.cites.rule === rule) found.push({ text: `${label ? `${label}: ` : ""}${reason.text}${amount(reason)}` });
  };
  add("", declared?.reasons ?? []);
  add("", thrown?.steps ?? []);
  for (const whys of known.about.values()) for (const why of whys) add(why.label, why.reasons);
  for (const odds of known.odds.values()) add(odds.label, odds.reasons);
  const lines = log.filter(({ cites }) => cites.rule === rule).slice(-PAST);
  found.push(...lines.reverse().map((line) => ({ text: line.text, line })));
  return found.filter(({ text }, at) => found.findIndex((one) => one.text === text) === at).slice(0, MOST);
}
