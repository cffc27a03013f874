// A board so small that only its shape tells: tiles of one sort are one path.
import type { Board, Piece } from "../../types";

const HALF = Math.sqrt(3) / 2;

export interface Miniature {
  /** For an SVG: left, top, width, height. */
  box: string;
  /** One path for each sort of ground: `open`, `zone 0`, `terrain`, `high`. */
  paths: readonly (readonly [sort: string, d: string])[];
}

/** Sort by what one sees from far away. */
function sortOf({ terrain, zone, height }: Board["cells"][number]): string {
  if (terrain) return "terrain";
  if (height > 0) return "high";
  return zone === null ? "open" : `zone ${zone}`;
}

/** The sides of a hex to the inch, so that figures are as large on either. */
const INCH = 1.5;

/** A table without cells: its edge, and what lies on it. */
function openTable({ size, shapes }: Board): Miniature {
  const [wide, high] = (size ?? [1, 1]).map((side) => side * INCH) as [number, number];
  const path = (points: readonly (readonly number[])[]) => `M${points.map(([x = 0, y = 0]) => `${round(x * INCH)} ${round(high - y * INCH)}`).join("L")}Z`;
  const paths = new Map([["open", `M0 0H${wide}V${high}H0Z`]]);
  for (const { points, terrain, zone } of shapes) {
    const sort = terrain ? "terrain" : `zone ${zone}`;
    paths.set(sort, (paths.get(sort) ?? "") + path(points));
  }
  return { box: [-0.5, -0.5, wide + 1, high + 1].join(" "), paths: [...paths] };
}

export function miniature(board: Board): Miniature {
  const { cells, shape } = board;
  if (shape === "open") return openTable(board);
  const paths = new Map<string, string>();
  const flat = shape === "flat";
  const around = Array.from({ length: 6 }, (_, i) => {
    const angle = ((i * 60 - (flat ? 0 : 90)) * Math.PI) / 180;
    return [Math.cos(angle) * 0.96, Math.sin(angle) * 0.96] as const;
  });
  for (const cell of cells) {
    const d = around.map(([x, y], i) => `${i ? "L" : "M"}${round(cell.x + x)} ${round(cell.y + y)}`).join("");
    paths.set(sortOf(cell), `${paths.get(sortOf(cell)) ?? ""}${d}Z`);
  }
  const [left, right] = [Math.min(...cells.map(({ x }) => x)), Math.max(...cells.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...cells.map(({ y }) => y)), Math.max(...cells.map(({ y }) => y))];
  const margin = flat ? 1 : HALF;
  return {
    box: [left - margin, top - 1.1, right - left + 2 * margin, bottom - top + 2.2].map(round).join(" "),
    paths: [...paths],
  };
}

/** A square round those who stand there, with the ground they stand on. */
export function closeUp(those: readonly { x: number; y: number }[], least = 11): string {
  const [left, right] = [Math.min(...those.map(({ x }) => x)), Math.max(...those.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...those.map(({ y }) => y)), Math.max(...those.map(({ y }) => y))];
  const size = Math.max(least, right - left + 4, bottom - top + 4);
  return [(left + right - size) / 2, (top + bottom - size) / 2 - 0.6, size, size].map(round).join(" ");
}

/** Where pieces stand, those further back first. */
export function standing(board: Board, pieces: readonly Piece[]): { piece: Piece; x: number; y: number }[] {
  const cells = new Map(board.cells.map((cell) => [cell.id, cell]));
  return pieces
    .flatMap((piece) => {
      const cell = piece.at === null || piece.is_gone ? undefined : (cells.get(piece.at) ?? pointOn(board, piece.at));
      return cell ? [{ piece, x: cell.x, y: cell.y }] : [];
    })
    .sort((one, other) => one.y - other.y);
}

function pointOn({ size }: Board, at: string): { x: number; y: number } | undefined {
  const [x = 0, y = 0] = at.split(",").map(Number);
  return size ? { x: x * INCH, y: (size[1] - y) * INCH } : undefined;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
