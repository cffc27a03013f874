// One match at a host's site: what the table tells, and what the site knows besides of those who sit there.
import type { Told } from "../host";
import { NOTHING, type Known } from "../match";
import { call } from "../site/api";
import type { Seated } from "../site/types";
import type { MatchCard, SeatHere } from "../types";
import { sitting, type Sitter } from "./sitters";

const AGAIN = 10_000;

export class At {
  readonly match: string;
  readonly seat: number | null;
  known = $state.raw<Known>(NOTHING);
  online = $state(true);
  #seated = $state.raw<Seated | null>(null);
  card = $state.raw<MatchCard | null>(null);
  #asked = "";
  #timer = 0;

  readonly sitters: readonly Sitter[] = $derived.by(() => sitting(this.known, this.#seated, this.card?.players ?? [], this.seat));
  readonly rated: boolean = $derived.by(() => this.#seated?.rated ?? false);

  constructor(match: string, seat: number | null) {
    this.match = match;
    this.seat = seat;
  }

  hear({ known, online }: Told): void {
    this.known = known;
    this.online = online;
    const who = JSON.stringify(known.here.map(({ is_here, name }) => [is_here, name]));
    if (who !== this.#asked && known.scene) {
      this.#asked = who;
      void this.#look();
    }
  }

  /** Who sits there and, for those who are not at this node, whether they are at another. */
  async #look(): Promise<void> {
    window.clearTimeout(this.#timer);
    const id = encodeURIComponent(this.match);
    try {
      [this.#seated, this.card] = await Promise.all([
        call<Seated>("GET", `/api/matches/${id}/players`),
        call<MatchCard>("GET", `/api/matches/${id}`),
      ]);
    } catch {
      // The names that the table tells have to do until the next look.
    }
    if (this.known.here.some(isGone) && !this.known.scene?.ending) this.#timer = window.setTimeout(() => void this.#look(), AGAIN);
  }

  leave(): void {
    window.clearTimeout(this.#timer);
  }
}

function isGone({ is_here, has_come }: SeatHere): boolean {
  return has_come && !is_here;
}
