// Questions with one answer that tells nobody anything: the page gives it, unless it is told to ask. Kept on this machine.
import type { Connection } from "./connection.svelte";
import { obvious, questionOf } from "./match";
import { watched } from "./watched.svelte";

const KEPT = "gattai-ask-all";

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) === null;
  } catch {
    return true;
  }
}

/** Whether questions with one answer pass by themselves. */
export const passes = watched({ on: kept() });

export function letPass(on: boolean): void {
  passes.on = on;
  try {
    if (on) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "yes");
  } catch {
    // A browser that keeps nothing forgets the choice.
  }
}

export class Passing {
  /** What has passed by itself since this player decided something. */
  trace = $state.raw<readonly string[]>([]);
  /** The question that was answered here last, by its epoch and number: none is answered twice. */
  #last = $state("");
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  readonly #question = $derived.by(() => questionOf(this.#connection.known));

  /** Whether what is asked now passes, so that nobody needs to be shown it. What did not get through is asked. */
  readonly now: boolean = $derived.by(() => {
    const { scene, answering } = this.#connection.known;
    if (!passes.on || !scene?.ask?.is_mine || !scene.ask.obvious) return false;
    return this.#question !== this.#last || answering !== null;
  });

  /** Look at what is asked now, and answer it if there is nothing to decide. */
  look(): void {
    const { known } = this.#connection;
    if (known.answering !== null && this.#question !== this.#last) this.trace = []; // the player has decided something
    const option = this.now ? obvious(known) : null;
    if (option === null || !this.#connection.answer(option.text, true)) return;
    this.#last = this.#question;
    this.trace = [...this.trace, option.label];
  }

  /** Nothing more needs to be said of it. */
  forget(): void {
    this.trace = [];
  }
}
