// What a unit looks like, from what its scene says about it.
import type { Card, Look, Piece } from "../types";

/** Its own look, else its card's, else what little its letters tell. */
export function lookOf(piece: Pick<Piece, "look" | "glyph">, card: Pick<Card, "look"> | undefined): Partial<Look> {
  return piece.look ?? card?.look ?? { classes: [...piece.glyph] };
}
