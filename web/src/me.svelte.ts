// How the person at this screen wants to be called; kept on this machine, told to the tables one sits at.
import { watched } from "./watched.svelte";

const KEPT = "gattai-name";
export const MOST_NAME = 24;

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

export const me = watched({ name: kept() });

export function callMe(name: string): void {
  me.name = name.trim().slice(0, MOST_NAME);
  try {
    localStorage.setItem(KEPT, me.name);
  } catch {
    // A browser that keeps nothing asks again.
  }
}
