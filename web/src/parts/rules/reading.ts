// What the rules reader works out from the rules it has.
import type { ChapterOfRules, RuleCard } from "../../types";

export interface Marked {
  text: string;
  found: boolean;
}

const WORD = /([\p{L}\p{N}]+(?:['’][\p{L}]+)?)/u;

/** A text in parts, of which some are found words. */
export function marked(text: string, words: ReadonlySet<string>): Marked[] {
  const parts: Marked[] = [];
  for (const part of text.split(WORD)) {
    const found = words.has(part.toLowerCase().replace("’", "'"));
    const last = parts[parts.length - 1];
    if (last && last.found === found) last.text += part;
    else parts.push({ text: part, found });
  }
  return parts.filter((part) => part.text !== "");
}

/** The first sentences of a text, as many as fit but at least one, and the rest. */
export function opening(text: string, fits = 190): [first: string, rest: string] {
  const sentences = text.split(/(?<=[.!?])\s+(?=[\p{Lu}("])/u);
  let first = sentences.shift() ?? "";
  while (sentences[0] !== undefined && first.length + sentences[0].length < fits) first += ` ${sentences.shift()}`;
  return [first, sentences.join(" ")];
}

/** Rules that share a ruling with this one, then its neighbours in the chapter. */
export function related(rule: RuleCard, rules: readonly RuleCard[], chapter: ChapterOfRules | undefined, most = 5): RuleCard[] {
  const questions = new Set(rule.rulings.map(({ question }) => question));
  const sharing = rules.filter((one) => one.rulings.some(({ question }) => questions.has(question)));
  const at = chapter?.rules.indexOf(rule.id) ?? -1;
  const near = at < 0 ? [] : [at + 1, at - 1, at + 2, at - 2, at + 3, at - 3].map((place) => chapter?.rules[place]);
  const neighbours = near.flatMap((id) => rules.find((one) => one.id === id) ?? []);
  return [...new Set([...sharing, ...neighbours])].filter((one) => one.id !== rule.id).slice(0, most);
}

/** The chapters with those of their rules that are wanted. */
export function shortened(chapters: readonly ChapterOfRules[], wanted: ReadonlySet<string>): ChapterOfRules[] {
  return chapters.map(({ title, rules }) => ({ title, rules: rules.filter((id) => wanted.has(id)) })).filter(({ rules }) => rules.length > 0);
}
