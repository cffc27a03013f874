// The animations of each kind of motion. Each starts all its animations at once, with delays, and uses only transform and opacity.
import type { Point } from "../geometry";
import { pitchOf } from "../sound/mixer";
import { feel } from "../sound/sound.svelte";
import type { Sound } from "../sound/sounds";
import type { Motion, Impact } from "../types";
import { isResolved, flies, flightOf, type Cue, type LookOf } from "./cues";
import { combine } from "./combine";
import { aboutOf, placesOf } from "./marks";
import { burst, figure, label, path, signed, spot, towards } from "./shapes";
import { matrixOf, type Frame, type Stage } from "./stage";

export interface Scope {
  readonly cue: Cue;
  readonly stage: Stage;
  readonly frame: Frame;
  readonly look: LookOf;
}

/** Start a cue. The returned function runs when the table has changed, `cue.impact` later. */
export function begin(cue: Cue, stage: Stage, look: LookOf): (() => void) | null {
  const scope: Scope = { cue, stage, look, frame: stage.frame(aboutOf(cue)) };
  const [motion] = cue.motions;
  if (!motion) return null;
  switch (cue.kind) {
    case "move":
      return () => move(scope, motion);
    case "push":
      return lead(scope, () => cue.motions.forEach((each) => slide(scope, each)));
    case "turn":
      return () => hop(scope, motion.actor, 0.08, 0);
    case "appear":
      return () => cue.motions.forEach((each) => drop(scope, each));
    case "attack":
      attack(scope, motion);
      return null;
    case "release":
    case "hit":
      return lead(scope, null, () => strike(scope, cue.impact));
    case "mend":
      return lead(scope, null, () => mend(scope, cue.impact));
    case "state":
      return lead(scope, null, () => cue.motions.forEach((each) => each.hits.forEach((hit) => badge(scope, hit, cue.impact))));
    case "destroyed":
      return lead(scope, null, () => cue.motions.forEach((each) => each.hits.forEach(({ piece }) => destroyed(scope, piece, cue.impact - 400))));
    case "combine":
      return combine(scope, motion);
    default:
      return null;
  }
}

/** Announce another seat's action: who acts, and at whom or where. */
export function lookAt(cue: Cue, stage: Stage, length: number): void {
  const frame = stage.frame(aboutOf(cue));
  const [motion] = cue.motions;
  const feet = motion ? stage.feet(frame, motion.actor) : null;
  if (!motion || !feet) return;
  const ring = stage.make(frame, spot(feet, frame.unit * 1.1, "is"), feet);
  stage.go(ring, [{ transform: "scale(1.5)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }], 0, 160);
  const way = placesOf(motion.way, stage, frame);
  const ends = motion.hits.flatMap(({ piece }) => stage.chest(frame, piece) ?? []);
  const from = stage.chest(frame, motion.actor) ?? feet;
  const thin = way.length > 1 ? path(way, frame.unit * 0.6, "way") : ends.map((to) => path([from, to], frame.unit * 0.6, "shot")).join("");
  if (thin) stage.show(stage.make(frame, thin), 80, length, 60);
}

/** A unit is chosen. */
export function select(stage: Stage, piece: string): void {
  const frame = stage.frame([piece]);
  const feet = stage.feet(frame, piece);
  if (!feet) return;
  const ring = stage.make(frame, spot(feet, frame.unit, "is"), feet);
  stage.go(ring, [{ transform: "scale(.6)", opacity: 1 }, { transform: "scale(1.25)", opacity: 0 }], 0, 180);
}

/** The shot of the attack that ends with this cue, if any; then its effect. */
function lead(scope: Scope, after: (() => void) | null, before?: () => void): (() => void) | null {
  const { aim, motions } = scope.cue;
  if (aim) {
    windUp(scope, aim, 0);
    shoot(scope, aim, motions.flatMap(({ hits }) => hits), WIND_UP);
  }
  before?.();
  return after;
}

const WIND_UP = 220;
const HIT_SOUND: Record<string, Sound> = { missed: "miss", blocked: "block" };

// Getting about

/** From place to place with a hop; flying pieces in one curve. The piece is already at its destination. */
function move({ cue, stage, frame, look }: Scope, motion: Motion): void {
  const way = placesOf(motion.way, stage, frame);
  const end = way[way.length - 1];
  if (!end || way.length < 2) return;
  const { unit } = frame;
  const flying = flies(look(motion.actor));
  const length = cue.length - 80;
  const steps = way.length - 1;
  const shift = ({ x, y }: Point, up = 0, more = "") => ({ transform: `translate(${x - end.x}px,${y - end.y - up * unit}px) ${more}` });
  const frames = flying
    ? way.map((at, step) => shift(at, Math.sin((step / steps) * Math.PI) * 0.7))
    : way.flatMap((at, step) => {
        const before = way[step - 1];
        return before ? [shift({ x: (before.x + at.x) / 2, y: (before.y + at.y) / 2 }, 0.22), shift(at)] : [shift(at)];
      });
  for (const body of stage.bodies(frame, motion.actor)) stage.go(body, frames, 0, length, flying ? "ease-in-out" : "linear");
  const pitch = pitchOf(look(motion.actor)?.level ?? 1);
  if (flying) stage.say("fly", 0, 1, pitch);
  else way.slice(1).forEach((_, step) => stage.say("step", ((step + 0.85) * length) / steps, 1, pitch));
  const dust = stage.make(frame, [-1, 1].map((side) => `<ellipse cx="${end.x + side * unit * 0.45}" cy="${end.y}" rx="${unit * 0.2}" ry="${unit * 0.12}" class="fx-dust"/>`).join(""), end);
  stage.go(dust, [{ transform: "scale(.5)", opacity: 0.8 }, { transform: "scale(1.25)", opacity: 0 }], length - 20, 220, "ease-out", "backwards");
  stage.show(dust, length - 20, length + 200, 150);
}

/** Pushed or pulled: no hop, and a jolt at the end. */
function slide({ cue, stage, frame }: Scope, motion: Motion): void {
  const way = placesOf(motion.way, stage, frame);
  const end = way[way.length - 1];
  if (!end || way.length < 2) return;
  const who = motion.hits[0]?.piece ?? motion.actor;
  const length = cue.length - cue.impact - 120;
  const jolt = towards(way[way.length - 2] ?? end, end);
  const frames = way.map(({ x, y }) => ({ transform: `translate(${x - end.x}px,${y - end.y}px)` }));
  for (const body of stage.bodies(frame, who)) {
    stage.go(body, frames, 0, length, "ease-out", "backwards");
    stage.go(body, [{ transform: "translate(0px,0px)" }, { transform: `translate(${-jolt.x * frame.unit * 0.14}px,${-jolt.y * frame.unit * 0.14}px)` }, { transform: "translate(0px,0px)" }], length, 120, "ease-out", "none");
  }
  stage.say("block", length, 0.6, 0.7);
}

function hop({ stage, frame }: Scope, piece: string, height: number, delay: number): void {
  for (const figure of stage.figures(frame, piece)) {
    stage.go(figure, [{ transform: "translate(0px,0px)" }, { transform: `translate(0px,${-frame.unit * height}px) scale(.9,1.04)` }, { transform: "translate(0px,0px)" }], delay, 160, "ease-out", "none");
  }
  stage.say("step", delay, 0.5);
}

function drop({ stage, frame }: Scope, motion: Motion): void {
  for (const body of stage.bodies(frame, motion.hits[0]?.piece ?? motion.actor)) {
    stage.go(body, [{ transform: `translate(0px,${-frame.unit * 1.4}px)`, opacity: 0 }, { transform: "translate(0px,0px)", opacity: 1, offset: 0.7 }, { transform: `translate(0px,${-frame.unit * 0.12}px)`, offset: 0.85 }, { transform: "translate(0px,0px)", opacity: 1 }], 0, 320, "ease-in", "backwards");
  }
  stage.say("step", 220);
}

// Attacks

/** Aim; the shot waits for its result, unless it is known. */
function attack(scope: Scope, motion: Motion): void {
  const { stage, frame, cue } = scope;
  windUp(scope, motion, 0);
  if (isResolved(motion)) {
    shoot(scope, motion, motion.hits, WIND_UP);
    strike(scope, cue.impact);
    return;
  }
  const from = stage.chest(frame, motion.actor);
  const ends = motion.hits.flatMap(({ piece }) => stage.chest(frame, piece) ?? []);
  if (!from) return;
  const aimed = stage.make(frame, ends.map((to) => path([from, to], frame.unit * 0.7, "shot") + spot(to, frame.unit, "aimed")).join(""));
  stage.show(aimed, 60, cue.length, 40);
}

function windUp({ stage, frame, look }: Scope, aim: Motion, delay: number): void {
  const from = stage.chest(frame, aim.actor);
  const to = stage.chest(frame, aim.hits[0]?.piece ?? "") ?? stage.cell(frame, aim.line[aim.line.length - 1] ?? "");
  if (!from || !to) return;
  const { unit } = frame;
  const way = towards(from, to);
  const back = `translate(${-way.x * unit * 0.14}px,${-way.y * unit * 0.14 + unit * 0.05}px)`;
  const kick = `translate(${way.x * unit * 0.12}px,${way.y * unit * 0.12}px)`;
  // In a melee attack the plate moves too.
  for (const figure of aim.look === "melee" ? stage.bodies(frame, aim.actor) : stage.figures(frame, aim.actor)) {
    stage.go(figure, [{ transform: "translate(0px,0px)" }, { transform: back, offset: 0.4 }, { transform: kick, offset: 0.55, easing: "ease-out" }, { transform: "translate(0px,0px)" }], delay, 550, "ease-in-out", "none");
  }
  stage.say("windup", delay, 0.8, pitchOf(look(aim.actor)?.level ?? 1));
}

/** A shot from the actor to the target; its look decides how long it flies. */
function shoot(scope: Scope, aim: Motion, hits: readonly Impact[], delay: number): void {
  const { stage, frame } = scope;
  const from = stage.chest(frame, aim.actor);
  const cells = placesOf(aim.line, stage, frame);
  const ends = hits.flatMap(({ piece }) => (piece === aim.actor ? [] : (stage.chest(frame, piece) ?? [])));
  const flight = flightOf(aim);
  if (!from) return;
  switch (aim.look) {
    case "melee":
      return ends.forEach((to) => slash(scope, aim.actor, from, to, delay));
    case "arc":
      stage.say("shell", delay);
      return ends.forEach((to) => lob(scope, from, to, delay, flight));
    case "area":
      stage.say("beam", delay, 0.6, 0.7);
      return ring(scope, cells[0] ?? ends[0] ?? from, Math.max(1.4, cells.length > 6 ? 2.6 : 1.8), delay, flight);
    case "shots":
      stage.say("gun", delay);
      return ends.forEach((to) => tracers(scope, from, to, delay));
    default: {
      stage.say("beam", delay);
      const far = cells[cells.length - 1];
      cells.slice(1).forEach((cell, at) => flash(scope, cell, delay + (at * flight) / cells.length));
      for (const to of cells.length > 2 && far ? [far] : ends) beam(scope, from, to, delay);
    }
  }
}

function beam({ stage, frame }: Scope, from: Point, to: Point, delay: number): void {
  const { unit } = frame;
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const stroke = (kind: string, wide: number) => `<path d="M0 0H${far}" class="fx-${kind}" stroke-width="${unit * wide}" stroke-linecap="round"/>`;
  const light = stage.make(frame, `<circle cx="${from.x}" cy="${from.y}" r="${unit * 0.42}" class="fx-glow"/><circle cx="${from.x}" cy="${from.y}" r="${unit * 0.2}" class="fx-white"/>`, from);
  stage.go(light, [{ transform: "scale(0)" }, { transform: "scale(1)" }], delay - WIND_UP, WIND_UP, "ease-in");
  stage.show(light, delay - WIND_UP, delay + 380, 120);
  const ray = stage.make(frame, `<g transform="translate(${from.x} ${from.y}) rotate(${turn})"><g>${stroke("ray", 0.38)}${stroke("core", 0.22)}${stroke("heart", 0.09)}</g></g>`);
  const run = ray.firstElementChild?.firstElementChild as Element;
  stage.go(run, [{ transform: "scale(0,1)", offset: 0 }, { transform: "scale(1,1)", offset: 90 / 380 }, { transform: "scale(1,1)", offset: 260 / 380 }, { transform: "scale(1,.1)", offset: 1 }], delay, 380, "linear");
  stage.show(ray, delay, delay + 380, 20);
}

function flash({ stage, frame }: Scope, at: Point, delay: number): void {
  const lit = stage.make(frame, `<ellipse cx="${at.x}" cy="${at.y}" rx="${frame.unit * 0.8}" ry="${frame.unit * 0.66}" class="fx-lit"/>`);
  stage.show(lit, delay, delay + 320, 260);
}

function tracers({ stage, frame }: Scope, from: Point, to: Point, delay: number): void {
  const way = towards(from, to);
  const { unit } = frame;
  for (let shot = 0; shot < 3; shot += 1) {
    const aside = (shot - 1) * unit * 0.12;
    const tracer = stage.make(frame, `<path d="M0 0L${-way.x * unit * 0.5} ${-way.y * unit * 0.5}" class="fx-core" stroke-width="${unit * 0.11}" stroke-linecap="round"/>`);
    const at = ({ x, y }: Point) => ({ transform: `translate(${x - way.y * aside}px,${y + way.x * aside}px)` });
    stage.go(tracer, [at(from), at(to)], delay + shot * 75, 120, "linear");
    stage.show(tracer, delay + shot * 75, delay + shot * 75 + 120);
  }
}

function lob({ stage, frame }: Scope, from: Point, to: Point, delay: number, flight: number): void {
  const { unit } = frame;
  const high = Math.max(unit, Math.hypot(to.x - from.x, to.y - from.y) * 0.45);
  const at = (part: number, up: number) => ({ transform: `translate(${from.x + (to.x - from.x) * part}px,${from.y + (to.y - from.y) * part - up}px)` });
  const parts = Array.from({ length: 11 }, (_, step) => step / 10);
  const shell = stage.make(frame, `<circle r="${unit * 0.17}" class="fx-shell" stroke-width="${unit * 0.06}"/>`);
  const shade = stage.make(frame, `<ellipse cy="${unit * 0.5}" rx="${unit * 0.2}" ry="${unit * 0.1}" class="fx-shade"/>`);
  stage.go(shell, parts.map((part) => at(part, 4 * high * part * (1 - part))), delay, flight, "linear");
  stage.go(shade, [at(0, 0), at(1, 0)], delay, flight, "linear");
  for (const thrown of [shell, shade]) stage.show(thrown, delay, delay + flight);
}

function slash({ stage, frame }: Scope, actor: string, from: Point, to: Point, delay: number): void {
  const { unit } = frame;
  const [dx, dy] = [(to.x - from.x) * 0.6, (to.y - from.y) * 0.6];
  for (const body of stage.bodies(frame, actor)) {
    stage.go(body, [{ transform: "translate(0px,0px)" }, { transform: `translate(${dx}px,${dy}px)`, offset: 120 / 410, easing: "linear" }, { transform: `translate(${dx}px,${dy}px)`, offset: 210 / 410, easing: "ease-in-out" }, { transform: "translate(0px,0px)" }], delay, 410, "ease-in", "none");
  }
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  const cut = stage.make(frame, `<g transform="translate(${to.x} ${to.y}) rotate(${turn})"><path d="M${-unit * 0.3} ${-unit * 0.85}Q${unit * 0.75} 0 ${-unit * 0.3} ${unit * 0.85}Q${unit * 0.35} 0 ${-unit * 0.3} ${-unit * 0.85}Z" class="fx-white"/></g>`, to);
  stage.go(cut, [{ transform: "rotate(-50deg) scale(.6)" }, { transform: "rotate(30deg) scale(1.1)" }], delay + 100, 110);
  stage.show(cut, delay + 100, delay + 260, 90);
  stage.say("blade", delay + 60);
}

function ring({ stage, frame }: Scope, at: Point, wide: number, delay: number, flight: number): void {
  const { unit } = frame;
  const made = stage.make(frame, `<ellipse cx="${at.x}" cy="${at.y}" rx="${unit * wide}" ry="${unit * wide * 0.84}" class="fx-blast" stroke-width="${unit * 0.22}"/>`, at);
  stage.go(made, [{ transform: "scale(.1)" }, { transform: "scale(1)" }], delay, flight + 80);
  stage.show(made, delay, delay + flight + 200, 160);
}

/** The impact: a burst, the target flashes white and is thrown back, and the number. */
function strike(scope: Scope, at: number): void {
  const { cue, stage, frame, look } = scope;
  const hits = cue.motions.flatMap((motion) => motion.hits);
  const from = stage.chest(frame, (cue.aim ?? cue.motions[0])?.actor ?? "");
  for (const hit of hits) {
    const to = stage.chest(frame, hit.piece);
    if (!to) continue;
    const way = from ? towards(from, to) : { x: 1, y: 0 };
    const soft = HIT_SOUND[hit.fate];
    drain(scope, hit, at);
    if (hit.amount < 0) struck(scope, hit.piece, to, way, at);
    else if (soft) evades(scope, hit, way, at);
    if (hit.amount !== 0) number(scope, hit, to, at + 60);
    if (hit.fate) said(scope, hit.fate, to, at);
    stage.say(hit.amount < 0 ? "impact" : (soft ?? "settle"), at, 1, pitchOf(look(hit.piece)?.level ?? 1));
  }
  if (hits.some(({ amount }) => amount <= -SHAKES)) shake(scope, at);
  if (hits.some(({ amount }) => amount < 0)) feel("impact");
}

/** The damage from which the table shakes. */
const SHAKES = 4;

function struck({ stage, frame }: Scope, piece: string, to: Point, way: Point, at: number): void {
  const { unit } = frame;
  const blast = stage.make(frame, burst(to, unit), to);
  stage.go(blast, [{ transform: "scale(.2)" }, { transform: "scale(1.25)", offset: 0.35 }, { transform: "scale(1)" }], at, 200);
  stage.show(blast, at, at + 250, 60);
  for (const figure of stage.figures(frame, piece)) {
    whiten(stage, frame, figure, at);
    stage.go(figure, [{ transform: "translate(0px,0px)" }, { transform: `translate(${way.x * unit * 0.24}px,${way.y * unit * 0.24}px) rotate(${way.x < 0 ? -5 : 5}deg)`, offset: 0.3 }, { transform: "translate(0px,0px)" }], at + 60, 320, "ease-out", "none");
  }
}

/** Lost HP are red on the bar before they disappear, one segment at a time. */
function drain({ stage, frame }: Scope, { piece, amount }: Impact, at: number): void {
  const points = stage.bodies(frame, piece).flatMap((body) => [...body.querySelectorAll<SVGRectElement>(".point:not(.lost)")]);
  points.slice(amount < 0 ? amount : points.length).forEach((point, place, { length }) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(point.getAttribute(name))) as [number, number, number, number];
    // A long bar has no segments: use the share of the points.
    const part = width * Math.min(1, -amount / Number(point.dataset["now"] ?? -amount));
    const red = `<rect class="fx-red" x="${x + width - part}" y="${y}" width="${part}" height="${height}" transform="${matrixOf(frame.svg, point)}"/>`;
    stage.show(stage.make(frame, red), 0, at + 200 + (length - place) * 60, 40);
  });
}

/** A white outline on the layer over the board; a filter would repaint the board in each frame. */
function whiten(stage: Stage, frame: Frame, figure: Element, at: number): void {
  const outline = figure.querySelector<SVGPathElement>("[stroke-width='5.4']");
  if (outline) stage.show(stage.make(frame, `<path class="fx-white" transform="${matrixOf(frame.svg, outline)}" d="${outline.getAttribute("d") ?? ""}"/>`), at, at + 100);
}

function evades({ stage, frame }: Scope, hit: Impact, way: Point, at: number): void {
  const side = hit.fate === "missed" ? 0.3 : 0.08;
  for (const figure of stage.figures(frame, hit.piece)) {
    stage.go(figure, [{ transform: "translate(0px,0px)" }, { transform: `translate(${-way.y * frame.unit * side}px,${way.x * frame.unit * side}px)`, offset: 0.35 }, { transform: "translate(0px,0px)" }], at - 60, 300, "ease-out", "none");
  }
}

/** A number that pops up, rises, and stays until its motion is over; then it becomes a mark. */
function number({ stage, frame }: Scope, hit: Impact, to: Point, at: number): void {
  const { unit } = frame;
  const place = { x: to.x + unit * 0.2, y: to.y - unit * 0.1 };
  const made = stage.make(frame, figure(place, unit * 0.95, signed(hit.amount), hit.amount > 0 ? "gain" : "loss"), place);
  made.setAttribute("data-number", signed(hit.amount));
  made.setAttribute("data-on", hit.piece);
  stage.go(made, [{ transform: `translate(0px,${unit * 0.15}px) scale(.3)` }, { transform: `translate(0px,${-unit * 0.1}px) scale(1.2)`, offset: 0.3 }, { transform: `translate(0px,${-unit * 0.1}px) scale(1)`, offset: 0.45 }, { transform: `translate(0px,${-unit * 0.5}px) scale(1)` }], at, 700);
  stage.show(made, at, at + 780, 120);
}

function said({ stage, frame }: Scope, text: string, to: Point, at: number): void {
  const place = { x: to.x, y: to.y + frame.unit * 0.75 };
  const made = stage.make(frame, label(place, frame.unit, text), place);
  stage.go(made, [{ transform: `translate(0px,${-frame.unit * 0.3}px)` }, { transform: "translate(0px,0px)" }], at, 140);
  stage.show(made, at, at + 700, 120);
}

function shake({ stage, frame }: Scope, at: number): void {
  // One layer for the whole picture, which is cheap however much is drawn.
  stage.go(frame.ground, [{ transform: "translate(0px,0px)" }, { transform: "translate(2px,1px)" }, { transform: "translate(-2px,0px)" }, { transform: "translate(1px,-1px)" }, { transform: "translate(0px,0px)" }], at, 160, "linear", "none");
}

// Destroyed, combined, placed

function mend(scope: Scope, at: number): void {
  const { cue, stage, frame } = scope;
  for (const hit of cue.motions.flatMap((motion) => motion.hits)) {
    const to = stage.chest(frame, hit.piece);
    if (!to) continue;
    const { unit } = frame;
    [-0.4, 0, 0.4].forEach((aside, place) => {
      const plus = { x: to.x + aside * unit, y: to.y + unit * 0.2 };
      const made = stage.make(frame, `<path d="M${plus.x - unit * 0.12} ${plus.y}h${unit * 0.24}M${plus.x} ${plus.y - unit * 0.12}v${unit * 0.24}" class="fx-plus" stroke-width="${unit * 0.1}"/>`);
      stage.go(made, [{ transform: "translate(0px,0px)" }, { transform: `translate(0px,${-unit * 0.8}px)` }], at + place * 60, 320);
      stage.show(made, at + place * 60, at + place * 60 + 320, 150);
    });
    if (hit.amount !== 0) number(scope, hit, to, at);
    if (hit.fate) said(scope, hit.fate, to, at);
  }
  stage.say("heal", at);
}

function badge({ stage, frame }: Scope, hit: Impact, at: number): void {
  const to = stage.chest(frame, hit.piece);
  if (!to || !hit.fate) return;
  const place = { x: to.x, y: to.y - frame.unit * 0.6 };
  const made = stage.make(frame, label(place, frame.unit, hit.fate), place);
  stage.go(made, [{ transform: `translate(0px,${-frame.unit * 0.9}px)` }, { transform: `translate(0px,${frame.unit * 0.08}px)`, offset: 0.65 }, { transform: "translate(0px,0px)" }], at, 240, "ease-in");
  stage.show(made, at, at + 410, 60);
  stage.say("coin", at + 120, 0.7);
}

const SHARDS = 9;

function destroyed({ stage, frame, look }: Scope, piece: string, at: number): void {
  const to = stage.chest(frame, piece);
  const feet = stage.feet(frame, piece);
  if (!to || !feet) return;
  const { unit } = frame;
  for (const figure of stage.figures(frame, piece)) {
    stage.go(figure, [0, -3, 3, -4, 8].map((turn) => ({ transform: `rotate(${turn}deg)` })), at, 360, "steps(5)", "none");
    whiten(stage, frame, figure, at + 70);
    whiten(stage, frame, figure, at + 215);
  }
  const blast = stage.make(frame, burst(to, unit), to);
  stage.go(blast, [{ transform: "scale(.3)" }, { transform: "scale(1.9)" }], at + 360, 180);
  stage.show(blast, at + 360, at + 580, 60);
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const made = stage.make(frame, `<path d="M${-unit * 0.09} ${-unit * 0.07}L${unit * 0.11} ${-unit * 0.09}L${unit * 0.07} ${unit * 0.11}L${-unit * 0.11} ${unit * 0.07}Z" class="fx-shard fx-shard-${shard % 3}" stroke-width="${unit * 0.03}"/>`);
    const turn = (shard * 2.4) % 6.28;
    const far = unit * (1 + (shard % 3) * 0.4);
    const fly = (x: number, y: number, spin: number, more: Keyframe = {}): Keyframe => ({ transform: `translate(${x}px,${y}px) rotate(${spin}deg)`, ...more });
    stage.go(made, [fly(to.x, to.y, 0), fly(to.x + Math.cos(turn) * far, to.y - Math.abs(Math.sin(turn)) * far, 200, { offset: 0.5, easing: "ease-in" }), fly(to.x + Math.cos(turn) * far * 1.5, feet.y + unit * 0.1, 420)], at + 380, 560);
    stage.show(made, at + 380, at + 990, 80);
  }
  stage.say("destroyed", at + 360, 1, pitchOf(look(piece)?.level ?? 1));
  feel("kill");
}
