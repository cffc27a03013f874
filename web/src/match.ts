// The state of a match on a page: a pure function of the messages received.
import { inWords } from "./places";
import type { Board, Card, Analysis, DiceGroup, CoachShown, LessonShown, LogLine, LuckLine, Rejected, OptionOdds, ListedOption, Reaction, Preview, Reason, Scene, SeatClock, SeatHere, SceneUpdate, TakeBack, Thrown, ToPage, WhyNot } from "./types";

export interface Known {
  scene: Scene | null;
  board: Board | null;
  cards: ReadonlyMap<string, Card>;
  log: readonly LogLine[];
  /** The luck of completed actions, oldest first. */
  luck: readonly LuckLine[];
  /** Log lines before the first one sent, as far as requested; and whether that is all. */
  older: { lines: readonly LogLine[]; isAll: boolean };
  /** How the match may be ended by agreement, the open draw offer, real dice to throw, the link to send, and the receipt of an answer. */
  ends: Pick<SceneUpdate, "draw" | "can_resign" | "can_draw" | "can_abort" | "can_coach" | "claim_in" | "throw" | "by_link" | "receipt" | "puzzle" | "variations">;
  /** The analysis, once the game is over and it is ready. */
  analysis: Analysis | null;
  /** The link to the rematch. */
  rematch: string;
  canUndo: string;
  thinking: boolean;
  curtain: { seat: number; seats: readonly string[] } | null;
  lesson: LessonShown | null;
  /** A notice for the players about this match. */
  notice: string;
  /** The running clocks, counted from the arrival of the message. */
  clocks: readonly SeatClock[];
  /** The number of undos: an answer says after how many of them it was given. */
  epoch: number;
  /** The presence on guests' seats. */
  here: readonly SeatHere[];
  /** What an undo would take back now. */
  undo: TakeBack | null;
  /** Another player's request for an undo. */
  undoWanted: TakeBack | null;
  refused: { text: string; reasons: readonly Reason[] } | null;
  odds: ReadonlyMap<string, OptionOdds>;
  /** What each choice of this question leads to, and whether it may be answered automatically because it makes no difference. */
  reaction: (Reaction & { passes: boolean }) | null;
  /** Options without odds or preview, and why. */
  untold: ReadonlyMap<string, readonly Reason[]>;
  previews: ReadonlyMap<string, Preview>;
  about: ReadonlyMap<string, readonly WhyNot[]>;
  /** The bot's suggestion for this question, if requested. */
  coach: CoachShown | null;
  /** The request about a piece that is still open. */
  asking: string | null;
  /** The number of the question that this page answered last. */
  answered: number;
  /** The option sent as an answer to this question. */
  answering: string | null;
}

export const NOTHING: Known = {
  scene: null,
  board: null,
  cards: new Map(),
  log: [],
  luck: [],
  older: { lines: [], isAll: false },
  ends: { draw: null, can_resign: false, can_draw: false, can_abort: false, can_coach: false, claim_in: null, throw: null, by_link: null, receipt: null, puzzle: null, variations: null },
  analysis: null,
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
  reaction: null,
  untold: new Map(),
  previews: new Map(),
  about: new Map(),
  coach: null,
  asking: null,
  answered: 0,
  answering: null,
};

export function take(known: Known, received: ToPage): Known {
  const message = inWords(known, known.asking, received);
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
    case "analysis":
      return { ...known, analysis: message.analysis };
    case "rematch":
      return { ...known, rematch: message.link };
    case "odds":
      if (message.number !== known.scene?.ask?.number) return known;
      return { ...known, odds: new Map(known.odds).set(message.odds.text, message.odds) };
    case "reaction":
      if (message.number !== known.scene?.ask?.number) return known;
      return { ...known, reaction: { ...message.reaction, passes: message.passes } };
    case "preview":
      if (message.number !== known.scene?.ask?.number) return known;
      return { ...known, previews: new Map(known.previews).set(message.preview.text, message.preview) };
    case "about": {
      if (known.asking === null || message.number !== known.scene?.ask?.number) return { ...known, asking: null };
      return { ...known, about: new Map(known.about).set(known.asking, message.about), asking: null };
    }
    case "coach":
      return message.number === known.scene?.ask?.number ? { ...known, coach: message } : known;
    case "refused":
      return refused(known, message);
    case "undo-wanted":
      return { ...known, undoWanted: message.what };
    case "curtain":
      return { ...NOTHING, curtain: { seat: message.seat, seats: message.seats } };
  }
}

/** Apply a scene: a complete one replaces everything, others keep board and cards and extend the log. */
function shown(known: Known, { scene, can_undo, thinking, whole, lesson, notice, clocks, epoch, here, undo, ...ends }: SceneUpdate): Known {
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
    analysis: scene.ending ? known.analysis : null,
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
    // Others come and go while an answer is under way.
    answering: same && !whole ? known.answering : null,
  };
}

/** Show a refused answer; a refused request is shown where it was made. */
function refused(known: Known, { text, reasons }: Rejected): Known {
  if (text !== "" && text !== known.answering) {
    return { ...known, untold: new Map(known.untold).set(text, reasons) };
  }
  if (text === "" && known.answering === null && known.asking !== null) return { ...known, asking: null };
  return { ...known, refused: { text, reasons }, answering: null };
}

/** Whether nothing depends on the answer to the open question, and answering it automatically reveals nothing. */
export function decidesNothing({ scene, reaction }: Pick<Known, "scene" | "reaction">): boolean {
  const ask = scene?.ask;
  return (ask?.is_mine && (ask.obvious || reaction?.passes)) ?? false;
}

/** The answer to a question without a choice; null if there is a choice, or an answer is under way. */
export function obvious(known: Pick<Known, "scene" | "reaction" | "answering">): ListedOption | null {
  if (!decidesNothing(known) || known.answering !== null) return null;
  const { options = [], obvious: only = false } = known.scene?.ask ?? {};
  return (only ? options[0] : options.find(({ text }) => text === known.reaction?.nothing)) ?? null;
}

/** The identity of the open question: its number repeats after an undo. */
export function questionOf({ scene, epoch }: Pick<Known, "scene" | "epoch">): string {
  return `${epoch}/${scene?.ask?.number ?? ""}`;
}

/** The identity of a request about a piece, to find its response. */
export function aboutKey(actor: string, cell: string | null, target: string | null): string {
  return JSON.stringify([actor, cell, target]);
}

/** Number of answers after which dice are no longer news. */
const MAX_SINCE = 6;

export interface Luck {
  seat: number;
  unit: string;
  total: number;
  actions: readonly LuckLine[];
}

/** The luck of each side in each unit: the server's total, and each action's luck, oldest first. */
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

/** A new action begins with these. */
const BEGINS = new Set(["attack", "move", "turn", "combine", "card", "pass"]);

/** The last dice with their result, if not before this answer; and whether a new action has begun since. */
export function lastThrow(log: readonly LogLine[], since: number): { thrown: Thrown; number: number; isOld: boolean } | null {
  const end = log[log.length - 1]?.number ?? 0;
  let last = log.length - 1;
  while (last >= 0 && log[last]?.faces.length === 0) last -= 1;
  const found = log[last];
  if (!found || found.number < since || end - found.number > MAX_SINCE) return null;
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
  const isOld = log.slice(last).some(({ number, motion }) => number > found.number && motion && BEGINS.has(motion.kind));
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
