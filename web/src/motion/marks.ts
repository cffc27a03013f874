// The marks of a motion: from where to where, targets, amounts. With reduced motion, only these are shown.
import type { Point } from "../geometry";
import type { Motion, Impact } from "../types";
import type { Cue } from "./cues";
import { figure, label, path, signed, spot } from "./shapes";
import type { Frame, Stage } from "./stage";

/** The things that a cue is about. */
export function aboutOf(cue: Cue): string[] {
  const motions = cue.aim ? [...cue.motions, cue.aim] : cue.motions;
  return motions.flatMap(({ actor, way, line, hits, parts }) => [actor, ...hits.map(({ piece }) => piece), ...parts, ...way, ...line]).filter(Boolean);
}

/** All marks of a cue. `spread` moves numbers aside that would lie on each other. */
export function marksOf(cue: Cue, stage: Stage, frame: Frame): string {
  const aim = cue.aim ? shotOf(cue.aim, cue.motions.flatMap(({ hits }) => hits), stage, frame) : "";
  return aim + cue.motions.map((motion) => markOf(cue.kind, motion, stage, frame)).join("");
}

function markOf(kind: string, motion: Motion, stage: Stage, frame: Frame): string {
  const { unit } = frame;
  const way = placesOf(motion.way, stage, frame);
  const [first] = way;
  const last = way[way.length - 1];
  switch (kind) {
    case "move":
    case "push":
      return first && last ? spot(first, unit, "was") + path(way, unit, "way") + spot(last, unit, "is") : "";
    case "attack":
      return shotOf(motion, motion.hits, stage, frame) + motion.hits.map((hit) => figureOf(hit, stage, frame)).join("");
    case "combine": {
      const parts = motion.parts.flatMap((id) => stage.feet(frame, id) ?? []);
      const end = goalOf(motion, stage, frame);
      return end ? parts.map((from) => spot(from, unit, "was") + path([from, end], unit, "way")).join("") + spot(end, unit, "is") : "";
    }
    case "hit":
    case "mend":
    case "destroyed":
    case "state":
    case "release":
      return motion.hits.map((hit) => figureOf(hit, stage, frame)).join("");
    default:
      return "";
  }
}

/** How much, and what became of it. */
export function figureOf(hit: Impact, stage: Stage, frame: Frame): string {
  const at = stage.chest(frame, hit.piece);
  if (!at) return "";
  const { unit } = frame;
  const number = hit.amount === 0 ? "" : figure({ x: at.x + unit * 0.5, y: at.y - unit * 0.35 }, unit * 0.7, signed(hit.amount), hit.amount > 0 ? "gain" : "loss");
  return number + (hit.fate ? label({ x: at.x, y: at.y + unit * 0.62 }, unit, hit.fate) : "");
}

function shotOf(aim: Motion, hits: readonly Impact[], stage: Stage, frame: Frame): string {
  const from = stage.chest(frame, aim.actor);
  if (!from) return "";
  const ends = hits.flatMap(({ piece }) => (piece === aim.actor ? [] : (stage.chest(frame, piece) ?? [])));
  return ends.map((to) => path([from, to], frame.unit, "shot")).join("");
}

export function placesOf(ids: readonly string[], stage: Stage, frame: Frame): Point[] {
  return ids.flatMap((id) => stage.cell(frame, id) ?? []);
}

/** Where what comes out of a combination will stand. */
export function goalOf(motion: Motion, stage: Stage, frame: Frame): Point | null {
  const parts = new Set(motion.parts);
  const born = motion.change?.pieces.filter(({ at, is_gone }) => at !== null && !is_gone) ?? [];
  const whole = born.find(({ name }) => name === motion.name) ?? born.find(({ id }) => !parts.has(id)) ?? born[0];
  const places = motion.parts.flatMap((id) => stage.feet(frame, id) ?? []);
  const mean = { x: places.reduce((sum, { x }) => sum + x, 0) / places.length, y: places.reduce((sum, { y }) => sum + y, 0) / places.length };
  return (whole?.at ? stage.cell(frame, whole.at) : null) ?? (places.length > 0 ? mean : null);
}
