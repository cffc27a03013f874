// The running order: the plans of all sides, turn by turn.
import type { Held, Scene } from "../../types";

export interface Runner {
  held: Held;
  owner: number;
}

/** Longer names are called by their last word. */
const LONG = 9;

export function callName(name: string): string {
  return name.length > LONG ? (name.split(" ").at(-1) ?? name) : name;
}

/** Who acts in each turn, in their order as far as it is known; empty until every card has its place. */
export function turnsOf(scene: Scene): Runner[][] {
  const plans = scene.zones.flatMap(({ kind, owner, cards }) => (kind === "plan" && owner !== null ? cards.map((held): Runner => ({ held, owner })) : []));
  if (plans.some(({ held }) => held.order === null)) return [];
  const turns: Runner[][] = [];
  for (const each of plans) (turns[(each.held.order ?? 1) - 1] ??= []).push(each);
  const rank = ({ held, owner }: Runner) => (held.is_done ? 0 : held.is_active ? 1 : 2) * 2 + Number(owner !== scene.seat);
  return turns.filter(Boolean).map((turn) => turn.sort((one, other) => rank(one) - rank(other)));
}
