// Light, dark, or as the system has it; kept on this machine only.
import { keep, kept } from "./kept";
import { watched } from "./watched.svelte";

export type Theme = "system" | "light" | "dark";
const ORDER: readonly Theme[] = ["system", "light", "dark"];

export const look = watched<{ theme: Theme }>({ theme: ORDER.find((theme) => theme === kept("theme")) ?? "system" });

export function wear(theme: Theme): void {
  look.theme = theme;
  document.documentElement.dataset["theme"] = theme;
  keep("theme", theme);
}

export function nextTheme(): void {
  wear(ORDER[(ORDER.indexOf(look.theme) + 1) % ORDER.length] ?? "system");
}
