// The position in the text of a guided game: which page, and what it is about.
import type { Spot } from "./options";
import type { LessonPage, LessonShown } from "./types";

export type Piece = { text: string } | { rule: string };

const NONE: readonly string[] = [];
const RULE = /\[([A-Z][A-Z0-9.-]+)\]/;

/** The text of a page, split at rules. */
export function pieces(text: string): Piece[] {
  return text.split(RULE).flatMap((part, at): Piece[] => (part === "" ? [] : at % 2 ? [{ rule: part }] : [{ text: part }]));
}

/** Whether a page asks to point here. */
export function isAt(point: string, spot: Spot | null): boolean {
  return point !== "" && spot !== null && [spot.piece, spot.cell, spot.card, spot.zone].includes(point);
}

export class Reading {
  #page = $state(0);
  /** The text of the current page; a new text starts at its first page. */
  #of = $state("");
  /** The text during which something was tried that the lesson does not want yet. */
  #strayed = $state("");
  /** What was chosen then, in words. */
  strayedTo = $state("");
  readonly #shown: () => LessonShown | null;

  constructor(shown: () => LessonShown | null) {
    this.#shown = shown;
  }

  readonly lesson: LessonShown | null = $derived.by(() => this.#shown());
  readonly #text: string = $derived(this.lesson?.pages.map(({ text }) => text).join("\n") ?? "");
  readonly last: number = $derived((this.lesson?.pages.length ?? 0) - 1);
  readonly number: number = $derived(this.#of === this.#text ? Math.min(this.#page, Math.max(0, this.last)) : 0);
  readonly page: LessonPage | null = $derived(this.lesson?.pages[this.number] ?? null);
  /** What to look at now: ids of pieces, places, cards or zones. */
  readonly look: readonly string[] = $derived(this.page?.look ?? NONE);
  readonly hasMore: boolean = $derived(this.number < this.last);

  readonly hasStrayed: boolean = $derived(this.#text !== "" && this.#strayed === this.#text);

  turn(by: 1 | -1): void {
    this.#page = this.number + by;
    this.#of = this.#text;
    this.strays(false);
  }

  /** Something was chosen: record whether the lesson does not want it yet. */
  strays(away: boolean, to = ""): void {
    this.#strayed = away ? this.#text : "";
    this.strayedTo = to;
  }

  /** Something is pointed at: this completes a page that asks for it. */
  points(spot: Spot | null): void {
    if (this.hasMore && isAt(this.page?.point ?? "", spot)) this.turn(1);
  }
}
