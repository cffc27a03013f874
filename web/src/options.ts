// Groups options by who acts, by kind, and by place. It contains no rules.
import type { ListedOption, Piece, Reason, Scene, Track, WhyNot, Zone } from "./types";

/** More places than this are highlighted on the board instead of listed. */
export const LISTED = 6;

export interface Group {
  kind: string;
  options: ListedOption[];
  /** Whether these are places to point at, rather than a list to read. */
  onBoard: boolean;
}

/** Options by kind, in the order of their first occurrence. */
export function byKind(options: readonly ListedOption[]): Group[] {
  const kinds = new Map<string, ListedOption[]>();
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

/** Those who can act, with their options. */
export function byActor(options: readonly ListedOption[]): Map<string, ListedOption[]> {
  const actors = new Map<string, ListedOption[]>();
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
  /** The card in hand that was picked up. */
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

/** The options for this actor and kind; options without an actor always fit. */
export function within(options: readonly ListedOption[], { actor, kind, card = null }: Aim): ListedOption[] {
  return options.filter(
    (option) =>
      (option.actor === null || option.actor === actor) &&
      (kind === null || option.kind === kind) &&
      (card === null || option.card === card),
  );
}

/** Whether an option is chosen by its card alone, or by its card and then a place or piece. */
function waitsForCard(option: ListedOption, card: string | null): boolean {
  return option.card !== null && option.card !== card;
}

/** The places or pieces that can be pointed at now. */
export function pointed(options: readonly ListedOption[], what: "cell" | "target", card: string | null): Set<string> {
  return new Set(
    options.flatMap((option) => {
      const place = option[what];
      return place === null || waitsForCard(option, card) ? [] : [place];
    }),
  );
}

/** The options for pointing at this place, the piece there, or this card. */
export function at(options: readonly ListedOption[], aim: Aim, spot: Spot): ListedOption[] {
  const { cell, piece, card = null, zone = null } = spot;
  // A card that was picked up is played onto another one.
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

/** Where options are examples: one of each kind at this place. */
export function elsewhere(options: readonly ListedOption[], aim: Aim, cell: string): ListedOption[] {
  const kinds = new Map(within(options, aim).flatMap((option) => (option.actor !== null && option.cell !== null ? [[option.kind, option] as const] : [])));
  return [...kinds.values()].map((like) => {
    return { ...like, text: like.text.replace(like.cell ?? "", cell), label: `${like.kind} here`, cell, price: "" };
  });
}

/** Where a dragged card is put down. */
export interface Place extends Spot {
  /** Whose part of the table it is; null is the middle, or the board. */
  owner: number | null;
  /** Off the table, at the question and the picks. */
  aside?: boolean;
}

/** Whether a card is played alone, without a place or target. */
const alone = ({ cell, target, zone }: ListedOption) => cell === null && target === null && zone === null;

/**
 * The options for putting a card down there: onto its target; into the zone, or anywhere on the side of its
 * owner; a card that is played alone goes from the hand onto one's own side or into the middle. Cards already
 * on the table do nothing when moved: they are clicked.
 */
export function putDown(options: readonly ListedOption[], card: string, place: Place, scene: Pick<Scene, "zones" | "seat">): ListedOption[] {
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

/** Options without place, piece or card: plain buttons. */
export function buttons(options: readonly ListedOption[]): ListedOption[] {
  return options.filter(
    (option) =>
      option.actor === null && option.cell === null && option.target === null && option.card === null && option.zone === null && option.picks.length === 0,
  );
}

export interface Picking {
  /** What can be picked next. */
  next: ReadonlySet<string>;
  /** The options that match exactly what was picked. */
  done: readonly ListedOption[];
}

/** Things picked one after the other: what may come next, and what is complete. */
export function picking(options: readonly ListedOption[], picked: readonly string[], inOrder: boolean): Picking {
  const next = new Set<string>();
  const done: ListedOption[] = [];
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

/** The piece to select for a question: the previous one, the active one, the only one, or the next to place. */
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

/** What would be left undone by ending now: the number of others that can act, or else other kinds of rolls. */
export function unused(options: readonly ListedOption[], ending: ListedOption): { units: number; kinds: readonly string[] } {
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

/** Whether each side's tracks are beside its name: with many seats, or no pieces, the header has no room for them. */
export function tracksAside(scene: Scene): boolean {
  return scene.seats.length > 2 || scene.pieces.length === 0;
}

/** The zones in front of the player: all of a table without a board, otherwise the player's hand. */
export function atHand(scene: Scene, board: boolean): Zone[] {
  const own = (zone: Zone) => zone.owner !== null && zone.owner === scene.seat && (zone.kind === "hand" || zone.kind === "plan");
  return scene.zones.filter((zone) => !board || own(zone));
}

/** Each side's pieces: in play first, then off the board, then gone. */
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

/**
 * The one reason that matters why nothing can be done there: of something that can be done elsewhere now, or else of what fails least.
 * At an empty place that is something about a place, at a piece something about a piece.
 */
export function mainReason(about: readonly WhyNot[], options: readonly ListedOption[], where: "cell" | "target"): { label: string; reason: Reason } | null {
  const elsewhere = new Set(options.flatMap((option) => (option[where] === null ? [] : [option.kind])));
  const rank = ({ kind, reasons }: WhyNot) => (elsewhere.has(kind) ? 0 : 1000) + reasons.length;
  const refused = about.filter(({ reasons }) => reasons.length > 0);
  if (refused.length === 0) return null;
  const { label, reasons } = refused.reduce((best, one) => (rank(one) < rank(best) ? one : best));
  return { label, reason: reasons[0] as Reason };
}
