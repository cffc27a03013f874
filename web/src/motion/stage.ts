// Finds things on the screen and draws temporary effects over them. It knows the page only by its attributes:
// `data-piece` (everything that moves with a piece), `data-fig` within it (its figure), `data-cell`, `data-card`, `data-zone`.
import type { Point } from "../geometry";
import { say } from "../sound/sound.svelte";
import type { Sound } from "../sound/sounds";

const SVG = "http://www.w3.org/2000/svg";

/** The surface for effects: the board in its own units, or the table of cards in pixels. */
export interface Frame {
  /** The layer that effects are drawn on. */
  readonly svg: SVGSVGElement;
  /** The element below it: the board, or the whole table. */
  readonly ground: HTMLElement | SVGSVGElement;
  /** The side of a hex; on a table of cards a similar length. */
  readonly unit: number;
}

export class Stage {
  readonly root: HTMLElement;
  /** The speed of animations that start now. */
  rate = 1;
  /** The loudness. */
  loud = 1;
  #running: Animation[] = [];
  #made: Element[] = [];
  readonly #doubles = new Map<Element, SVGGElement>();
  readonly #sheets = new Map<Element, SVGSVGElement>();
  readonly #watches: MutationObserver[] = [];

  constructor(root: HTMLElement) {
    this.root = root;
  }

  /** The board, unless these things are on no board. */
  frame(ids: readonly string[]): Frame {
    const board = this.root.querySelector<SVGSVGElement>("svg.board");
    const isOn = board !== null && (ids.length === 0 || ids.some((id) => board.querySelector(named("piece", id)) ?? board.querySelector(named("cell", id))));
    if (isOn) return { svg: this.#above(board), ground: board, unit: unitOf(board) };
    const svg = this.#sheet(this.root, this.root);
    const { scrollWidth, scrollHeight } = this.root;
    svg.setAttribute("viewBox", `0 0 ${scrollWidth} ${scrollHeight}`);
    Object.assign(svg.style, { width: `${scrollWidth}px`, height: `${scrollHeight}px` });
    return { svg, ground: this.root, unit: 34 };
  }

  /** A layer over the board: motion there does not repaint the board. */
  #above(board: SVGSVGElement): SVGSVGElement {
    const known = this.#sheets.get(board);
    const svg = this.#sheet(board, board.parentElement ?? this.root);
    const align = () => {
      const { x, y, width, height } = board.getBoundingClientRect();
      const around = svg.parentElement?.getBoundingClientRect();
      svg.setAttribute("viewBox", board.getAttribute("viewBox") ?? "");
      Object.assign(svg.style, { left: `${x - (around?.x ?? 0)}px`, top: `${y - (around?.y ?? 0)}px`, width: `${width}px`, height: `${height}px` });
    };
    align();
    if (known !== svg) {
      const watch = new MutationObserver(align);
      watch.observe(board, { attributes: true, attributeFilter: ["viewBox"] });
      this.#watches.push(watch);
    }
    return svg;
  }

  #sheet(over: Element, within: Element): SVGSVGElement {
    const known = this.#sheets.get(over);
    if (known?.isConnected) return known;
    const made = document.createElementNS(SVG, "svg");
    made.setAttribute("class", "fx-cover");
    made.setAttribute("aria-hidden", "true");
    within.append(made);
    this.#sheets.set(over, made);
    return made;
  }

  /** Stop playing here. */
  close(): void {
    this.sweep();
    for (const watch of this.#watches) watch.disconnect();
    for (const sheet of this.#sheets.values()) sheet.remove();
  }

  layer({ svg }: Pick<Frame, "svg">, name: "trails" | "fx" = "fx"): SVGGElement {
    const found = svg.querySelector<SVGGElement>(`[data-layer="${name}"]`);
    if (found) return found;
    const made = document.createElementNS(SVG, "g");
    made.setAttribute("data-layer", name);
    if (name === "fx") svg.append(made);
    else svg.prepend(made);
    return made;
  }

  /** The elements that move with a piece or a card. */
  bodies({ ground }: Frame, id: string): Element[] {
    const pieces = [...ground.querySelectorAll(named("piece", id))];
    return pieces.length > 0 ? pieces : [...this.root.querySelectorAll(named("card", id))].slice(0, 1);
  }

  /** The figure alone, which leans, hops and flashes. */
  figures(frame: Frame, id: string): Element[] {
    const bodies = this.bodies(frame, id);
    const figures = bodies.flatMap((body) => [...body.querySelectorAll("[data-fig]")]);
    return figures.length > 0 ? figures : bodies.slice(0, 1);
  }

  /** The centre of a figure or a card. */
  chest(frame: Frame, id: string): Point | null {
    const [figure] = this.figures(frame, id);
    return figure ? middle(frame, figure.getBoundingClientRect()) : this.cell(frame, id);
  }

  /** The position of a piece. */
  feet(frame: Frame, id: string): Point | null {
    const [body] = this.bodies(frame, id);
    if (body instanceof SVGGraphicsElement) {
      const matrix = body.getScreenCTM();
      if (matrix) return local(frame, matrix.e, matrix.f);
    }
    return body ? middle(frame, body.getBoundingClientRect()) : null;
  }

  /** The centre of a cell, where a piece would stand. */
  cell(frame: Frame, id: string): Point | null {
    const cell = frame.ground.querySelector(named("cell", id));
    if (!cell) return pointIn(frame.ground, id);
    const at = cell.getAttribute("data-at")?.split(",").map(Number);
    if (at && at.length === 2) return { x: at[0] ?? 0, y: at[1] ?? 0 };
    return middle(frame, (cell.querySelector("polygon, path") ?? cell).getBoundingClientRect());
  }

  /**
   * A moving piece is shown as a copy on the layer above, so that the board is not repainted in each frame.
   * The copy has no plate.
   */
  #double(element: Element): Element {
    const known = this.#doubles.get(element);
    if (known) return known.firstElementChild as Element;
    const svg = this.#sheets.get(element.closest(".board") ?? element);
    const within = element.parentElement;
    if (!svg || !(within instanceof SVGGraphicsElement)) return element;
    const double = element.cloneNode(!element.hasAttribute("data-fig")) as Element;
    if (!double.hasChildNodes() && element.lastElementChild) double.append(element.lastElementChild.cloneNode(true));
    for (const one of [double, ...double.querySelectorAll("[data-fig]")]) for (const name of ["data-piece", "data-fig"]) one.removeAttribute(name);
    const place = document.createElementNS(SVG, "g");
    place.setAttribute("transform", matrixOf(svg, within));
    place.append(double);
    svg.insertBefore(place, this.layer({ svg }));
    element.setAttribute("data-away", "");
    this.#doubles.set(element, place);
    return double;
  }

  #back(element: Element): void {
    element.removeAttribute("data-away");
    this.#doubles.get(element)?.remove();
    this.#doubles.delete(element);
  }

  /** Start an animation of this cue. Frames are relative to the element's position; it runs at the speed of the table. */
  go(whom: Element, frames: Keyframe[], delay: number, duration: number, easing = "ease-out", fill: FillMode = "both"): void {
    const element = this.#double(whom);
    const base = baseOf(element);
    const placed = base ? frames.map((frame) => (typeof frame["transform"] === "string" ? { ...frame, transform: `${frame["transform"]} ${base}` } : frame)) : frames;
    const running = element.animate(placed, { delay, duration: Math.max(1, duration), easing, fill });
    running.playbackRate = this.rate;
    if (element !== whom) running.onfinish = () => element.getAnimations().length > 0 || this.#back(whom);
    this.#running.push(running);
  }

  /** Show an element from one time to another, in one animation, so that nothing else hides or shows it. */
  show(element: Element, from: number, to: number, fade = 1): void {
    const end = to + 10;
    const seen = (opacity: number, at: number): Keyframe => ({ opacity, offset: Math.min(1, Math.max(0, at / end)) });
    this.go(element, [seen(0, 0), seen(0, from), seen(1, from + 1), seen(1, Math.max(from + 1, to - fade)), seen(0, to), seen(0, end)], 0, end, "linear");
  }

  /** Draw something over the table until the cue is over. `about` is the centre of its rotation and scaling. */
  make(frame: Frame, markup: string, about?: Point): SVGGElement {
    const made = this.draw(this.layer(frame), markup);
    if (about) made.style.transformOrigin = `${about.x}px ${about.y}px`;
    this.#made.push(made);
    return made;
  }

  /** Draw something that stays until the next decision. */
  leave(frame: Frame, markup: string): void {
    if (!markup) return;
    const trails = this.layer(frame, "trails");
    this.draw(trails, markup).setAttribute("class", "fx-trail");
    while (trails.childElementCount > MAX_TRAILS) trails.firstElementChild?.remove();
  }

  draw(layer: SVGGElement, markup: string): SVGGElement {
    const made = document.createElementNS(SVG, "g");
    made.innerHTML = markup;
    layer.append(made);
    return made;
  }

  /** Show a text or a card over the table, in its pixels, until the cue is over. */
  lay<E extends HTMLElement>(element: E): E {
    this.root.append(element);
    this.#made.push(element);
    return element;
  }

  say(sound: Sound, after = 0, loud = 1, pitch = 1): void {
    say(sound, { after: after / this.rate, loud: loud * this.loud, pitch });
  }

  /** Remove everything of a cue that is over or skipped. */
  sweep(): void {
    for (const running of this.#running) running.cancel();
    for (const made of this.#made) made.remove();
    for (const whom of this.#doubles.keys()) this.#back(whom);
    this.#running = [];
    this.#made = [];
  }

  /** Remove what stays until the next decision. */
  forget(): void {
    for (const trails of this.root.querySelectorAll('[data-layer="trails"]')) trails.replaceChildren();
  }
}

const MAX_TRAILS = 14;

function named(what: string, id: string): string {
  return `[data-${what}="${CSS.escape(id)}"]`;
}

/** A point of a board without cells; the board gives its corner and the length of an inch. */
function pointIn(ground: Element, id: string): Point | null {
  const [left = 0, low = 0, across = 0, up = 0] = ground.getAttribute("data-open")?.split(" ").map(Number) ?? [];
  const [x = NaN, y = NaN] = id.split(",").map(Number);
  return across && y === y ? { x: left + across * x, y: low + up * y } : null;
}

function unitOf(board: SVGSVGElement): number {
  const cell = board.querySelector("[data-cell] polygon, [data-cell] path");
  const scale = board.getScreenCTM()?.a ?? 1;
  const width = cell?.getBoundingClientRect().width ?? 0;
  // A hex is 1.73 sides wide, or 2 with a flat side on top.
  return width > 0 ? width / scale / 1.85 : 1;
}

function local({ svg }: Frame, x: number, y: number): Point {
  const matrix = svg.getScreenCTM();
  return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x, y };
}

/** The transformation from an element to a layer. */
export function matrixOf(sheet: SVGGraphicsElement, element: SVGGraphicsElement): string {
  const [here, there] = [sheet.getScreenCTM(), element.getScreenCTM()];
  return here && there ? String(DOMMatrix.fromMatrix(here.inverse().multiply(there))) : "";
}

function middle(frame: Frame, { x, y, width, height }: DOMRect): Point {
  return local(frame, x + width / 2, y + height / 2);
}

/** The element's own transform, which an animation would replace. */
function baseOf(element: Element): string {
  if (!(element instanceof SVGGraphicsElement)) return "";
  if (element.style.transform) return element.style.transform;
  const list = element.transform.baseVal;
  let matrix = new DOMMatrix();
  for (let at = 0; at < list.numberOfItems; at += 1) matrix = matrix.multiply(DOMMatrix.fromMatrix(list.getItem(at).matrix));
  return matrix.isIdentity ? "" : matrix.toString();
}
