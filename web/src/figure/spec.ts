// A unit in words, with everything said that drawing it needs.
import type { Hue, Shape } from "../seats";
import type { Look } from "../types";

export interface Spec extends Look {
  name: string;
  hue: Hue;
  /** The shape of the owner's plate. */
  base: Shape;
  /** Where it looks: -1 to the left, 0 ahead, 1 to the right. */
  turn: number;
  /** Seen from behind. */
  away: boolean;
  /** How much of its strength it has lost, 0 to 1. */
  damage: number;
  done: boolean;
  gone: boolean;
  /** Whether it stands on its owner's plate. */
  plate: boolean;
}
export type Words = Partial<Spec> & { name: string };

const PLAIN: Omit<Spec, "name"> = {
  kind: "robot",
  classes: [],
  role: "",
  level: 1,
  weapons: [],
  traits: [],
  family: "",
  hue: "slate",
  base: "circle",
  turn: 0,
  away: false,
  damage: 0,
  done: false,
  gone: false,
  plate: true,
};

/** What is not said is as usual; the make is the first word of the name. */
export function specOf(words: Words): Spec {
  const spec = { ...PLAIN, ...words };
  return { ...spec, family: spec.family || (spec.name.split(/[-\s]/)[0] ?? "") };
}
