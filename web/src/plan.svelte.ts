// What a player has in mind before answering: who, what, where. It only ever sends options back.
import type { Connection } from "./connection.svelte";
import { aboutKey, type Known } from "./match";
import { at, buttons, byActor, firstActor, within } from "./options";
import type { Odds, Option, Piece, Preview, WhyNot } from "./types";

export interface Spot {
  cell: string | null;
  piece: string | null;
}

const NONE: readonly Option[] = [];

export class Plan {
  actor = $state<string | null>(null);
  kind = $state<string | null>(null);
  /** Pointed at, by hovering or by focus. */
  spot = $state.raw<Spot | null>(null);
  /** Chosen, but with several options to choose from, or touched once. */
  pinned = $state.raw<Spot | null>(null);
  /** An option of the list that is hovered or has the focus. */
  option = $state.raw<Option | null>(null);
  readonly #connection: Connection;
  #number = -1;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  readonly known: Known = $derived.by(() => this.#connection.known);
  readonly options: readonly Option[] = $derived.by(() => {
    const ask = this.known.scene?.ask;
    return ask?.is_mine ? ask.options : NONE;
  });
  readonly actors = $derived(byActor(this.options));
  readonly allowed = $derived(within(this.options, this));
  readonly buttons = $derived(buttons(this.options));
  readonly lit: ReadonlySet<string> = $derived(new Set(this.allowed.flatMap(({ cell }) => (cell ? [cell] : []))));
  readonly targets: ReadonlySet<string> = $derived(
    new Set(this.allowed.flatMap(({ target }) => (target ? [target] : []))),
  );
  readonly where: Spot | null = $derived(this.pinned ?? this.spot);
  readonly choices: readonly Option[] = $derived(this.where ? this.at(this.where) : NONE);
  readonly current: Option | null = $derived(this.option ?? this.choices[0] ?? null);
  readonly preview: Preview | null = $derived(
    this.current ? (this.known.previews.get(this.current.text) ?? null) : null,
  );
  readonly whyNot: readonly WhyNot[] | null = $derived.by(() => {
    if (!this.#isRefused) return null;
    const { cell, piece } = this.where ?? { cell: null, piece: null };
    return this.known.about.get(aboutKey(this.actor ?? "", piece ? null : cell, piece)) ?? null;
  });

  /** What pointing there would answer. Another unit that can act is rather selected, unless a kind was chosen. */
  at(spot: Spot): readonly Option[] {
    const found = at(this.options, this, spot.cell, spot.piece);
    return this.#selects(spot) && !found.some((option) => option.actor === null) ? NONE : found;
  }

  #selects(spot: Spot): boolean {
    return spot.piece !== null && spot.piece !== this.actor && this.actors.has(spot.piece) && this.kind === null;
  }

  get #isRefused(): boolean {
    if (this.actor === null || this.where === null || this.choices.length > 0) return false;
    return this.where.piece !== this.actor && !this.#selects(this.where);
  }

  odds(option: Option): Odds | null {
    return this.known.odds.get(option.text) ?? null;
  }

  piece(id: string | null): Piece | null {
    return this.known.scene?.pieces.find((piece) => piece.id === id) ?? null;
  }

  /** A new question: keep whoever acts if it still can, forget the rest. Whether it is a new one. */
  settle(): boolean {
    const scene = this.known.scene;
    const number = scene?.ask?.number ?? -1;
    if (!scene || number === this.#number) return false;
    this.#number = number;
    this.actor = firstActor(scene, this.actor);
    this.kind = null;
    this.pinned = null;
    this.option = null;
    return true;
  }

  /** Ask the server about what is pointed at: the way, the odds, or why not. */
  wonder(): void {
    const asked = this.option ? [this.option] : this.choices.slice(0, 4);
    const [first] = asked;
    if (first) this.#connection.askPreview(first.text);
    for (const option of asked) if (option.has_odds) this.#connection.askOdds(option.text);
  }

  wonderWhyNot(): void {
    if (!this.#isRefused || !this.where || this.actor === null) return;
    const { cell, piece } = this.where;
    this.#connection.askAbout(this.actor, piece ? null : cell, piece);
  }

  select(id: string | null): void {
    this.actor = id !== null && this.actors.has(id) ? id : null;
    this.kind = null;
    this.pinned = null;
    this.option = null;
  }

  arm(kind: string): void {
    this.kind = this.kind === kind ? null : kind;
    this.pinned = null;
  }

  /** Click, Enter or tap on a place. True if the choice among several is open now. */
  choose(spot: Spot, byTouch: boolean): boolean {
    const found = this.at(spot);
    const [only] = found;
    if (found.length === 0 && this.#selects(spot)) {
      this.select(spot.piece);
      return false;
    }
    const again = this.pinned?.cell === spot.cell && this.pinned?.piece === spot.piece;
    if (only && found.length === 1 && (!byTouch || again)) {
      this.commit(only);
      return false;
    }
    if (found.length > 0) {
      this.pinned = spot;
      return true;
    }
    this.pinned = byTouch && !again ? spot : null;
    return false;
  }

  commit(option: Option): void {
    this.#connection.answer(option.text);
    this.pinned = null;
    this.option = null;
    this.spot = null;
  }

  /** One step back: the place, the kind, the unit. */
  back(): void {
    if (this.pinned) this.pinned = null;
    else if (this.kind !== null) this.kind = null;
    else this.actor = null;
    this.option = null;
  }

  /** On to the next who can act. */
  next(): void {
    const ids = [...this.actors.keys()];
    const found = ids[(ids.indexOf(this.actor ?? "") + 1) % ids.length];
    if (found !== undefined) this.select(found);
  }
}
