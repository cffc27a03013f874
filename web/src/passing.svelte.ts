// Answers automatically: questions with only one option if that reveals nothing, and reactions by the player's standing order.
// Settings are stored in the browser.
import type { Connection } from "./connection.svelte";
import { decidesNothing, obvious, questionOf } from "./match";
import { t } from "./texts";
import type { ListedOption } from "./types";
import { watched } from "./watched.svelte";

const KEPT = "gattai-ask-all";
const REACTIONS = "gattai-reactions";

/** When a player is asked to react: never in this turn, if a reaction would change the result, or whenever one is possible. */
export type Order = "nothing" | "matters" | "always";
export const ORDERS: readonly Order[] = ["nothing", "matters", "always"];

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) === null;
  } catch {
    return true;
  }
}

/** Whether questions with only one option are answered automatically. */
export const passes = watched({ on: kept() });

export function letPass(on: boolean): void {
  passes.on = on;
  try {
    if (on) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "yes");
  } catch {
    // Without storage the choice is lost on reload.
  }
}

function keptOrder(): Exclude<Order, "nothing"> {
  try {
    return localStorage.getItem(REACTIONS) === "always" ? "always" : "matters";
  } catch {
    return "matters";
  }
}

/** When a player wants to be asked to react, beyond the present turn. */
export const standing = watched({ order: keptOrder() });

export function askReactions(order: Exclude<Order, "nothing">): void {
  standing.order = order;
  try {
    localStorage.setItem(REACTIONS, order);
  } catch {
    // Without storage the order is lost on reload.
  }
}

export class Passing {
  /** Epoch and number of the last question answered here, so that none is answered twice. */
  #last = $state("");
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  readonly #question = $derived.by(() => questionOf(this.#connection.known));
  /** The turn without reactions. */
  #quiet = $state.raw<number | null>(null);
  /** The question that an undo went back to, and the undos so far: it is asked, whatever the standing order is. */
  #reopened = $state.raw("");
  #epoch = -1;

  readonly #turn = $derived.by(() => this.#connection.known.scene?.turn ?? -1);
  readonly order: Order = $derived.by(() => (this.#quiet === this.#turn ? "nothing" : standing.order));

  /** Give a standing order. The one for no reactions ends with the turn. */
  give(order: Order): void {
    this.#quiet = order === "nothing" ? this.#turn : null;
    if (order !== "nothing") askReactions(order);
  }

  /** Give the next of the standing orders. */
  giveNext(): void {
    this.give(ORDERS[(ORDERS.indexOf(this.order) + 1) % ORDERS.length] ?? "matters");
  }

  readonly #automatic: ListedOption | null = $derived.by(() => {
    const { known } = this.#connection;
    const ask = known.scene?.ask;
    if (!ask?.is_mine) return null;
    const only = passes.on && (ask.obvious || this.order !== "always") ? obvious({ ...known, answering: null }) : null;
    if (only) return only;
    return known.lesson === null && !known.ends.variations && this.#question !== this.#reopened ? this.#ordered : null;
  });

  /** The answer that the standing order gives. */
  get #ordered(): ListedOption | null {
    const ask = this.#connection.known.scene?.ask;
    const set = (order: Order) => ask?.options.find((option) => option.order === order) ?? null;
    const pass = ask?.options.find((option) => option.text === ask.passes) ?? null;
    // The rules have a setting of their own, to be changed where nothing is passed by it.
    if (pass === null) return this.order === "nothing" ? null : set(this.order);
    if (this.order === "nothing") return set("nothing") ?? pass;
    return this.order === "matters" && ask?.idle ? pass : null;
  }

  /** Whether the open question is answered automatically and need not be shown. If that failed, it is shown. */
  readonly now: boolean = $derived.by(
    () => this.#automatic !== null && (this.#question !== this.#last || this.#connection.known.answering !== null),
  );

  /** Answer the open question if there is nothing to decide. */
  look(): void {
    const { known } = this.#connection;
    const { epoch, answering, scene } = known;
    const idle = decidesNothing(known) && !scene?.ask?.obvious;
    if (this.#epoch >= 0 && epoch !== this.#epoch) this.#reopened = this.#question;
    this.#epoch = epoch;
    const option = this.now && answering === null ? this.#automatic : null;
    if (option === null || !this.#connection.answer(option.text, true)) return;
    this.#last = this.#question;
    if (idle) this.#connection.note(t.madeNoDifference(option.label));
  }
}
