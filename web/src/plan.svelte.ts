// Choosing an option step by step: who, what, where. It only ever sends options of the question.
import type { Connection } from "./connection.svelte";
import { aboutKey, questionOf, type Known } from "./match";
import { at, buttons, byActor, elsewhere, firstActor, picking, pointed, putDown, sameSpot, unused, within, type Picking, type Place, type Spot } from "./options";
import { Places } from "./places";
import type { Passing } from "./passing.svelte";
import { capital, t } from "./texts";
import { Together } from "./together.svelte";
import type { OptionOdds, ListedOption, Piece, Preview, Reason, WhyNot } from "./types";

export type { Place, Spot } from "./options";

/** From here on, an expected number is shown without decimals. */
const LARGE = 100;

export interface Impact {
  who: string;
  /** In a few words. */
  what: string;
}

const NONE: readonly ListedOption[] = [];

export class Plan {
  actor = $state<string | null>(null);
  kind = $state<string | null>(null);
  /** Pointed at, by hovering or by focus. */
  spot = $state.raw<Spot | null>(null);
  /** Chosen, but several options remain, or touched once. */
  pinned = $state.raw<Spot | null>(null);
  /** A card was played onto something with several options: these. */
  several = $state.raw<readonly ListedOption[]>(NONE);
  /** The option in the list that is hovered or focused. */
  option = $state.raw<ListedOption | null>(null);
  /** Cards or pieces picked one after the other, for options about several. */
  picked = $state.raw<readonly string[]>([]);
  /** The odds seen before the last answer; the result is shown in them. */
  looked = $state.raw<OptionOdds | null>(null);
  /** On a board without cells: the name of a point of the screen. */
  placeAt: ((x: number, y: number) => string) | null = null;
  /** The option that was played last here. */
  done = $state.raw<ListedOption | null>(null);
  /** The question about which the coach is asked. */
  coached = $state("");
  /** What is chosen together and sent one after the other. */
  readonly together = new Together();
  readonly #connection: Connection;
  readonly #passing: Passing;
  readonly #isHeld: () => boolean;
  readonly #folds: () => boolean;
  #question = "";
  #together = "";

  /** `isHeld`: whether the question must not be shown yet; `folds`: whether advanced rules are folded. */
  constructor(connection: Connection, passing: Passing, isHeld: () => boolean = () => false, folds: () => boolean = () => false) {
    this.#folds = folds;
    this.#connection = connection;
    this.#passing = passing;
    this.#isHeld = isHeld;
  }

  readonly known: Known = $derived.by(() => this.#connection.known);
  readonly options: readonly ListedOption[] = $derived.by(() => {
    const ask = this.known.scene?.ask;
    if (!ask?.is_mine || this.#passing.now || this.#isHeld()) return NONE;
    return this.known.lesson ? ask.options : ask.options.filter((option) => !option.order && !(option.advanced && this.folded > 0));
  });
  /** How many options of advanced rules are folded, in a player's first games. */
  readonly folded: number = $derived.by(() => {
    const { scene, lesson } = this.known;
    const all = scene?.ask?.is_mine && lesson === null && this.#folds() ? scene.ask.options : NONE;
    const many = all.filter(({ advanced }) => advanced).length;
    return many < all.length ? many : 0;
  });
  readonly canCoach: boolean = $derived(this.options.length > 1 && this.known.ends.can_coach);
  readonly coaching: boolean = $derived(this.canCoach && this.coached === questionOf(this.known));
  /** The option that a bot would choose, while the coach is shown. */
  readonly suggested: ListedOption | null = $derived.by(() => (this.coaching ? this.idea(0) : null));
  /** What it is about: pieces, places, cards and zones to look at. */
  readonly look: readonly string[] = $derived.by(() => {
    const { actor, cell, target, card, zone, picks } = this.suggested ?? {};
    return [actor, cell, target, card, zone, ...(picks ?? [])].filter((id) => id != null);
  });
  /** The card that was picked up, to be played on a place or a piece. */
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
  /** The cards and zones of cards that can be pointed at now. */
  readonly cards: ReadonlySet<string> = $derived(
    new Set([
      ...this.allowed.flatMap(({ card }) => (card === null ? [] : [card])),
      ...(this.card === null ? [] : pointed(this.allowed, "target", this.card)),
      ...(this.picking?.next ?? []),
    ]),
  );
  /** The cards that the choice would discard. */
  readonly leaving: ReadonlySet<string> = $derived(
    new Set(this.allowed.flatMap(({ card, gives_up }) => (card !== null && gives_up ? [card] : []))),
  );
  /** Whether options may be chosen together: not in a lesson, which says what to do one by one. */
  get #gathers(): boolean {
    return this.known.lesson === null;
  }
  readonly zones: ReadonlySet<string> = $derived(
    new Set([
      ...this.allowed.flatMap(({ zone, card }) => (zone === null || (card !== null && card !== this.card) ? [] : [zone])),
      ...(this.#gathers ? this.together.zones(this.allowed) : []),
    ]),
  );
  readonly where: Spot | null = $derived(this.pinned ?? this.spot);
  readonly choices: readonly ListedOption[] = $derived(this.several.length > 0 ? this.several : this.where ? this.at(this.where) : NONE);
  readonly current: ListedOption | null = $derived(this.option ?? this.choices[0] ?? null);
  readonly preview: Preview | null = $derived.by(() => {
    const found = this.current ? this.known.previews.get(this.current.text) : undefined;
    // Possible targets after a move are marked like targets of an attack.
    return found ? { ...found, reached: [...found.reached, ...this.foesOf(found)] } : null;
  });
  /** Whether the preview shows only a move and the targets in reach from there. */
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
  /** The kinds of actions worth listing: those of the selected piece, and what others can do now. */
  readonly #kinds: ReadonlySet<string> = $derived.by(() => {
    const lines = this.known.cards.get(this.piece(this.actor)?.card ?? "")?.lines ?? [];
    return new Set([...lines.map((line) => line.name), ...this.options.map((option) => option.kind)]);
  });
  /** The kinds of actions that the selected piece cannot do at all now. */
  readonly barred: readonly WhyNot[] = $derived.by(() => {
    const found = this.actor === null ? undefined : this.known.about.get(aboutKey(this.actor, null, null));
    return found?.filter(({ label }) => this.#kinds.has(label)) ?? [];
  });
  /** General actions that are impossible now, such as ending the turn. */
  readonly barredButtons: readonly WhyNot[] = $derived.by(() => this.known.about.get(aboutKey("", null, null)) ?? []);
  /** Something impossible, with all reasons. */
  explained = $state.raw<WhyNot | null>(null);
  /** Chosen once, and needing an explicit confirmation. */
  warned = $state.raw<ListedOption | null>(null);
  /** The turn in which the warning about unused actions was shown: once is enough. */
  #endWarned = "";

  /** The options for pointing there. Another unit that can act is selected instead, unless a kind was chosen. */
  at(spot: Spot): readonly ListedOption[] {
    const aim = { actor: this.actor, kind: this.kind, card: this.card };
    const listed = at(this.options, aim, spot);
    const found = listed.length > 0 || spot.cell === null || spot.piece !== null || !this.#isOpen ? listed : this.#anywhere(spot.cell).filter(({ text }) => this.#against(text).length === 0);
    return this.#selects(spot) && !found.some((option) => option.actor === null) ? NONE : found;
  }

  /** Whether any place may be pointed at, not only those of the options. */
  get #isOpen(): boolean {
    return this.known.scene?.ask?.are_examples ?? false;
  }

  /** Whether the board itself shows why the place pointed at is impossible. */
  get isTold(): boolean {
    return this.#isOpen && this.pinned === null && this.where?.piece === null;
  }

  /** The answer for a place that is not among the options, as far as the server has sent it. */
  #anywhere(cell: string): ListedOption[] {
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

  /** A selector for the element on the screen that the details belong to. */
  get anchor(): string | null {
    if (this.explained) return `[data-barred="${CSS.escape(this.explained.label)}"]`;
    const option = this.warned ?? (this.where ? null : this.option);
    if (option && (this.warned || option.has_odds || option.caution)) return this.#placeOf(option) ?? `[data-option="${CSS.escape(option.text)}"]`;
    const { where } = this;
    if (!where || where.card || where.zone) return null;
    const cell = where.cell ?? this.piece(where.piece)?.at ?? null;
    return cell === null ? null : `[data-cell="${CSS.escape(cell)}"]`;
  }

  #placeOf(option: ListedOption): string | null {
    const cell = option.cell ?? this.piece(option.target)?.at ?? null;
    if (cell !== null) return `[data-cell="${CSS.escape(cell)}"]`;
    const card = option.target ?? option.card;
    return card === null ? null : `[data-card="${CSS.escape(card)}"]`;
  }

  /** The enemies that could be attacked from the end of a move. */
  foesOf(preview: Preview | null): string[] {
    const seat = this.known.scene?.seat;
    return (preview?.open_to ?? []).filter((id) => this.piece(id)?.owner !== seat);
  }

  readonly #places = $derived.by(() => new Places(this.known));
  /** A place in words, seen from the selected piece. */
  placeName(cell: string): string {
    return capital(this.known.board?.shape === "open" ? t.point(cell) : (this.#places.name(cell, this.piece(this.actor)?.at ?? null) ?? cell));
  }

  /** What is pointed at, in words. */
  spotName({ cell, piece, card, zone }: Spot): string {
    const thing = card ?? zone;
    return this.piece(piece)?.name ?? (thing ? this.nameOf(thing) : cell === null ? "" : this.placeName(cell));
  }

  odds(option: ListedOption): OptionOdds | null {
    return this.known.odds.get(option.text) ?? null;
  }

  /** What the option pointed at would do to its target; null without odds. */
  get impact(): Impact | null {
    const option = this.current;
    const odds = option && this.odds(option);
    const target = this.piece(option?.target ?? null);
    const [expected, ...rest] = odds?.headline ?? [];
    if (!odds || !target || !expected) return null;
    const [words, chance] = rest.find(([name, share]) => name === odds.enough_words && share !== "0%") ?? rest[0] ?? ["", ""];
    const mean = Number.parseFloat(expected[1]);
    const what = `${mean >= LARGE ? Math.round(mean) : mean}${odds.enough === null ? "" : ` of ${target.bar.now}`} · ${chance} ${words}`;
    return { who: target.name, what };
  }

  piece(id: string | null): Piece | null {
    return this.known.scene?.pieces.find((piece) => piece.id === id) ?? null;
  }

  /** The name of a card, a piece or a zone, by its id. */
  nameOf(id: string): string {
    const scene = this.known.scene;
    for (const zone of scene?.zones ?? []) {
      if (zone.id === id) return zone.name;
      const held = zone.cards.find((card) => card.id === id);
      if (held) return this.known.cards.get(held.card)?.title ?? (held.about || zone.name);
    }
    return this.piece(id)?.name ?? id;
  }

  /** A new question: keep the selection if it can still act, reset the rest. Returns whether the question is new. */
  settle(): boolean {
    const scene = this.known.scene;
    const question = questionOf(this.known);
    if (!scene || question === this.#question) return false;
    const wasCoached = this.coached !== "" && this.coached === this.#question;
    this.#question = question;
    // Another player has answered the same question in secret: keep the picks and the coach, unless another player sits here now.
    const words = scene.ask?.kind === "together" && scene.ask.is_mine ? `${scene.seat} ${scene.ask.what} ${scene.ask.options.length}` : "";
    const same = words !== "" && words === this.#together;
    this.#together = words;
    if (same) {
      if (wasCoached) this.askCoach();
      return false;
    }
    this.together.settle(this.options);
    if (scene.ask?.is_mine) this.together.next(this.options, (text) => this.#connection.answer(text));
    this.actor = firstActor(scene, this.actor);
    this.kind = null;
    this.#release();
    this.picked = [];
    return true;
  }

  /** Request preview, odds or reasons for what is pointed at. */
  wonder(): void {
    const asked = this.option ? [this.option] : this.choices.slice(0, 4);
    const [first] = asked;
    if (first) this.#connection.askPreview(first.text);
    for (const option of asked) if (option.has_odds) this.#connection.askOdds(option.text);
  }

  /** Whether the question is a reaction to the attack in progress, or a choice in it, with all options in a list. */
  readonly reacts: boolean = $derived.by(() => {
    const { scene, reaction } = this.known;
    return (scene?.declared != null || (reaction?.choices.length ?? 0) > 0) && this.options.length > 1 && this.options.every(({ cell, zone, picks }) => cell === null && zone === null && picks.length === 0);
  });

  /** Request what each choice of a reaction leads to. */
  wonderReaction(): void {
    this.#connection.askReaction();
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

  /** Show or hide the coach. */
  askCoach(): void {
    if (!this.canCoach) return;
    this.coached = this.coaching ? "" : questionOf(this.known);
    if (this.coaching) this.#connection.askCoach();
  }

  /** The option of a suggestion, best first. */
  idea(place: number): ListedOption | null {
    const text = this.known.coach?.advice.ideas[place]?.text;
    return this.options.find((option) => option.text === text) ?? null;
  }

  /** Show or hide why this is impossible. */
  explain(why: WhyNot): void {
    this.explained = this.explained === why ? null : why;
    this.pinned = null;
    this.warned = null;
  }

  /** The name of an impossible kind of action: the rules name it by its tag. */
  calls({ label }: WhyNot): string {
    return capital(label.replaceAll("-", " "));
  }

  /** What speaks against doing this at once; empty if nothing does. */
  caution(option: ListedOption): string {
    return option.caution || (this.#endWarned === this.#turn || this.known.lesson !== null ? "" : this.unused(option));
  }

  /** What would be left undone by ending now, in words. */
  unused(option: ListedOption): string {
    const { units, kinds } = unused(this.options, option);
    return units > 0 ? t.unusedUnits(units) : kinds.length > 0 ? t.unusedKinds(kinds) : "";
  }

  get #turn(): string {
    const scene = this.known.scene;
    return `${scene?.turn ?? ""} ${scene?.headline ?? ""}`;
  }

  /** Pin or unpin the details card. */
  pin(): void {
    if (this.pinned) this.pinned = null;
    else if (this.spot) this.pinned = this.spot;
  }

  select(id: string | null): void {
    this.actor = id !== null && this.actors.has(id) ? id : null;
    this.kind = null;
    this.#release();
  }

  /** Reset the picked-up card and what is pointed at. */
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

  /** Pick one more thing, or put the last ones back. */
  pick(id: string): void {
    const place = this.picked.indexOf(id);
    this.picked = place >= 0 ? this.picked.slice(0, place) : [...this.picked, id];
  }

  /** Click, Enter or tap on a place. True if a choice among several options opens. */
  choose(spot: Spot, byTouch: boolean): boolean {
    const thing = spot.card ?? spot.piece;
    if (thing && this.picking && (this.picking.next.has(thing) || this.picked.includes(thing))) {
      this.pick(thing);
      return false;
    }
    this.option = null;
    this.explained = null;
    if (this.#gathers) {
      const { card = null, zone = null } = spot;
      if ((zone && this.together.at(zone, this.allowed)) || (card && this.together.toggle(card, this.allowed))) {
        this.#release();
        return false;
      }
    }
    const found = this.at(spot);
    this.several = NONE;
    const [only] = found;
    if (found.length === 0 && this.#selects(spot)) {
      this.select(spot.piece);
      return false;
    }
    const again = sameSpot(this.pinned, spot);
    // The selected piece is often clicked again: that previews its options on itself and does nothing.
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

  /** Pick up a card. False if it has no options. */
  takeUp(card: string): boolean {
    if (!this.picking?.next.has(card) && !this.allowed.some((option) => option.card === card)) return false;
    this.#release();
    this.pinned = { cell: null, piece: null, card };
    return true;
  }

  /** The options for putting this card down there. */
  onto(card: string, place: Place): readonly ListedOption[] {
    const scene = this.known.scene;
    return scene ? putDown(this.allowed, card, place, scene) : NONE;
  }

  /** Whether a card is picked by putting it down there: anywhere but where it was. */
  picks(card: string, place: Place): boolean {
    const from = this.known.scene?.zones.find(({ cards }) => cards.some(({ id }) => id === card));
    return (this.picking?.next.has(card) ?? false) && place.card !== card && place.zone !== from?.id;
  }

  /** Put the picked-up card down there. True if a choice among several options opens. */
  putDown(card: string, place: Place): boolean {
    const found = this.onto(card, place);
    const [only] = found;
    this.#release();
    if (this.#gathers && only?.share && only.zone) {
      if (!this.together.chosen.some((option) => option.card === card)) this.together.toggle(card, this.allowed);
      this.together.at(only.zone, this.allowed, [card]);
    } else if (only && found.length === 1) {
      if (!this.commit(only)) this.pinned = { cell: null, piece: null, card };
    } else if (found.length === 0 && this.picks(card, place)) this.pick(card);
    if (found.length < 2) return false;
    this.pinned = { cell: null, piece: null, card };
    this.several = found;
    return true;
  }

  /** Answer with this option; one that is usually a mistake needs a confirmation. Returns whether it was sent. */
  commit(option: ListedOption): boolean {
    if (this.warned !== option && this.caution(option)) {
      this.warned = option;
      if (option.ends) this.#endWarned = this.#turn;
      return false;
    }
    this.looked = this.odds(option);
    this.done = option;
    this.#connection.answer(option.text);
    this.#release();
    this.spot = null;
    return true;
  }

  /** Send what was chosen together. */
  sendTogether(): void {
    this.done = this.together.chosen[0] ?? null;
    this.together.send((text) => this.#connection.answer(text));
    this.together.clear();
    this.#release();
  }

  /** Go one step back: the place, the kind, the unit. */
  back(): void {
    if (this.together.chosen.length > 0 && !this.warned && !this.explained) this.together.clear();
    else if (this.warned || this.explained) {
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

  /** Select the next piece that can act. */
  next(): void {
    const ids = [...this.actors.keys()];
    const found = ids[(ids.indexOf(this.actor ?? "") + 1) % ids.length];
    if (found !== undefined) this.select(found);
  }
}
