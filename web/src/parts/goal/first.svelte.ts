// What this person has tried of the first steps of each game; kept in this browser.
import { keep, kept } from "../../kept";
import type { ListedOption, Poster } from "../../types";

type FirstStep = NonNullable<Poster["goal"]>["first"][number];

const STEPS = "first-steps";
/** This person wants no steps, in no game. */
const ENOUGH = "enough";

/** What is kept, on lines: `game/step`, or that it is enough. */
const all = (): string[] => kept(STEPS).split("\n").filter(Boolean);

export class FirstSteps {
  readonly #game: string;
  #done = $state.raw<readonly string[]>([]);

  constructor(game: string) {
    this.#game = game;
    this.#done = all();
  }

  has(name: string): boolean {
    return this.#done.includes(`${this.#game}/${name}`);
  }

  get isEnough(): boolean {
    return this.#done.includes(ENOUGH);
  }

  enough(): void {
    this.#add(ENOUGH);
  }

  /** An option was played. */
  plays(option: ListedOption, steps: readonly FirstStep[]): void {
    for (const { name, done, kinds } of steps) {
      if (done === "action" ? kinds.includes(option.kind) : done === "attack" && option.has_odds && option.target !== null) this.#tick(name);
    }
  }

  /** Odds were looked at, or somebody else has had a turn. */
  sees(what: "odds" | "turn", steps: readonly FirstStep[]): void {
    for (const { name, done } of steps) if (done === what) this.#tick(name);
  }

  #tick(name: string): void {
    if (!this.has(name)) this.#add(`${this.#game}/${name}`);
  }

  #add(line: string): void {
    this.#done = [...all(), line];
    keep(STEPS, this.#done.join("\n"));
  }
}
