// Additions of a site to a table, from a script that a local table never loads.
import type { Known } from "./match";

export interface Told {
  /** What is drawn: slightly behind the known state while events are played. */
  known: Known;
  live: Known;
  /** Whether the connection to the table is open. */
  online: boolean;
}

/** What it shows at a match. */
export interface Guest {
  tell(told: Told): void;
  /** What it adds to the result of the match; returns a function that removes it. */
  end(target: HTMLElement): () => void;
  leave(): void;
}

export interface Host {
  sit(target: HTMLElement, match: string, seat: number | null): Guest;
}

export const host = (globalThis as { gattaiHost?: Host }).gattaiHost;
