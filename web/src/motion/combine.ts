// The animation of robots that combine.
import { feel } from "../sound/sound.svelte";
import type { Motion } from "../types";
import type { Scope } from "./motions";
import { goalOf } from "./marks";
import { star, words } from "./shapes";

export const SHOUT = "GATTAI!";

/** They lift off, the light dims, they rush together, a white flash; the new robot lands and its name appears. */
export function combine(scope: Scope, motion: Motion): (() => void) | null {
  const { cue, stage, frame } = scope;
  const goal = goalOf(motion, stage, frame);
  if (!goal) return null;
  const { unit } = frame;
  // A repeated combination takes less time, in proportion.
  const t = (at: number) => (at * cue.length) / 1700;
  const sky = { x: goal.x, y: goal.y - unit };
  const dark = stage.make(frame, vignette(frame.svg.viewBox.baseVal, sky, unit));
  stage.show(dark, t(40), t(900), t(300));
  for (const part of motion.parts) {
    const from = stage.feet(frame, part);
    if (!from) continue;
    const [dx, dy] = [goal.x - from.x, goal.y - from.y - unit * 0.9];
    for (const body of stage.bodies(frame, part)) {
      stage.go(body, [
        { transform: "translate(0px,0px)", easing: "cubic-bezier(.3,0,.3,1)" },
        { transform: `translate(0px,${-unit * 0.9}px)`, offset: 0.5, easing: "cubic-bezier(.7,0,1,.6)" },
        { transform: `translate(${dx}px,${dy}px)` },
      ], 0, t(520), "linear");
    }
    const glow = stage.make(frame, `<ellipse cx="${from.x}" cy="${from.y}" rx="${unit * 0.6}" ry="${unit * 0.4}" class="fx-lit"/>`, from);
    stage.go(glow, [{ transform: "scale(.2)" }, { transform: "scale(1.3)" }], 0, t(260));
    stage.show(glow, 0, t(420), t(200));
  }
  const lines = stage.make(frame, rays(sky, unit), sky);
  stage.go(lines, [{ transform: "scale(1.5)" }, { transform: "scale(.25)" }], t(260), t(270), "ease-in");
  stage.show(lines, t(260), t(530));
  const white = stage.make(frame, `<path d="${star(sky, unit * 1.15, unit * 2.1, 12)}" class="fx-white fx-edge" stroke-width="${unit * 0.12}"/>`, sky);
  stage.go(white, [{ transform: "scale(.2) rotate(-12deg)" }, { transform: "scale(1) rotate(0deg)", offset: 0.4 }, { transform: "scale(1.25) rotate(4deg)" }], t(500), t(280));
  stage.show(white, t(500), t(780), t(160));
  for (const [wide, at] of [[1.6, 740], [1.1, 800]] as const) {
    const wave = stage.make(frame, `<ellipse cx="${goal.x}" cy="${goal.y}" rx="${unit * wide}" ry="${unit * wide * 0.6}" class="fx-wave" stroke-width="${unit * 0.14}"/>`, goal);
    stage.go(wave, [{ transform: "scale(.3)" }, { transform: "scale(1.8)" }], t(at), t(440));
    stage.show(wave, t(at), t(at + 420), t(300));
  }
  shout(scope, motion.name, sky, t);
  stage.go(frame.ground, [{ transform: "translate(0px,0px)" }, { transform: "translate(0px,4px)" }, { transform: "translate(0px,-2px)" }, { transform: "translate(0px,0px)" }], t(740), 180, "linear", "none");
  stage.say("combine", t(180));
  feel("combine");
  return () => land(scope, motion, t);
}

/** The new one comes down, gives way at the knees, and stands. */
function land({ stage, frame }: Scope, motion: Motion, t: (at: number) => number): void {
  const born = motion.change?.pieces.find(({ name, at, is_gone }) => name === motion.name && at !== null && !is_gone);
  if (!born) return;
  const up = `translate(0px,${-frame.unit * 0.9}px)`;
  for (const body of stage.bodies(frame, born.id)) {
    stage.go(body, [{ transform: up }, { transform: up, offset: 0.1, easing: "ease-in" }, { transform: "translate(0px,0px)", offset: 0.55 }, { transform: "translate(0px,0px)" }], 0, t(360), "linear", "backwards");
  }
  for (const figure of stage.figures(frame, born.id)) {
    stage.go(figure, [{ transform: "scale(1.12)" }, { transform: "scale(1.1,.86)", offset: 0.55 }, { transform: "scale(.96,1.06)", offset: 0.75 }, { transform: "scale(1)" }], 0, t(420), "ease-out", "none");
  }
}

/** The shout as they meet; the name when it stands. */
function shout({ stage, frame }: Scope, name: string, sky: { x: number; y: number }, t: (at: number) => number): void {
  const { unit, svg } = frame;
  const box = svg.viewBox.baseVal;
  const size = unit * 1.15;
  const within = (text: string) => {
    const half = Math.min(box.width / 2, (text.length * size * 0.62) / 2 + unit * 0.3);
    return Math.min(box.x + box.width - half, Math.max(box.x + half, sky.x));
  };
  const high = Math.max(box.y + size * 1.3, sky.y - unit * 1.9);
  const cry = { x: within(SHOUT), y: high };
  const called = stage.make(frame, words(cry, size, SHOUT, "shout"), cry);
  stage.go(called, [{ transform: "scale(2.4)" }, { transform: "scale(1)", offset: 0.3 }, { transform: "scale(1.06)" }], t(400), t(460));
  stage.show(called, t(400), t(900), t(80));
  if (!name) return;
  const place = { x: within(name), y: high };
  const told = stage.make(frame, words(place, size, name, "shout"), place);
  told.setAttribute("data-name", name);
  stage.go(told, [{ transform: `translate(0px,${unit * 0.3}px)` }, { transform: "translate(0px,0px)" }], t(880), t(160));
  stage.show(told, t(880), t(1690), t(160));
}

function rays({ x, y }: { x: number; y: number }, unit: number): string {
  return Array.from({ length: 14 }, (_, at) => {
    const turn = (at * Math.PI) / 7;
    const [near, far] = [unit * 1.6, unit * (2.4 + (at % 3) * 0.35)];
    return `<path d="M${x + Math.cos(turn) * near} ${y + Math.sin(turn) * near * 0.75}L${x + Math.cos(turn) * far} ${y + Math.sin(turn) * far * 0.75}" class="fx-heart" stroke-width="${unit * 0.09}" stroke-linecap="round"/>`;
  }).join("");
}

/** The rest of the table in the dark. */
function vignette(box: DOMRect, { x, y }: { x: number; y: number }, unit: number): string {
  const far = box.width + box.height;
  return (
    `<radialGradient id="fx-dusk" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${unit * 6}"><stop offset=".35" class="fx-dark" stop-opacity="0"/><stop offset="1" class="fx-dark" stop-opacity=".72"/></radialGradient>` +
    `<path fill="url(#fx-dusk)" d="M${x - far} ${y - far}h${2 * far}v${2 * far}h${-2 * far}Z"/>`
  );
}
