// Formatting of times and counts for a site's pages.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time in the largest unit that fits. */
export function long(seconds: number): string {
  if (seconds >= 2 * DAY) return `${Math.round(seconds / DAY)} days`;
  if (seconds >= DAY) return "1 day";
  if (seconds >= HOUR) return `${Math.round(seconds / HOUR)} h`;
  if (seconds >= MINUTE) return `${Math.round(seconds / MINUTE)} min`;
  return `${Math.max(0, Math.round(seconds))} s`;
}

/** The time limits: to react and for other answers, or the time bank. */
export function pace(reaction: number, turn: number, bank = 0, increment = 0): string {
  if (bank > 0) return `${long(bank)} each${increment > 0 ? ` + ${long(increment)}` : ""}`;
  if (turn >= DAY) return `${long(turn)} a turn`;
  return `${reaction > 0 ? long(reaction) : "no limit"} · ${turn > 0 ? long(turn) : "no limit"}`;
}

export function ago(seconds: number): string {
  return seconds < 45 ? "just now" : `${long(seconds)} ago`;
}

/** How long ago a moment was; moments are seconds since 1970. */
export const since = (moment: number): string => ago(Date.now() / 1000 - moment);

/** The day of a moment. */
export const day = (moment: number): string => new Date(moment * 1000).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The options of an offer that differ from the defaults, in a few words. */
export function told(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .filter(([name, value]) => value && name !== "seats")
    .map(([, value]) => value)
    .join(", ");
}

/** The address of a profile; guests are found by id, because their names may repeat. */
export function pageOf(who: { id: string; name: string; is_guest: boolean }): string {
  return `/people/${encodeURIComponent(who.is_guest ? who.id : who.name)}`;
}
