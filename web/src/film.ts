// A replay in one file, as `server/film` makes it: each step is the difference from the one before.
import type { Analysis, LogLine, LuckLine, ReplayStep, RuleCard, Scene } from "./types";

/** `[value]` is a new value; an object contains the changes of fields, or of list items by id, with the order in `@`. */
export type Patch = readonly [unknown] | { readonly [part: string]: Patch | readonly string[] | 0 } | null;

export interface Film {
  match: string;
  frames: readonly { patch: Patch; log: readonly LogLine[] }[];
  luck: readonly LuckLine[];
  analysis: Analysis | null;
  rules: readonly RuleCard[];
}

/** Apply a change; unchanged parts stay identical. */
export function patched(old: unknown, patch: Patch | undefined): unknown {
  if (patch === null || patch === undefined) return old;
  if (isNew(patch)) return patch[0];
  const part = (name: string) => patch[name] as Patch | undefined;
  if (Array.isArray(old)) {
    if (!("@" in patch)) return old.map((item, place) => patched(item, part(String(place))));
    const before = new Map((old as { id: string }[]).map((item) => [item.id, item]));
    const order = (patch["@"] as readonly string[] | 0) || [...before.keys()];
    return order.map((id) => patched(before.get(id), part(id)));
  }
  const whole = { ...(old as Record<string, unknown>) };
  for (const name of Object.keys(patch)) whole[name] = patched(whole[name], part(name));
  return whole;
}

function isNew(patch: NonNullable<Patch>): patch is readonly [unknown] {
  return Array.isArray(patch);
}

/** All steps of a film in order. */
export function stepsOf(film: Film): ReplayStep[] {
  let scene: unknown = null;
  return film.frames.map(({ patch, log }, number) => {
    scene = patched(scene, patch);
    return { number, last: film.frames.length - 1, scene: scene as Scene, log: [...log], answer: "", id: film.match };
  });
}

/** The step in the address of a film. */
export function momentIn(hash: string): number | null {
  const found = /[#&?]at=(\d+)/.exec(hash)?.[1];
  return found === undefined ? null : Number(found);
}
