// How the cards in front of a player lie beside the question of a table with a board.
import type { Zone } from "../../types";

/** Cards of a hand that lie side by side; more overlap. */
export const APART = 6;
const FEW = 4;
const GAP = 8;
const EDGE = 16;
/** Cards overlap by at most half. */
const COVERED = 0.5;
/** The width of window from which a plan and a hand have the room below, in pixels. */
export const ROOMY = 1400;
const ROOM = 700;

export interface Lie {
  /** The width of a card, in pixels. */
  card: number;
  /** The width of all zones. */
  width: number;
  /** The gap between the cards of a zone; negative where they overlap. */
  gap: (zone: Zone) => number;
}

/** The zones to lay out: a plan lies there only while it is being made or changed. */
export function inFront(zones: readonly Zone[], can: ReadonlySet<string>): Zone[] {
  return zones.filter(({ kind, cards }) => kind !== "plan" || cards.some(({ id, order }) => order === null || can.has(id)));
}

export function lie(zones: readonly Zone[], window = 0): Lie {
  const most = Math.max(0, ...zones.map(({ cards }) => cards.length));
  const several = zones.length > 1;
  const roomy = window >= ROOMY;
  const card = several && roomy ? 84 : most > FEW || several ? 96 : 118;
  const others = zones.filter(({ kind }) => kind !== "hand").reduce((sum, { cards }) => sum + cards.length * (card + GAP) + EDGE, 0);
  const room = several ? (roomy ? ROOM - others - EDGE : 0) : APART * (card + GAP) - GAP;
  const gap = ({ kind, cards: { length } }: Zone) => {
    if (length < 2 || (length <= APART && (kind !== "hand" || !several))) return GAP;
    return Math.min(GAP, Math.max(-COVERED * card, (room - card * length) / (length - 1)));
  };
  const wide = (zone: Zone) => (zone.cards.length === 0 ? 60 : zone.cards.length * card + (zone.cards.length - 1) * gap(zone));
  return { card, gap, width: zones.length === 0 ? 0 : zones.reduce((sum, zone) => sum + wide(zone) + EDGE, 0) };
}
