// Texts for open tables only.

export const w = {
  reaches: (names: readonly string[]) => `could attack ${names.join(", ")}`,
  noFoe: "no targets in reach from there",
  keys: "Arrow keys move from place to place, with Shift by a tenth of an inch, with Ctrl by an inch; Enter chooses.",
};
