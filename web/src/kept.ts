// Preferences, stored in this browser only.

export function kept(name: string): string {
  try {
    return localStorage.getItem(`gattai-${name}`) ?? "";
  } catch {
    return "";
  }
}

/** Default values are not stored. */
export function keep(name: string, value: string): void {
  try {
    if (value) localStorage.setItem(`gattai-${name}`, value);
    else localStorage.removeItem(`gattai-${name}`);
  } catch {
    // Without storage the choice is lost on reload.
  }
}
