// What part of a board its window shows: pulled about and brought closer by mouse, fingers, wheel and buttons.
import { boxOf, following, panned, WHOLE, zoomed, type Shot } from "../../camera";
import type { Box, Point } from "../../geometry";

interface Finger {
  clientX: number;
  clientY: number;
}

/** Pixels before a press is a pull. */
const SLACK = 7;

export class View {
  width = $state(0);
  height = $state(0);
  svg = $state<SVGSVGElement>();
  shot = $state.raw<Shot>(WHOLE);
  /** Somebody has chosen what is shown; it stays so while the action is in it. */
  #chosen = false;
  /** One finger, or the mouse, pulls the ground about; two come closer. */
  readonly #fingers = new Map<number, Finger>();
  /** The ground was pulled since the last press: letting go is no click. */
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

  /** Whether a point can be seen, so far from the edge. */
  shows({ x, y }: Point, edge = 0): boolean {
    const { box } = this;
    return x > box.x + edge && x < box.x + box.width - edge && y > box.y + edge && y < box.y + box.height - edge;
  }

  /** Go where the action is, unless somebody looks there anyway. */
  follow(action: readonly Point[]): void {
    const [first] = action;
    if (this.#chosen && (this.shot.zoom === 1 || (first && this.shows(first)))) return;
    if (this.#chosen && first) this.shot = { ...this.shot, centre: first };
    else this.shot = following(this.#frame(), this.size, action);
  }

  zoom(factor: number, about: Point = { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 }): void {
    this.#chosen = true;
    this.shot = zoomed(this.#frame(), this.size, this.shot, factor, about);
  }

  /** Closer to the action, or back to the whole board. */
  closer(action: readonly Point[]): void {
    const close = following(this.#frame(), this.size, action);
    this.#chosen = true;
    if (this.shot.zoom > 1) this.shot = WHOLE;
    else if (close.zoom > 1) this.shot = close;
    else this.zoom(1.8, action[0]);
  }

  /** Whoever walks about with keys sees where to. */
  lookTo(place: Point): void {
    if (!this.shows(place, 1) && this.shot.zoom > 1) this.shot = { ...this.shot, centre: place };
  }

  /** A point of the screen on the board. */
  onBoard({ clientX, clientY }: Finger): Point {
    const edge = this.svg?.getBoundingClientRect();
    return { x: this.box.x + (clientX - (edge?.left ?? 0)) / this.scale, y: this.box.y + (clientY - (edge?.top ?? 0)) / this.scale };
  }

  /** Pressed. By the mouse whoever can act is pulled itself, not the ground under it: `isHeld`. */
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
