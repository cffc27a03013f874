// Marks terms of the rules in running text.
import { t } from "./texts";
import type { TermCard } from "./types";

export type Terms = ReadonlyMap<string, TermCard>;

export interface Piece {
  text: string;
  term: TermCard | null;
}

export function byWord(cards: readonly TermCard[]): Terms {
  return new Map(cards.map((card) => [card.word, card]));
}

const WHOLE = /[\p{L}\p{N}]/u;
const patterns = new WeakMap<Terms, RegExp | null>();

/** All terms in one pattern, the longest first, so that "Critical Block" is not read as "Block". */
function patternOf(terms: Terms): RegExp | null {
  let found = patterns.get(terms);
  if (found === undefined) {
    const words = [...terms.keys()].sort((one, other) => other.length - one.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    found = words.length > 0 ? new RegExp(words.join("|"), "g") : null;
    patterns.set(terms, found);
  }
  return found;
}

/** A text split into plain parts and terms; only the first occurrence of each term is marked, as a whole word. */
export function pieces(text: string, terms: Terms): Piece[] {
  const pattern = patternOf(terms);
  if (!pattern) return [{ text, term: null }];
  const found: Piece[] = [];
  const marked = new Set<string>();
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [word] = match;
    const before = text[match.index - 1] ?? "";
    const after = text[match.index + word.length] ?? "";
    const inside = (WHOLE.test(before) && WHOLE.test(word[0] ?? "")) || (WHOLE.test(after) && WHOLE.test(word[word.length - 1] ?? ""));
    if (inside || before === "-" || after === "-" || marked.has(word)) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index), term: null });
    found.push({ text: word, term: terms.get(word) ?? null });
    marked.add(word);
    end = match.index + word.length;
  }
  if (end < text.length || found.length === 0) found.push({ text: text.slice(end), term: null });
  return found;
}

/** The explanations of all terms in a text, where there is no room for links. */
export function tipsOf(text: string, terms: Terms = new Map()): string {
  return pieces(text, terms)
    .flatMap(({ term }) => (term ? [`${term.word}: ${t.termTip(term.title, term.text, term.page)}`] : []))
    .join("\n");
}
