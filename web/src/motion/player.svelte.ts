// Plays what happened, one event after another. The picture may lag behind the match. The question waits for results not yet shown, because
// its options would reveal them; a key or a tap shows them at once.
import { flushSync } from "svelte";
import { hasWon, soundOf } from "../analysis";
import { NOTHING, type Known } from "../match";
import { feel, hush, say } from "../sound/sound.svelte";
import { t } from "../texts";
import type { LogLine, Look, Piece } from "../types";
import { begin, lookAt, select } from "./motions";
import { isResult, isShown, type Cue } from "./cues";
import { aboutOf, marksOf } from "./marks";
import { around, lastTurn, played, Queue, wrecksOf, type Moment, type Next, type Step } from "./queue";
import { isCalm, pace } from "./settings.svelte";
import { banner, end, Flight } from "./signs";
import { Stage } from "./stage";
import "./motion.css";

/** The number of answers that "what happened" can replay. */
const MAX_STEPS = 80;
/** How long each event is shown if reduced motion is on. */
const READS = 900;

export class Player {
  #truth = $state.raw<Known>(NOTHING);
  #past = $state.raw<Moment | null>(null);
  /** The texts beside the table when it began: texts about later events wait. */
  #startedWith = $state.raw<Pick<Known, "lesson" | "luck">>(NOTHING);
  /** The log line being shown; null between two lines. */
  line = $state.raw<LogLine | null>(null);
  /** Its text. The text of a result comes with the result, not with the shot or the dice before it. */
  caption = $state.raw("");
  /** The seat that caused it. */
  #by = $state<number | null>(null);
  /** The pieces and places involved. A board that shows only a part follows them. */
  about = $state.raw<readonly string[]>([]);
  /** The dice being thrown. */
  dice = $state.raw<{ line: LogLine; rate: number; rolls: boolean; low: boolean } | null>(null);
  /** Whether something is being replayed. */
  again = $state(false);
  /** Whether something was too long to be played; "what happened" shows it. */
  missed = $state(false);
  /** What can be replayed. */
  #steps = $state.raw<readonly Step[]>([]);
  readonly #queue = new Queue();
  #stage: Stage | null = null;
  #run = 0;
  #timer = 0;
  #wake: (() => void) | null = null;

  /** The table to draw: slightly behind the match while something is played. */
  readonly shown: Known = $derived.by(() => {
    const past = this.#past;
    if (!past) return this.#truth;
    const truth = this.#truth;
    const scene = { ...past.scene, ask: truth.scene?.ask ?? null };
    return this.again ? { ...truth, scene } : { ...truth, ...this.#startedWith, log: past.log, scene };
  });
  readonly busy: boolean = $derived(this.#past !== null);
  /** Whether results are not shown yet: who may act, the targets and their odds would reveal them. */
  readonly holdsQuestion: boolean = $derived.by(() => {
    const { scene, log } = this.#truth;
    const past = this.#past;
    if (past === null || this.again) return false;
    const thrown = scene?.throw ?? null;
    return (thrown !== null && thrown !== past.scene.throw) || log.slice(past.log.length).some(isResult);
  });
  /** Whether everything being played was done by the viewer: then the possible moves are already highlighted. */
  readonly own: boolean = $derived.by(() => !this.again && this.line !== null && this.#by === this.#truth.scene?.seat);
  /** The pieces destroyed recently, as they stood. */
  readonly wrecks: readonly Piece[] = $derived(wrecksOf(this.#steps));
  readonly hasTurn: boolean = $derived(this.#steps.some(({ cues }) => cues.some(({ length }) => length > 0)));

  constructor() {
    document.addEventListener("visibilitychange", this.#looksAway);
  }

  /** The page is hidden: stop playing; it can be replayed. */
  readonly #looksAway = (): void => {
    if (document.hidden && this.busy) this.#jump(!this.own);
  };

  /** The stage it is played on. */
  enter(root: HTMLElement | null): void {
    this.#stage?.close();
    this.#stage = root ? new Stage(root) : null;
  }

  leave(): void {
    document.removeEventListener("visibilitychange", this.#looksAway);
    this.#stop();
    this.enter(null);
  }

  /** A new scene. A complete scene is another table, so there is nothing to animate. */
  heard(known: Known, whole: boolean): void {
    const before = this.#truth;
    this.#truth = known;
    if (known.scene === before.scene) return;
    if (whole || !known.scene || !before.scene || known.curtain || before.curtain) {
      this.#steps = [];
      this.finish();
      this.#stage?.forget();
      return;
    }
    if (this.again) this.finish();
    const scene = known.scene;
    const look = lookIn([before, known]);
    const step = this.#queue.push({ scene: before.scene, log: before.log }, { scene, log: known.log }, scene.log, look);
    if (step.cues.length > 0) this.#steps = [...this.#steps, step].slice(-MAX_STEPS);
    if (pace.speed === "off") return this.#jump(false);
    if (document.hidden) return this.#jump(this.#queue.isVisible);
    if (this.#past === null) {
      if (!this.#queue.isVisible) return this.#jump(false);
      this.#past = step.before;
      this.#startedWith = { lesson: before.lesson, luck: before.luck };
      void this.#play();
    }
    if (this.#queue.isTooMuch) this.#jump(true);
  }

  /** The viewer has answered: show the current table and drop what was still to play. */
  answering(): void {
    say("tap");
    feel("tap");
    this.finish();
    this.missed = false;
    this.#stage?.forget();
  }

  /** Skip to the current table. Returns whether there was anything to skip. */
  finish(): boolean {
    const was = this.busy;
    this.#jump(false);
    return was;
  }

  #jump(missed: boolean): void {
    const left = this.#queue.clear();
    const running = this.busy;
    this.#stop();
    this.again = false;
    this.#past = null;
    if (missed) this.missed = true;
    if (!running || pace.speed === "off" || !this.#stage) return;
    hush();
    // Skipped events leave their marks too.
    flushSync();
    for (const cue of left) if (cue.length > 0) marksFor(cue, this.#stage).leave();
  }

  #stop(): void {
    this.#run += 1;
    window.clearTimeout(this.#timer);
    this.#wake?.();
    this.#wake = null;
    this.#stage?.sweep();
    this.line = null;
    this.caption = "";
    this.about = [];
    this.dice = null;
  }

  /** Replay what the others did last. */
  showTurn(): void {
    this.#showAgain(lastTurn(this.#steps, this.#truth.scene?.seat ?? null));
    this.missed = false;
  }

  /** Whether a log line can be replayed. */
  canShow(line: LogLine): boolean {
    return around(this.#steps, line) !== null;
  }

  showLine(line: LogLine): void {
    const step = around(this.#steps, line);
    if (step) this.#showAgain([step]);
  }

  #showAgain(steps: readonly Step[]): void {
    const [first] = steps;
    if (!first || !steps.some(({ cues }) => cues.length > 0)) return;
    this.finish();
    this.#stage?.forget();
    for (const step of steps) this.#queue.add(step);
    this.again = true;
    this.#past = first.before;
    void this.#play();
  }

  /** A unit is chosen. */
  selects(piece: string | null): void {
    if (piece && this.#stage && pace.speed !== "off" && !this.busy && !isCalm()) {
      this.#stage.sweep();
      select(this.#stage, piece);
    }
  }

  async #play(): Promise<void> {
    const run = ++this.#run;
    try {
      for (let next = this.#queue.next(); next; next = this.#queue.next()) {
        await this.#show(next, run);
        if (run !== this.#run) return;
      }
    } finally {
      // If an animation fails, show the current table.
      if (run === this.#run) this.#jump(false);
    }
  }

  async #show({ cue, before, after, rate, settles }: Next, run: number): Promise<void> {
    const calm = isCalm();
    const speed = (pace.speed === "off" ? 1 : Number(pace.speed)) * rate;
    const stage = this.#stage;
    const times = calm && cue.length > 0 ? { impact: 0, length: Math.max(READS, Math.min(cue.length, 1600)) } : cue;
    const wait = (ms: number) => this.#wait(ms / speed);
    if (stage) {
      stage.rate = speed;
      stage.loud = cue.by === this.#truth.scene?.seat ? 1 : 0.6;
    }
    if (cue.length > 0) {
      this.line = cue.lines[0] ?? this.line;
      if (!cue.lines.some(isResult)) this.caption = this.line?.text ?? "";
      this.#by = cue.by;
      const about = aboutOf(cue);
      if (about.length > 0) this.about = about;
      // The board scrolls there first.
      flushSync();
    }
    if (before > 0 && stage && !calm) {
      lookAt(cue, stage, before);
      await wait(before);
      if (run !== this.#run) return;
      stage.sweep();
    }
    const marks = stage && cue.length > 0 ? marksFor(cue, stage) : null;
    const then = stage && cue.length > 0 ? this.#begin(cue, stage, calm, times.length, marks?.draw ?? null) : null;
    await wait(times.impact);
    if (run !== this.#run) return;
    if (this.#past) this.#past = played(this.#past, cue);
    if (cue.length > 0) this.caption = this.line?.text ?? "";
    flushSync();
    then?.();
    await wait(times.length - times.impact);
    if (run !== this.#run) return;
    stage?.sweep();
    marks?.leave();
    this.dice = null;
    if (settles) this.#past = settles;
    if (after > 0) await wait(after);
  }

  /** Start the animations of a cue; the returned function runs when the table has changed. */
  #begin(cue: Cue, stage: Stage, calm: boolean, length: number, mark: (() => void) | null): (() => void) | null {
    const [motion] = cue.motions;
    const [line] = cue.lines;
    const scene = this.#past?.scene;
    if (!motion || !scene) return null;
    if (cue.kind === "dice") {
      const rolls = !calm && !pace.diceAtOnce;
      if (line) this.dice = { line, rate: stage.rate, rolls, low: !this.#isLow(stage) };
      return null;
    }
    if (cue.kind === "pass") {
      const turn = motion.change?.turn ?? line?.seat ?? null;
      const own = turn !== null && turn === scene.seat;
      banner(stage, own ? t.yourTurn : turn === null ? (line?.text ?? "") : t.turnOf(scene.seats[turn] ?? ""), own, length, calm);
      return null;
    }
    if (cue.kind === "end") {
      const over = this.#truth.scene ?? scene;
      const won = hasWon(over);
      end(stage, won === null ? (line?.text ?? "") : won ? t.youWon : t.youLost, won, soundOf(over), length, calm);
      return null;
    }
    if (calm) return mark;
    if (cue.kind === "card") {
      const flight = new Flight(stage, motion);
      return () => flight.land(length, isShown(motion), isShown(motion) && cue.by !== scene.seat);
    }
    return begin(cue, stage, lookIn([this.#truth, { ...this.#truth, scene }]));
  }

  /** Whether the last target is in the lower half of the table, where dice would cover it. */
  #isLow(stage: Stage): boolean {
    const aimed = [...stage.root.querySelectorAll('[data-layer="trails"] > :last-child')].map((trail) => trail.getBoundingClientRect());
    const table = stage.root.getBoundingClientRect();
    return aimed.some(({ y, height }) => height > 0 && y + height / 2 > table.y + table.height / 2);
  }

  #wait(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((done) => {
      this.#wake = done;
      this.#timer = window.setTimeout(done, ms);
    });
  }
}

/** The marks that a cue leaves, computed before the table changes because destroyed pieces are gone then. */
function marksFor(cue: Cue, stage: Stage): { draw: () => void; leave: () => void } {
  const frame = stage.frame(aboutOf(cue));
  const marks = marksOf(cue, stage, frame);
  return {
    // With reduced motion nothing else is shown.
    draw: () => stage.make(frame, marks).setAttribute("class", "fx-calm"),
    leave: () => stage.leave(frame, marks),
  };
}

/** The look of a piece, or of its card. */
function lookIn(moments: readonly Known[]): (piece: string) => Look | null {
  return (id) => {
    for (const { scene, cards } of moments) {
      const piece: Piece | undefined = scene?.pieces.find((one) => one.id === id);
      const look = piece?.look ?? cards.get(piece?.card ?? "")?.look;
      if (look) return look;
    }
    return null;
  };
}
