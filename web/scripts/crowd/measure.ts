// Counts what cannot be read on tables that were played, on the true silhouettes of figures. Runs in a page.
import { ACROSS, boxOf, fitting, framing, WHOLE, type Subject } from "../../src/camera";
import { figure, heightOf } from "../../src/figure/figure";
import { lookOf } from "../../src/figure/looks";
import { seenFrom, shortName, type Box, type Point } from "../../src/geometry";
import { crowd, FOOT, outside, overlap, partOf, TORSO, widthOf, withNames, type CrowdUnit, type Placed } from "../../src/parts/board/crowd";
import { frameOf, LIFT, project } from "../../src/relief";
import { KINDS, kindsOf } from "../../src/terrain";
import type { Board, Piece } from "../../src/types";

interface Table {
  board: Board;
  seat: number;
  units: Piece[];
  options: [actor: string | null, target: string | null, cell: string | null][];
}

/** The board's part of screens of 1440x900, 1024x768 and 390x844. */
const WINDOWS = { "1440x900": { width: 808, height: 760 }, "1024x768": { width: 424, height: 620 }, "390x844": { width: 386, height: 438 } };
const PHONE = 500;
const NAMED = 10;
/** A pair is hard to tell apart if more than this share of one figure is covered by the other. */
const TANGLED = 0.35;

// Silhouettes: one sample for each of the figure's own units.

const [LEFT, TOP, WIDE, HIGH] = [-90, -170, 180, 190];
interface Mask {
  bits: Uint8Array;
  area: number;
}
const masks = new Map<string, Mask>();

async function maskOf(unit: Piece): Promise<Mask> {
  const words = { ...lookOf(unit, undefined), name: unit.name, plate: false };
  const key = JSON.stringify(words);
  const found = masks.get(key);
  if (found) return found;
  const picture = new Image();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${LEFT} ${TOP} ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}">${figure(words)}</svg>`;
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const context = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH }).getContext("2d") as CanvasRenderingContext2D;
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, WIDE, HIGH);
  const bits = new Uint8Array(WIDE * HIGH);
  let area = 0;
  for (let i = 0; i < bits.length; i++) if ((data[4 * i + 3] ?? 0) >= 128) area += bits[i] = 1;
  const mask = { bits, area };
  masks.set(key, mask);
  return mask;
}

function covers({ bits }: Mask, x: number, y: number): boolean {
  const [column, row] = [Math.round(x - LEFT), Math.round(y - TOP)];
  return column >= 0 && row >= 0 && column < WIDE && row < HIGH && bits[row * WIDE + column] === 1;
}

/** A unit as it is drawn, in pixels of the board. */
interface Shown {
  id: string;
  foot: Point;
  /** Pixels for one of the figure's own units, and its height. */
  size: number;
  high: number;
  collar: Box;
  name: Box | null;
  isClicked: (at: Point) => boolean;
}

/** The share of the smaller figure that the other covers, or is covered by. */
function shared(one: Shown, other: Shown, masksOf: ReadonlyMap<string, Mask>): number {
  if (Math.abs(one.foot.x - other.foot.x) > 220 || Math.abs(one.foot.y - other.foot.y) > 220) return 0;
  const [a, b] = [masksOf.get(one.id), masksOf.get(other.id)];
  if (!a || !b) return 0;
  const [small, large, mask, under] = a.area * one.size ** 2 <= b.area * other.size ** 2 ? [one, other, a, b] : [other, one, b, a];
  let [hits, count] = [0, 0];
  for (let row = 1; row < HIGH; row += 3)
    for (let column = 1; column < WIDE; column += 3) {
      if (!mask.bits[row * WIDE + column]) continue;
      count += 1;
      const [x, y] = [(column + LEFT) * small.size + small.foot.x, (row + TOP) * small.size + small.foot.y];
      if (covers(under, (x - large.foot.x) / large.size, (y - large.foot.y) / large.size)) hits += 1;
    }
  return count ? hits / count : 0;
}

// The two layouts.

function read({ board, seat, units, options }: Table) {
  const flat = board.shape === "flat";
  const cells = project(seenFrom(board.cells, seat));
  const places = new Map(cells.map((cell) => [cell.id, cell]));
  const kinds = kindsOf([...new Set(cells.map(({ terrain }) => terrain).filter(Boolean))]);
  const ready = new Set(options.flatMap(([actor]) => actor ?? []));
  const active = units.find((unit) => unit.is_active)?.id ?? units.find(({ id }) => ready.has(id))?.id ?? null;
  const mine = options.filter(([actor]) => actor === null || actor === active);
  const targets = new Set(mine.flatMap(([, target]) => target ?? []));
  const lit = mine.flatMap(([, , cell]) => places.get(cell ?? "") ?? []);
  const people = units.length <= NAMED && units.every((unit) => unit.look?.kind === "athlete" || unit.look?.kind === "agent");
  const list = units.flatMap((unit): CrowdUnit[] => {
    const cell = places.get(unit.at ?? "");
    if (!cell) return [];
    const lift = cell.terrain ? KINDS[kinds.get(cell.terrain) ?? "rock"].top * 0.4 : cell.height * LIFT;
    const named = people || unit.id === active || targets.has(unit.id);
    return [
      {
        id: unit.id,
        place: { x: cell.x, y: cell.y + FOOT - lift },
        lift,
        height: heightOf({ ...lookOf(unit, undefined), name: unit.name, plate: false }),
        letters: unit.facing === null ? unit.glyph.slice(0, 3) : "",
        arrow: unit.facing !== null,
        hasBar: unit.bar.most > 0,
        done: unit.is_done,
        name: named ? unit.name : null,
        rank: unit.id === active ? 0 : targets.has(unit.id) ? 2 : 3,
      },
    ];
  });
  return { flat, cells, list, active, targets, ready, lit, most: new Map(units.map((unit) => [unit.id, unit.bar.most])) };
}
type Read = ReturnType<typeof read>;

const inside = ({ x, y }: Point, box: Box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

/** As the client draws it. */
function laidOut({ flat, cells, list, active, targets, ready, lit }: Read, window: { width: number; height: number }): { scale: number; view: Box; shown: Shown[] } {
  const whole = frameOf(cells, flat);
  const subjects = list.map(({ id, place }): Subject => ({ at: place, rank: id === active ? 0 : targets.has(id) ? 1 : ready.has(id) ? 2 : 3 }));
  const box = boxOf(whole, window, framing(whole, window, [...subjects, ...lit.map((at): Subject => ({ at, rank: 2, margin: 0.6 }))], flat));
  const scale = window.width / box.width;
  const view = { x: box.x * scale, y: box.y * scale, ...window };
  const placed: Placed[] = withNames(crowd(list, { flat, scale, chips: scale * ACROSS >= 44, touch: window.width < PHONE }), view);
  return { scale, view, shown: placed.map(({ unit, foot, size, high, collar, name, hit }) => ({ id: unit.id, foot, size: size * scale, high, collar: collar.box, name, isClicked: (at) => inside(at, hit) })) };
}

/** Without a layout: everybody in the middle of the hex, as large as alone and higher, bars and names right below, the whole board in view. */
function plain({ flat, cells, list, active, targets, most }: Read, window: { width: number; height: number }): { scale: number; view: Box; shown: Shown[] } {
  const whole = frameOf(cells, flat);
  const box = boxOf(whole, window, WHOLE);
  const scale = fitting(whole, window);
  const view = { x: box.x * scale, y: box.y * scale, ...window };
  const size = Math.max(0.62, Math.min(1.15, (scale * ACROSS) / 62));
  const shown = list.map(({ id, place, height, letters, arrow, name }): Shown => {
    const foot = { x: place.x * scale, y: (place.y - FOOT + 0.12) * scale };
    const points = most.get(id) ?? 0;
    const bar = points > 0 ? Math.max(24, Math.min(points * 5.2, (scale / size) * 1.24)) : 0;
    const chip = scale * ACROSS < 44 ? 0 : letters ? letters.length * 6.6 + 7 : arrow ? 16 : 0;
    const y = foot.y + 0.5 * scale;
    const isNamed = name !== null && (id === active || targets.size <= 4);
    const text = id === active ? (name ?? "") : shortName(name ?? "");
    const wide = widthOf(text, 11.5) * size;
    return {
      id,
      foot,
      size: 0.0214 * scale,
      high: height * 0.0214 * scale,
      collar: { x: foot.x - ((bar + chip) * size) / 2, y: y - (chip ? 6.5 : 3.6) * size, width: (bar + chip + 2) * size, height: (chip ? 15 : 9) * size },
      name: isNamed ? { x: foot.x - wide / 2, y: y + 9 * size, width: wide, height: 13 * size } : null,
      isClicked: (at) => Math.abs(at.x - foot.x) < 0.8 * scale && Math.abs(at.y - foot.y) < 0.6 * scale,
    };
  });
  return { scale, view, shown };
}

// Counting.

export interface Row {
  window: string;
  layout: "laid out" | "plain";
  tables: number;
  /** Units in the window, and the width of a hex in pixels on average. */
  units: number;
  hex: number;
  /** Pairs of figures of which one covers more than a third of the other. */
  tangled: number;
  /** Collars over the torso of another unit. */
  overBody: number;
  /** Collars over other collars. */
  overCollar: number;
  /** Names, those that are cut off, and those over another name or a collar. */
  names: number;
  cut: number;
  colliding: number;
  /** Units that are not clicked at their base, or together with another. */
  unclickable: number;
}

const meet = (a: Box, b: Box) => overlap(a, b, -1.5) > 0;

function count({ view, shown }: { view: Box; shown: Shown[] }, row: Row, masksOf: ReadonlyMap<string, Mask>): void {
  const seen = shown.filter(({ foot }) => inside(foot, view));
  row.units += seen.length;
  seen.forEach((unit, i) => {
    for (const other of seen) {
      if (other === unit) continue;
      if (meet(unit.collar, partOf(other, TORSO))) row.overBody += 1;
    }
    for (const other of seen.slice(i + 1)) {
      if (meet(unit.collar, other.collar)) row.overCollar += 1;
      if (shared(unit, other, masksOf) > TANGLED) row.tangled += 1;
    }
    if (seen.filter((other) => other.isClicked(unit.foot)).length !== 1 || !unit.isClicked(unit.foot)) row.unclickable += 1;
    const { name } = unit;
    if (!name) return;
    row.names += 1;
    if (outside(name, view) > 2) row.cut += 1;
    if (seen.some((other) => (other !== unit && other.name && meet(name, other.name)) || meet(name, other.collar))) row.colliding += 1;
  });
}

/** A row for each window and layout. */
export async function measure(tables: readonly Table[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [window, size] of Object.entries(WINDOWS))
    for (const layout of ["plain", "laid out"] as const) {
      const row: Row = { window, layout, tables: 0, units: 0, hex: 0, tangled: 0, overBody: 0, overCollar: 0, names: 0, cut: 0, colliding: 0, unclickable: 0 };
      for (const table of tables) {
        const found = read(table);
        const made = layout === "plain" ? plain(found, size) : laidOut(found, size);
        row.tables += 1;
        row.hex += (made.scale * (found.flat ? 2 : ACROSS)) / tables.length;
        const masksOf = new Map<string, Mask>();
        for (const unit of table.units) masksOf.set(unit.id, await maskOf(unit));
        count(made, row, masksOf);
      }
      row.hex = Math.round(row.hex);
      rows.push(row);
    }
  return rows;
}
