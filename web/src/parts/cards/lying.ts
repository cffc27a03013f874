// Cards as they lie on a table, and what can be done with them just now.
import type { Place, Spot } from "../../options";
import type { Card, Scene, Zone } from "../../types";

export interface Lying {
  scene: Scene;
  zones: readonly Zone[];
  cards: ReadonlyMap<string, Card>;
  can: ReadonlySet<string>;
  canZone: ReadonlySet<string>;
  /** Cards that choosing would give up. */
  leaving: ReadonlySet<string>;
  taken: string | null;
  /** The card that is being carried over the table, and where it could be put down just now. */
  carried: string | null;
  over: Place | null;
  picked: readonly string[];
  /** What the option that is pointed at reaches. */
  reached: readonly string[];
  onchoose?: (spot: Spot, byTouch: boolean) => void;
  onpoint?: (spot: Spot | null) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Cards that are only looked at. */
export const UNTOUCHED = { can: NONE, canZone: NONE, leaving: NONE, taken: null, carried: null, over: null, picked: [], reached: [] } as const;
