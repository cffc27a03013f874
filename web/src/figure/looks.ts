// The appearance of a unit, from the data of its scene.
import type { Card, Look, Piece } from "../types";

/** Its own look, else its card's, else a guess from its letters. */
export function lookOf(piece: Pick<Piece, "look" | "glyph">, card: Pick<Card, "look"> | undefined): Partial<Look> {
  return piece.look ?? card?.look ?? { classes: [...piece.glyph] };
}
