// The level of detail of a unit, by the size of a hex on the screen.

/** `whole`: figure, strength, chip, badges; `figure`: without chip and names; `face`: in the owner's shape; `shape`: that alone. */
export type Detail = "whole" | "figure" | "face" | "shape";

/** Pixels across a hex. */
export function detailAt(across: number): Detail {
  if (across >= 44) return "whole";
  if (across >= 26) return "figure";
  return across >= 18 ? "face" : "shape";
}
