// The law of the timeline: the page of a player, without a browser, hears a recorded game; nothing on it tells a result that
// has not been seen yet. Times and kinds of results are written down here once more, so that nobody has to trust the player.
import { vi } from "vitest";
import { NOTHING, take, type Known } from "../src/match";
import { beside, type Beside } from "../src/motion/beside";
import type { Player } from "../src/motion/player.svelte";
import { patched } from "../src/motion/queue";
import { story } from "../src/story";
import type { LogLine, Motion, Scene, ToPage } from "../src/types";

/** What was recorded: messages, and where the player answered. */
export type Recorded = ToPage | { type: "answered" };

/** All that a page tells. */
export interface Page {
  board: Scene;
  log: readonly LogLine[];
  told: Beside;
  luck: Known["luck"];
  caption: string;
  asks: boolean;
}

/** Makes a page tell too much: to see that this is found. */
export type Plant = (page: Page, truth: Known) => Page;

export interface Found {
  /** What was told too early, and of which line. */
  spoilers: string[];
  /** Results that were seen, and those that were too late to be shown: the page says so. */
  seen: number;
  skipped: number;
}

/** The board begins to show these; tests replace the modules that draw them. */
export const onBoard = { begins: (_: { lines: readonly LogLine[]; aim: Motion | null; rate: number }): void => {}, ends: (): void => {} };

const RESULTS = ["hit", "mend", "destroyed", "end"];
/** Milliseconds before a shot arrives, and before the first and each further die lies. */
const SHOT = 220 + 90;
const FIRST_DIE = 520;
const NEXT_DIE = 70;

function isResult({ motion, faces }: LogLine): boolean {
  if (!motion) return false;
  if (motion.kind === "dice") return faces.length > 0;
  return RESULTS.includes(motion.kind) || (motion.kind === "attack" && motion.hits.some(({ amount, fate }) => amount !== 0 || fate !== ""));
}

/** What a line changes: the state of pieces, zones and counters before and after it. */
type Changes = Map<string, [before: string, after: string]>;

function statesOf({ pieces, zones, tracks }: Scene): Map<string, string> {
  return new Map([
    ...pieces.map(({ id, at, bar, is_gone, fate, badges }) => [`piece ${id}`, JSON.stringify([at, bar.now, is_gone, fate, badges])] as const),
    ...zones.map(({ id, count, cards }) => [`zone ${id}`, JSON.stringify([count, cards.map((card) => [card.id, card.bar?.now])])] as const),
    ...tracks.map(({ name, owner, now }) => [`counter ${name} ${owner}`, String(now)] as const),
  ]);
}

function changesOf(before: Scene, after: Scene): Changes {
  const [was, is] = [statesOf(before), statesOf(after)];
  return new Map([...new Set([...was.keys(), ...is.keys()])].flatMap((id) => (was.get(id) === is.get(id) ? [] : [[id, [was.get(id) ?? "", is.get(id) ?? ""]] as const])));
}

function pageOf(player: Player, known: Known): Page {
  const { shown } = player;
  return {
    board: shown.scene as Scene,
    log: shown.log,
    told: beside(player, known.answered),
    luck: shown.luck,
    caption: player.caption,
    asks: (known.scene?.ask?.is_mine ?? false) && !player.holdsQuestion,
  };
}

/** Everything on a page that tells one of these results. `pending`: not seen yet. `heard`: what each line changes. */
function toldTooEarly({ board, log, told, luck, caption, asks }: Page, pending: ReadonlySet<LogLine>, heard: ReadonlyMap<LogLine, Changes>, seen: ReadonlySet<LogLine>, fresh: string): string[] {
  const found: string[] = [];
  const tells = (what: string, { text }: LogLine) => found.push(`${what}: ${text}`);
  const states = statesOf(board);
  const touched = new Set<string>();
  for (const [line, changes] of heard) {
    for (const [id, [, after]] of changes) {
      // Only the next change of something can be told too early.
      if (pending.has(line) && !touched.has(id) && (states.get(id) ?? "") === after) tells(`board, ${id}`, line);
      if (pending.has(line) || !log.includes(line)) touched.add(id);
    }
  }
  for (const line of pending) {
    if (log.includes(line)) tells("log", line);
    if (told.news.includes(line)) tells("news", line);
    if (caption !== "" && caption === line.text && ![...seen].some(({ text }) => text === caption)) tells("caption", line);
    if (luck.some(({ number }) => number >= line.number)) tells("luck", line);
    if (line.faces.length > 0 && fresh !== "" && !told.rolls && told.isOpen && JSON.stringify(told.thrown) === fresh) tells("slot", line);
    if (told.fallen && !told.rolls && told.fallen.number >= line.number && told.fallen.thrown.groups.some(({ dice }) => dice.map(({ face }) => face).join() === line.faces.join())) tells("slot", line);
    if (asks) tells("question", line);
    if (told.isOver) tells("ending", line);
  }
  const [next] = pending;
  const last = story(log, told.isSettled).at(-1)?.entries.at(-1);
  // An attack whose hits are still to come is not one without effect.
  if (next && last && !last.isOpen && last.line.motion?.kind === "attack" && last.effects.length === 0 && !log.some(({ motion }) => motion === next.motion) && next.motion?.kind === "hit" && next.number - last.line.number < 2 && seen.size > 0 && ![...seen].some((line) => line.number >= last.line.number && RESULTS.includes(line.motion?.kind ?? ""))) tells("story without effect", next);
  return found;
}

/** A whole game, heard at the pace at which a patient player answers. */
export async function timeline(recorded: readonly Recorded[], plant: Plant = (page) => page): Promise<Found> {
  const { Player } = await import("../src/motion/player.svelte");
  const player = new Player();
  player.enter({ tagName: "MAIN" } as HTMLElement);
  let known: Known = NOTHING;
  const pending = new Set<LogLine>();
  const heard = new Map<LogLine, Changes>();
  const seen = new Set<LogLine>();
  const due = new Map<LogLine, number>();
  const spoilers = new Set<string>();
  /** The dice on the table since the last scene, if they were not there before. */
  let fresh = "";
  let skipped = 0;
  let showing: object | null = null;

  onBoard.begins = ({ lines, aim, rate }) => {
    for (const line of lines) if (pending.has(line)) due.set(line, Date.now() + (aim ? SHOT : 0) / rate);
  };
  onBoard.ends = () => {
    for (const line of pending) if (line.motion?.kind === "end") due.set(line, Date.now());
  };
  function look(): void {
    if (player.dice && player.dice !== showing) {
      const { line, rate } = player.dice;
      if (pending.has(line)) due.set(line, Date.now() + (FIRST_DIE + NEXT_DIE * Math.min(9, line.faces.length - 1)) / rate);
    }
    showing = player.dice;
    for (const [line, at] of due)
      if (Date.now() >= at - 1) {
        due.delete(line);
        pending.delete(line);
        seen.add(line);
      }
    // Too much at once is not shown, and the page offers to show it.
    if (!player.busy && player.missed && pending.size > 0) {
      skipped += pending.size;
      pending.clear();
      due.clear();
    }
    if (!player.shown.scene) return;
    for (const one of toldTooEarly(plant(pageOf(player, known), known), pending, heard, seen, fresh)) spoilers.add(one);
    if (!player.busy) for (const line of pending) spoilers.add(`never shown: ${line.text}`);
  }
  async function settles(): Promise<void> {
    for (let step = 0; player.busy && step < 5_000; step += 1) {
      await vi.advanceTimersToNextTimerAsync();
      look();
    }
  }

  for (const message of recorded) {
    if (message.type === "answered") {
      await settles();
      pending.clear();
      due.clear();
      player.answering();
      continue;
    }
    const before = known;
    known = take(known, message);
    if (!player.busy) heard.clear();
    if (message.type === "scene" && before.scene && known.scene && !message.whole && !known.curtain) {
      let now = before.scene;
      for (const line of known.scene.log) {
        const after = patched(now, line.motion?.change);
        heard.set(line, changesOf(now, after));
        if (isResult(line)) pending.add(line);
        now = after;
      }
      const [was, is] = [JSON.stringify(before.scene.throw), JSON.stringify(known.scene.throw)];
      fresh = was !== is && known.scene.throw !== null ? is : "";
    }
    player.missed = false;
    player.heard(known, message.type === "scene" && message.whole);
    look();
    // What is far behind is shown quickly: nothing may begin and end between two looks.
    for (let part = 0; part < 6; part += 1) {
      await vi.advanceTimersByTimeAsync(5);
      if (player.busy) look();
    }
    look();
  }
  await settles();
  player.leave();
  return { spoilers: [...spoilers], seen: seen.size, skipped };
}
