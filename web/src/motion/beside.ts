// What stands beside the board at a moment: never more than the board has shown.
import { lastThrow, type Known } from "../match";
import type { LogLine, LuckLine, Thrown } from "../types";

/** What is being shown, and what is still to come. */
export interface Shown {
  readonly shown: Known;
  readonly busy: boolean;
  readonly holdsQuestion: boolean;
  readonly dice: object | null;
}

export interface Beside {
  /** The last dice of an action that is over. */
  fallen: ReturnType<typeof lastThrow>;
  /** The dice in the slot, and whether they belong to the question. */
  thrown: Thrown | null;
  isOpen: boolean;
  /** Dice are rolling, or about to. */
  rolls: boolean;
  /** The last roll compared with its odds, once the luck is known. */
  results: readonly LuckLine[];
  /** All results are known. */
  isSettled: boolean;
  /** The end of the game has been seen. */
  isOver: boolean;
  /** For those who listen. */
  news: readonly LogLine[];
}

/** Lines that are kept for those who listen. */
const NEWS = 40;

export function beside({ shown, busy, holdsQuestion, dice }: Shown, answered: number): Beside {
  const { scene, log, luck } = shown;
  const open = scene?.throw ?? null;
  const fallen = open || dice ? null : lastThrow(log, answered);
  return {
    fallen,
    thrown: open ?? fallen?.thrown ?? null,
    isOpen: open !== null,
    rolls: dice !== null || (holdsQuestion && open === null),
    results: fallen ? luck.filter(({ number, seat }) => number === fallen.number && seat !== null) : [],
    isSettled: !busy && open === null,
    isOver: !busy && scene?.ending != null,
    news: log.slice(-NEWS),
  };
}
