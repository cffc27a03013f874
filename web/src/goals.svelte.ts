// Which games' goals this person has seen; kept in this browser.
import { keep, kept } from "./kept";

const SEEN = "goals";
const seen = (): string[] => kept(SEEN).split(" ").filter(Boolean);

export class Goals {
  readonly #game: () => string | undefined;
  #asked = $state(false);
  #closed = $state("");

  /** `game`: the game at the table while its goal may be shown unasked. */
  constructor(game: () => string | undefined) {
    this.#game = game;
  }

  readonly shown: boolean = $derived.by(() => {
    const game = this.#game();
    return this.#asked || (game !== undefined && this.#closed !== game && !seen().includes(game));
  });

  open(): void {
    this.#asked = true;
  }

  close(): void {
    const game = this.#game();
    this.#asked = false;
    if (game === undefined) return;
    this.#closed = game;
    if (!seen().includes(game)) keep(SEEN, [...seen(), game].join(" "));
  }
}
