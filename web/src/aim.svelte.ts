// Which clicks are meant: one that was aimed at another question, or came too soon to be aimed at all, does nothing.

/** Milliseconds after a list has changed in which nobody can have read what lies under the pointer now. */
export const UNREAD = 300;
/** Pixels: a second click no further from the first is a double click, or a hand that trembles. */
const SAME_PLACE = 24;

/** What a click tells of itself; the clicks of a keyboard have no pointer. */
export type Click = Pick<PointerEvent, "clientX" | "clientY" | "pointerType" | "detail" | "timeStamp">;

export class Aim {
  /** Whether the list has just changed. */
  fresh = $state(false);
  /** How often it has changed, and how often it had when the pointer went down. */
  #changes = 0;
  #aimed = 0;
  #last: Click | null = null;
  #timer = 0;

  /** What can be clicked has changed without the player's doing, or lies elsewhere now. */
  changes(): void {
    this.#changes += 1;
    this.fresh = true;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.fresh = false), UNREAD);
  }

  /** The pointer goes down: it means what lies there now. */
  down(): void {
    this.#aimed = this.#changes;
  }

  /** Why a click does not mean what it would do; null if it does. One that is only too soon means the place that it hits. */
  misses(click: Click): "again" | "elsewhere" | "too soon" | null {
    if (click.detail === 0 || click.pointerType === "") return null;
    const last = this.#last;
    this.#last = click;
    const again = last !== null && click.timeStamp - last.timeStamp < UNREAD && Math.hypot(click.clientX - last.clientX, click.clientY - last.clientY) < SAME_PLACE;
    if (again) return "again";
    if (this.#aimed !== this.#changes) return "elsewhere";
    return this.fresh ? "too soon" : null;
  }

  leave(): void {
    window.clearTimeout(this.#timer);
  }
}
