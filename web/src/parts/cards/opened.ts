// An opened card: components can request it through the context "open card".
import type { Card, Held } from "../../types";

export interface Opened {
  card: Card;
  held?: Held;
  owner?: number | null;
}
export type OpenCard = (opened: Opened) => void;
