// The face of a player, derived from the name and the same everywhere: bots are robots, people are athletes.
import type { Hue } from "../seats";
import { hash } from "./hash";
import { HEADS } from "./heads";
import { HAIRSTYLES } from "./person";
import type { Words } from "./spec";

const HUES: readonly Hue[] = ["blue", "red", "green", "purple", "gold", "slate"];
const KINDS = { bot: Object.keys(HEADS), person: HAIRSTYLES };
/** With this word the heads of our own bots differ by name alone. */
const SALT = "horn";

/** The head of a name. No two of `among` have the same while there are enough heads: they differ in form and not only in colour. */
function headOf(name: string, heads: readonly string[], among: readonly string[]): string {
  const taken = new Set<string>();
  for (const each of [...new Set([...among, name])].sort()) {
    let at = hash(`${each}/${SALT}`) % heads.length;
    while (taken.has(heads[at] ?? "") && taken.size < heads.length) at = (at + 1) % heads.length;
    const head = heads[at] ?? "";
    if (each === name) return head;
    taken.add(head);
  }
  return "";
}

export function avatar(name: string, isBot: boolean, among: readonly string[] = [], hue?: Hue): Words & { hue: Hue } {
  const own = HUES[hash(`${name} hue`) % HUES.length] ?? "slate";
  return { kind: isBot ? "robot" : "athlete", name, family: name, head: headOf(name, KINDS[isBot ? "bot" : "person"], among), hue: hue ?? own, plate: false };
}
