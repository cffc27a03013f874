// How the cards in front of a player lie beside the question of a table with a board.
import type { Zone } from "../../types";

/** Cards of a hand that lie side by side; more overlap. */
export const APART = 6;
const FEW = 4;
const GAP = 8;
const EDGE = 16;
/** Cards overlap by at most half. */
const COVERED = 0.5;

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

export function lie(zones: readonly Zone[]): Lie {
  const most = Math.max(0, ...zones.map(({ cards }) => cards.length));
  const card = most > FEW || zones.length > 1 ? 96 : 118;
  const room = APART * (card + GAP) - GAP;
  const gap = ({ kind, cards: { length } }: Zone) => {
    if (length < 2 || (length <= APART && (kind !== "hand" || zones.length === 1))) return GAP;
    return Math.max(-COVERED * card, zones.length > 1 ? -COVERED * card : (room - card * length) / (length - 1));
  };
  const wide = (zone: Zone) => (zone.cards.length === 0 ? 60 : zone.cards.length * card + (zone.cards.length - 1) * gap(zone));
  return { card, gap, width: zones.length === 0 ? 0 : zones.reduce((sum, zone) => sum + wide(zone) + EDGE, 0) };
}
