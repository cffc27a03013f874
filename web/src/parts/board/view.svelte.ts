// The visible part of a board: moved and zoomed by mouse, fingers, wheel and buttons.
import { boxOf, panned, WHOLE, zoomed, type Shot } from "../../camera";
import type { Box, Point } from "../../geometry";
import { isCalm, pace } from "../../motion/settings.svelte";

interface Finger {
  clientX: number;
  clientY: number;
}

/** Milliseconds of a move of the camera. */
const GLIDE = 280;
/** Pixels before a press is a drag. */
const SLACK = 7;

export class View {
  width = $state(0);
  height = $state(0);
  svg = $state<SVGSVGElement>();
  shot = $state.raw<Shot>(WHOLE);
  /** The player has chosen this view; it stays until the turn ends. */
  #chosen = false;
  #turn: unknown = null;
  /** One finger, or the mouse, moves the board; two fingers zoom. */
  readonly #fingers = new Map<number, Finger>();
  /** The board was moved since the last press: releasing is no click. */
  pulled = false;
  readonly #frame: () => Box;

  constructor(frame: () => Box) {
    this.#frame = frame;
  }

  readonly size = $derived({ width: this.width, height: this.height });
  readonly box: Box = $derived.by(() => boxOf(this.#frame(), this.size, this.shot));
  /** Pixels for a side of a hex. */
  readonly scale: number = $derived.by(() => (this.width > 0 ? this.width / this.box.width : 30));

  get isPressed(): boolean {
    return this.#fingers.size > 0;
  }

  /** Whether a point is visible, with this margin. */
  shows({ x, y }: Point, edge = 0): boolean {
    const { box } = this;
    return x > box.x + edge && x < box.x + box.width - edge && y > box.y + edge && y < box.y + box.height - edge;
  }

  /** Show this, unless the player has chosen another view in this turn. `still`: at once, because something is about to move there. */
  follow(shot: Shot, turn: unknown, still = false): void {
    if (turn !== this.#turn) this.#chosen = false;
    this.#turn = turn;
    if (!this.#chosen) this.#show(shot, still);
  }

  /** Chosen by the player. */
  choose(shot: Shot): void {
    this.#chosen = true;
    this.#show(shot);
  }

  /** The board is drawn once where it will be, and moves there as a picture. */
  #show(shot: Shot, still = false): void {
    const [box, scale] = [this.box, this.scale];
    this.shot = shot;
    if (still || this.width === 0 || isCalm() || pace.speed === "off" || typeof this.svg?.animate !== "function") return;
    const [dx, dy] = [(this.box.x - box.x) * scale, (this.box.y - box.y) * scale];
    if (Math.abs(dx) + Math.abs(dy) < 1 && scale === this.scale) return;
    this.svg.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale / this.scale})` }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
  }

  zoom(factor: number, about: Point = { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 }): void {
    this.#chosen = true;
    this.shot = zoomed(this.#frame(), this.size, this.shot, factor, about);
  }

  /** Zoom to the action, or back to the whole board. */
  closer(close: Shot): void {
    if (this.shot.zoom > 1) this.choose(WHOLE);
    else if (close.zoom > 1) this.choose(close);
    else this.zoom(1.8, close.centre ?? undefined);
  }

  /** Scroll to the place that has the keyboard focus. */
  lookTo(place: Point): void {
    if (!this.shows(place, 1) && this.shot.zoom > 1) this.shot = { ...this.shot, centre: place };
  }

  /** Convert a point of the screen to the board. */
  onBoard({ clientX, clientY }: Finger): Point {
    const edge = this.svg?.getBoundingClientRect();
    return { x: this.box.x + (clientX - (edge?.left ?? 0)) / this.scale, y: this.box.y + (clientY - (edge?.top ?? 0)) / this.scale };
  }

  /** A press. With the mouse, a piece that can act is dragged itself: `isHeld`. */
  down(event: PointerEvent, isHeld: boolean): void {
    if (this.#fingers.size === 0) this.pulled = false;
    if (event.pointerType === "mouse" && (event.button !== 0 || isHeld)) return;
    this.#fingers.set(event.pointerId, event);
  }

  move(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const [other] = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const dx = event.clientX - before.clientX;
    const dy = event.clientY - before.clientY;
    if (!this.pulled && !other && (this.shot.zoom === 1 || Math.hypot(dx, dy) < SLACK)) return;
    if (!this.pulled) this.svg?.setPointerCapture(event.pointerId);
    this.pulled = true;
    this.#fingers.set(event.pointerId, event);
    if (!other) {
      this.#chosen = true;
      this.shot = panned(this.#frame(), this.size, this.shot, -dx / this.scale, -dy / this.scale);
      return;
    }
    const apart = (one: Finger) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    this.zoom(apart(event) / Math.max(1, apart(before)), this.onBoard({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * 0.0016), this.onBoard(event));
  }
}
