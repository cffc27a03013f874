// Who sits at a table of a site, as its bar shows them: one's own seat first.
import type { Known } from "../match";
import type { ListedPlayer, Seated } from "../site/types";
import type { SeatClock } from "../types";

export type Presence = "you" | "here" | "gone" | "awaited" | "bot";

export interface Sitter {
  seat: number;
  name: string;
  player: ListedPlayer | null;
  presence: Presence;
  clock: SeatClock | null;
}

export function sitting(known: Known, seated: Seated | null, players: readonly string[], own: number | null): Sitter[] {
  const scene = known.scene;
  if (!scene) return [];
  const found = scene.seats.map((side, seat): Sitter => {
    const here = known.here.find((one) => one.seat === seat);
    const player = seated?.players[seat] ?? null;
    const program = players[seat] ?? "person";
    const isBot = !here && player === null && program !== "person";
    const bot = isBot ? capital(program) : "";
    return {
      seat,
      name: here?.name || player?.name || bot || capital(side),
      player,
      presence: presenceOf(seat === own, isBot, here, seated?.away.includes(seat) ?? true),
      clock: known.clocks.find((clock) => clock.seat === seat) ?? null,
    };
  });
  return found.sort((one, other) => Number(other.seat === own) - Number(one.seat === own) || one.seat - other.seat);
}

/** A node knows of those who are at it; the site knows whether somebody who is not has gone. */
function presenceOf(isOwn: boolean, isBot: boolean, here: { is_here: boolean; has_come: boolean } | undefined, away: boolean): Presence {
  if (isOwn) return "you";
  if (isBot || !here) return "bot";
  if (here.is_here) return "here";
  if (!here.has_come) return "awaited";
  return away ? "gone" : "here";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const DAY = 86_400;
const HOUR = 3_600;

/** Time on a clock: days and hours, or minutes and seconds; at the last, tenths. */
export function clockText(left: number): string {
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)}:${two((left % HOUR) / 60)}:${two(left % 60)}`;
  if (left < LAST && left > 0) return left.toFixed(1);
  return `${Math.floor(left / 60)}:${two(left % 60)}`;
}

function two(number: number): string {
  return String(Math.floor(number)).padStart(2, "0");
}

export const SHORT = 30;
export const LAST = 10;

/** What is said aloud of one's own clock: twice, and not at every second. */
export function warning(left: number): string {
  if (left <= 0) return "Your time is up.";
  if (left <= LAST) return "10 seconds left!";
  return left <= SHORT ? "30 seconds left." : "";
}
