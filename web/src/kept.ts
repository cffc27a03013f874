// What somebody likes, kept on this machine only.

export function kept(name: string): string {
  try {
    return localStorage.getItem(`gattai-${name}`) ?? "";
  } catch {
    return "";
  }
}

/** Nothing is kept of what is as it always is. */
export function keep(name: string, value: string): void {
  try {
    if (value) localStorage.setItem(`gattai-${name}`, value);
    else localStorage.removeItem(`gattai-${name}`);
  } catch {
    // A browser that keeps nothing forgets the choice.
  }
}
