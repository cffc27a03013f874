// Small scenes of no game at all.
import type { Motion, Change, Impact, LogLine, ListedOption, Piece, Scene, Zone } from "../src/types";

const cites = { rule: "TOY.RULE", title: "A rule", page: "p. 1" };

export function option(text: string, more: Partial<ListedOption> = {}): ListedOption {
  return { text, label: text, kind: text, actor: null, cell: null, target: null, price: "", has_odds: false, card: null, zone: null, picks: [], facing: null, gives_up: false, caution: "", ends: false, order: "", share: null, advanced: false, ...more };
}

export function piece(id: string, more: Partial<Piece> = {}): Piece {
  return {
    id,
    name: id.toUpperCase(),
    owner: 0,
    glyph: "A",
    at: "0,0",
    bar: { name: "HP", now: 2, most: 3 },
    figures: [],
    badges: [],
    is_done: false,
    is_active: false,
    is_gone: false,
    house: false,
    card: "",
    about: "",
    facing: null,
    bars: [],
    fate: "",
    look: null,
    ...more,
  };
}

/** A zone with cards of these names. */
export function zone(id: string, kind: string, owner: number | null, ...cards: string[]): Zone {
  const held = cards.map((card) => ({ id: card, card, badges: [], bar: null, is_done: false, is_active: false, order: null, about: "" }));
  return { id, name: id, kind, owner, cards: held, count: cards.length, about: "" };
}

export function line(number: number, more: Partial<LogLine> = {}): LogLine {
  return { number, text: `line ${number}`, cites, faces: [], seat: null, counted: [], title: "", motion: null, dice: [], symbols: [], ...more };
}

export function scene({
  number = 1,
  options = [],
  pieces = [],
  log = [],
}: {
  number?: number;
  options?: ListedOption[];
  pieces?: Piece[];
  log?: LogLine[];
}): Scene {
  return {
    game: "toy",
    title: "Toy",
    headline: "turn 1",
    seats: ["red", "blue"],
    seat: 0,
    turn: 0,
    board: null,
    pieces,
    cards: [],
    tracks: [],
    notes: [],
    ask: { number, what: "act", cites, seats: [0], is_mine: true, options, dice: "", kind: "choose", answered: [], given: "", in_order: false, obvious: false, passes: "", idle: false, are_examples: false },
    ending: null,
    log,
    zones: [],
    overlays: [],
    throw: null,
    phases: [],
    links: [],
    outlooks: [],
    declared: null,
  };
}

export function motion(kind: string, more: Partial<Motion> = {}): Motion {
  return { kind, actor: "", way: [], line: [], look: "", name: "", hits: [], parts: [], card: "", source: "", goal: "", change: null, ...more };
}

export function hit(piece: string, amount = 0, fate = ""): Impact {
  return { piece, amount, bar: "HP", fate };
}

export function change(more: Partial<Change> = {}): Change {
  return { pieces: [], gone: [], zones: [], order: [], tracks: [], turn: null, ...more };
}
