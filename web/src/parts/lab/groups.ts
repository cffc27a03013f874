// What can be changed, by card.
import type { Changeable } from "../../types";

export type Value = boolean | number | string;
export interface Group {
  id: string;
  title: string;
  kind: string;
  fields: Changeable[];
  fielded: boolean;
}

const TABLE = "options.";

/** Words of an id: "rotary-gun" becomes "rotary gun". */
export const words = (id: string): string => id.replaceAll(/[-_]/g, " ");

/** The cards and the rules with all that can be changed on them, those on the table first. */
export function grouped(all: readonly Changeable[], fielded: readonly string[]): Group[] {
  const onTable = new Set(fielded);
  /** Kinds of cards that are fielded; others, such as fields and charts, are not. */
  const kinds = new Set(fielded.map((id) => id.split(".")[0]));
  const groups = new Map<string, Group>();
  for (const field of all) {
    const [kind = "", card = ""] = field.path.split(".");
    const isCard = field.of !== "the rules" && !field.path.startsWith(TABLE);
    const id = isCard ? `${kind}.${card}` : field.of;
    const group = groups.get(id) ?? { id, title: field.of, kind: isCard ? words(kind) : "", fields: [], fielded: !isCard || !kinds.has(kind) || onTable.has(id) };
    group.fields.push(field);
    groups.set(id, group);
  }
  return [...groups.values()].sort((one, other) => Number(other.fielded) - Number(one.fielded));
}

/** The name of a field on its card: "weapon.rotary-gun.attacks" is "rotary gun: attacks". */
export function nameOf(field: Changeable, group: Group): string {
  const parts = (group.kind ? field.path.split(".").slice(2) : field.path.replace(TABLE, "").split(".")).map(words);
  const last = parts.pop() ?? "";
  const place = parts.at(-1);
  return place === undefined ? last : `${place}: ${last}`;
}

export const matches = (group: Group, wanted: readonly string[]): boolean => {
  const text = `${group.title} ${group.kind} ${group.id}`.toLowerCase();
  return wanted.every((word) => text.includes(word) || group.fields.some((field) => field.path.toLowerCase().includes(word)));
};

/** What was typed or chosen, as a value of this field; undefined if it is none. */
export function read(field: Changeable, text: string): Value | undefined {
  const trimmed = text.trim();
  if (field.choices.includes(trimmed)) return trimmed === "true" ? true : trimmed === "false" ? false : trimmed;
  if (field.path.startsWith(TABLE) && field.choices.length === 0 && field.low === null) return trimmed || undefined;
  const number = Number(trimmed);
  if (trimmed === "" || Number.isNaN(number)) return undefined;
  if ((field.low !== null && number < field.low) || (field.high !== null && number > field.high)) return undefined;
  return number;
}
