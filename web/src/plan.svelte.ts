// What a player has in mind before answering: who, what, where. It only ever sends options back.
import type { Connection } from "./connection.svelte";
import { aboutKey, questionOf, type Known } from "./match";
import { at, buttons, byActor, elsewhere, firstActor, picking, pointed, putDown, sameSpot, unused, within, type Picking, type Place, type Spot } from "./options";
import type { Passing } from "./passing.svelte";
import { capital, t } from "./texts";
import type { Odds, Option, Piece, Preview, Reason, WhyNot } from "./types";

export type { Place, Spot } from "./options";

const NONE: readonly Option[] = [];

export class Plan {
  actor = $state<string | null>(null);
  kind = $state<string | null>(null);
  /** Pointed at, by hovering or by focus. */
  spot = $state.raw<Spot | null>(null);
  /** Chosen, but with several options to choose from, or touched once. */
  pinned = $state.raw<Spot | null>(null);
  /** A card went onto something, and there is more than one way to do that: these. */
  several = $state.raw<readonly Option[]>(NONE);
  /** An option of the list that is hovered or has the focus. */
  option = $state.raw<Option | null>(null);
  /** Cards or pieces picked one after the other, for options that stand for several. */
  picked = $state.raw<readonly string[]>([]);
  /** The odds that were looked at before the last answer was given: what came is shown in them. */
  looked = $state.raw<Odds | null>(null);
  /** On a board without cells: what a point of the screen is called there. */
  placeAt: ((x: number, y: number) => string) | null = null;
  /** The question to which a hint is shown. */
  hinted = $state("");
  readonly #connection: Connection;
  readonly #passing: Passing;
  readonly #isHeld: () => boolean;
  #question = "";
  #together = "";

  /** `isHeld`: whether what is asked must not be seen yet. */
  constructor(connection: Connection, passing: Passing, isHeld: () => boolean = () => false) {
    this.#connection = connection;
    this.#passing = passing;
    this.#isHeld = isHeld;
  }

  readonly known: Known = $derived.by(() => this.#connection.known);
  readonly options: readonly Option[] = $derived.by(() => {
    const ask = this.known.scene?.ask;
    return ask?.is_mine && !this.#passing.now && !this.#isHeld() ? ask.options : NONE;
  });
  readonly canHint: boolean = $derived(this.options.length > 1 && this.known.ends.can_hint);
  readonly hinting: boolean = $derived(this.canHint && this.hinted === questionOf(this.known));
  /** The option that a bot would take, while that is shown. */
  readonly suggested: Option | null = $derived.by(() => (this.hinting ? this.idea(0) : null));
  /** What it is about: pieces, places, cards and zones to be looked at. */
  readonly look: readonly string[] = $derived.by(() => {
    const { actor, cell, target, card, zone, picks } = this.suggested ?? {};
    return [actor, cell, target, card, zone, ...(picks ?? [])].filter((id) => id != null);
  });
  /** The card that was taken up, to be played on a place or a piece. */
  readonly card: string | null = $derived(this.pinned?.card ?? null);
  readonly actors = $derived(byActor(this.options));
  readonly allowed = $derived(within(this.options, { actor: this.actor, kind: this.kind }));
  readonly buttons = $derived(buttons(this.options));
  readonly lit: ReadonlySet<string> = $derived(pointed(this.allowed, "cell", this.card));
  readonly targets: ReadonlySet<string> = $derived(pointed(this.allowed, "target", this.card));
  readonly picking: Picking | null = $derived(
    this.options.some((option) => option.picks.length > 0)
      ? picking(this.options, this.picked, this.known.scene?.ask?.in_order ?? false)
      : null,
  );
  /** The cards, and the zones of cards, that can be pointed at now. */
  readonly cards: ReadonlySet<string> = $derived(
    new Set([
      ...this.allowed.flatMap(({ card }) => (card === null ? [] : [card])),
      ...(this.card === null ? [] : pointed(this.allowed, "target", this.card)),
      ...(this.picking?.next ?? []),
    ]),
  );
  /** The cards that choosing would give up. */
  readonly leaving: ReadonlySet<string> = $derived(
    new Set(this.allowed.flatMap(({ card, gives_up }) => (card !== null && gives_up ? [card] : []))),
  );
  readonly zones: ReadonlySet<string> = $derived(
    new Set(this.allowed.flatMap(({ zone, card }) => (zone === null || (card !== null && card !== this.card) ? [] : [zone]))),
  );
  readonly where: Spot | null = $derived(this.pinned ?? this.spot);
  readonly choices: readonly Option[] = $derived(this.several.length > 0 ? this.several : this.where ? this.at(this.where) : NONE);
  readonly current: Option | null = $derived(this.option ?? this.choices[0] ?? null);
  readonly preview: Preview | null = $derived.by(() => {
    const found = this.current ? this.known.previews.get(this.current.text) : undefined;
    // Whom one could attack from there is marked as those are whom an attack reaches.
    return found ? { ...found, reached: [...found.reached, ...this.foesOf(found)] } : null;
  });
  /** Whether there is no more to say than where a move goes and whom one could attack from there. */
  readonly slight: boolean = $derived.by(
    () => this.pinned === null && this.warned === null && this.where !== null && this.choices.length === 1 && !this.choices[0]?.has_odds && !this.choices[0]?.caution,
  );
  readonly whyNot: readonly WhyNot[] | null = $derived.by(() => {
    if (!this.#isRefused) return null;
    const { cell, piece } = this.where ?? { cell: null, piece: null };
    if (cell !== null && piece === null && this.#isOpen) return this.#anywhere(cell).map(({ text, label, kind }) => ({ text, label, reasons: [...this.#against(text)], kind }));
    const found = this.known.about.get(aboutKey(this.actor ?? "", piece ? null : cell, piece)) ?? null;
    const own = found?.filter(({ kind }) => this.#kinds.has(kind)) ?? [];
    return own.length > 0 ? own : found;
  });
  /** The kinds of things that are worth a word: what stands on the card of whoever is selected, and what others can do now. */
  readonly #kinds: ReadonlySet<string> = $derived.by(() => {
    const lines = this.known.cards.get(this.piece(this.actor)?.card ?? "")?.lines ?? [];
    return new Set([...lines.map((line) => line.name), ...this.options.map((option) => option.kind)]);
  });
  /** The kinds of things that whoever is selected cannot do at all now. */
  readonly barred: readonly WhyNot[] = $derived.by(() => {
    const found = this.actor === null ? undefined : this.known.about.get(aboutKey(this.actor, null, null));
    return found?.filter(({ label }) => this.#kinds.has(label)) ?? [];
  });
  /** What is nobody's in particular and cannot be done now, such as ending the turn. */
  readonly barredButtons: readonly WhyNot[] = $derived.by(() => this.known.about.get(aboutKey("", null, null)) ?? []);
  /** Something that cannot be done, with all the reasons. */
  explained = $state.raw<WhyNot | null>(null);
  /** Chosen once, and not to be done without a second, explicit step. */
  warned = $state.raw<Option | null>(null);
  /** The turn in which it was said what would be left undone: once is enough. */
  #endWarned = "";

  /** What pointing there would answer. Another unit that can act is rather selected, unless a kind was chosen. */
  at(spot: Spot): readonly Option[] {
    const aim = { actor: this.actor, kind: this.kind, card: this.card };
    const listed = at(this.options, aim, spot);
    const found = listed.length > 0 || spot.cell === null || spot.piece !== null || !this.#isOpen ? listed : this.#anywhere(spot.cell).filter(({ text }) => this.#against(text).length === 0);
    return this.#selects(spot) && !found.some((option) => option.actor === null) ? NONE : found;
  }

  /** Whether any place may be pointed at, not only those of the options. */
  get #isOpen(): boolean {
    return this.known.scene?.ask?.are_examples ?? false;
  }

  /** Whether the board itself says why nobody can go where it is pointed at. */
  get isTold(): boolean {
    return this.#isOpen && this.pinned === null && this.where?.piece === null;
  }

  /** What would be done at a place that is not among the options, as far as the table has told of it. */
  #anywhere(cell: string): Option[] {
    return elsewhere(this.options, { actor: this.actor, kind: this.kind, card: this.card }, cell).map((option) => ({ ...option, price: this.known.previews.get(option.text)?.price ?? "" }));
  }

  #against(text: string): readonly Reason[] {
    return this.known.previews.get(text)?.against ?? this.known.untold.get(text) ?? [];
  }

  #selects(spot: Spot): boolean {
    return spot.piece !== null && spot.piece !== this.actor && this.actors.has(spot.piece) && this.kind === null;
  }

  get #isRefused(): boolean {
    if (this.actor === null || this.where === null || this.choices.length > 0) return false;
    if (this.where.card || this.where.zone) return false;
    return this.where.piece !== this.actor && !this.#selects(this.where);
  }

  /** Where on the screen what is told now belongs to: for a selector. */
  get anchor(): string | null {
    if (this.explained) return `[data-barred="${CSS.escape(this.explained.label)}"]`;
    const option = this.warned ?? (this.where ? null : this.option);
    if (option && (this.warned || option.has_odds || option.caution)) return this.#placeOf(option) ?? `[data-option="${CSS.escape(option.text)}"]`;
    const { where } = this;
    if (!where || where.card || where.zone) return null;
    const cell = where.cell ?? this.piece(where.piece)?.at ?? null;
    return cell === null ? null : `[data-cell="${CSS.escape(cell)}"]`;
  }

  #placeOf(option: Option): string | null {
    const cell = option.cell ?? this.piece(option.target)?.at ?? null;
    if (cell !== null) return `[data-cell="${CSS.escape(cell)}"]`;
    const card = option.target ?? option.card;
    return card === null ? null : `[data-card="${CSS.escape(card)}"]`;
  }

  /** Those of the other side who could be attacked from the end of a move. */
  foesOf(preview: Preview | null): string[] {
    const seat = this.known.scene?.seat;
    return (preview?.open_to ?? []).filter((id) => this.piece(id)?.owner !== seat);
  }

  odds(option: Option): Odds | null {
    return this.known.odds.get(option.text) ?? null;
  }

  piece(id: string | null): Piece | null {
    return this.known.scene?.pieces.find((piece) => piece.id === id) ?? null;
  }

  /** What a card, a piece or a zone is called, by its id. */
  nameOf(id: string): string {
    const scene = this.known.scene;
    for (const zone of scene?.zones ?? []) {
      if (zone.id === id) return zone.name;
      const held = zone.cards.find((card) => card.id === id);
      if (held) return this.known.cards.get(held.card)?.title ?? (held.about || zone.name);
    }
    return this.piece(id)?.name ?? id;
  }

  /** A new question: keep whoever acts if it still can, forget the rest. Whether it is a new one. */
  settle(): boolean {
    const scene = this.known.scene;
    const question = questionOf(this.known);
    if (!scene || question === this.#question) return false;
    const wasHinted = this.hinted !== "" && this.hinted === this.#question;
    this.#question = question;
    // Another has answered the same, in secret: what was picked so far stays, and so does the hint, unless another sits here now.
    const words = scene.ask?.kind === "together" && scene.ask.is_mine ? `${scene.seat} ${scene.ask.what} ${scene.ask.options.length}` : "";
    const same = words !== "" && words === this.#together;
    this.#together = words;
    if (same) {
      if (wasHinted) this.askHint();
      return false;
    }
    this.actor = firstActor(scene, this.actor);
    this.kind = null;
    this.#release();
    this.picked = [];
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
    if (this.options.length > 0 && this.known.lesson === null && !this.buttons.some(({ ends }) => ends) && !this.known.about.has(aboutKey("", null, null))) {
      this.#connection.askAbout("", null, null);
    }
    if (this.actor === null) return;
    if (this.#isRefused && this.where) {
      const { cell, piece } = this.where;
      if (piece === null && this.#isOpen) return;
      this.#connection.askAbout(this.actor, piece ? null : cell, piece);
    } else if (this.known.lesson === null) this.#connection.askAbout(this.actor, null, null);
  }

  /** Have it told what a bot would do here, or no more. */
  askHint(): void {
    if (!this.canHint) return;
    this.hinted = this.hinting ? "" : questionOf(this.known);
    if (this.hinting) this.#connection.askHint();
  }

  /** The option of an idea, the best first. */
  idea(place: number): Option | null {
    const text = this.known.hint?.ideas[place]?.text;
    return this.options.find((option) => option.text === text) ?? null;
  }

  /** Say why this cannot be done, or no more. */
  explain(why: WhyNot): void {
    this.explained = this.explained === why ? null : why;
    this.pinned = null;
    this.warned = null;
  }

  /** What something that is barred is called: the rules name it by its tag. */
  calls({ label }: WhyNot): string {
    return capital(label.replaceAll("-", " "));
  }

  /** What speaks against doing this at once; empty if nothing does. */
  caution(option: Option): string {
    return option.caution || (this.#endWarned === this.#turn || this.known.lesson !== null ? "" : this.unused(option));
  }

  /** What would be left undone by ending it here, in words. */
  unused(option: Option): string {
    const { units, kinds } = unused(this.options, option);
    return units > 0 ? t.unusedUnits(units) : kinds.length > 0 ? t.unusedKinds(kinds) : "";
  }

  get #turn(): string {
    const scene = this.known.scene;
    return `${scene?.turn ?? ""} ${scene?.headline ?? ""}`;
  }

  /** The card beside what is pointed at stays, or goes again. */
  pin(): void {
    if (this.pinned) this.pinned = null;
    else if (this.spot) this.pinned = this.spot;
  }

  select(id: string | null): void {
    this.actor = id !== null && this.actors.has(id) ? id : null;
    this.kind = null;
    this.#release();
  }

  /** Nothing is taken up or pointed out any more. */
  #release(): void {
    this.pinned = null;
    this.several = NONE;
    this.option = null;
    this.warned = null;
    this.explained = null;
  }

  arm(kind: string): void {
    this.kind = this.kind === kind ? null : kind;
    this.pinned = null;
    this.several = NONE;
  }

  /** One more thing picked, or the last ones put back. */
  pick(id: string): void {
    const place = this.picked.indexOf(id);
    this.picked = place >= 0 ? this.picked.slice(0, place) : [...this.picked, id];
  }

  /** Click, Enter or tap on a place. True if the choice among several is open now. */
  choose(spot: Spot, byTouch: boolean): boolean {
    const thing = spot.card ?? spot.piece;
    if (thing && this.picking && (this.picking.next.has(thing) || this.picked.includes(thing))) {
      this.pick(thing);
      return false;
    }
    this.option = null;
    this.explained = null;
    const found = this.at(spot);
    this.several = NONE;
    const [only] = found;
    if (found.length === 0 && this.#selects(spot)) {
      this.select(spot.piece);
      return false;
    }
    const again = sameSpot(this.pinned, spot);
    // Whoever is selected already is often clicked once more: that shows what it could do to itself, and does nothing.
    if (spot.piece !== null && spot.piece === this.actor && this.kind === null) {
      this.pinned = again || found.length === 0 ? null : spot;
      return this.pinned !== null;
    }
    if (only && found.length === 1 && !only.gives_up && (!byTouch || again)) {
      if (this.commit(only)) return false;
      this.pinned = spot;
      return true;
    }
    if (found.length > 1 && this.card !== null && found.every((option) => option.card === this.card) && spot.card !== this.card) {
      this.several = found;
      return true;
    }
    if (found.length > 0 && !(again && spot.card)) {
      this.pinned = spot;
      return true;
    }
    this.pinned = byTouch && !again ? spot : null;
    return false;
  }

  /** A card is taken up, to be put down somewhere. False if there is nothing that it could do. */
  takeUp(card: string): boolean {
    if (!this.picking?.next.has(card) && !this.allowed.some((option) => option.card === card)) return false;
    this.#release();
    this.pinned = { cell: null, piece: null, card };
    return true;
  }

  /** What putting this card down there would answer. */
  onto(card: string, place: Place): readonly Option[] {
    const scene = this.known.scene;
    return scene ? putDown(this.allowed, card, place, scene) : NONE;
  }

  /** Whether a card is picked by putting it down there: anywhere but where it lay. */
  picks(card: string, place: Place): boolean {
    const from = this.known.scene?.zones.find(({ cards }) => cards.some(({ id }) => id === card));
    return (this.picking?.next.has(card) ?? false) && place.card !== card && place.zone !== from?.id;
  }

  /** The card that was taken up is put down there. True if the choice among several is open now. */
  putDown(card: string, place: Place): boolean {
    const found = this.onto(card, place);
    const [only] = found;
    this.#release();
    if (only && found.length === 1) {
      if (!this.commit(only)) this.pinned = { cell: null, piece: null, card };
    } else if (found.length === 0 && this.picks(card, place)) this.pick(card);
    if (found.length < 2) return false;
    this.pinned = { cell: null, piece: null, card };
    this.several = found;
    return true;
  }

  /** Answer with this; what nobody would want as a rule takes a second step. Whether it was answered. */
  commit(option: Option): boolean {
    if (this.warned !== option && this.caution(option)) {
      this.warned = option;
      if (option.ends) this.#endWarned = this.#turn;
      return false;
    }
    this.looked = this.odds(option);
    this.#connection.answer(option.text);
    this.#release();
    this.spot = null;
    return true;
  }

  /** One step back: the place, the kind, the unit. */
  back(): void {
    if (this.warned || this.explained) {
      this.warned = null;
      this.explained = null;
      this.pinned = null;
    } else if (this.several.length > 0) this.several = NONE;
    else if (this.pinned) this.pinned = null;
    else if (this.picked.length > 0) this.picked = this.picked.slice(0, -1);
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
