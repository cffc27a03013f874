// What is laid over the whole table: banners, cards on their way, the end.
import type { Beat } from "../types";
import type { Stage } from "./stage";

/** Whose turn begins. Slides in and out; for those who want nothing to move it only appears. */
export function banner(stage: Stage, text: string, own: boolean, length: number, calm: boolean): void {
  const sign = stage.lay(document.createElement("p"));
  sign.className = `fx-banner${own ? " own" : ""}`;
  sign.textContent = text;
  const slide = (from: number, to: number, delay: number) => stage.go(sign, [{ transform: `translateX(${from}px)` }, { transform: `translateX(${to}px)` }], delay, 160, "ease-out", delay ? "forwards" : "backwards");
  if (!calm) {
    slide(-40, 0, 0);
    slide(0, 40, length - 160);
  }
  stage.go(sign, [{ opacity: 0 }, { opacity: 1, offset: 150 / length }, { opacity: 1, offset: 1 - 150 / length }, { opacity: 0 }], 0, length, "linear");
  stage.say(own ? "yourTurn" : "theirTurn");
}

/** The board goes dark, and somebody has won. */
export function end(stage: Stage, text: string, won: boolean | null, length: number, calm: boolean): void {
  const dim = stage.lay(document.createElement("div"));
  dim.className = "fx-dim";
  stage.go(dim, [{ opacity: 0 }, { opacity: 0.6 }], 0, 400);
  const sign = stage.lay(document.createElement("p"));
  sign.className = `fx-banner${won ? " own" : ""}`;
  sign.textContent = text;
  if (!calm) stage.go(sign, [{ transform: "translateY(60px) scale(.8)" }, { transform: "translateY(0) scale(1.2)" }], 400, 500);
  stage.show(sign, 400, length, 40);
  stage.say(won === false ? "lost" : "won", 400);
}

/** A card goes from where it lay to the middle, where everybody reads it, and on to its place. */
export class Flight {
  readonly #stage: Stage;
  readonly #beat: Beat;
  readonly #from: DOMRect | null;
  readonly #face: HTMLElement;

  /** Before the table has changed: where does it lie? */
  constructor(stage: Stage, beat: Beat) {
    this.#stage = stage;
    this.#beat = beat;
    const card = find(stage.root, "card", beat.card);
    const from = card ?? find(stage.root, "zone", beat.source);
    this.#from = from?.getBoundingClientRect() ?? null;
    this.#face = card ? copied(card) : back();
  }

  /** It has changed: there it lies now. */
  land(length: number, turns: boolean): void {
    const stage = this.#stage;
    const card = find(stage.root, "card", this.#beat.card);
    const to = (card ?? find(stage.root, "zone", this.#beat.goal))?.getBoundingClientRect();
    const from = this.#from ?? to;
    if (!from || !to) return;
    const size = card ? to : from;
    const face = stage.lay(card ? copied(card) : this.#face);
    face.classList.add("fx-card");
    const [wide, high] = [Math.min(size.width, 200), Math.min(size.height, 260)];
    Object.assign(face.style, { left: "0", top: "0", width: `${wide}px`, height: `${high}px` });
    const table = stage.root.getBoundingClientRect();
    const at = (box: DOMRect, scale: number, flip = 1) => `translate(${box.x + box.width / 2 - wide / 2}px,${box.y + box.height / 2 - high / 2}px) scale(${scale * flip},${scale})`;
    const shown = new DOMRect(table.x + table.width / 2, table.y + table.height * 0.42, 0, 0);
    const [there, leaves] = [200 / length, 1 - 220 / length];
    stage.go(face, [
      { transform: at(from, from.width < wide ? 0.6 : 1, turns ? 0.05 : 1), opacity: 0.4 },
      { transform: at(shown, 1.3), opacity: 1, offset: there },
      { transform: at(shown, 1.3), opacity: 1, offset: leaves, easing: "ease-in" },
      { transform: at(to, 1), opacity: card ? 1 : 0.2 },
    ], 0, length);
    if (card) stage.go(card, [{ opacity: 0 }, { opacity: 0 }], 0, length - 20, "linear", "none");
    stage.say("card");
    stage.say("card", length - 120, 0.7);
  }
}

function find(root: HTMLElement, what: string, id: string): HTMLElement | null {
  return id ? root.querySelector<HTMLElement>(`[data-${what}="${CSS.escape(id)}"]`) : null;
}

/** What a card looks like, without being one: nothing finds it by its name. */
function copied(card: HTMLElement): HTMLElement {
  const copy = card.cloneNode(true) as HTMLElement;
  for (const named of [copy, ...copy.querySelectorAll("[data-card], [id]")]) for (const name of ["data-card", "data-held", "id", "tabindex"]) named.removeAttribute(name);
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  return copy;
}

function back(): HTMLElement {
  const made = document.createElement("div");
  made.className = "fx-back";
  Object.assign(made.style, { width: "84px", height: "116px" });
  return made;
}
