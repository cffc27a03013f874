// What is to be played, and how long it takes: beats of one cause together, in the order of the log.
import type { Beat, LogLine, Look } from "../types";

/** One thing to be seen. All times in milliseconds at speed 1. */
export interface Cue {
  /** Of its beats; empty for lines of the log that nothing is to be seen of. */
  readonly kind: string;
  /** They appear in the log with the impact. */
  readonly lines: readonly LogLine[];
  readonly beats: readonly Beat[];
  /** Whose doing it is, whomever it happens to; null is nobody's in particular. */
  readonly by: number | null;
  /** The attack that comes to its end with it: its shot is seen first. */
  readonly aim: Beat | null;
  /** Whether somebody begins something with it. */
  readonly starts: boolean;
  readonly impact: number;
  readonly length: number;
}

/** What has to be known about a piece: how it gets about, and how large it is. */
export type LookOf = (piece: string) => Look | null;

/** Several of these in one step have one cause: they are seen at the same time. */
const TOGETHER = new Set(["hit", "mend", "destroyed", "state", "push", "appear"]);
const STARTS = new Set(["attack", "move", "turn", "combine", "card", "appear"]);
/** With these an attack comes to its end; dice, cards and states may come in between. */
const RESOLVES = new Set(["hit", "mend", "destroyed", "push"]);
const BETWEEN = new Set(["", "dice", "card", "state"]);
export const KINDS = new Set([...TOGETHER, ...STARTS, "dice", "pass", "end", "release"]);

const WIND_UP = 220;
const STILL = 60;
const NUMBER = 780;

/** Takes lines as they come and knows which attack is still in the air. */
export class Cues {
  #aim: Beat | null = null;
  #before: LogLine | null = null;
  #by: number | null = null;
  /** Whether dice have fallen for the attack that is in the air. */
  #diced = false;
  readonly #seen = new Set<string>();

  /**
   * `seat` looks on; `look` says what pieces look like. Once an action is `over` nothing more comes of its dice:
   * an attack that has met nobody then has missed.
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
      const beat = line.beat;
      if (!beat || !isSeen(beat)) {
        // Words go with what they explain; a change of an unknown kind is shown in its place.
        if (last && !beat?.change && last.lines[0]?.number === line.number) found[found.length - 1] = { ...last, lines: [...last.lines, line] };
        else found.push(this.#cue("", line, beat ? [beat] : [], null, seat, look));
        continue;
      }
      if (last && last.kind === beat.kind && TOGETHER.has(beat.kind) && last.lines[0]?.number === line.number && last.length > 0) {
        const beats = [...last.beats, beat];
        found[found.length - 1] = { ...last, beats, lines: [...last.lines, line], ...timesOf(last.kind, beats, last.aim, line, false, look) };
        continue;
      }
      const aim = this.#settles(beat, line, found, seat, look);
      found.push(this.#cue(beat.kind, line, [beat], aim, seat, look));
      if (beat.kind === "attack" && !isResolved(beat)) this.#aims(beat);
      if (beat.kind === "dice") this.#diced = this.#aim !== null;
      this.#before = line;
    }
    return found;
  }

  /** Nothing is in the air any more. */
  forget(): void {
    this.#aims(null);
  }

  #aims(at: Beat | null): void {
    this.#aim = at;
    this.#diced = false;
  }

  /** The attack that ends with this beat. One that nothing came of is seen to miss before anything else happens. */
  #settles(beat: Beat, line: LogLine, found: Cue[], seat: number | null, look: LookOf): Beat | null {
    const aim = this.#aim;
    if (!aim) return null;
    const aimed = beat.kind === "state" && beat.hits.some(({ piece }) => piece !== aim.actor && aim.hits.some((hit) => hit.piece === piece));
    if (RESOLVES.has(beat.kind) || aimed) {
      this.#aims(null);
      return aim;
    }
    if (!BETWEEN.has(beat.kind)) this.#misses(line, found, seat, look);
    return null;
  }

  #misses(line: LogLine, found: Cue[], seat: number | null, look: LookOf): void {
    const aim = this.#aim;
    this.#aims(null);
    if (!aim) return;
    const misses = { ...aim, kind: "release", change: null, hits: aim.hits.map((hit) => ({ ...hit, fate: "missed" })) };
    found.push({ ...this.#cue("release", { ...line, seat: null }, [misses], aim, seat, look), lines: [], starts: false });
  }

  #cue(kind: string, line: LogLine, beats: readonly Beat[], aim: Beat | null, seat: number | null, look: LookOf): Cue {
    const before = this.#before;
    const starts = STARTS.has(kind) && (before?.number !== line.number || before.beat?.actor !== beats[0]?.actor);
    // What happens to somebody is the doing of whoever acted last.
    if (!TOGETHER.has(kind) || kind === "appear") this.#by = line.seat ?? this.#by;
    const own = kind === "pass" ? (beats[0]?.change?.turn ?? line.seat) === seat : line.seat === seat;
    const times = timesOf(kind, beats, aim, line, own, look);
    return { kind, lines: [line], beats, by: this.#by, aim, starts, ...this.#known(kind, beats[0]?.name ?? "", times) };
  }

  /** A robot that was put together before takes half the time. */
  #known(kind: string, name: string, times: Times): Times {
    if (kind !== "combine") return times;
    const again = this.#seen.has(name);
    this.#seen.add(name);
    return again ? { impact: Math.round((times.impact * 900) / times.length), length: 900 } : times;
  }
}

/** A state that happens to nobody is a change and nothing to look at, like what is unknown here. */
function isSeen({ kind, hits }: Beat): boolean {
  return KINDS.has(kind) && (kind !== "state" || hits.length > 0);
}

interface Times {
  impact: number;
  length: number;
}

/** An attack that says itself what came of it. */
export function isResolved(attack: Beat): boolean {
  return attack.hits.some(({ amount, fate }) => amount !== 0 || fate !== "");
}

/** A card that is played is read by everybody; one that is drawn or put away only goes its way. */
export function isShown({ name, card, goal, change }: Beat): boolean {
  const kind = change?.zones.find(({ id }) => id === goal)?.kind ?? "";
  return card !== "" && (name !== "" || (kind !== "hand" && kind !== "pile"));
}

/** From the muzzle to the target. */
export function flightOf(aim: Beat): number {
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

/** The pieces that fly take the straight way over everything. */
export function flies(look: Look | null): boolean {
  return look !== null && (look.kind === "jet" || look.kind === "ship" || look.traits.some((trait) => /^(fly|flight|flies)/i.test(trait)));
}

function timesOf(kind: string, beats: readonly Beat[], aim: Beat | null, line: LogLine, own: boolean, look: LookOf): Times {
  const [beat] = beats;
  const steps = Math.max(1, ...beats.map(({ way }) => way.length - 1));
  const shot = aim ? WIND_UP + flightOf(aim) + STILL : 0;
  switch (beat ? kind : "") {
    case "move":
      return { impact: 0, length: Math.min(900, (flies(look(beat?.actor ?? "")) ? 70 : 110) * steps + 80) };
    case "turn":
      return { impact: 0, length: 160 };
    case "attack": {
      if (!beat || !isResolved(beat)) return { impact: WIND_UP, length: WIND_UP + 100 };
      const impact = WIND_UP + flightOf(beat) + STILL;
      return { impact, length: impact + NUMBER };
    }
    case "release":
      return { impact: shot, length: shot + 300 };
    case "dice":
      return { impact: 720, length: 720 + 130 * line.faces.length + 300 };
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
      return { impact: 0, length: beat && isShown(beat) ? (own ? 700 : 900) : 320 + 60 * Math.min(6, beat?.hits.length ?? 0) };
    case "pass":
      return { impact: 0, length: own ? 920 : 460 };
    case "end":
      return { impact: 0, length: 1600 };
    default:
      return { impact: 0, length: 0 };
  }
}
