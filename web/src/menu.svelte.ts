// What can be answered now, as it stands in lists: who can act, what they can do, what has a number on the keyboard.
import { byKind, type Group } from "./options";
import type { Plan } from "./plan.svelte";
import type { Option } from "./types";

/** So many things that can be done with cards stand there in full; of more than that only the cards, each once. */
const FEW = 3;
const DIGITS = 9;

export class Menu {
  readonly #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** What whoever is selected can do, kind by kind; last what nobody would want as a rule. */
  readonly groups: readonly Group[] = $derived.by(() => {
    const { actor, kind, actors } = this.#plan;
    const own = actor === null ? [] : (actors.get(actor) ?? []);
    const groups = byKind(this.#othersFirst(kind === null ? sensible(own) : own.filter((option) => option.kind === kind)));
    const isLast = ({ options }: Group) => Number(options.every(({ caution }) => caution !== ""));
    return groups.sort((one, other) => isLast(one) - isLast(other));
  });
  /** Options of nobody that are about a place or a piece: to be pointed at, or listed. */
  readonly loose: readonly Group[] = $derived.by(() =>
    byKind(
      this.#plan.options.filter((one) => one.actor === null && one.card === null && (one.cell !== null || one.target !== null || one.zone !== null)),
    ),
  );
  readonly #withCards: readonly Option[] = $derived.by(() => this.#plan.options.filter(({ card }) => card !== null));
  readonly #differing: readonly Option[] = $derived.by(() => this.#different(this.#withCards));
  readonly few: readonly Option[] = $derived(this.#differing.length <= FEW ? this.#differing : []);
  readonly playable: readonly string[] = $derived(this.few.length > 0 ? [] : [...new Set(this.#differing.flatMap(({ card }) => card ?? []))]);
  readonly numbered: readonly Option[] = $derived.by(() => {
    const { choices, pinned, picking, buttons } = this.#plan;
    return [
      ...(choices.length > 0 && pinned ? choices : listedIn(this.groups)),
      ...(pinned ? [] : this.few),
      ...listedIn(this.loose),
      ...(picking?.done ?? []),
      ...buttons,
    ];
  });
  /** What is pointed at stands in the list already, and there is no more to say about it. */
  readonly listed: boolean = $derived.by(() => {
    const { pinned, choices, preview } = this.#plan;
    return pinned === null && !preview?.open_to?.length && choices.every((option) => !option.has_odds && !option.caution && this.numbered.includes(option));
  });

  /** Of options that nobody can tell apart only the first: the same with another copy of the same card. */
  #different(options: readonly Option[]): Option[] {
    const zones = this.#plan.known.scene?.zones ?? [];
    const looks = (id: string | null) => {
      const zone = zones.find(({ cards }) => cards.some((card) => card.id === id));
      const { badges, bar, is_done, is_active } = zone?.cards.find((card) => card.id === id) ?? {};
      return zone ? [zone.id, this.#plan.nameOf(id ?? ""), badges, bar, is_done, is_active] : id;
    };
    const found = new Map<string, Option>();
    for (const option of options) {
      const { text: _, card, target, picks, ...rest } = option;
      const key = JSON.stringify([rest, [card, target, ...picks].map(looks)]);
      if (!found.has(key)) found.set(key, option);
    }
    return [...found.values()];
  }

  /** The keys of what is listed by the places it is about. */
  readonly places: ReadonlyMap<string, number> = $derived.by(
    () => new Map(this.numbered.slice(0, DIGITS).flatMap(({ cell, facing }, place) => (cell === null || facing !== null ? [] : [[cell, place + 1] as const]))),
  );

  /** What is aimed at somebody else's pieces before what is aimed at one's own. */
  #othersFirst(options: readonly Option[]): Option[] {
    const seat = this.#plan.known.scene?.seat;
    const isOwn = (option: Option) => Number(this.#plan.piece(option.target)?.owner === seat);
    return [...options].sort((one, other) => (one.kind === other.kind ? isOwn(one) - isOwn(other) : 0));
  }

  /** The key of an option; null if it has none. */
  number(option: Option): number | null {
    const place = this.numbered.indexOf(option);
    return place >= 0 && place < DIGITS ? place + 1 : null;
  }

  /** Number keys press the options that carry them. */
  press(digit: number): void {
    const option = this.numbered[digit - 1];
    if (option) this.#plan.commit(option);
  }
}

/** Without what nobody would want as a rule, where there is something of the kind that somebody would. It can be aimed at on the board. */
function sensible(options: readonly Option[]): Option[] {
  const kinds = new Set(options.flatMap(({ kind, caution }) => (caution ? [] : [kind])));
  return options.filter(({ kind, caution }) => !caution || !kinds.has(kind));
}

function listedIn(groups: readonly Group[]): Option[] {
  return groups.flatMap((group) => (group.onBoard ? [] : group.options));
}
