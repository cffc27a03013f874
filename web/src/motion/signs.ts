// Effects over the whole table: banners, moving cards, the end.
import type { Motion } from "../types";
import type { Stage } from "./stage";

/** The banner of a new turn. It slides in and out; with reduced motion it only appears. */
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

/** The board goes dark and the result appears. */
export function end(stage: Stage, text: string, won: boolean | null, sound: "won" | "lost" | "drawn", length: number, calm: boolean): void {
  const dim = stage.lay(document.createElement("div"));
  dim.className = "fx-dim";
  stage.go(dim, [{ opacity: 0 }, { opacity: 0.6 }], 0, 400);
  const sign = stage.lay(document.createElement("p"));
  sign.className = `fx-banner${won ? " own" : ""}`;
  sign.textContent = text;
  if (!calm) stage.go(sign, [{ transform: "translateY(60px) scale(.8)" }, { transform: "translateY(0) scale(1.2)" }], 400, 500);
  stage.show(sign, 400, length, 40);
  stage.say(sound, 400);
}

/** A card moves to the middle, is held up for reading, and moves on to its place. */
export class Flight {
  readonly #stage: Stage;
  readonly #motion: Motion;
  readonly #cards: readonly string[];
  readonly #from: ReadonlyMap<string, { box: DOMRect; face: HTMLElement | null }>;

  /** Remember where cards are before the table changes. */
  constructor(stage: Stage, motion: Motion) {
    this.#stage = stage;
    this.#motion = motion;
    this.#cards = motion.card || motion.hits.length === 0 ? [motion.card] : motion.hits.map(({ piece }) => piece).slice(0, 6);
    this.#from = new Map(
      this.#cards.flatMap((id) => {
        const card = find(stage.root, "card", id);
        const from = card ?? find(stage.root, "zone", motion.source);
        return from ? [[id, { box: from.getBoundingClientRect(), face: card ? copied(card) : null }] as const] : [];
      }),
    );
  }

  /** Animate the cards to where they are after the change. `reads`: each is held up in the middle; `turns`: it is turned over. */
  land(length: number, reads: boolean, turns: boolean): void {
    this.#cards.forEach((id, place) => this.#fly(id, place * 60, length - (this.#cards.length - 1) * 60, reads, turns));
    this.#stage.say("card");
    if (reads) this.#stage.say("card", length - 120, 0.7);
  }

  #fly(id: string, delay: number, length: number, reads: boolean, turns: boolean): void {
    const stage = this.#stage;
    const card = find(stage.root, "card", id);
    const to = (card ?? find(stage.root, "zone", this.#motion.goal))?.getBoundingClientRect();
    const from = this.#from.get(id)?.box ?? to;
    if (!from || !to) return;
    const size = card ? to : this.#from.get(id)?.face ? from : new DOMRect(0, 0, 62, 86);
    const face = stage.lay(card ? copied(card) : (this.#from.get(id)?.face ?? back()));
    face.classList.add("fx-card");
    const [wide, high] = [Math.min(size.width, 200), Math.min(size.height, 260)];
    Object.assign(face.style, { left: "0", top: "0", width: `${wide}px`, height: `${high}px` });
    const table = stage.root.getBoundingClientRect();
    const at = (box: DOMRect, scale: number, flip = 1) => `translate(${box.x + box.width / 2 - wide / 2}px,${box.y + box.height / 2 - high / 2}px) scale(${scale * flip},${scale})`;
    const shown = new DOMRect(table.x + table.width / 2, table.y + table.height * 0.42, 0, 0);
    const begins = { transform: at(from, 1, turns ? 0.05 : 1), opacity: 0.5 };
    const ends = { transform: at(to, 1), opacity: card ? 1 : 0.3 };
    const held = { transform: at(shown, 1.3), opacity: 1 };
    stage.go(face, reads ? [begins, { ...held, offset: 200 / length }, { ...held, offset: 1 - 220 / length, easing: "ease-in" }, ends] : [begins, ends], delay, length, reads ? "ease-out" : "ease-in-out");
    if (card) stage.go(card, [{ opacity: 0 }, { opacity: 0 }], 0, delay + length - 20, "linear", "none");
  }
}

function find(root: HTMLElement, what: string, id: string): HTMLElement | null {
  return id ? root.querySelector<HTMLElement>(`[data-${what}="${CSS.escape(id)}"]`) : null;
}

/** A copy of a card that is not found by its id. */
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
