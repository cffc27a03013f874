// Sound and vibration on this device. Nothing before the first touch; then as set by the player.
import { keep, kept } from "../kept";
import { Mixer, type Said } from "./mixer";
import type { Sound } from "./sounds";
import { watched } from "../watched.svelte";

export const hearing = watched({ sound: kept("sound") !== "off", touch: kept("touch") !== "off" });

let context: AudioContext | null = null;
let mixer: Mixer | null = null;

/** Browsers allow no sound before the first touch. */
export function wakeOnFirstTouch(): void {
  const wake = () => {
    if (!hearing.sound) return;
    if (!context && "AudioContext" in window) {
      context = new AudioContext();
      mixer = new Mixer(context);
    }
    void context?.resume();
  };
  for (const touch of ["pointerdown", "keydown"]) window.addEventListener(touch, wake, { capture: true, passive: true });
}

export function say(sound: Sound, how?: Said): void {
  if (hearing.sound && context?.state === "running") mixer?.say(sound, how);
}

export function hush(): void {
  mixer?.hush();
}

export function setSound(on: boolean): void {
  hearing.sound = on;
  keep("sound", on ? "" : "off");
  if (!on) void context?.suspend();
  else void context?.resume();
}

const FELT = {
  tap: [8],
  refuse: [12, 40, 12],
  impact: [18],
  kill: [30, 30, 60],
  combine: [15, 40, 15, 40, 70],
  turn: [20, 60, 20],
} as const;

/** Let a phone vibrate, unless the player prefers reduced motion. */
export function feel(what: keyof typeof FELT): void {
  if (!hearing.touch || !("vibrate" in navigator) || !navigator.userActivation?.hasBeenActive) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || !matchMedia("(pointer: coarse)").matches) return;
  navigator.vibrate(FELT[what]);
}

export function setTouch(on: boolean): void {
  hearing.touch = on;
  keep("touch", on ? "" : "off");
}
