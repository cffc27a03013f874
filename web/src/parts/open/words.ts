// What is said of open tables alone.

export const w = {
  reaches: (names: readonly string[]) => `could attack ${names.join(", ")}`,
  noFoe: "nobody in reach from there",
  keys: "Arrows go from place to place, with Shift by a tenth of an inch, with Ctrl by an inch; Enter goes there.",
};
