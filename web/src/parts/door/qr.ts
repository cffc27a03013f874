// A text as the modules of a QR code (ISO/IEC 18004: bytes, correction level M), for one SVG path.

/** White round it, in modules, as the standard wants. */
export const QUIET = 4;

export interface Code {
  size: number;
  d: string;
}

/** Of each version: bytes of correction in a block, and blocks. */
const BLOCKS = [[10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9], [24, 9], [24, 10], [28, 10], [28, 11], [26, 13], [26, 14], [26, 16], ...[17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49].map((blocks, at) => [at ? 28 : 26, blocks] as const)] as const;

/** The field of 256 elements that codes are reckoned in: powers of two, and which power a number is. */
const POWERS: number[] = [];
const LOGS: number[] = [];
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x > 127 ? 0x11d : 0)) {
  POWERS[i] = x;
  LOGS[x] = i;
}
const times = (a: number, b: number) => (a && b ? POWERS[(LOGS[a]! + LOGS[b]!) % 255]! : 0);

/** What is left of `data` divided by the polynomial of the degree: its correction. */
function correction(data: readonly number[], degree: number): number[] {
  let divisor = [1];
  for (let i = 0; i < degree; i++) divisor = [...divisor, 0].map((each, at) => each ^ times(divisor[at - 1] ?? 0, POWERS[i]!));
  const rest = [...data, ...Array<number>(degree).fill(0)];
  data.forEach((_, at) => {
    const lead = rest[at]!;
    divisor.forEach((each, step) => (rest[at + step]! ^= times(each, lead)));
  });
  return rest.slice(-degree);
}

/** A number followed by its check bits. */
function checked(value: number, bits: number, divisor: number): number {
  let rest = value << bits;
  for (let bit = 31; bit >= bits; bit--) if ((rest >> bit) & 1) rest ^= divisor << (bit - bits);
  return (value << bits) | rest;
}

/** Where patterns for alignment have their centres, on either axis. */
function centres(version: number): number[] {
  if (version < 2) return [];
  const gaps = Math.floor(version / 7) + 1;
  const step = Math.floor((version * 8 + gaps * 3 + 8) / (gaps * 4)) * 2;
  return [6, ...Array.from({ length: gaps }, (_, i) => version * 4 + 10 - (gaps - 1 - i) * step)];
}

/** Places of modules that are free for data, in the order in which they are filled. */
function* places(size: number, taken: (number | undefined)[][]): Generator<[x: number, y: number]> {
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, up = !up)
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (taken[y]![x] === undefined) yield [x, y];
      }
}

/** The modules of a text, row by row. */
export function modules(text: string): number[][] {
  const bytes = [...new TextEncoder().encode(text)];
  for (const [index, [degree, blocks]] of BLOCKS.entries()) {
    const version = index + 1;
    const size = version * 4 + 17;
    const grid = Array.from({ length: size }, () => Array<number | undefined>(size));
    const put = (x: number, y: number, value: unknown) => grid[y]?.[x] === undefined && x >= 0 && x < size && grid[y] && (grid[y][x] = Number(value));
    const square = (x: number, y: number, reach: number, isDark: (far: number) => boolean) => {
      for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) put(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    };
    const far = size - 7;
    for (const [x, y] of [[3, 3], [far + 3, 3], [3, far + 3]] as const) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
    const middles = centres(version);
    for (const y of middles) for (const x of middles) if (grid[y]![x] === undefined) square(x, y, 2, (ring) => ring !== 1);
    for (let i = 0; i < size; i++) {
      put(i, 6, i % 2 === 0);
      put(6, i, i % 2 === 0);
    }
    // Level M and the first mask, with their check bits and the standard's own mask over them.
    const format = checked(0, 10, 0x537) ^ 0x5412;
    for (let i = 0; i < 15; i++) {
      const bit = (format >> i) & 1;
      put(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, bit);
      put(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, bit);
    }
    put(8, size - 8, 1);
    if (version > 6) {
      const told = checked(version, 12, 0x1f25);
      for (let i = 0; i < 18; i++) {
        const [x, y] = [size - 11 + (i % 3), Math.floor(i / 3)];
        put(x, y, (told >> i) & 1);
        put(y, x, (told >> i) & 1);
      }
    }
    const free = [...places(size, grid)];
    const room = (free.length >> 3) - degree * blocks;
    const long = version > 9;
    if (bytes.length + (long ? 3 : 2) > room) continue;
    // Four bits say "bytes", then how many: all that follows is shifted by half a byte.
    const said = [...(long ? [bytes.length >> 8] : []), bytes.length & 255, ...bytes, 0];
    const data = said.map((byte, at) => (((at ? said[at - 1]! : 4) & 15) << 4) | (byte >> 4));
    while (data.length < room) data.push((data.length - said.length) % 2 ? 0x11 : 0xec);
    const least = Math.floor(room / blocks);
    const parts = Array.from({ length: blocks }, (_, i) => {
      const more = Math.max(0, i - blocks + (room % blocks));
      return data.slice(i * least + more, (i + 1) * least + more + Number(i >= blocks - (room % blocks)));
    });
    const woven = (rows: readonly (readonly number[])[], length: number) => Array.from({ length }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
    const all = [...woven(parts, least + 1), ...woven(parts.map((part) => correction(part, degree)), degree)];
    free.forEach(([x, y], at) => (grid[y]![x] = (((all[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) ^ Number((x + y) % 2 === 0)));
    return grid as number[][];
  }
  throw new RangeError("too long for a code");
}

export function qr(text: string): Code {
  const rows = modules(text);
  const runs = rows.flatMap((row, y) => [...row.join("").matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`));
  return { size: rows.length, d: runs.join("") };
}
