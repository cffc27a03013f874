// The name of the person at this screen, stored in this browser and sent to the tables they join.
import { watched } from "./watched.svelte";

const KEPT = "gattai-name";
export const MAX_NAME = 24;

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

export const me = watched({ name: kept() });

export function callMe(name: string): void {
  me.name = name.trim().slice(0, MAX_NAME);
  try {
    localStorage.setItem(KEPT, me.name);
  } catch {
    // Without storage it asks again.
  }
}
