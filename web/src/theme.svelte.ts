// Light, dark, or as the system; stored in this browser only.
import { keep, kept } from "./kept";
import { watched } from "./watched.svelte";

export type Theme = "system" | "light" | "dark";
export const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const look = watched<{ theme: Theme }>({ theme: THEMES.find((theme) => theme === kept("theme")) ?? "system" });

export function wear(theme: Theme): void {
  look.theme = theme;
  document.documentElement.dataset["theme"] = theme;
  keep("theme", theme);
}
