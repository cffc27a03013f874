// The direction of figures: they face their enemies.
import type { Point } from "../../geometry";
import type { Piece } from "../../types";

interface Standing {
  piece: Pick<Piece, "id" | "owner" | "facing">;
  place: Point;
}

/** For each unit -1 (left) to 1 (right): by its facing if it has one, otherwise towards the nearest enemy. */
export function lookingAt(units: readonly Standing[]): Map<string, number> {
  return new Map(units.map((unit) => [unit.piece.id, turnOf(unit, units)]));
}

function turnOf({ piece, place }: Standing, units: readonly Standing[]): number {
  if (piece.facing !== null) return Math.sin((piece.facing * Math.PI) / 180);
  let nearest: Point | null = null;
  let least = Infinity;
  for (const other of units) {
    const far = Math.hypot(other.place.x - place.x, other.place.y - place.y);
    if (other.piece.owner === piece.owner || far >= least) continue;
    least = far;
    nearest = other.place;
  }
  return nearest ? Math.max(-1, Math.min(1, (nearest.x - place.x) / 3)) : 0;
}
