// Symbols that dice show, drawn on a grid of 24: each has an outline of its own, so that colour says nothing alone.

interface Drawing {
  /** What is filled. */
  d: string;
  /** Lines over it, in the colour of the die. */
  over?: string;
}

const STAR = "M12 2L14.6 8.6L21.5 9L16.2 13.5L18 20.5L12 16.6L6 20.5L7.8 13.5L2.5 9L9.4 8.6Z";
const SHIELD = "M12 2L21 5V12L12 22L3 12V5Z";
const SYMBOLS: Readonly<Record<string, Drawing>> = {
  success: { d: STAR },
  hit: { d: STAR },
  "critical success": { d: "M12 0L15 5.5L21 3L19.5 9L24 12L19.5 15L21 21L15 18.5L12 24L9 18.5L3 21L4.5 15L0 12L4.5 9L3 3L9 5.5Z", over: "M12 7L13.4 10.4L17 10.8L14.3 13.2L15 16.8L12 15L9 16.8L9.7 13.2L7 10.8L10.6 10.4Z" },
  "critical hit": { d: "M12 0L15 5.5L21 3L19.5 9L24 12L19.5 15L21 21L15 18.5L12 24L9 18.5L3 21L4.5 15L0 12L4.5 9L3 3L9 5.5Z", over: "M8 12H16M12 8V16" },
  block: { d: SHIELD },
  "critical block": { d: "M12 0L23 4V12L12 24L1 12V4Z", over: "M12 4.5L18.5 6.8V11.4L12 18.6L5.5 11.4V6.8Z" },
  special: { d: "M14 1L4 14H10.5L9 23L20 9H13Z" },
};
/** A blank is drawn as a bar, so that it is seen that something fell. */
const BLANK: Drawing = { d: "M5 10.5H19V13.5H5Z" };
const BLANKS: ReadonlySet<string> = new Set(["", "blank", "-", "·"]);

/** How a symbol is drawn; null for one that is only known by its letters. */
export function drawing(name: string): Drawing | null {
  return BLANKS.has(name) ? BLANK : (SYMBOLS[name] ?? null);
}

/** Where the pips of a die lie, in thirds; null for a face without pips. */
const PIPS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  "1": [[0, 0]],
  "2": [[-1, -1], [1, 1]],
  "3": [[-1, -1], [0, 0], [1, 1]],
  "4": [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  "5": [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  "6": [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** The pips of a face: dice with six sides have them, others show a figure. */
export function pips(face: string, kind: string): readonly (readonly [number, number])[] | null {
  return kind === "" || kind === "d6" ? (PIPS[face] ?? null) : null;
}

/** Where so many symbols lie on one face: the middle and the size of each, in parts of the face. */
export function spots(many: number): readonly { x: number; y: number; size: number }[] {
  if (many <= 1) return [{ x: 0, y: 0, size: 0.6 }];
  if (many === 2) return [{ x: -0.2, y: -0.2, size: 0.42 }, { x: 0.2, y: 0.2, size: 0.42 }];
  const at = [[-0.21, -0.21], [0.21, -0.21], [-0.21, 0.21], [0.21, 0.21]] as const;
  return Array.from({ length: many }, (_, place) => {
    const [x, y] = many === 3 && place === 2 ? [0, 0.21] : (at[place] ?? [0, 0]);
    return { x, y, size: 0.37 };
  });
}
