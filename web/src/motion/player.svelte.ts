// Plays what happened, one thing after the other. What is shown stays behind the truth; answers never wait for it.
import { flushSync } from "svelte";
import { hasWon, soundOf } from "../course";
import { NOTHING, type Known } from "../match";
import { feel, hush, say } from "../sound/sound.svelte";
import { t } from "../texts";
import type { LogLine, Look, Piece } from "../types";
import { begin, lookAt, select } from "./beats";
import { isShown, type Cue } from "./cues";
import { aboutOf, marksOf } from "./marks";
import { around, lastTurn, played, Queue, wrecksOf, type Moment, type Next, type Step } from "./queue";
import { isCalm, pace } from "./settings.svelte";
import { banner, end, Flight } from "./signs";
import { Stage } from "./stage";
import "./motion.css";

/** How far back "what happened" can go. */
const MOST_STEPS = 80;
/** How long each thing is looked at where nothing moves. */
const READS = 900;

export class Player {
  #truth = $state.raw<Known>(NOTHING);
  #past = $state.raw<Moment | null>(null);
  /** What was told beside the table when that began: words of what is yet to be seen wait for it. */
  #told = $state.raw<Pick<Known, "lesson" | "luck">>(NOTHING);
  /** The line that is being shown, for a caption; null between two. */
  line = $state.raw<LogLine | null>(null);
  /** Whose doing that is. */
  #by = $state<number | null>(null);
  /** Whom and what it is about: pieces and places. A board that shows only a part of itself follows them. */
  about = $state.raw<readonly string[]>([]);
  /** Dice that are thrown just now. */
  dice = $state.raw<{ line: LogLine; rate: number; rolls: boolean; low: boolean } | null>(null);
  /** Whether something is shown once more that was seen before. */
  again = $state(false);
  /** Something was too long to be shown: "what happened" shows it. */
  missed = $state(false);
  /** What can be shown again. */
  #steps = $state.raw<readonly Step[]>([]);
  readonly #queue = new Queue();
  #stage: Stage | null = null;
  #run = 0;
  #timer = 0;
  #wake: (() => void) | null = null;

  /** The table as it is to be drawn: a little behind the truth while something is played. */
  readonly shown: Known = $derived.by(() => {
    const past = this.#past;
    if (!past) return this.#truth;
    const truth = this.#truth;
    const scene = { ...past.scene, ask: truth.scene?.ask ?? null };
    return this.again ? { ...truth, scene } : { ...truth, ...this.#told, log: past.log, scene };
  });
  readonly busy: boolean = $derived(this.#past !== null);
  /** Whether the question is about dice that are yet to be seen: its options would tell how they fell. */
  readonly holdsQuestion: boolean = $derived.by(() => {
    const thrown = this.#truth.scene?.throw ?? null;
    return this.#past !== null && !this.again && thrown !== null && thrown !== this.#past.scene.throw;
  });
  /** Whether all that is being played is what whoever looks did: then places to go are lit already. */
  readonly own: boolean = $derived.by(() => !this.again && this.line !== null && this.#by === this.#truth.scene?.seat);
  /** Who has fallen lately, as they stood. */
  readonly wrecks: readonly Piece[] = $derived(wrecksOf(this.#steps));
  readonly hasTurn: boolean = $derived(this.#steps.some(({ cues }) => cues.some(({ length }) => length > 0)));

  constructor() {
    document.addEventListener("visibilitychange", this.#looksAway);
  }

  /** Nobody looks: what was being played is over, and can be seen again. */
  readonly #looksAway = (): void => {
    if (document.hidden && this.busy) this.#jump(!this.own);
  };

  /** Where it is played. */
  enter(root: HTMLElement | null): void {
    this.#stage?.close();
    this.#stage = root ? new Stage(root) : null;
  }

  leave(): void {
    document.removeEventListener("visibilitychange", this.#looksAway);
    this.#stop();
    this.enter(null);
  }

  /** News from the table. A whole scene is another table: nothing leads there. */
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
    if (step.cues.length > 0) this.#steps = [...this.#steps, step].slice(-MOST_STEPS);
    if (pace.speed === "off") return this.#jump(false);
    if (document.hidden) return this.#jump(this.#queue.isVisible);
    if (this.#past === null) {
      if (!this.#queue.isVisible) return this.#jump(false);
      this.#past = step.before;
      this.#told = { lesson: before.lesson, luck: before.luck };
      void this.#play();
    }
    if (this.#queue.isTooMuch) this.#jump(true);
  }

  /** Whoever sits here has answered: the table is as it is, and what happened before is no news. */
  answering(): void {
    say("tap");
    feel("tap");
    this.finish();
    this.missed = false;
    this.#stage?.forget();
  }

  /** Everything is shown as it is now. Whether there was anything to skip. */
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
    // What was not watched leaves its marks all the same.
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
    this.about = [];
    this.dice = null;
  }

  /** What the others did last, once more. */
  showTurn(): void {
    this.#showAgain(lastTurn(this.#steps, this.#truth.scene?.seat ?? null));
    this.missed = false;
  }

  /** Whether a line can be seen again. */
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
      // Whatever went wrong with showing it, the table is as it is.
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
      this.#by = cue.by;
      const about = aboutOf(cue);
      if (about.length > 0) this.about = about;
      // The board looks there before anything begins.
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

  /** What is to be seen of a cue; what is handed back is to be done when the table has changed. */
  #begin(cue: Cue, stage: Stage, calm: boolean, length: number, mark: (() => void) | null): (() => void) | null {
    const [beat] = cue.beats;
    const [line] = cue.lines;
    const scene = this.#past?.scene;
    if (!beat || !scene) return null;
    if (cue.kind === "dice") {
      const rolls = !calm && !pace.diceAtOnce;
      if (line) this.dice = { line, rate: stage.rate, rolls, low: !this.#isLow(stage) };
      return null;
    }
    if (cue.kind === "pass") {
      const turn = beat.change?.turn ?? line?.seat ?? null;
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
      const flight = new Flight(stage, beat);
      return () => flight.land(length, isShown(beat), isShown(beat) && cue.by !== scene.seat);
    }
    return begin(cue, stage, lookIn([this.#truth, { ...this.#truth, scene }]));
  }

  /** Whether what was aimed at last stands in the lower half of the table: dice must not fall on it. */
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

/** What will be left of a cue: reckoned before the table changes, for whoever is destroyed is gone then. */
function marksFor(cue: Cue, stage: Stage): { draw: () => void; leave: () => void } {
  const frame = stage.frame(aboutOf(cue));
  const marks = marksOf(cue, stage, frame);
  return {
    // Without movement they are all there is to see.
    draw: () => stage.make(frame, marks).setAttribute("class", "fx-calm"),
    leave: () => stage.leave(frame, marks),
  };
}

/** What a piece looks like: as itself says, or as its card does. */
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
