import { plural } from "../../texts";

/** A duration that somebody waits for. */
export function wait(seconds: number): string {
  if (seconds < 90) return plural(Math.max(1, Math.round(seconds)), "second", "seconds");
  return seconds < 5400 ? plural(Math.round(seconds / 60), "minute", "minutes") : `${(seconds / 3600).toFixed(1)} hours`;
}

export const texts = {
  title: "Lab",
  about: "Change a card or a rule. Bots play the game as printed and with your change, with the same dice, until the difference is sure.",
  games: "Games",
  find: "Find a card or a rule",
  cards: "Cards and rules",
  fielded: "On the usual table",
  others: "Others",
  notFielded: "The usual table does not field this card: a change of it does nothing there. Field it by an option of the table.",
  nothing: "Nothing has these words in its name.",
  printed: (value: string): string => `printed: ${value}`,
  changed: "Your change",
  none: "Nothing is changed yet. Choose a card, then change a number.",
  becomes: (was: string, value: string): string => `${was} → ${value}`,
  undo: (what: string): string => `Leave ${what} as printed`,
  player: "Played by",
  metric: "Measured",
  difference: "Difference that matters",
  pairs: "At most",
  pairsOf: (count: number): string => `${count} pairs of games`,
  start: "Start",
  studies: "Studies",
  noStudies: "No study yet.",
  waiting: "Playing the first games…",
  played: (pairs: number, wanted: number, games: number): string => `${pairs} of at most ${wanted} pairs, ${plural(games, "game", "games")}`,
  forecast: (pairs: number, left: number): string => `If it stays like this, ${pairs} pairs decide it: ${wait(left)} to go.`,
  most: (pairs: number, left: number): string => `At most ${pairs} pairs, ${wait(left)}: so many show that the change does nothing.`,
  reporting: "Decided. The report and its games are being written…",
  legend: (first: string): string => `A: as printed. B: with the change. Player 1: ${first}.`,
  interval: (value: string, low: string, high: string): string => `Difference so far ${value}, from ${low} to ${high}`,
  stopped: "Stopped; nothing is lost.",
  stop: "Stop",
  resume: "Go on",
  report: "Report",
  pack: "Pack",
  file: "Study file",
  remove: "Delete",
  zero: "no difference",
};
