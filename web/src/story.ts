// The log as a story: what units did, and what it changed. Procedure stays in the full log.
import type { LogLine } from "./types";

/** What an entry changed about one piece. */
export interface Effect {
  piece: string;
  amount: number;
  fate: string;
}

export interface Entry {
  /** Its first line: it can be shown again. */
  line: LogLine;
  /** Who did it; empty if the line names nobody. */
  actor: string;
  text: string;
  effects: Effect[];
  /** All lines that belong to it, with dice and rules. */
  lines: LogLine[];
  /** How far it moved, in places. */
  steps: number;
  /** An attack whose result is still to come. */
  isOpen: boolean;
}

export interface Chapter {
  title: string;
  entries: Entry[];
}

const ACTS = new Set(["move", "push", "attack", "combine", "appear", "turn"]);
const RESULTS = new Set(["hit", "mend", "destroyed"]);
const TURN = /^((?:turn|round) \d+)(?:: (.+))?/i;
/** A place by number, or in the words of a log (`Places.name`). */
const PLACE = /\s(?:to|on|at|in|from|into|onto) (?:\[-?\d+ -?\d+\]|-?\d+(?:\.\d+)?,\s?-?\d+(?:\.\d+)?|(?:the (?:hex|point) \d[\w.\- ]*? of )?the middle\b)(?:,? for \d+ \w+| \(\d+ \w+\))?/g;

/** A sentence without places and without prices: the board and the header show both. */
export function plain(text: string): string {
  return text.replace(PLACE, "").replace(/ for \d+ [a-z]+$/, "");
}

function isAct({ motion, text }: LogLine): boolean {
  if (!motion) return false;
  if (motion.kind === "state") return motion.actor !== "" && motion.name !== "" && motion.name.toLowerCase() !== "move";
  return ACTS.has(motion.kind) || motion.kind === "end" || (motion.kind === "card" && /\bplays?\b/.test(text));
}

/** Chapters, oldest first. `isSettled`: nothing is being shown, and no dice are on the table. */
export function story(log: readonly LogLine[], isSettled: boolean): Chapter[] {
  const chapters: Chapter[] = [{ title: "", entries: [] }];
  for (const line of log) {
    const turn = TURN.exec(line.text);
    if (turn && line.faces.length === 0 && !RESULTS.has(line.motion?.kind ?? "")) {
      chapters.push({ title: [turn[1], turn[2]].filter(Boolean).join(" · "), entries: [] });
      continue;
    }
    const entries = chapters[chapters.length - 1]?.entries ?? [];
    const last = entries[entries.length - 1];
    const kind = line.motion?.kind ?? "";
    if (isAct(line)) {
      const steps = kind === "move" ? Math.max(0, (line.motion?.way.length ?? 0) - 1) : 0;
      const text = plain(line.text);
      if (last && steps > 0 && last.steps > 0 && last.text === text) {
        last.steps += steps;
        last.lines.push(line);
      } else entries.push({ line, actor: line.motion?.actor ?? "", text, effects: [], lines: [line], steps, isOpen: kind === "attack" });
    } else if (RESULTS.has(kind)) {
      const found = last && last.steps === 0 ? last : { line, actor: line.motion?.hits[0]?.piece ?? "", text: plain(line.text), effects: [], lines: [], steps: 0, isOpen: false };
      if (found !== last) entries.push(found);
      found.lines.push(line);
      found.isOpen = false;
      if (found === last) for (const hit of line.motion?.hits ?? []) adds(found.effects, hit);
    } else if (last) {
      last.lines.push(line);
      if (kind === "pass") last.isOpen = false;
    }
  }
  for (const { entries } of chapters) for (const entry of entries.slice(0, -1)) entry.isOpen = false;
  const last = chapters[chapters.length - 1]?.entries.at(-1);
  if (last && isSettled) last.isOpen = false;
  for (const chapter of chapters.slice(0, -1)) for (const entry of chapter.entries) entry.isOpen = false;
  return chapters.filter(({ entries }) => entries.length > 0);
}

function adds(effects: Effect[], { piece, amount, fate }: Effect): void {
  const same = effects.find((effect) => effect.piece === piece);
  if (!same) effects.push({ piece, amount, fate });
  else {
    same.amount += amount;
    same.fate ||= fate;
  }
}
