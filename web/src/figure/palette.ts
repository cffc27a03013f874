// Colours of figures. Light comes from the left, so the right side is one tone darker.
import type { Hue, Shape } from "../seats";
import { hash } from "./hash";

/** Rim, armour, shade and deep of each owner. */
export const HUES: Readonly<Record<Hue, Tones>> = {
  red: ["#ffab73", "#e56a1f", "#b24803", "#6d2b00"],
  blue: ["#74c8f8", "#2088d2", "#0c5f9d", "#073a63"],
  green: ["#63dcb6", "#12a67c", "#047657", "#024838"],
  purple: ["#f3b4d6", "#cd74a8", "#994b7b", "#602c4c"],
  gold: ["#ffe08a", "#dba21e", "#946a03", "#5a4000"],
  slate: ["#c8d4dd", "#8a9ba8", "#5d6d7a", "#38444e"],
};
export type Tones = readonly [string, string, string, string];

const WARM_GLOW = ["#fffbe2", "#ffd84d", "#d99100"] as const;
const GLOW: Readonly<Record<Hue, readonly string[]>> = {
  red: WARM_GLOW,
  blue: ["#effeff", "#86efff", "#1fa9cf"],
  green: ["#fbffe2", "#e4f26a", "#9fae12"],
  purple: ["#fff3e6", "#ffc98a", "#d08322"],
  gold: ["#f4f0ff", "#b8a6ff", "#6d54d6"],
  slate: WARM_GLOW,
};
const WARM: Tones = ["#fbf6ea", "#dfd8c8", "#aba597", "#716c62"];
export const COOL: Tones = ["#f4f9fd", "#cfdbe5", "#95a7b6", "#5f707f"];
export const FRAME: Tones = ["#667785", "#44525e", "#2d3842", "#1c242b"];
const SKIN = [
  ["#ffe0c4", "#f0bd94", "#c98d63"],
  ["#e8b48a", "#c98a5c", "#9a6238"],
  ["#b9805a", "#8f5a38", "#653b21"],
  ["#8a5a3e", "#64402a", "#422818"],
] as const;
const HAIR = [
  ["#2d2a30", "#1b191d", "#0e0d10"],
  ["#7a4a2b", "#54301a", "#0e0d10"],
  ["#e8d48a", "#b89a45", "#0e0d10"],
  ["#e9eef2", "#aab6bf", "#0e0d10"],
  ["#c84f3c", "#8d3022", "#0e0d10"],
  ["#7c6bd6", "#4f4199", "#0e0d10"],
] as const;
/** The colour of all outlines. */
export const INK = "#0a1016";

/** The material of a part: `p` the owner's armour, `n` plating, `k` frame, `g` glow, `w` white, `y` gold, `h` medicine, `s` skin, `b` hair, `m` horn, `r` danger, `e` rock. */
export type Stuff = "p" | "n" | "k" | "g" | "w" | "y" | "h" | "s" | "b" | "m" | "r" | "e";

/** A mix of two colours. */
export function mix(a: string, b: string, share: number): string {
  const part = (hex: string, i: number) => parseInt(hex.slice(i, i + 2), 16);
  const between = (i: number) => Math.round(part(a, i) + (part(b, i) - part(a, i)) * share);
  return `#${[1, 3, 5].map((i) => between(i).toString(16).padStart(2, "0")).join("")}`;
}

interface Painted {
  name: string;
  family: string;
  hue: Hue;
  base: Shape;
  done: boolean;
}

/** How much a unit that has acted is darkened. */
const DONE = 0.07;

/** The colour of a material and a tone, for one unit. A unit that has acted keeps its colours. */
export function paint({ name, family, hue, base, done }: Painted): (stuff: Stuff, tone: number) => string {
  const table: Readonly<Record<Stuff, readonly string[]>> = {
    p: HUES[hue],
    n: base === "circle" ? WARM : COOL,
    k: FRAME,
    g: GLOW[hue],
    w: ["#ffffff", "#dfe6ec", "#b4c0ca"],
    y: ["#ffe9a3", "#f3c43a", "#b78a10", "#775800"],
    h: ["#12a67c", "#047657", "#02513d"],
    s: SKIN[hash(`${family}/skin`) % SKIN.length] ?? SKIN[0],
    b: HAIR[hash(`${name}/hair`) % HAIR.length] ?? HAIR[0],
    m: ["#f7efdf", "#d8c9a8", "#a48f68", "#6c5b3d"],
    r: ["#ff8a7a", "#d94f45", "#8f2620"],
    e: ["#cfd6cf", "#9aa59c", "#67736b", "#3f4942"],
  };
  return (stuff, tone) => {
    const list = table[stuff];
    const found = list[Math.min(tone, list.length - 1)] ?? INK;
    return done ? mix(found, "#000000", DONE) : found;
  };
}
