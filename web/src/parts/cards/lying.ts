// Cards on a table, and their current options.
import type { Place, Spot } from "../../options";
import type { Card, Scene, Zone } from "../../types";

export interface Lying {
  scene: Scene;
  zones: readonly Zone[];
  cards: ReadonlyMap<string, Card>;
  can: ReadonlySet<string>;
  canZone: ReadonlySet<string>;
  /** Cards that the choice would discard. */
  leaving: ReadonlySet<string>;
  taken: string | null;
  /** The dragged card, and where it can be put down. */
  carried: string | null;
  over: Place | null;
  picked: readonly string[];
  /** The reach of the option pointed at. */
  reached: readonly string[];
  onchoose?: (spot: Spot, byTouch: boolean) => void;
  onpoint?: (spot: Spot | null) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Cards that are only shown. */
export const UNTOUCHED = { can: NONE, canZone: NONE, leaving: NONE, taken: null, carried: null, over: null, picked: [], reached: [] } as const;
