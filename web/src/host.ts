// What the page of a host's site adds to a table: a script of its own, which a table at home never loads.
import type { Known } from "./match";

export interface Told {
  known: Known;
  /** Whether the line to the table holds. */
  online: boolean;
}

/** What it shows at one match. */
export interface Guest {
  tell(told: Told): void;
  /** What it says besides where the end of the match is told; what it hands back takes that away again. */
  end(target: HTMLElement): () => void;
  leave(): void;
}

export interface Host {
  sit(target: HTMLElement, match: string, seat: number | null): Guest;
}

export const host = (globalThis as { gattaiHost?: Host }).gattaiHost;
