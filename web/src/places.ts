// Places in words: by who stands there, or by direction. A board shows no coordinates, so no text of a page does.
import { seenFrom, type Point } from "./geometry";
import type { Board, ListedOption, Motion, Piece, Reason, ReplayStep, Scene, ToPage } from "./types";

const TOKEN = /(?<![\w.,-])\(?(-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?)\)?(?![\w]|[.,]\d)/g;
const WINDS = ["east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east"];

/** The board and the pieces on it, as far as places are described by them. */
export interface Table {
  board: Board | null;
  scene: (Pick<Scene, "seat"> & { pieces: readonly Named[] }) | null;
}

type Named = Pick<Piece, "id" | "name" | "at" | "is_gone">;

type Step = readonly [q: number, r: number];
interface Spot extends Point {
  id: string;
  /** Where a hex is, counted in steps. */
  step: Step;
}

/** The steps to the six neighbours of a hex, one after the other around it. */
const AROUND: readonly Step[] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

function spotAt(id: string, { x, y }: Point): Spot {
  const [q = 0, r = 0] = id.split(",").map(Number);
  return { id, x, y, step: [q, r] };
}

function between({ step: [q, r] }: Spot, { step: [s, t] }: Spot): Step {
  return [s - q, t - r];
}

function wind(from: Point, to: Point): string {
  return WINDS[(Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4)) + 8) % 8] ?? "";
}

interface Standing {
  piece: Named;
  spot: Spot;
}

export class Places {
  readonly #open: boolean;
  readonly #standing: readonly Standing[];
  readonly #spots = new Map<string, Spot>();
  readonly #winds = new Map<Step, string>();
  readonly #size: readonly [number, number];

  constructor({ board, scene }: Table) {
    this.#open = board?.shape === "open";
    this.#size = board?.size ?? [0, 0];
    if (board && !this.#open) for (const cell of seenFrom(board.cells, scene?.seat ?? null)) this.#spots.set(cell.id, spotAt(cell.id, cell));
    this.#standing = (scene?.pieces ?? []).flatMap((piece) => {
      const spot = piece.at === null || piece.is_gone ? null : this.#spot(piece.at);
      return spot ? [{ piece, spot }] : [];
    });
  }

  #spot(id: string): Spot | null {
    if (!this.#open) return this.#spots.get(id) ?? null;
    const [x = NaN, y = NaN] = id.split(",").map(Number);
    return x >= 0 && y >= 0 && x <= this.#size[0] && y <= this.#size[1] ? spotAt(id, { x, y: -y }) : null;
  }

  #far(one: Spot, other: Spot): number {
    if (this.#open) return Math.hypot(one.x - other.x, one.y - other.y);
    const [q, r] = between(one, other);
    return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
  }

  /** What a step between neighbouring hexes is called. */
  #wind(step: Step): string {
    const known = this.#winds.get(step);
    if (known !== undefined) return known;
    const [q, r] = step;
    for (const spot of this.#spots.values()) {
      const [s, t] = spot.step;
      const next = this.#spots.get(`${s + q},${t + r}`);
      if (!next) continue;
      const found = wind(spot, next);
      this.#winds.set(step, found);
      return found;
    }
    return "";
  }

  #nearest(spot: Spot, standing: readonly Standing[]): Standing | null {
    let [near, least] = [null as Standing | null, Infinity];
    for (const one of standing) {
      const far = this.#far(one.spot, spot);
      if (far < least) [near, least] = [one, far];
    }
    return near;
  }

  /** "2 steps south", seen from there: in one direction, or in two beside each other. No two hexes are the same steps away. */
  #way(from: Spot, to: Spot): string {
    if (this.#open) return `${this.#far(from, to).toFixed(1)} in ${wind(from, to)}`;
    const [q, r] = between(from, to);
    for (const [at, one] of AROUND.entries()) {
      const other = AROUND[(at + 1) % AROUND.length] as Step;
      const [many, more] = [q * other[1] - r * other[0], one[0] * r - one[1] * q];
      if (many > 0 && more >= 0) return `${many} ${many === 1 ? "step" : "steps"} ${this.#wind(one)}${more > 0 ? ` and ${more} ${this.#wind(other)}` : ""}`;
    }
    return "";
  }

  /** A place in words, seen from another one if there is one; null if it is no place of this board. `but`: a piece that does not count. */
  name(id: string, from: string | null = null, but: string | null = null): string | null {
    const spot = this.#spot(id);
    if (!spot) return null;
    const what = this.#open ? "the point" : "the hex";
    const origin = from === null ? null : this.#spot(from);
    if (origin && origin.id === spot.id) return this.#open ? "where it stands" : "its own hex";
    const standing = this.#standing.filter(({ piece }) => piece.id !== but);
    const there = standing.find((one) => one.spot.id === spot.id);
    if (there) return this.#open ? `where ${there.piece.name} stands` : `${there.piece.name}'s hex`;
    const near = this.#nearest(spot, standing.filter((one) => one.spot.id !== origin?.id));
    if (origin) {
      const beside = !this.#open && near && this.#far(near.spot, spot) === 1 ? `, beside ${near.piece.name}` : "";
      return `${what} ${this.#way(origin, spot)}${beside}`;
    }
    if (near) return `${what} ${this.#way(near.spot, spot)} of ${near.piece.name}`;
    const middle = this.#middle();
    return middle && middle.id !== spot.id ? `${what} ${this.#way(middle, spot)} of the middle` : "the middle";
  }

  #middle(): Spot | null {
    if (this.#open) return this.#spot(`${this.#size[0] / 2},${this.#size[1] / 2}`);
    const all = [...this.#spots.values()];
    const [x, y] = [all.reduce((sum, each) => sum + each.x, 0) / all.length, all.reduce((sum, each) => sum + each.y, 0) / all.length];
    const off = (each: Spot) => Math.hypot(each.x - x, each.y - y);
    return all.sort((one, other) => off(one) - off(other))[0] ?? null;
  }

  /** A text with its coordinates in words. `here` is the place that is pointed at. */
  words(text: string, from: string | null = null, here: string | null = null): string {
    return text.replace(TOKEN, (found, id: string) => {
      if (id === here) return this.#open ? "this point" : "this hex";
      // Who is named already does not say where that is.
      const named = this.#standing.find(({ piece, spot }) => spot.id === id && text.includes(piece.name));
      return this.name(id, from, named?.piece.id) ?? found;
    });
  }

  reasons(reasons: readonly Reason[], from: string | null = null, here: string | null = null): Reason[] {
    return reasons.map((reason) => ({ ...reason, text: this.words(reason.text, from, here), group: this.words(reason.group, from, here) }));
  }

  piece(piece: Piece): Piece {
    return { ...piece, about: this.words(piece.about) };
  }

  option(option: ListedOption, pieces: readonly Piece[]): ListedOption {
    const from = pieces.find(({ id }) => id === option.actor)?.at ?? null;
    return { ...option, label: this.words(option.label, from), caution: this.words(option.caution, from) };
  }
}

/** Places as a log names them: by the board alone, because units have moved on when it is read. */
export const lasting = ({ board, scene }: Table): Places => new Places({ board, scene: scene && { pieces: [], seat: scene.seat } });

/** Whether a text has what may be a coordinate. */
const suspicious = (text: string): boolean => text.search(TOKEN) >= 0;

/** A message with all coordinates in words, where a person reads them. */
export function inWords<M extends ToPage>(table: Table, asking: string | null, message: M): M;
export function inWords(table: Table, asking: string | null, message: ToPage): ToPage {
  switch (message.type) {
    case "scene": {
      const { scene } = message;
      return { ...message, scene: sceneInWords({ board: scene.board ?? table.board, scene }, scene) };
    }
    case "about": {
      const places = new Places(table);
      const [actor, cell] = asking === null ? [null, null] : (JSON.parse(asking) as [string, string | null]);
      const from = table.scene?.pieces.find(({ id }) => id === actor)?.at ?? null;
      const about = message.about.map((why) => ({ ...why, label: places.words(why.label, from, cell), reasons: places.reasons(why.reasons, from, cell) }));
      return { ...message, about };
    }
    case "odds": {
      const places = new Places(table);
      return { ...message, odds: { ...message.odds, label: places.words(message.odds.label), reasons: places.reasons(message.odds.reasons) } };
    }
    case "preview":
      return { ...message, preview: { ...message.preview, against: new Places(table).reasons(message.preview.against) } };
    case "refused":
      return { ...message, reasons: new Places(table).reasons(message.reasons) };
    case "coach": {
      const places = new Places(table);
      const { advice } = message;
      const threat = advice.threat && { ...advice.threat, says: places.reasons([advice.threat.says])[0]! };
      const ideas = advice.ideas.map((idea) => ({ ...idea, label: places.words(idea.label), facts: idea.facts.map((fact) => places.words(fact)) }));
      return { ...message, advice: { ...advice, threat, ideas, plan: places.reasons(advice.plan) } };
    }
    case "log": {
      const places = lasting(table);
      return { ...message, lines: message.lines.map((line) => ({ ...line, text: places.words(line.text), title: places.words(line.title) })) };
    }
    default:
      return message;
  }
}

/** A scene with all coordinates in words, where a person reads them. */
export function sceneInWords(table: Table, scene: Scene): Scene {
  const { ask, declared, throw: thrown, pieces } = scene;
  let made: Places | undefined;
  const places = () => (made ??= new Places(table));
  const words = (text: string) => (suspicious(text) ? places().words(text) : text);
  let still: Places | undefined;
  const inLog = (text: string) => (suspicious(text) ? (still ??= lasting(table)).words(text) : text);
  const shown = (all: readonly Piece[]) => all.map((piece) => (suspicious(piece.about) ? places().piece(piece) : piece));
  const moved = (motion: Motion | null) => motion && (motion.change ? { ...motion, change: { ...motion.change, pieces: shown(motion.change.pieces) } } : motion);
  return {
    ...scene,
    pieces: shown(pieces),
    headline: words(scene.headline),
    notes: scene.notes.map(words),
    log: scene.log.map((line) => ({ ...line, text: inLog(line.text), title: inLog(line.title), motion: moved(line.motion) })),
    overlays: scene.overlays.map((over) => ({ ...over, about: words(over.about) })),
    declared: declared && { ...declared, text: words(declared.text), reasons: places().reasons(declared.reasons) },
    throw: thrown && { ...thrown, title: words(thrown.title), steps: places().reasons(thrown.steps) },
    ask: ask && {
      ...ask,
      what: words(ask.what),
      options: ask.options.map((option) => (suspicious(option.label) || suspicious(option.caution) ? places().option(option, pieces) : option)),
    },
  };
}

/** A step of a replay with all coordinates in words. */
export function stepInWords(step: ReplayStep): ReplayStep {
  const { board } = step.scene;
  const scene = sceneInWords({ board, scene: step.scene }, { ...step.scene, log: step.log });
  return { ...step, scene: { ...scene, log: step.scene.log }, log: scene.log };
}
