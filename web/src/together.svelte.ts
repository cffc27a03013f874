// Options chosen together, such as several attackers, and sent one after the other as the answers they are.
import { buttons } from "./options";
import type { ListedOption, RelationLine, Scene } from "./types";

export class Together {
  /** The chosen options, in order. */
  chosen = $state.raw<readonly ListedOption[]>([]);
  /** The zone that they go to until another is chosen. */
  #aim = $state.raw<string | null>(null);
  /** Those chosen since the zone was. */
  #since: readonly string[] = [];
  #queue: readonly string[] = [];

  /** Forget what is not possible any more. */
  settle(options: readonly ListedOption[]): void {
    const texts = new Set(options.map(({ text }) => text));
    this.chosen = this.chosen.filter(({ text }) => texts.has(text));
  }

  clear(): void {
    this.chosen = [];
    this.#since = [];
  }

  /** Add this card, or take it out. False if it is not one of these. */
  toggle(card: string, options: readonly ListedOption[]): boolean {
    const own = options.filter((option) => option.share && option.card === card);
    const [first] = own;
    if (!first) return false;
    const rest = this.chosen.filter((option) => option.card !== card);
    const isIn = rest.length < this.chosen.length;
    this.#since = isIn ? this.#since.filter((id) => id !== card) : [...this.#since, card];
    this.chosen = isIn ? rest : [...rest, own.find(({ zone }) => zone === this.#aim) ?? first];
    return true;
  }

  /** Send the cards chosen last to this zone. False if they cannot go there. */
  at(zone: string, options: readonly ListedOption[], cards: readonly string[] = this.#since): boolean {
    const there = options.filter((option) => option.share && option.zone === zone && cards.includes(option.card ?? ""));
    if (there.length === 0) return false;
    const moved = new Set(there.map(({ card }) => card));
    this.chosen = [...this.chosen.filter(({ card }) => !moved.has(card)), ...there];
    this.#aim = zone;
    this.#since = [];
    return true;
  }

  /** The zones that the cards chosen last could go to. */
  zones(options: readonly ListedOption[]): string[] {
    const cards = this.chosen.map(({ card }) => card);
    return options.flatMap(({ share, card, zone }) => (share && zone && cards.includes(card) ? [zone] : []));
  }

  /** Groups by zone, each in words. */
  readonly groups: readonly { zone: string; cards: readonly string[]; text: string }[] = $derived.by(() => {
    const zones = [...new Set(this.chosen.map(({ zone }) => zone ?? ""))];
    return zones.map((zone) => {
      const own = this.chosen.filter((option) => option.zone === zone);
      const sum = own.reduce((all, { share }) => all + (share?.adds ?? 0), 0);
      const { of, unless } = own[0]?.share ?? { of: 0, unless: "" };
      return { zone, cards: own.flatMap(({ card }) => card ?? []), text: `${own.length} ${own[0]?.kind ?? ""}: ${sum} of ${of} ${unless}` };
    });
  });

  /** The scene with lines for what is chosen. */
  drawn(scene: Scene): Scene {
    if (this.chosen.length === 0) return scene;
    const lines: RelationLine[] = this.groups.flatMap(({ zone, cards, text }) => cards.map((source) => ({ source, goal: zone, kind: "planned", about: text })));
    return { ...scene, links: [...scene.links, ...lines] };
  }

  /** Send all, and then the only button, which goes on. */
  send(answer: (text: string) => void): void {
    this.#queue = [...this.chosen.map(({ text }) => text), ""];
    this.next(this.chosen, answer);
  }

  /** Give the next answer of those that are sent, if it is still possible. */
  next(options: readonly ListedOption[], answer: (text: string) => void): void {
    const [text, ...rest] = this.#queue;
    if (text === undefined) return;
    const plain = buttons(options);
    const option = text === "" ? (plain.length === 1 ? plain[0] : undefined) : options.find((one) => one.text === text);
    this.#queue = option ? rest : [];
    if (option) answer(option.text);
  }
}
