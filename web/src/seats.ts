// A seat's colour and shape. The shape carries the same information as the colour.

export type Shape = "circle" | "square" | "diamond" | "triangle" | "hexagon" | "wedge";
const SHAPES: readonly Shape[] = ["circle", "square", "diamond", "triangle", "hexagon", "wedge"];
const HUES = ["blue", "red", "green", "purple", "gold", "slate"] as const;
export type Hue = (typeof HUES)[number];
/** Colour names of seats that are drawn like one of our colours. */
const LIKE: Record<string, Hue> = { orange: "red", yellow: "gold", violet: "purple", grey: "slate", black: "slate" };

function namedHue(name: string): Hue | undefined {
  const word = name.toLowerCase();
  const alike = Object.keys(LIKE).find((colour) => word.includes(colour));
  return HUES.find((hue) => word.includes(hue)) ?? (alike === undefined ? undefined : LIKE[alike]);
}

/** A seat named after a colour has it; the others take the remaining ones. */
export function hueOf(seats: readonly string[], seat: number): Hue {
  const named = seats.map(namedHue);
  const own = named[seat];
  if (own) return own;
  const left = HUES.filter((hue) => !named.includes(hue));
  const nameless = named.slice(0, seat).filter((hue) => !hue).length;
  return left[nameless % left.length] ?? "blue";
}

export function shapeOf(seat: number): Shape {
  return SHAPES[seat % SHAPES.length] ?? "circle";
}

/** The name of the player on a seat; empty if they have not chosen one. */
export function nameAt(here: readonly { seat: number; name: string }[], seat: number): string {
  return here.find((one) => one.seat === seat)?.name ?? "";
}
