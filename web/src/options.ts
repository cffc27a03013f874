// Options as people look for them: by who acts, by what it is, by where it happens. No rule in here.
import type { Option, Piece, Scene, Track } from "./types";

/** More places than this are lit on the board instead of listed. */
export const LISTED = 6;

export interface Group {
  kind: string;
  options: Option[];
  /** Whether these are places to be pointed at, rather than a list to be read. */
  onBoard: boolean;
}

/** Options by kind, in the order in which the kinds first come. */
export function byKind(options: readonly Option[]): Group[] {
  const kinds = new Map<string, Option[]>();
  for (const option of options) {
    const same = kinds.get(option.kind);
    if (same) same.push(option);
    else kinds.set(option.kind, [option]);
  }
  return [...kinds].map(([kind, same]) => ({
    kind,
    options: same,
    onBoard: same.length > LISTED && same.every((option) => option.cell !== null),
  }));
}

/** Those who can act, each with the options it has. */
export function byActor(options: readonly Option[]): Map<string, Option[]> {
  const actors = new Map<string, Option[]>();
  for (const option of options) {
    if (option.actor === null) continue;
    const same = actors.get(option.actor);
    if (same) same.push(option);
    else actors.set(option.actor, [option]);
  }
  return actors;
}

export interface Aim {
  actor: string | null;
  kind: string | null;
}

/** What can be answered with this actor and this kind in mind; what belongs to nobody always can. */
export function within(options: readonly Option[], { actor, kind }: Aim): Option[] {
  return options.filter(
    (option) => (option.actor === null || option.actor === actor) && (kind === null || option.kind === kind),
  );
}

/** What can be answered by pointing at this place, or at the piece that stands there. */
export function at(options: readonly Option[], aim: Aim, cell: string | null, piece: string | null): Option[] {
  return within(options, aim).filter(
    (option) => (cell !== null && option.cell === cell) || (piece !== null && option.target === piece),
  );
}

/** Options that are about no place and no piece: plain buttons. */
export function buttons(options: readonly Option[]): Option[] {
  return options.filter((option) => option.actor === null && option.cell === null && option.target === null);
}

/** Who is to be selected when a question comes: whoever was, the one in action, the only one, or the next to be placed. */
export function firstActor(scene: Scene, before: string | null): string | null {
  const options = scene.ask?.is_mine ? scene.ask.options : [];
  const actors = byActor(options);
  if (before !== null && actors.has(before)) return before;
  const active = scene.pieces.find((piece) => piece.is_active && actors.has(piece.id));
  if (active) return active.id;
  const ids = [...actors.keys()];
  const onlyPlaces = options.length > 0 && options.every((option) => option.actor !== null && option.cell !== null);
  const offBoard = scene.pieces.every((piece) => !actors.has(piece.id) || piece.at === null);
  return ids.length === 1 || (onlyPlaces && offBoard) ? (ids[0] ?? null) : null;
}

/** How much of a track an option's price takes: "3 energy" of the track "energy". */
export function spends(price: string, track: Track): number {
  const found = /^(\d+) (.+)$/.exec(price);
  return found && found[2] === track.name ? Number(found[1]) : 0;
}

/** Each side's pieces: those in play first, those beside the board, those gone. */
export function sides(scene: Scene): { seat: number; pieces: Piece[] }[] {
  const mine = scene.seat ?? 0;
  const rank = (piece: Piece) => (piece.is_gone ? 1 : 0);
  return scene.seats
    .map((_, seat) => ({
      seat,
      pieces: scene.pieces.filter((piece) => piece.owner === seat).sort((one, other) => rank(one) - rank(other)),
    }))
    .sort((one, other) => Number(one.seat !== mine) - Number(other.seat !== mine));
}
