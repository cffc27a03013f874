// A seat's colour and shape. Never colour alone: the shape says the same.

export type Shape = "circle" | "square" | "diamond" | "triangle";
const SHAPES: readonly Shape[] = ["circle", "square", "diamond", "triangle"];
const HUES = ["blue", "red", "green", "purple"] as const;
export type Hue = (typeof HUES)[number];

/** A seat that is called after a colour has it; the others take what is left. */
export function hueOf(seats: readonly string[], seat: number): Hue {
  const named = seats.map((name) => HUES.find((hue) => name.toLowerCase().includes(hue)));
  const own = named[seat];
  if (own) return own;
  const left = HUES.filter((hue) => !named.includes(hue));
  const nameless = named.slice(0, seat).filter((hue) => !hue).length;
  return left[nameless % left.length] ?? "blue";
}

export function shapeOf(seat: number): Shape {
  return SHAPES[seat % SHAPES.length] ?? "circle";
}
