// The options as lists: who can act, what they can do, which number key selects them.
import { byKind, type Group } from "./options";
import type { Plan } from "./plan.svelte";
import type { ListedOption } from "./types";

/** Maximum number of card options listed in full; beyond that, each card is listed once. */
const FEW = 3;
const DIGITS = 9;

export class Menu {
  readonly #plan: Plan;
  /** The question and piece for which options against one's own side are listed too. */
  #own = $state("");

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** The options of the selected piece by kind; last those that are usually mistakes. */
  readonly groups: readonly Group[] = $derived.by(() => {
    const { actor, kind, actors } = this.#plan;
    const own = actor === null ? [] : (actors.get(actor) ?? []);
    const groups = byKind(this.#othersFirst(kind === null ? (this.listsOwn ? own : this.#sensible(own)) : own.filter((option) => option.kind === kind)));
    const isLast = ({ options }: Group) => Number(options.every(({ caution }) => caution !== ""));
    return groups.sort((one, other) => isLast(one) - isLast(other));
  });
  /** How many options of a kind are not listed: on one's own side, or usually mistakes. */
  leftOut(kind: string): number {
    const { actor, actors } = this.#plan;
    const same = (actors.get(actor ?? "") ?? []).filter((option) => option.kind === kind && option.target !== null);
    return this.#plan.kind === null && !this.listsOwn ? same.length - this.#sensible(same).length : 0;
  }
  get listsOwn(): boolean {
    return this.#own !== "" && this.#own === this.#subject;
  }
  listOwn(): void {
    this.#own = this.#subject;
  }
  get #subject(): string {
    return `${this.#plan.known.scene?.ask?.number} ${this.#plan.actor}`;
  }
  /** Options without a piece that are about a place or target: pointed at, or listed. */
  readonly loose: readonly Group[] = $derived.by(() =>
    byKind(
      this.#plan.options.filter((one) => one.actor === null && one.card === null && (one.cell !== null || one.target !== null || one.zone !== null)),
    ),
  );
  readonly #withCards: readonly ListedOption[] = $derived.by(() => this.#plan.options.filter(({ card, share }) => card !== null && (share === null || this.#plan.known.lesson !== null)));
  readonly #differing: readonly ListedOption[] = $derived.by(() => this.#different(this.#withCards));
  readonly few: readonly ListedOption[] = $derived(this.#differing.length <= FEW ? this.#differing : []);
  readonly playable: readonly string[] = $derived(this.few.length > 0 ? [] : [...new Set(this.#differing.flatMap(({ card }) => card ?? []))]);
  readonly numbered: readonly ListedOption[] = $derived.by(() => {
    const { choices, pinned, picking, buttons } = this.#plan;
    return [
      ...(choices.length > 0 && pinned ? choices : listedIn(this.groups)),
      ...(pinned ? [] : this.few),
      ...listedIn(this.loose),
      ...(picking?.done ?? []),
      ...buttons,
    ];
  });
  /** What is pointed at is already in the list, with nothing more to say. */
  readonly listed: boolean = $derived.by(() => {
    const { pinned, choices, preview } = this.#plan;
    return pinned === null && !preview?.open_to?.length && choices.every((option) => !option.has_odds && !option.caution && this.numbered.includes(option));
  });

  /** Of identical options, only the first: the others use another copy of the same card. */
  #different(options: readonly ListedOption[]): ListedOption[] {
    const zones = this.#plan.known.scene?.zones ?? [];
    const looks = (id: string | null) => {
      const zone = zones.find(({ cards }) => cards.some((card) => card.id === id));
      const { badges, bar, is_done, is_active } = zone?.cards.find((card) => card.id === id) ?? {};
      return zone ? [zone.id, this.#plan.nameOf(id ?? ""), badges, bar, is_done, is_active] : id;
    };
    const found = new Map<string, ListedOption>();
    for (const option of options) {
      const { text: _, card, target, picks, ...rest } = option;
      const key = JSON.stringify([rest, [card, target, ...picks].map(looks)]);
      if (!found.has(key)) found.set(key, option);
    }
    return [...found.values()];
  }

  /** The keys of listed options by their places. */
  readonly places: ReadonlyMap<string, number> = $derived.by(
    () => new Map(this.numbered.slice(0, DIGITS).flatMap(({ cell, facing }, place) => (cell === null || facing !== null ? [] : [[cell, place + 1] as const]))),
  );

  #isOwn({ target }: ListedOption): boolean {
    return target !== null && this.#plan.piece(target)?.owner === this.#plan.known.scene?.seat;
  }

  /** Options against others' pieces come first. */
  #othersFirst(options: readonly ListedOption[]): ListedOption[] {
    return [...options].sort((one, other) => (one.kind === other.kind ? Number(this.#isOwn(one)) - Number(this.#isOwn(other)) : 0));
  }

  /** Leave out options that are usually mistakes, or hit one's own side, if better ones of the kind exist. They can still be chosen on the board. */
  #sensible(options: readonly ListedOption[]): ListedOption[] {
    const kinds = new Set(options.flatMap(({ kind, caution }) => (caution ? [] : [kind])));
    const against = new Set(options.flatMap((option) => (option.target !== null && !option.caution && this.#plan.piece(option.target) && !this.#isOwn(option) ? [option.kind] : [])));
    return options.filter((option) => !(option.caution && kinds.has(option.kind)) && !(against.has(option.kind) && this.#isOwn(option)));
  }

  /** The key of an option; null if it has none. */
  number(option: ListedOption): number | null {
    const place = this.numbered.indexOf(option);
    return place >= 0 && place < DIGITS ? place + 1 : null;
  }

  /** Number keys choose options. */
  press(digit: number): void {
    const option = this.numbered[digit - 1];
    if (option) this.#plan.commit(option);
  }
}

function listedIn(groups: readonly Group[]): ListedOption[] {
  return groups.flatMap((group) => (group.onBoard ? [] : group.options));
}
