// Decides which clicks are intended: a click aimed at an earlier question, or too soon after a change, does nothing.

/** Milliseconds after a list has changed in which nobody can have read what is under the pointer. */
export const UNREAD = 300;
/** Pixels: a second click this close to the first is a double click, or a trembling hand. */
const SAME_PLACE = 24;

/** The position of a click; keyboard clicks have no pointer. */
export type Click = Pick<PointerEvent, "clientX" | "clientY" | "pointerType" | "detail" | "timeStamp">;

export class Aim {
  /** Whether the list has just changed. */
  fresh = $state(false);
  /** The number of changes, and that number when the pointer went down. */
  #changes = 0;
  #aimed = 0;
  #last: Click | null = null;
  #timer = 0;

  /** Something clickable has changed or moved without the player's doing. */
  changes(): void {
    this.#changes += 1;
    this.fresh = true;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.fresh = false), UNREAD);
  }

  /** The pointer goes down: the click is aimed at what is there now. */
  down(): void {
    this.#aimed = this.#changes;
  }

  /** Why a click is not intended; null if it is. A click that is only too soon still counts for places on the board. */
  misses(click: Click): "again" | "elsewhere" | "too soon" | null {
    if (click.detail === 0 || click.pointerType === "") return null;
    const last = this.#last;
    this.#last = click;
    // Some hands double click slowly: what the browser takes for a double click is one, too.
    const soon = last !== null && (click.timeStamp - last.timeStamp < UNREAD || click.detail % 2 === 0);
    const again = soon && Math.hypot(click.clientX - last.clientX, click.clientY - last.clientY) < SAME_PLACE;
    if (again) return "again";
    if (this.#aimed !== this.#changes) return "elsewhere";
    return this.fresh ? "too soon" : null;
  }

  leave(): void {
    window.clearTimeout(this.#timer);
  }
}
