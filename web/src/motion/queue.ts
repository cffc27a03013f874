// The queue of cues: speed, pauses, and when to give up. No clock, no screen.
import { Cues, type Cue, type LookOf } from "./cues";
import type { Change, LogLine, Piece, Scene } from "../types";

/** Pauses before another seat's action, to see who acts, and after it. */
export const LOOKS = 350;
export const RESTS = 250;
const MAX_ACTION = 6_000;
const MAX_TURN = 25_000;
/** Above the first limit everything plays twice as fast; above the second it is skipped. */
const HURRY = 8_000;
const TOO_MUCH = 20_000;

/** The table and the log at a moment. */
export interface Moment {
  readonly scene: Scene;
  readonly log: readonly LogLine[];
}

/** One scene's changes: the moment before, the cues, the moment after. */
export interface Step {
  readonly before: Moment;
  readonly cues: readonly Cue[];
  readonly after: Moment;
}

export interface Next {
  readonly cue: Cue;
  readonly before: number;
  readonly after: number;
  /** The speed factor. */
  readonly rate: number;
  /** The moment that the table shows with this cue. */
  readonly settles: Moment | null;
}

interface Waiting {
  cue: Cue;
  action: number;
  turn: number;
  before: number;
  after: number;
  settles: Moment | null;
}

export class Queue {
  readonly #cues = new Cues();
  #waiting: Waiting[] = [];
  #action = 0;
  #turn = 0;
  /** The first action of this turn, and how long the current action and turn have been played. */
  #first = 0;
  /** Whether the current action is another seat's. */
  #isOthers = false;
  #spent = { action: 0, actionTime: 0, turn: 0, turnTime: 0 };

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Whether anything of it is shown. */
  get isVisible(): boolean {
    return this.#waiting.some(({ cue }) => cue.length > 0);
  }

  /** All cues still to play, in order. */
  get cues(): readonly Cue[] {
    return this.#waiting.map(({ cue }) => cue);
  }

  /** Milliseconds at speed 1 without acceleration. */
  get backlog(): number {
    return this.#waiting.reduce((sum, { cue, before, after }) => sum + before + cue.length + after, 0);
  }

  /** Whether it would take too long even when accelerated. */
  get isTooMuch(): boolean {
    return Math.min(this.backlog, HURRY) + Math.max(0, this.backlog - HURRY) / 2 > TOO_MUCH;
  }

  /** Add the cues that lead to a moment. Returns them as a step for replays. */
  push(before: Moment, after: Moment, lines: readonly LogLine[], look: LookOf): Step {
    const { seat, throw: thrown, ask } = after.scene;
    const cues = this.#cues.of(lines, seat, look, thrown === null && ask?.kind !== "roll");
    this.add({ before, cues, after });
    return { before, cues, after };
  }

  add({ cues, after }: Step): void {
    const seat = after.scene.seat;
    for (const cue of cues) {
      if (cue.kind === "pass") {
        this.#turn += 1;
        this.#first = this.#action + 1;
      }
      // Announce actions of other seats only; spectators get every announcement.
      const announced = cue.starts && (cue.by !== seat || seat === null);
      if (cue.starts || cue.kind === "pass") {
        this.#rest();
        this.#action += 1;
        this.#isOthers = announced;
      }
      this.#waiting.push({ cue, action: this.#action, turn: this.#turn, before: announced ? LOOKS : 0, after: 0, settles: null });
    }
    const last = this.#waiting[this.#waiting.length - 1];
    if (last) last.settles = after;
  }

  /** An action is over: pause for those who watched it. */
  #rest(): void {
    const last = this.#waiting[this.#waiting.length - 1];
    if (last && this.#isOthers) last.after = RESTS;
  }

  next(): Next | null {
    const rate = this.#rate();
    const found = this.#waiting.shift();
    if (!found) return null;
    const { cue, action, turn, before, after, settles } = found;
    const took = before + cue.length + after;
    if (this.#spent.turn !== turn) this.#spent = { ...this.#spent, turn, turnTime: 0 };
    if (this.#spent.action !== action) this.#spent = { ...this.#spent, action, actionTime: 0 };
    this.#spent.actionTime += took / rate;
    this.#spent.turnTime += took / rate;
    return { cue, before, after, rate, settles };
  }

  /** A long action is accelerated as a whole, a long turn in its middle. */
  #rate(): number {
    const [head] = this.#waiting;
    if (!head) return 1;
    const left = (waits: (one: Waiting) => boolean) =>
      this.#waiting.filter(waits).reduce((sum, { cue, before, after }) => sum + before + cue.length + after, 0);
    const spent = (isSame: boolean, time: number) => (isSame ? time : 0);
    const action = left((one) => one.action === head.action);
    const room = Math.max(MAX_ACTION / 20, MAX_ACTION - spent(this.#spent.action === head.action, this.#spent.actionTime));
    const turn = left((one) => one.turn === head.turn) + spent(this.#spent.turn === head.turn, this.#spent.turnTime);
    const isMiddle = head.action !== this.#first && head.action !== this.#waiting[this.#waiting.length - 1]?.action;
    return Math.max(1, action / room) * (turn > MAX_TURN && isMiddle ? 2 : 1) * (this.backlog > HURRY ? 2 : 1);
  }

  /** Clear the queue. Returns what was left, so that it can leave its marks. */
  clear(): readonly Cue[] {
    const left = this.cues;
    this.#waiting = [];
    this.#cues.forget();
    return left;
  }
}

/** A scene after a change. */
export function patched(scene: Scene, change: Change | null | undefined): Scene {
  if (!change) return scene;
  const gone = new Set(change.gone);
  const zones = replaced(scene.zones.filter(({ id }) => !gone.has(id)), change.zones);
  const places = new Map(change.order.map((id, place) => [id, place]));
  return {
    ...scene,
    pieces: replaced(scene.pieces.filter(({ id }) => !gone.has(id)), change.pieces),
    zones: places.size > 0 ? zones.filter(({ id }) => places.has(id)).sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0)) : zones,
    tracks: change.tracks.length > 0 ? change.tracks : scene.tracks,
    turn: change.turn ?? scene.turn,
  };
}

/** Replace items by newer ones with the same id; append the others. */
function replaced<T extends { id: string }>(old: readonly T[], fresh: readonly T[]): T[] {
  const found = new Map(old.map((one) => [one.id, one]));
  for (const one of fresh) found.set(one.id, one);
  return [...found.values()];
}

/** The moment after a cue. */
export function played({ scene, log }: Moment, cue: Cue): Moment {
  return { scene: cue.motions.reduce((now, motion) => patched(now, motion.change), scene), log: [...log, ...cue.lines] };
}

/** What the other seats did last: their latest turn, or the current one so far. */
export function lastTurn(steps: readonly Step[], seat: number | null): readonly Step[] {
  const whose = ({ before }: Step) => before.scene.turn;
  const theirs = (step: Step) => (seat === null ? whose(step) === whose(steps[steps.length - 1] as Step) : whose(step) !== seat);
  let end = steps.length;
  while (end > 0 && !theirs(steps[end - 1] as Step)) end -= 1;
  if (end === 0) end = steps.length;
  const wanted = end > 0 ? theirs(steps[end - 1] as Step) : false;
  let first = end;
  while (first > 0 && theirs(steps[first - 1] as Step) === wanted) first -= 1;
  return steps.slice(first, end);
}

/** The pieces destroyed in this turn or the previous one, as they stood; their wrecks are still drawn. */
export function wrecksOf(steps: readonly Step[]): Piece[] {
  const found: Piece[] = [];
  let turns = 0;
  for (const { before, cues } of [...steps].reverse()) {
    for (const { kind, motions } of [...cues].reverse()) {
      if (kind === "pass" && ++turns > 1) return found;
      for (const { piece, fate } of motions.flatMap(({ hits }) => hits)) {
        const fell = before.scene.pieces.find(({ id, at }) => id === piece && at !== null);
        if (fate === "destroyed" && fell && !found.some(({ id }) => id === piece)) found.push(fell);
      }
    }
  }
  return found;
}

/** One log line for a replay: the moment before it, and its cue. */
export function around(steps: readonly Step[], line: LogLine): Step | null {
  for (const step of steps) {
    let now = step.before;
    for (const cue of step.cues) {
      const after = played(now, cue);
      if (cue.lines.includes(line) && cue.length > 0) return { before: now, cues: [cue], after };
      now = after;
    }
  }
  return null;
}
