// Walking through the listed steps of an analysis.
import type { VariationRow } from "../../types";

/** The step before this one on its way from the start; null for the start. Where dice follow at once, nobody can stop. */
export function before(rows: readonly VariationRow[], at: number): VariationRow | null {
  let from = rows[at];
  for (let place = at - 1; from && place >= 0; place -= 1) {
    const row = rows[place]!;
    if (row.number >= from.number || row.depth > from.depth) continue;
    if (!row.rolls) return row;
    from = row;
  }
  return null;
}

/** The main step after this one; null if there is none. Without a step: the first one. */
export function after(rows: readonly VariationRow[], at: number): VariationRow | null {
  const from = rows[at];
  if (!from) return rows.find(({ depth }) => depth === 0) ?? null;
  for (const row of rows.slice(at + 1)) {
    if (row.depth < from.depth || (row.depth === from.depth && row.number <= from.number)) return null;
    if (row.depth === from.depth) return row;
  }
  return null;
}
