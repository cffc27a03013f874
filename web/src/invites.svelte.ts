// The invitations of a match, for the host only: who is missing, and the links of their seats.
import { api } from "./api";
import type { MatchCard, SeatHere } from "./types";

export class Invites {
  /** The seat whose invitation was requested again. */
  asked = $state<number | null>(null);
  closed = $state(false);
  #card = $state.raw<MatchCard | null>(null);
  #wanted = false;
  readonly #match: string;

  constructor(match: string) {
    this.#match = match;
  }

  get addresses(): readonly string[] {
    return this.#card?.addresses ?? [];
  }

  /** Fetch the links once someone is missing. */
  look(here: readonly SeatHere[]): void {
    if (this.#wanted || here.every(({ is_here }) => is_here)) return;
    this.#wanted = true;
    api.match(this.#match).then(
      (card) => (this.#card = card),
      () => (this.#wanted = false), // the next change at the table tries again
    );
  }

  linkOf(seat: number): string | undefined {
    return this.#card?.links.find((link) => link.endsWith(`/${seat}`));
  }

  /** The seats whose invitations are shown: those never taken, and the one requested. */
  shown(here: readonly SeatHere[]): readonly SeatHere[] {
    return here.filter(
      ({ seat, is_here, is_guest, has_come }) => is_guest && !is_here && this.linkOf(seat) !== undefined && (seat === this.asked || (!has_come && !this.closed)),
    );
  }

  close(): void {
    this.closed = true;
    this.asked = null;
  }
}
