// Which pattern a kind of terrain has: the one that its name calls to mind, else the next that is free.

interface Texture {
  size: number;
  turn: number;
  draw: string;
  /** Words of terrain that looks like this. */
  like: RegExp | null;
}

export const TEXTURES: readonly Texture[] = [
  { size: 0.3, turn: 35, draw: "M0,.15 H.3", like: null },
  { size: 0.36, turn: 0, draw: "M.03,.2 q.06,-.16 .12,0 M.21,.36 q.06,-.16 .12,0", like: /thicket|rubble|rough/ },
  { size: 0.3, turn: 45, draw: "M0,.15 H.3 M.15,0 V.3", like: /ruin|wreck/ },
  { size: 0.4, turn: 0, draw: "M0,.1 q.1,-.1 .2,0 t.2,0 M0,.3 q.1,-.1 .2,0 t.2,0", like: /water|river|sea|lake/ },
  { size: 0.44, turn: 0, draw: "M.02,.2 L.11,.04 L.2,.2 M.24,.42 L.33,.26 L.42,.42", like: /jungle|forest|wood|tree/ },
  { size: 0.4, turn: 0, draw: "M0,.1 H.4 M0,.3 H.4 M.1,.1 V.3 M.3,.3 V.5 M.3,-.1 V.1", like: /wall|barricade/ },
  { size: 0.32, turn: 0, draw: "M.1,.1 h.1 v.12 h-.1 Z", like: /building|house|base/ },
  { size: 0.34, turn: 0, draw: "M.1,0 V.34 M.24,0 V.34", like: /tower|overpass|bridge/ },
  { size: 0.3, turn: 0, draw: "M.13,.15 h.04", like: /mesa|hill|rock/ },
];

/** The number of the pattern for each kind of terrain. While there are enough, no two have the same. */
export function texturesOf(terrains: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const taken = new Set<number>();
  const give = (terrain: string, index: number) => {
    found.set(terrain, index);
    taken.add(index);
  };
  for (const terrain of terrains) {
    const index = TEXTURES.findIndex(({ like }, place) => like?.test(terrain) && !taken.has(place));
    if (index >= 0) give(terrain, index);
  }
  for (const terrain of terrains) {
    if (found.has(terrain)) continue;
    const free = TEXTURES.findIndex((_, place) => !taken.has(place));
    give(terrain, free >= 0 ? free : found.size % TEXTURES.length);
  }
  return found;
}
