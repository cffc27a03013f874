// Decides what to animate and how long: motions with the same cause together, in the order of the log.
import type { Motion, LogLine, Look } from "../types";

/** One animation. All times are milliseconds at speed 1. */
export interface Cue {
  /** Its motions; empty for log lines that show nothing. */
  readonly kind: string;
  /** They appear in the log with the impact. */
  readonly lines: readonly LogLine[];
  readonly motions: readonly Motion[];
  /** The seat that caused it, whoever is affected; null if no seat did. */
  readonly by: number | null;
  /** The attack that ends with it; its shot is shown first. */
  readonly aim: Motion | null;
  /** Whether an action begins with it. */
  readonly starts: boolean;
  readonly impact: number;
  readonly length: number;
}

/** What animations need to know of a piece: how it moves, and how large it is. */
export type LookOf = (piece: string) => Look | null;

/** Several of these in one step have the same cause and are shown together. */
const TOGETHER = new Set(["hit", "mend", "destroyed", "state", "push", "appear"]);
const STARTS = new Set(["attack", "move", "turn", "combine", "card", "appear"]);
/** Motions that end an attack; dice, cards and states may come in between. */
const RESOLVES = new Set(["hit", "mend", "destroyed", "push"]);
const RESULTS = new Set(["hit", "mend", "destroyed", "end"]);
const BETWEEN = new Set(["", "dice", "card", "state"]);
export const KINDS = new Set([...TOGETHER, ...STARTS, "dice", "pass", "end", "release"]);

const WIND_UP = 220;
const STILL = 60;
const NUMBER = 780;

/** Reads log lines in order and remembers which attack has no result yet. */
export class Cues {
  #aim: Motion | null = null;
  #before: LogLine | null = null;
  #by: number | null = null;
  /** Whether dice were thrown for the open attack. */
  #diced = false;
  readonly #seen = new Set<string>();

  /**
   * `seat` is the viewer; `look` describes pieces. Once an action is `over`, its dice have no further effect:
   * an attack without a result then has missed.
   */
  of(lines: readonly LogLine[], seat: number | null, look: LookOf, over = false): Cue[] {
    const found = this.#told(lines, seat, look);
    const last = lines[lines.length - 1];
    if (over && this.#diced && last) this.#misses(last, found, seat, look);
    return found;
  }

  #told(lines: readonly LogLine[], seat: number | null, look: LookOf): Cue[] {
    const found: Cue[] = [];
    for (const line of lines) {
      const last = found[found.length - 1];
      const motion = line.motion;
      if (!motion || !isSeen(motion)) {
        // Texts are shown with what they explain; an unknown kind of change is shown at its place.
        if (last && !motion?.change && last.lines[0]?.number === line.number) found[found.length - 1] = { ...last, lines: [...last.lines, line] };
        else found.push(this.#cue("", line, motion ? [motion] : [], null, seat, look));
        continue;
      }
      if (last && last.kind === motion.kind && TOGETHER.has(motion.kind) && last.lines[0]?.number === line.number && last.length > 0) {
        const motions = [...last.motions, motion];
        found[found.length - 1] = { ...last, motions, lines: [...last.lines, line], ...timesOf(last.kind, motions, last.aim, line, false, look) };
        continue;
      }
      const aim = this.#settles(motion, line, found, seat, look);
      found.push(this.#cue(motion.kind, line, [motion], aim, seat, look));
      if (motion.kind === "attack" && !isResolved(motion)) this.#aims(motion);
      if (motion.kind === "dice") this.#diced = this.#aim !== null;
      this.#before = line;
    }
    return found;
  }

  /** Forget the open attack. */
  forget(): void {
    this.#aims(null);
  }

  #aims(at: Motion | null): void {
    this.#aim = at;
    this.#diced = false;
  }

  /** The attack that ends with this motion. One without a result is shown to miss first. */
  #settles(motion: Motion, line: LogLine, found: Cue[], seat: number | null, look: LookOf): Motion | null {
    const aim = this.#aim;
    if (!aim) return null;
    const aimed = motion.kind === "state" && motion.hits.some(({ piece }) => piece !== aim.actor && aim.hits.some((hit) => hit.piece === piece));
    if (RESOLVES.has(motion.kind) || aimed) {
      this.#aims(null);
      return aim;
    }
    if (!BETWEEN.has(motion.kind)) this.#misses(line, found, seat, look);
    return null;
  }

  #misses(line: LogLine, found: Cue[], seat: number | null, look: LookOf): void {
    const aim = this.#aim;
    this.#aims(null);
    if (!aim) return;
    const misses = { ...aim, kind: "release", change: null, hits: aim.hits.map((hit) => ({ ...hit, fate: "missed" })) };
    found.push({ ...this.#cue("release", { ...line, seat: null }, [misses], aim, seat, look), lines: [], starts: false });
  }

  #cue(kind: string, line: LogLine, motions: readonly Motion[], aim: Motion | null, seat: number | null, look: LookOf): Cue {
    const before = this.#before;
    const starts = STARTS.has(kind) && (before?.number !== line.number || before.motion?.actor !== motions[0]?.actor);
    // The seat that acted last is the cause of what happens to others.
    if (!TOGETHER.has(kind) || kind === "appear") this.#by = line.seat ?? this.#by;
    const own = kind === "pass" ? (motions[0]?.change?.turn ?? line.seat) === seat : line.seat === seat;
    const times = timesOf(kind, motions, aim, line, own, look);
    return { kind, lines: [line], motions, by: this.#by, aim, starts, ...this.#known(kind, motions[0]?.name ?? "", times) };
  }

  /** A robot that was combined before takes half the time. */
  #known(kind: string, name: string, times: Times): Times {
    if (kind !== "combine") return times;
    const again = this.#seen.has(name);
    this.#seen.add(name);
    return again ? { impact: Math.round((times.impact * 900) / times.length), length: 900 } : times;
  }
}

/** A state without a piece is a change with nothing to show, like unknown kinds. */
function isSeen({ kind, hits }: Motion): boolean {
  return KINDS.has(kind) && (kind !== "state" || hits.length > 0);
}

interface Times {
  impact: number;
  length: number;
}

/** Whether a log line contains a result: dice, damage, who was destroyed. */
export function isResult({ motion, faces }: LogLine): boolean {
  return motion !== null && (RESULTS.has(motion.kind) || (motion.kind === "attack" && isResolved(motion)) || (motion.kind === "dice" && faces.length > 0));
}

/** An attack whose motion contains its result. */
export function isResolved(attack: Motion): boolean {
  return attack.hits.some(({ amount, fate }) => amount !== 0 || fate !== "");
}

/** A played card is held up for everybody to read; a drawn or discarded card just moves. */
export function isShown({ name, card, goal, change }: Motion): boolean {
  const kind = change?.zones.find(({ id }) => id === goal)?.kind ?? "";
  return card !== "" && (name !== "" || (kind !== "hand" && kind !== "pile"));
}

/** From the muzzle to the target. */
export function flightOf(aim: Motion): number {
  const far = Math.max(1, aim.line.length - 1);
  switch (aim.look) {
    case "shots":
      return 270;
    case "arc":
      return Math.min(700, Math.max(300, 200 + 60 * far));
    case "melee":
      return 120;
    case "area":
      return Math.min(400, Math.max(250, 50 * far));
    default:
      return 90;
  }
}

/** Pieces that fly move in a straight line over everything. */
export function flies(look: Look | null): boolean {
  return look !== null && (look.kind === "jet" || look.kind === "ship" || look.traits.some((trait) => /^(fly|flight|flies)/i.test(trait)));
}

function timesOf(kind: string, motions: readonly Motion[], aim: Motion | null, line: LogLine, own: boolean, look: LookOf): Times {
  const [motion] = motions;
  const steps = Math.max(1, ...motions.map(({ way }) => way.length - 1));
  const shot = aim ? WIND_UP + flightOf(aim) + STILL : 0;
  switch (motion ? kind : "") {
    case "move":
      return { impact: 0, length: Math.min(900, (flies(look(motion?.actor ?? "")) ? 70 : 110) * steps + 80) };
    case "turn":
      return { impact: 0, length: 160 };
    case "attack": {
      if (!motion || !isResolved(motion)) return { impact: WIND_UP, length: WIND_UP + 100 };
      const impact = WIND_UP + flightOf(motion) + STILL;
      return { impact, length: impact + NUMBER };
    }
    case "release":
      return { impact: shot, length: shot + 300 };
    case "dice":
      // Known when the last die has been counted.
      return { impact: 720 + 130 * line.faces.length, length: 720 + 130 * line.faces.length + 300 };
    case "hit":
      return { impact: shot || STILL, length: (shot || STILL) + NUMBER };
    case "mend":
      return { impact: shot, length: shot + 420 };
    case "destroyed":
      return { impact: shot + 400, length: shot + 1000 };
    case "combine":
      return { impact: 540, length: 1700 };
    case "appear":
      return { impact: 0, length: 320 };
    case "push":
      return { impact: shot, length: shot + 90 * steps + 120 };
    case "state":
      return { impact: shot, length: shot + 420 };
    case "card":
      return { impact: 0, length: motion && isShown(motion) ? (own ? 700 : 900) : 320 + 60 * Math.min(6, motion?.hits.length ?? 0) };
    case "pass":
      return { impact: 0, length: own ? 920 : 460 };
    case "end":
      return { impact: 0, length: 1600 };
    default:
      return { impact: 0, length: 0 };
  }
}
