// One match at a host's site: what the table tells, and what the site knows besides of those who sit there.
import { api } from "../api";
import type { Told } from "../host";
import { NOTHING, type Known } from "../match";
import { call } from "../site/api";
import { compare, noteOf, notesAt, saidIn, type Check, type Compared } from "../site/dice";
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
  /** What this browser makes of the dice; null as long as nothing is known of them, or nobody committed to them. */
  check = $state.raw<Check | null>(null);
  #asked = "";
  #timer = 0;
  #ended = false;

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
    void this.#judge();
  }

  /** Whether the dice are those that were promised: as soon as the match tells of them, and again when it is over. */
  async #judge(): Promise<void> {
    const scene = this.known.scene;
    if (this.seat === null || !scene || this.#ended) return;
    if (scene.ending) {
      this.#ended = true;
      try {
        await this.#compare(saidIn(await api.transcript(this.match)), scene.game, 0);
      } catch {
        window.setTimeout(() => (this.#ended = false, void this.#judge()), AGAIN);
      }
    } else if (!this.check && scene.ask && this.#seated?.dice) await this.#compare(saidIn(`dice ${this.#seated.dice}`), scene.game, scene.ask.number);
  }

  async #compare(said: Compared | null, game: string, number: number): Promise<void> {
    const { match, seat } = this;
    if (!said || seat === null) return;
    const note = noteOf(match, seat, said) ?? (this.#ended ? null : notesAt(match, game, seat, said, number));
    const over = this.#ended;
    const check = await compare(note, said, seat, over);
    if (over === this.#ended) this.check = check;
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
    void this.#judge();
    if (this.known.here.some(isGone) && !this.known.scene?.ending) this.#timer = window.setTimeout(() => void this.#look(), AGAIN);
  }

  leave(): void {
    window.clearTimeout(this.#timer);
  }
}

function isGone({ is_here, has_come }: SeatHere): boolean {
  return has_come && !is_here;
}
