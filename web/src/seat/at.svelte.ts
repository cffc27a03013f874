// One match at a host's site: what the table tells, and what the site knows besides of those who sit there.
import { api } from "../api";
import type { Told } from "../host";
import { NOTHING, type Known } from "../match";
import { call, Refusal } from "../site/api";
import { compare, noteOf, notesAt, receive, saidIn, settle, type Check, type Compared, type Note, type Own } from "../site/dice";
import type { HashedEvents, Seated, SiteKeys } from "../site/types";
import type { MatchCard, Receipt, SeatHere } from "../types";
import { judge, type Judged } from "./receipts";
import { sitting, type Sitter } from "./sitters";

const AGAIN = 10_000;
/** Failures after which the page says so. */
const TRIES = 3;
/** What a site refuses because of the match itself, not because it is busy. */
const FOR_GOOD = new Set([400, 404]);

export class At {
  readonly match: string;
  readonly seat: number | null;
  known = $state.raw<Known>(NOTHING);
  online = $state(true);
  #seated = $state.raw<Seated | null>(null);
  card = $state.raw<MatchCard | null>(null);
  /** What this browser makes of the dice and, at the end, of its receipts; null as long as nothing is known of them, or nobody committed to the dice. */
  check = $state.raw<Check | null>(null);
  #asked = "";
  #timer = 0;
  #ended = false;
  /** The answer under way. */
  #saying: Pick<Own, "from" | "text"> | null = null;
  /** Receipts that no note has taken yet, each with its answer. */
  #received: { receipt: Receipt; own: Own | null }[] = [];
  #row = 0;
  #failed = 0;

  readonly sitters: readonly Sitter[] = $derived.by(() => sitting(this.known, this.#seated, this.card?.players ?? [], this.seat));
  readonly rated: boolean = $derived.by(() => this.#seated?.rated ?? false);

  constructor(match: string, seat: number | null) {
    this.match = match;
    this.seat = seat;
  }

  hear({ known, live, online }: Told): void {
    this.known = known;
    this.online = online;
    this.#listen(live);
    const who = JSON.stringify(known.here.map(({ is_here, name }) => [is_here, name]));
    if (who !== this.#asked && known.scene) {
      this.#asked = who;
      void this.#look();
    }
    void this.#judge();
  }

  /** Keep the receipts, and which answers they are for. */
  #listen({ scene, answering, ends: { receipt } }: Known): void {
    if (receipt && receipt.row > this.#row) {
      this.#row = receipt.row;
      const own = this.#saying && { ...this.#saying, to: receipt.answers, row: receipt.row };
      this.#received.push({ receipt, own });
      this.#keep();
    }
    // Only an option of the list stands in the saved game exactly as it was sent.
    const listed = answering !== null && scene?.ask?.options.some(({ text }) => text === answering);
    this.#saying = listed && scene?.ask ? { from: scene.ask.number, text: answering } : null;
  }

  #keep(): void {
    this.#received = this.#received.filter(({ receipt, own }) => !receive(this.match, receipt, own));
  }

  /** Whether the dice are those that were promised: as soon as the match tells of them; when it is over, the answers as well. */
  async #judge(): Promise<void> {
    const scene = this.known.scene;
    if (this.seat === null || !scene || this.#ended) return;
    if (scene.ending) {
      this.#ended = true;
      try {
        await this.#compareAll(this.seat);
      } catch {
        this.#failed += 1;
        if (this.#failed === TRIES) this.check = { result: "none", over: true, mine: false, checked: [], lines: ["The site does not hand out what is needed. This page goes on trying."], note: null };
        window.setTimeout(() => (this.#ended = false, void this.#judge()), AGAIN);
      }
    } else if (!this.check && scene.ask && this.#seated?.dice) await this.#compare(saidIn(`dice ${this.#seated.dice}`), scene.game, this.seat, scene.ask.number);
  }

  async #compare(said: Compared | null, game: string, seat: number, number: number): Promise<void> {
    if (!said) return;
    const note = noteOf(this.match, seat, said) ?? notesAt(this.match, game, seat, said, number);
    this.#keep();
    const check = await compare(note, said, seat, false);
    if (!this.#ended) this.check = check;
  }

  /** When the match is over: the dice with the note, and all that the site hands out with the receipts. */
  async #compareAll(seat: number): Promise<void> {
    const transcript = await api.transcript(this.match);
    const said = saidIn(transcript);
    if (!said) return;
    this.#keep();
    const note = noteOf(this.match, seat, said);
    const dice = await compare(note, said, seat, true);
    const judged = await this.#judged(transcript, seat, note);
    const wrong = [...(dice.result === "differs" ? dice.lines : []), ...judged.wrong];
    const doubts = [...(dice.result === "differs" ? [] : dice.lines), ...judged.doubts];
    const result = wrong.length > 0 ? "differs" : dice.result === "same" && judged.whole ? "same" : "none";
    if (result === "same" && judged.last) settle(this.match, judged.last);
    this.check = { ...dice, result, checked: [...dice.checked, ...judged.checked], lines: [...wrong, ...doubts], note: noteOf(this.match, seat, said) ?? note };
  }

  async #judged(transcript: string, seat: number, note: Note | null): Promise<Judged> {
    try {
      const [{ events }, { keys }] = await Promise.all([
        call<HashedEvents>("GET", `/api/matches/${encodeURIComponent(this.match)}/events`),
        call<SiteKeys>("GET", "/.well-known/gattai.json"),
      ]);
      return await judge(this.match, seat, { transcript, events, keys }, note ?? {});
    } catch (error) {
      if (!(error instanceof Refusal) || !FOR_GOOD.has(error.status)) throw error;
      // Rules that have changed since may play it differently; otherwise the game itself was changed.
      const words = `The site cannot play this game again: ${error.message}.`;
      const changed = note?.receipt && !error.message.includes("played with");
      return { wrong: changed ? [words] : [], doubts: changed ? [] : [words], checked: [], whole: false, last: null };
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
