// A card that is opened to be read: whoever shows cards may ask for it, by the context "open card".
import type { Card, Held } from "../../types";

export interface Opened {
  card: Card;
  held?: Held;
  owner?: number | null;
}
export type OpenCard = (opened: Opened) => void;
