// What a page knows of a match: a pure function of the messages that came in.
import type { Board, Card, LogLine, NotSo, Odds, Preview, Reason, Scene, Shown, ToPage, WhyNot } from "./types";

export interface Known {
  scene: Scene | null;
  board: Board | null;
  cards: ReadonlyMap<string, Card>;
  log: readonly LogLine[];
  canUndo: string;
  thinking: boolean;
  curtain: number | null;
  undoWanted: { seat: number; text: string } | null;
  refused: { text: string; reasons: readonly Reason[] } | null;
  odds: ReadonlyMap<string, Odds>;
  /** Options whose odds or way cannot be told, and why. */
  untold: ReadonlyMap<string, readonly Reason[]>;
  previews: ReadonlyMap<string, Preview>;
  about: ReadonlyMap<string, readonly WhyNot[]>;
  /** The question about a piece that is still to be answered. */
  asking: string | null;
  /** The option that was sent as an answer to this question. */
  answering: string | null;
}

export const NOTHING: Known = {
  scene: null,
  board: null,
  cards: new Map(),
  log: [],
  canUndo: "",
  thinking: false,
  curtain: null,
  undoWanted: null,
  refused: null,
  odds: new Map(),
  untold: new Map(),
  previews: new Map(),
  about: new Map(),
  asking: null,
  answering: null,
};

export function take(known: Known, message: ToPage): Known {
  switch (message.type) {
    case "scene":
      return shown(known, message);
    case "odds":
      if (message.number !== known.scene?.ask?.number) return known;
      return { ...known, odds: new Map(known.odds).set(message.odds.text, message.odds) };
    case "preview":
      if (message.number !== known.scene?.ask?.number) return known;
      return { ...known, previews: new Map(known.previews).set(message.preview.text, message.preview) };
    case "about": {
      if (known.asking === null || message.number !== known.scene?.ask?.number) return { ...known, asking: null };
      return { ...known, about: new Map(known.about).set(known.asking, message.about), asking: null };
    }
    case "refused":
      return refused(known, message);
    case "undo-wanted":
      return { ...known, undoWanted: { seat: message.seat, text: message.text } };
    case "curtain":
      return { ...NOTHING, curtain: message.seat };
  }
}

/** A whole scene replaces everything; a later one keeps board and cards and adds to the log. */
function shown(known: Known, { scene, can_undo, thinking, whole }: Shown): Known {
  const before = whole ? NOTHING : known;
  const same = scene.ask !== null && scene.ask.number === known.scene?.ask?.number;
  const cards = new Map(before.cards);
  for (const card of scene.cards) cards.set(card.id, card);
  return {
    ...(same ? known : NOTHING),
    scene,
    board: scene.board ?? before.board,
    cards,
    log: [...before.log, ...scene.log],
    canUndo: can_undo,
    thinking,
    curtain: null,
    refused: null,
    answering: null,
  };
}

/** A refused answer is to be seen; that something cannot be told is said where it was asked. */
function refused(known: Known, { text, reasons }: NotSo): Known {
  if (text !== "" && text !== known.answering) {
    return { ...known, untold: new Map(known.untold).set(text, reasons) };
  }
  if (text === "" && known.answering === null && known.asking !== null) return { ...known, asking: null };
  return { ...known, refused: { text, reasons }, answering: null };
}

/** A name for a question about a piece, for finding its answer again. */
export function aboutKey(actor: string, cell: string | null, target: string | null): string {
  return JSON.stringify([actor, cell, target]);
}

/** The sum of all luck so far, and each throw's, oldest first; null where no throw was reckoned. */
export function luckOf(log: readonly LogLine[]): { total: number; throws: number[] } | null {
  const throws = log.flatMap((line) => (line.luck === null ? [] : [line.luck]));
  return throws.length === 0 ? null : { total: throws.reduce((sum, luck) => sum + luck, 0), throws };
}
