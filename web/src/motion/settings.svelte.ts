// The viewer's settings for animations.
import { keep, kept } from "../kept";
import { watched } from "../watched.svelte";

export const SPEEDS = ["0.5", "1", "2", "4", "off"] as const;
export type Speed = (typeof SPEEDS)[number];

function speedKept(): Speed {
  return SPEEDS.find((speed) => speed === kept("speed")) ?? "1";
}

/** `diceAtOnce`: dice are shown without rolling. */
export const pace = watched<{ speed: Speed; diceAtOnce: boolean }>({ speed: speedKept(), diceAtOnce: kept("dice") === "at-once" });

export function setSpeed(speed: Speed): void {
  pace.speed = speed;
  keep("speed", speed === "1" ? "" : speed);
}

export function nextSpeed(): void {
  setSpeed(SPEEDS[(SPEEDS.indexOf(pace.speed) + 1) % SPEEDS.length] ?? "1");
}

export function setDiceAtOnce(on: boolean): void {
  pace.diceAtOnce = on;
  keep("dice", on ? "at-once" : "");
}

/** Whether the viewer prefers reduced motion. */
export function isCalm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
