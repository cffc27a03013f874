// Light, dark, or as the system has it; kept on this machine only.

export type Theme = "system" | "light" | "dark";
const ORDER: readonly Theme[] = ["system", "light", "dark"];

function kept(): Theme {
  try {
    const theme = localStorage.getItem("gattai-theme");
    return theme === "light" || theme === "dark" ? theme : "system";
  } catch {
    return "system";
  }
}

export const look = $state<{ theme: Theme }>({ theme: kept() });

export function wear(theme: Theme): void {
  look.theme = theme;
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem("gattai-theme", theme);
  } catch {
    // A browser that keeps nothing forgets the choice.
  }
}

export function nextTheme(): void {
  wear(ORDER[(ORDER.indexOf(look.theme) + 1) % ORDER.length] ?? "system");
}
