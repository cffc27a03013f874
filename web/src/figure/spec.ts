// The description of a unit with every default filled in.
import type { Hue, Shape } from "../seats";
import type { Look } from "../types";

export interface Spec extends Look {
  name: string;
  hue: Hue;
  /** The shape of the owner's plate. */
  base: Shape;
  /** The direction it faces: -1 left, 0 ahead, 1 right. */
  turn: number;
  /** Seen from behind. */
  away: boolean;
  /** The share of its strength that it has lost, 0 to 1. */
  damage: number;
  done: boolean;
  gone: boolean;
  /** Whether it stands on its owner's plate. */
  plate: boolean;
  /** The head of a robot, or the hair of a person; empty if the name chooses it. */
  head: string;
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
  head: "",
};

/** Fill in defaults; the make is the first word of the name. */
export function specOf(words: Words): Spec {
  const spec = { ...PLAIN, ...words };
  return { ...spec, family: spec.family || (spec.name.split(/[-\s]/)[0] ?? "") };
}
