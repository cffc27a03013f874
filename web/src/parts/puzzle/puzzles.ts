// Which puzzle is the one of the day, which were solved, and on how many days in a row; kept in this browser.
import { api, call } from "../../api";
import { keep, kept } from "../../kept";
import { seatOf } from "../../quick";
import type { PuzzleCard } from "../../types";

const SOLVED = "puzzles";
const DAYS = "puzzle-days";
const DAY = 86_400_000;
const ENOUGH = 7;

export const puzzles = () => call<PuzzleCard[]>("/api/puzzles");

/** Begin a puzzle; returns the address of its table. */
export async function begin({ game, id }: Pick<PuzzleCard, "game" | "id">): Promise<string> {
  const begun = await api.begin({ game, players: [], puzzle: id });
  return `/match/${begun.id}/${seatOf(begun)}`;
}

/** The number of a day, by the date where the person is. */
export function dayOf(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
}

/** The puzzle of a day: the games take turns, and each goes through its puzzles. */
export function ofTheDay(all: readonly PuzzleCard[], day: number): PuzzleCard | undefined {
  const games = [...new Set(all.map(({ game }) => game))].sort();
  if (games.length === 0) return undefined;
  const own = all.filter(({ game }) => game === games[day % games.length]);
  return own[Math.floor(day / games.length) % own.length];
}

/** Whether there are enough puzzles for one of the day: with fewer, the same ones would soon come back. */
export const isDaily = (all: readonly PuzzleCard[]): boolean => all.length >= ENOUGH;

/** The puzzle that home offers: that of the day, or while there are few, one that was not solved yet. */
export function offered(all: readonly PuzzleCard[], today: number): PuzzleCard | undefined {
  const done = solved();
  return isDaily(all) ? ofTheDay(all, today) : (all.find(({ id }) => !done.has(id)) ?? all[0]);
}

export const solved = (): Set<string> => new Set(kept(SOLVED).split(" ").filter(Boolean));

/** The days on which the puzzle of the day was solved that belong to the current row; it goes on until a day is missed. */
export function streak(today: number): { days: number; isDone: boolean } {
  const [last = 0, days = 0] = kept(DAYS).split(" ").map(Number);
  return { days: last >= today - 1 ? days : 0, isDone: last === today };
}

/** Note that a puzzle was solved, and whether it was that of the day. */
export function solve(id: string, all: readonly PuzzleCard[], today: number): void {
  keep(SOLVED, [...solved().add(id)].join(" "));
  const { days, isDone } = streak(today);
  if (!isDone && isDaily(all) && ofTheDay(all, today)?.id === id) keep(DAYS, `${today} ${days + 1}`);
}

/** The next puzzle of a game: one that was not solved yet if there is any, else the one after this. */
export function nextOf(all: readonly PuzzleCard[], game: string, after = ""): PuzzleCard | undefined {
  const own = all.filter((each) => each.game === game);
  const at = own.findIndex(({ id }) => id === after) + 1;
  const turned = [...own.slice(at), ...own.slice(0, at)];
  const done = solved();
  return turned.find(({ id }) => !done.has(id)) ?? turned[0];
}
