// What a page knows of a match: a pure function of the messages that came in.
import type { Board, Card, Course, DiceGroup, HintShown, LessonShown, LogLine, LuckLine, NotSo, Odds, Option, Preview, Reason, Scene, SeatClock, SeatHere, Shown, TakeBack, Thrown, ToPage, WhyNot } from "./types";

export interface Known {
  scene: Scene | null;
  board: Board | null;
  cards: ReadonlyMap<string, Card>;
  log: readonly LogLine[];
  /** The luck of actions that are over, the oldest first. */
  luck: readonly LuckLine[];
  /** What was told before the first line of the log, as far as it was asked for; and whether that is all. */
  older: { lines: readonly LogLine[]; isAll: boolean };
  /** How it may be ended by word, and whether a draw is offered. */
  ends: Pick<Shown, "draw" | "can_resign" | "can_draw" | "can_abort" | "can_hint" | "claim_in">;
  /** How it went, once it is over and that has been found. */
  course: Course | null;
  /** Where the same players play again. */
  rematch: string;
  canUndo: string;
  thinking: boolean;
  curtain: { seat: number; seats: readonly string[] } | null;
  lesson: LessonShown | null;
  /** Something about this match that its players should know. */
  notice: string;
  /** How long the table waits for whom, counted from when this came. */
  clocks: readonly SeatClock[];
  /** How often something was taken back: an answer says after which of these it was given. */
  epoch: number;
  /** Of guests' seats: who is there. */
  here: readonly SeatHere[];
  /** What taking back would undo now. */
  undo: TakeBack | null;
  /** Somebody else wants to take this back. */
  undoWanted: TakeBack | null;
  refused: { text: string; reasons: readonly Reason[] } | null;
  odds: ReadonlyMap<string, Odds>;
  /** Options whose odds or way cannot be told, and why. */
  untold: ReadonlyMap<string, readonly Reason[]>;
  previews: ReadonlyMap<string, Preview>;
  about: ReadonlyMap<string, readonly WhyNot[]>;
  /** What a bot would answer to this question, if it was asked. */
  hint: HintShown | null;
  /** The question about a piece that is still to be answered. */
  asking: string | null;
  /** The number of the question that this page answered last. */
  answered: number;
  /** The option that was sent as an answer to this question. */
  answering: string | null;
}

export const NOTHING: Known = {
  scene: null,
  board: null,
  cards: new Map(),
  log: [],
  luck: [],
  older: { lines: [], isAll: false },
  ends: { draw: null, can_resign: false, can_draw: false, can_abort: false, can_hint: false, claim_in: null },
  course: null,
  rematch: "",
  canUndo: "",
  thinking: false,
  curtain: null,
  lesson: null,
  notice: "",
  clocks: [],
  epoch: 0,
  here: [],
  undo: null,
  undoWanted: null,
  refused: null,
  odds: new Map(),
  untold: new Map(),
  previews: new Map(),
  about: new Map(),
  hint: null,
  asking: null,
  answered: 0,
  answering: null,
};

export function take(known: Known, message: ToPage): Known {
  switch (message.type) {
    case "scene":
      return shown(known, message);
    case "luck":
      return { ...known, luck: [...known.luck, ...message.lines] };
    case "log": {
      const [first] = [...known.older.lines, ...known.log];
      if ((message.lines.at(-1)?.number ?? 0) >= (first?.number ?? 0)) return known; // asked for twice
      return { ...known, older: { lines: [...message.lines, ...known.older.lines], isAll: message.is_all } };
    }
    case "course":
      return { ...known, course: message.course };
    case "rematch":
      return { ...known, rematch: message.link };
    case "odds":
      if (message.number !== known.scene?.ask?.number) return known;
      return { ...known, odds: new Map(known.odds).set(message.odds.text, message.odds) };
    case "preview":
      if (message.number !== known.scene?.ask?.number) return known;
      return { ...known, previews: new Map(known.previews).set(message.preview.text, message.preview) };
    case "about": {
      if (known.asking === null || message.number !== known.scene?.ask?.number) return { ...known, asking: null };
      return { ...known, about: new Map(known.about).set(known.asking, message.about), asking: null };
    }
    case "hint":
      return message.number === known.scene?.ask?.number ? { ...known, hint: message } : known;
    case "refused":
      return refused(known, message);
    case "undo-wanted":
      return { ...known, undoWanted: message.what };
    case "curtain":
      return { ...NOTHING, curtain: { seat: message.seat, seats: message.seats } };
  }
}

/** A whole scene replaces everything; a later one keeps board and cards and adds to the log. */
function shown(known: Known, { scene, can_undo, thinking, whole, lesson, notice, clocks, epoch, here, undo, ...ends }: Shown): Known {
  const before = whole ? NOTHING : known;
  const same = scene.ask !== null && scene.ask.number === known.scene?.ask?.number && epoch === known.epoch;
  const cards = new Map(before.cards);
  for (const card of scene.cards) cards.set(card.id, card);
  return {
    ...(same ? known : NOTHING),
    scene,
    board: scene.board ?? before.board,
    cards,
    log: [...before.log, ...scene.log],
    luck: before.luck,
    older: before.older,
    ends,
    course: scene.ending ? known.course : null,
    rematch: scene.ending ? known.rematch : "",
    canUndo: can_undo,
    thinking,
    curtain: null,
    lesson,
    notice,
    clocks,
    epoch,
    here,
    undo,
    answered: same || !known.scene?.ask?.is_mine || whole ? known.answered : known.scene.ask.number,
    refused: null,
    // Others come and go while an answer is on its way.
    answering: same && !whole ? known.answering : null,
  };
}

/** A refused answer is to be seen; that something cannot be told is said where it was asked. */
function refused(known: Known, { text, reasons }: NotSo): Known {
  if (text !== "" && text !== known.answering) {
    return { ...known, untold: new Map(known.untold).set(text, reasons) };
  }
  if (text === "" && known.answering === null && known.asking !== null) return { ...known, asking: null };
  return { ...known, refused: { text, reasons }, answering: null };
}

/** The answer to a question at which there is nothing to decide; null where there is, or while one is on its way. */
export function obvious({ scene, answering }: Pick<Known, "scene" | "answering">): Option | null {
  const ask = scene?.ask;
  return ask?.is_mine && ask.obvious && answering === null ? (ask.options[0] ?? null) : null;
}

/** A name for what is asked now: its number comes again when something was taken back. */
export function questionOf({ scene, epoch }: Pick<Known, "scene" | "epoch">): string {
  return `${epoch}/${scene?.ask?.number ?? ""}`;
}

/** A name for a question about a piece, for finding its answer again. */
export function aboutKey(actor: string, cell: string | null, target: string | null): string {
  return JSON.stringify([actor, cell, target]);
}

/** Dice are no news any more when so much has happened since. */
const MOST_SINCE = 6;

export interface Luck {
  seat: number;
  unit: string;
  total: number;
  actions: readonly LuckLine[];
}

/** The luck of each side in each unit: the sum as the server reckoned it, and each action's, oldest first. */
export function luckOf(luck: readonly LuckLine[]): Luck[] {
  const found = new Map<string, Luck>();
  for (const line of luck) {
    if (line.seat === null) continue;
    const key = `${line.seat} ${line.unit}`;
    const before = found.get(key)?.actions ?? [];
    found.set(key, { seat: line.seat, unit: line.unit, total: line.total, actions: [...before, line] });
  }
  return [...found.values()].sort((one, other) => one.seat - other.seat);
}

/** Somebody does something else with these. */
const BEGINS = new Set(["attack", "move", "turn", "combine", "card", "pass"]);

/** The dice that fell last, with what came of them, if that was not before this answer; and whether somebody has done something else since. */
export function lastThrow(log: readonly LogLine[], since: number): { thrown: Thrown; number: number; isOld: boolean } | null {
  const end = log[log.length - 1]?.number ?? 0;
  let last = log.length - 1;
  while (last >= 0 && log[last]?.faces.length === 0) last -= 1;
  const found = log[last];
  if (!found || found.number < since || end - found.number > MOST_SINCE) return null;
  let first = last;
  while (first > 0 && (log[first - 1]?.faces.length || log[first - 1]?.number === log[first]?.number)) first -= 1;
  const lines = log.slice(first).filter((line) => line.number <= found.number);
  const thrown = {
    title: found.title,
    groups: lines.filter((line) => line.faces.length > 0 && line.title === found.title).map(diceOf),
    steps: lines.slice(lines.findIndex((line) => line.faces.length > 0 && line.title === found.title)).filter((line) => line.faces.length === 0)
      .map(({ text, cites }) => ({ text, cites, amount: null, group: "" })),
    result: "",
    legend: [],
  };
  const isOld = log.slice(last).some(({ number, beat }) => number > found.number && beat && BEGINS.has(beat.kind));
  return { thrown, number: found.number, isOld };
}

function diceOf(line: LogLine): DiceGroup {
  return {
    name: line.text.replace(`: ${line.faces.join(" ")}`, ""),
    owner: line.seat,
    total: "",
    kind: "",
    dice: line.faces.map((face, place) => {
      const symbols = line.symbols[place];
      return { face, symbols: symbols && symbols.length === 0 ? ["blank"] : (symbols ?? []), counted: line.counted[place] ?? "", mark: "", by: "", kind: line.dice[place] ?? "", fates: [] };
    }),
  };
}
