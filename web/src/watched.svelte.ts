// An object with reactive fields; nothing below them is reactive.

export function watched<T extends object>(start: T): T {
  const all = {} as T;
  for (const key of Object.keys(start) as (keyof T)[]) {
    let value = $state.raw(start[key]);
    Object.defineProperty(all, key, { get: () => value, set: (now: T[keyof T]) => (value = now) });
  }
  return all;
}
