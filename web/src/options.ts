// Options as people look for them: by who acts, by what it is, by where it happens. No rule in here.
import type { Option, Piece, Reason, Scene, Track, WhyNot, Zone } from "./types";

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
  /** The card in hand that was taken up. */
  card?: string | null;
}

/** A place on the table: a hex, a piece, a card, a zone of cards. */
export interface Spot {
  cell: string | null;
  piece: string | null;
  card?: string | null;
  zone?: string | null;
}

export function sameSpot(one: Spot | null, other: Spot | null): boolean {
  const key = (spot: Spot | null) => spot && [spot.cell, spot.piece, spot.card ?? null, spot.zone ?? null].join("\n");
  return key(one) === key(other);
}

/** What can be answered with this actor and this kind in mind; what belongs to nobody always can. */
export function within(options: readonly Option[], { actor, kind, card = null }: Aim): Option[] {
  return options.filter(
    (option) =>
      (option.actor === null || option.actor === actor) &&
      (kind === null || option.kind === kind) &&
      (card === null || option.card === card),
  );
}

/** Whether an option is chosen by its card alone, or first by its card and then by a place or a piece. */
function waitsForCard(option: Option, card: string | null): boolean {
  return option.card !== null && option.card !== card;
}

/** The places, or the pieces, that can be pointed at now. */
export function pointed(options: readonly Option[], what: "cell" | "target", card: string | null): Set<string> {
  return new Set(
    options.flatMap((option) => {
      const place = option[what];
      return place === null || waitsForCard(option, card) ? [] : [place];
    }),
  );
}

/** What can be answered by pointing at this place, at the piece that stands there, at this card. */
export function at(options: readonly Option[], aim: Aim, spot: Spot): Option[] {
  const { cell, piece, card = null, zone = null } = spot;
  // A card that was taken up goes onto another one.
  const onto = card === null || (aim.card ?? null) === null || card === aim.card ? [] : within(options, aim).filter((option) => option.target === card);
  if (onto.length > 0) return onto;
  const allowed = within(options, card === null ? aim : { ...aim, card: null });
  return allowed.filter(
    (option) =>
      (card !== null && option.card === card) ||
      (zone !== null && option.zone === zone && !waitsForCard(option, aim.card ?? null)) ||
      (!waitsForCard(option, aim.card ?? null) &&
        ((cell !== null && option.cell === cell) || (piece !== null && option.target === piece))),
  );
}

/** Where options are examples: the same at this place, one of each kind. */
export function elsewhere(options: readonly Option[], aim: Aim, cell: string): Option[] {
  const kinds = new Map(within(options, aim).flatMap((option) => (option.actor !== null && option.cell !== null ? [[option.kind, option] as const] : [])));
  return [...kinds.values()].map((like) => {
    const here = (text: string) => text.replace(like.cell ?? "", cell);
    return { ...like, text: here(like.text), label: here(like.label.split(": ")[0] ?? ""), cell, price: "" };
  });
}

/** Where a card is put down that was carried over the table. */
export interface Place extends Spot {
  /** Whose part of the table it is; null is the middle, or the board. */
  owner: number | null;
  /** Beside the table, where the question stands and what was picked. */
  aside?: boolean;
}

/** Whether a card is played by itself: onto no place, nobody and nothing. */
const alone = ({ cell, target, zone }: Option) => cell === null && target === null && zone === null;

/**
 * What putting a card down there answers. Onto what it is aimed at; into the zone, or anywhere on the side of whoever
 * has it; and a card that is played by itself comes out of the hand onto one's own side or into the middle. Whatever
 * lies on the table already does nothing by being moved about: for that it is clicked.
 */
export function putDown(options: readonly Option[], card: string, place: Place, scene: Pick<Scene, "zones" | "seat">): Option[] {
  const from = scene.zones.find(({ cards }) => cards.some(({ id }) => id === card));
  if (!from || place.card === card || place.aside) return [];
  const own = options.filter((option) => option.card === card);
  const ownerOf = (zone: string | null) => scene.zones.find(({ id }) => id === zone)?.owner;
  const onto = own.filter(
    ({ target, cell }) => (target !== null && (target === place.card || target === place.piece)) || (cell !== null && cell === place.cell),
  );
  if (onto.length > 0) return onto;
  if (place.zone === from.id) return [];
  const into = own.filter(({ zone }) => zone !== null && zone === place.zone);
  if (into.length > 0) return into;
  if (place.owner !== null && place.owner !== scene.seat) return own.filter(({ zone }) => zone !== null && ownerOf(zone) === place.owner);
  return from.kind === "hand" ? own.filter(alone) : [];
}

/** Options that are about no place, no piece and no card: plain buttons. */
export function buttons(options: readonly Option[]): Option[] {
  return options.filter(
    (option) =>
      option.actor === null && option.cell === null && option.target === null && option.card === null && option.zone === null && option.picks.length === 0,
  );
}

export interface Picking {
  /** What can be picked next. */
  next: ReadonlySet<string>;
  /** The options that stand for exactly what was picked. */
  done: readonly Option[];
}

/** Things picked one after the other: what may come next, and what is complete. */
export function picking(options: readonly Option[], picked: readonly string[], inOrder: boolean): Picking {
  const next = new Set<string>();
  const done: Option[] = [];
  for (const option of options) {
    const { picks } = option;
    if (picks.length === 0 || picks.length < picked.length) continue;
    const begins = inOrder ? picked.every((id, place) => picks[place] === id) : picked.every((id) => picks.includes(id));
    if (!begins) continue;
    if (picks.length === picked.length) done.push(option);
    else if (inOrder) next.add(picks[picked.length] ?? "");
    else for (const id of picks) if (!picked.includes(id)) next.add(id);
  }
  return { next, done };
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

/** What still could be done when somebody ends it: how many others can act, else what else can be rolled for. */
export function unused(options: readonly Option[], ending: Option): { units: number; kinds: readonly string[] } {
  if (!ending.ends) return { units: 0, kinds: [] };
  const actors = byActor(options.filter((option) => option !== ending));
  if (actors.size > 1) return { units: actors.size, kinds: [] };
  const kinds = new Set(options.flatMap((option) => (option !== ending && option.has_odds && !option.caution ? [option.kind] : [])));
  return { units: 0, kinds: [...kinds] };
}

/** How much of a track an option's price takes: "3 energy" of the track "energy". */
export function spends(price: string, track: Track): number {
  const found = /^(\d+) (.+)$/.exec(price);
  return found && found[2] === track.name ? Number(found[1]) : 0;
}

/** Whether each side's tracks stand beside its name: with many seats, or no pieces, the head has no room for them. */
export function tracksAside(scene: Scene): boolean {
  return scene.seats.length > 2 || scene.pieces.length === 0;
}

/** Zones that lie before the player: all of a table without a board, else one's own cards in hand. */
export function atHand(scene: Scene, board: boolean): Zone[] {
  const own = (zone: Zone) => zone.owner !== null && zone.owner === scene.seat && (zone.kind === "hand" || zone.kind === "plan");
  return scene.zones.filter((zone) => !board || own(zone));
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

/** What cannot be done, those with the same reasons in one. */
export function together(about: readonly WhyNot[]): { label: string; reasons: readonly Reason[] }[] {
  const found = new Map<string, { label: string; reasons: readonly Reason[] }>();
  for (const { label, reasons } of about) {
    if (reasons.length === 0) continue;
    const key = JSON.stringify(reasons);
    const same = found.get(key);
    found.set(key, { label: same ? `${same.label}; ${label}` : label, reasons });
  }
  return [...found.values()].sort((one, other) => one.reasons.length - other.reasons.length);
}
