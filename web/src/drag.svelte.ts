// Dragging a card or a piece: with the mouse at once, with a finger after a moment, so that a swipe still scrolls.
// Everything can also be done with clicks and keys.
import type { Place, Plan } from "./plan.svelte";
import type { ListedOption } from "./types";

/** Pixels before a press is a drag. */
const SLACK = 7;
/** Milliseconds a finger must rest on a card to pick it up. */
const RESTS = 260;
/** Pixels from the edge of the table at which it scrolls. */
const EDGE = 44;

interface Press {
  /** What is dragged: one of the two. */
  card: string | null;
  piece: string | null;
  on: Element;
  pointer: number;
  x: number;
  y: number;
  timer: number;
}

export class Drag {
  /** The dragged card. */
  card = $state<string | null>(null);
  /** The dragged piece. */
  piece = $state<string | null>(null);
  x = $state(0);
  y = $state(0);
  over = $state.raw<Place | null>(null);
  byFinger = $state(false);
  readonly #plan: Plan;
  #press: Press | null = null;
  #scrolling = 0;
  /** The card was put back during the drag: releasing it is no click. */
  #putBack = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** The options for releasing it here. */
  readonly offers: readonly ListedOption[] = $derived.by(() => {
    if (this.over === null) return [];
    if (this.card !== null) return this.#plan.onto(this.card, this.over);
    return this.piece !== null && this.over.piece !== this.piece ? this.#plan.at(this.over) : [];
  });
  readonly picks: boolean = $derived.by(
    () => this.card !== null && this.over !== null && this.offers.length === 0 && this.#plan.picks(this.card, this.over),
  );

  down(event: PointerEvent): void {
    this.cancel();
    this.#putBack = false;
    const on = (event.target as Element | null)?.closest("[data-card], [data-cell]");
    const card = this.#source(on?.getAttribute("data-card") ?? null);
    const piece = this.#standing(on?.getAttribute("data-cell") ?? null);
    if (!on || (card === null && piece === null) || !event.isPrimary || event.button !== 0) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.byFinger = event.pointerType === "touch";
    const timer = this.byFinger ? window.setTimeout(() => this.#begin(x, y), RESTS) : 0;
    this.#press = { card, piece, on, pointer, x, y, timer };
  }

  /** A card with options. */
  #source(card: string | null): string | null {
    const can = card !== null && (this.#plan.options.some((option) => option.card === card) || this.#plan.picking?.next.has(card));
    return can ? card : null;
  }

  /** The piece there that can act. */
  #standing(cell: string | null): string | null {
    const there = cell === null ? undefined : this.#plan.known.scene?.pieces.find((piece) => piece.at === cell && !piece.is_gone);
    return there && this.#plan.actors.has(there.id) ? there.id : null;
  }

  move(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
    if (!this.isHeld && far) {
      if (this.byFinger) this.cancel();
      else this.#begin(event.clientX, event.clientY);
    }
    if (this.isHeld) this.#carry(event.clientX, event.clientY);
  }

  /** Release. True if a choice among several options opens. */
  up(event: PointerEvent): boolean {
    const { card, isHeld } = this;
    if (isHeld || this.#putBack) swallowClick();
    this.#putBack = false;
    if (!isHeld || event.pointerId !== this.#press?.pointer) {
      this.cancel();
      return false;
    }
    this.#carry(event.clientX, event.clientY);
    const can = this.offers.length > 0;
    const place = this.over;
    this.#end();
    if (card === null) return this.#setDown(place, can);
    if (place) return this.#plan.putDown(card, place);
    this.#plan.back();
    return false;
  }

  /** A piece released where it can do something does it; elsewhere it returns. */
  #setDown(place: Place | null, can: boolean): boolean {
    this.#plan.spot = null;
    // Under a finger a point is not visible exactly: show it first, and confirm with a second tap.
    const unsure = this.byFinger && this.#plan.placeAt !== null && place?.piece === null;
    return place !== null && can && this.#plan.choose({ cell: place.cell, piece: place.piece }, unsure);
  }

  /** Put it back where it was. */
  cancel(): void {
    this.#putBack ||= this.isHeld;
    if (this.piece !== null) this.#plan.spot = null;
    if (this.card !== null && this.#plan.card === this.card) this.#plan.back();
    this.#end();
  }

  get isHeld(): boolean {
    return this.card !== null || this.piece !== null;
  }

  #begin(x: number, y: number): void {
    const press = this.#press;
    if (!press) return;
    if (press.card !== null && !this.#plan.takeUp(press.card)) return;
    if (press.piece !== null && this.#plan.actor !== press.piece) this.#plan.select(press.piece);
    if (press.on.isConnected) press.on.setPointerCapture(press.pointer);
    this.card = press.card;
    this.piece = press.card === null ? press.piece : null;
    this.#carry(x, y);
    this.#scrolling = window.setInterval(() => this.#scroll(), 30);
  }

  #carry(x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.over = placeAt(x, y, this.#plan);
    // Show path and odds at the drag position, as for pointing.
    if (this.piece !== null) this.#plan.spot = this.over?.cell ? { cell: this.over.cell, piece: this.over.piece } : null;
  }

  #end(): void {
    window.clearTimeout(this.#press?.timer);
    window.clearInterval(this.#scrolling);
    this.#press = null;
    this.card = null;
    this.piece = null;
    this.over = null;
  }

  /** Scroll a table higher than the screen under a card held at its edge. */
  #scroll(): void {
    const press = this.#press;
    const table = press?.on.closest("main");
    if (!press || !table) return;
    const { top, bottom } = table.getBoundingClientRect();
    const by = this.y < top + EDGE ? -9 : this.y > bottom - EDGE ? 9 : 0;
    // Scroll only after the card has moved: one picked up at the edge must not run away.
    if (by === 0 || (this.y - press.y) * by < EDGE) return;
    table.scrollBy(0, by);
    this.over = placeAt(this.x, this.y, this.#plan);
  }
}

/** The click that ends a drag does not count. */
function swallowClick(): void {
  const stop = (click: Event) => click.stopPropagation();
  window.addEventListener("click", stop, { capture: true, once: true });
  window.setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
}

/** The target under a point of the screen, for a card. */
function placeAt(x: number, y: number, plan: Plan): Place | null {
  const there = document.elementFromPoint(x, y);
  const of = (name: string) => there?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null;
  const cell = of("cell") ?? (there?.closest("svg.board") ? plan.placeAt?.(x, y) : null) ?? null;
  const owner = of("area");
  if (there?.closest(".ask")) return { cell: null, piece: null, owner: null, aside: true };
  if (!there?.closest("main")) return null;
  return {
    cell,
    piece: plan.known.scene?.pieces.find(({ at, is_gone }) => cell !== null && at === cell && !is_gone)?.id ?? null,
    card: of("card"),
    zone: of("zone"),
    owner: owner === null || owner === "" ? null : Number(owner),
  };
}
