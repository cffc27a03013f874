import { describe, expect, it } from "vitest";
import { Cues, flightOf } from "../src/motion/cues";
import { around, lastTurn, patched, played, Queue, wrecksOf, type Moment, type Step } from "../src/motion/queue";
import type { Motion, LogLine, Look } from "../src/types";
import { motion, change, hit, line, piece, scene, zone } from "./scenes";

const ME = 0;
const BOT = 1;
const none = () => null;
const now: Moment = { scene: scene({}), log: [] };

function told(number: number, seat: number | null, what: Motion | null, more: Partial<LogLine> = {}): LogLine {
  return line(number, { seat, motion: what, ...more });
}
function pushed(queue: Queue, ...lines: LogLine[]): Step {
  return queue.push(now, { scene: scene({ number: 9 }), log: lines }, lines, none);
}
function all(queue: Queue) {
  const found = [];
  for (let next = queue.next(); next; next = queue.next()) found.push(next);
  return found;
}
const kinds = (lines: LogLine[], cues = new Cues()) => cues.of(lines, ME, none).map((cue) => cue.kind);

describe("motions of one cause", () => {
  it("are seen together: three targets of one laser", () => {
    const found = new Cues().of([1, 2, 3].map((id) => told(4, BOT, motion("hit", { hits: [hit(`p${id}`, -2)] }))), ME, none);
    expect(found.map(({ kind, motions, lines }) => [kind, motions.length, lines.length])).toEqual([["hit", 3, 3]]);
  });

  it("are apart if they belong to different answers, or are no effects", () => {
    expect(kinds([told(4, BOT, motion("hit")), told(5, BOT, motion("hit"))])).toEqual(["hit", "hit"]);
    expect(kinds([told(4, BOT, motion("move")), told(4, BOT, motion("move"))])).toEqual(["move", "move"]);
  });

  it("take the words that explain them along", () => {
    const found = new Cues().of([told(4, BOT, motion("move")), told(4, BOT, null)], ME, none);
    expect(found.map(({ lines }) => lines.length)).toEqual([2]);
  });

  it("are the doing of whoever acted, whomever they happen to", () => {
    const lines = [told(1, BOT, motion("attack", { actor: "a", hits: [hit("b")] })), told(2, ME, motion("hit", { hits: [hit("b", -2)] }))];
    expect(new Cues().of(lines, ME, none).map(({ by }) => by)).toEqual([BOT, BOT]);
  });

  it("that only change a figure keep nobody waiting", () => {
    const [cue] = new Cues().of([told(1, BOT, motion("state", { change: change({ turn: 1 }) }))], ME, none);
    expect([cue?.length, cue?.motions[0]?.change?.turn]).toEqual([0, 1]);
  });

  it("keep the order of the log, and show the change of an unknown kind in its place", () => {
    const lines = [told(1, BOT, motion("move")), told(2, BOT, motion("sings", { change: change({ turn: 1 }) })), told(3, BOT, motion("turn"))];
    const found = new Cues().of(lines, ME, none);
    expect(found.map(({ kind, length }) => [kind, length > 0])).toEqual([["move", true], ["", false], ["turn", true]]);
    expect(found[1]?.motions[0]?.change?.turn).toBe(1);
  });
});

describe("an attack", () => {
  const attack = motion("attack", { actor: "a", look: "beam", hits: [hit("b")] });

  it("is in the air while the dice fall, and arrives with the hit", () => {
    const cues = new Cues();
    expect(kinds([told(1, BOT, attack)], cues)).toEqual(["attack"]);
    const rest = cues.of([told(2, BOT, motion("dice"), { faces: ["6", "1"] }), told(2, BOT, motion("hit", { hits: [hit("b", -2)] }))], ME, none);
    expect(rest.map(({ kind, aim }) => [kind, aim])).toEqual([["dice", null], ["hit", attack]]);
    expect(rest[1]?.impact).toBe(220 + 90 + 60);
  });

  it("that nothing came of misses before anything else happens", () => {
    const found = new Cues().of([told(1, BOT, attack), told(2, BOT, motion("dice")), told(3, BOT, motion("move"))], ME, none);
    expect(found.map(({ kind }) => kind)).toEqual(["attack", "dice", "release", "move"]);
    expect(found[2]?.motions[0]?.hits[0]?.fate).toBe("missed");
    expect(found[2]?.lines).toEqual([]);
  });

  it("has missed when its dice have fallen and the action is over", () => {
    const cues = new Cues();
    cues.of([told(1, BOT, attack)], ME, none, true);
    const found = cues.of([told(2, BOT, motion("dice"))], ME, none, true);
    expect(found.map(({ kind, by }) => [kind, by])).toEqual([["dice", BOT], ["release", BOT]]);
    expect(kinds([told(3, BOT, motion("hit"))], cues)).toEqual(["hit"]);
  });

  it("is not over while dice may be thrown again", () => {
    const queue = new Queue();
    const thrown = { title: "", groups: [], steps: [], result: "", legend: [] };
    const lines = [told(1, BOT, attack), told(2, BOT, motion("dice"))];
    const open = queue.push(now, { scene: { ...scene({}), throw: thrown }, log: [] }, lines, none);
    expect(open.cues.map(({ kind }) => kind)).toEqual(["attack", "dice"]);
  });

  it("that says itself what came of it needs no more", () => {
    const whole = { ...attack, hits: [hit("b", -4)] };
    const found = new Cues().of([told(1, BOT, whole), told(2, BOT, motion("move"))], ME, none);
    expect(found.map(({ kind }) => kind)).toEqual(["attack", "move"]);
    expect(found[0]?.length).toBe(220 + 90 + 60 + 780);
  });

  it("takes as long as its look says", () => {
    const far = (look: string, places: number) => flightOf(motion("attack", { look, line: Array.from({ length: places }, (_, at) => `${at},0`) }));
    expect([far("beam", 9), far("shots", 3), far("arc", 2), far("arc", 20), far("melee", 2), far("area", 7)]).toEqual([90, 270, 300, 700, 120, 300]);
  });
});

describe("lengths", () => {
  const way = (steps: number) => Array.from({ length: steps + 1 }, (_, at) => `${at},0`);
  const long = (what: Motion, more: Partial<LogLine> = {}, look: Look | null = null) => new Cues().of([told(1, BOT, what, more)], ME, () => look)[0]?.length;

  it("are those of the table", () => {
    expect(long(motion("move", { way: way(3) }))).toBe(410);
    expect(long(motion("move", { way: way(30) }))).toBe(900);
    expect(long(motion("push", { way: way(2) }))).toBe(300);
    expect(long(motion("dice"), { faces: ["1", "2", "3"] })).toBe(720 + 390 + 300);
    expect(long(motion("destroyed"))).toBe(1000);
    expect(long(motion("pass"))).toBe(460);
    expect(long(motion("pass", { change: change({ turn: ME }) }))).toBe(920);
  });

  it("of cards that are drawn are shorter than of those that are played", () => {
    const to = (kind: string) => change({ zones: [zone("there", kind, 0)] });
    expect(long(motion("card", { card: "c", goal: "there", change: to("row") }), { seat: ME })).toBe(700);
    expect(long(motion("card", { card: "c", goal: "there", change: to("row") }))).toBe(900);
    expect(long(motion("card", { card: "c", goal: "there", change: to("hand") }))).toBe(320);
    expect(long(motion("card", { hits: [hit("c"), hit("d")], goal: "there", change: to("hand") }))).toBe(440);
  });

  it("of those who fly are shorter", () => {
    const jet: Look = { kind: "jet", classes: [], role: "", level: 1, weapons: [], traits: [], family: "" };
    expect(long(motion("move", { way: way(3) }), {}, jet)).toBe(290);
  });

  it("of a robot put together again are half", () => {
    const cues = new Cues();
    const found = [1, 2].map((number) => cues.of([told(number, ME, motion("combine", { name: "Titan" }))], ME, none)[0]);
    expect(found.map((cue) => cue?.length)).toEqual([1700, 900]);
  });
});

describe("the queue", () => {
  it("looks before what somebody else does, and rests after it", () => {
    const queue = new Queue();
    pushed(queue, told(1, BOT, motion("move", { actor: "x" })), told(2, BOT, motion("move", { actor: "y" })));
    expect(all(queue).map(({ before, after }) => [before, after])).toEqual([[350, 250], [350, 0]]);
  });

  it("does not explain to us what we do", () => {
    const queue = new Queue();
    pushed(queue, told(1, ME, motion("move")), told(2, ME, motion("attack")));
    expect(all(queue).every(({ before, after }) => before + after === 0)).toBe(true);
  });

  it("counts dice and hits to the action they belong to", () => {
    const queue = new Queue();
    pushed(queue, told(1, BOT, motion("attack", { actor: "x" })), told(2, BOT, motion("dice")), told(2, BOT, motion("hit")));
    pushed(queue, told(3, BOT, motion("move", { actor: "y" })));
    expect(all(queue).map(({ before, after }) => [before, after])).toEqual([[350, 0], [0, 0], [0, 250], [350, 0]]);
  });

  it("gives an action six seconds", () => {
    const queue = new Queue();
    const dice = Array.from({ length: 30 }, () => "6");
    pushed(queue, told(1, BOT, motion("attack", { actor: "x" })), told(2, BOT, motion("dice"), { faces: dice }), told(3, BOT, motion("dice"), { faces: dice }));
    const took = all(queue).reduce((sum, { cue, before, after, rate }) => sum + (before + cue.length + after) / rate, 0);
    expect(took).toBeLessThanOrEqual(6_000);
    expect(took).toBeGreaterThan(3_000);
  });

  it("doubles the speed above eight seconds, and only there", () => {
    const queue = new Queue();
    for (let number = 1; number <= 12; number += 1) pushed(queue, told(number, ME, motion("move", { actor: `${number}`, way: Array.from({ length: 20 }, (_, at) => `${at},0`) })));
    const rates = all(queue).map(({ rate }) => rate);
    expect(rates[0]).toBe(2);
    expect(rates[rates.length - 1]).toBe(1);
    expect(rates.filter((rate) => rate === 2).length).toBe(12 - 8);
  });

  it("is too much above twenty seconds of watching, but never for one turn", () => {
    const queue = new Queue();
    for (let number = 1; number <= 20; number += 1) pushed(queue, told(number, BOT, motion("destroyed")));
    expect(queue.isTooMuch).toBe(false);
    for (let number = 21; number <= 60; number += 1) pushed(queue, told(number, BOT, motion("destroyed")));
    expect(queue.isTooMuch).toBe(true);
  });

  it("hands on the moment with the last of what belongs to it", () => {
    const queue = new Queue();
    const first = pushed(queue, told(1, BOT, motion("move")), told(2, BOT, motion("turn")));
    const found = all(queue);
    expect(found.map(({ settles }) => settles)).toEqual([null, first.after]);
  });

  it("says what was left when it is cleared", () => {
    const queue = new Queue();
    pushed(queue, told(1, BOT, motion("move")), told(2, BOT, motion("turn")));
    queue.next();
    expect(queue.clear().map(({ kind }) => kind)).toEqual(["turn"]);
    expect(queue.isEmpty).toBe(true);
  });
});

describe("a scene after a change", () => {
  const before = { ...scene({ pieces: [piece("a"), piece("b")] }), tracks: [{ name: "energy", now: 3, most: 9, owner: 0, low: 0, between: null, marks: [] }] };

  it("has the new in the place of the old", () => {
    const hurt = piece("a", { bar: { name: "HP", now: 0, most: 3 } });
    const spent = { ...before.tracks[0], now: 1 } as (typeof before.tracks)[0];
    const after = patched(before, change({ pieces: [hurt, piece("c")], gone: ["b"], tracks: [spent], turn: 1 }));
    expect(after.pieces.map(({ id, bar }) => [id, bar.now])).toEqual([["a", 0], ["c", 2]]);
    expect(after.tracks.map((track) => track.now)).toEqual([1]);
    expect(after.turn).toBe(1);
  });

  it("takes away first what is gone, and puts there anew what comes again", () => {
    const after = patched(before, change({ gone: ["a", "b"], pieces: [piece("c"), piece("b"), piece("a")] }));
    expect(after.pieces.map(({ id }) => id)).toEqual(["c", "b", "a"]);
  });

  it("has its zones in the order that is told", () => {
    const table = { ...before, zones: [zone("hand", "hand", 0), zone("deck", "pile", 0)] };
    const after = patched(table, change({ zones: [zone("row", "row", 0)], order: ["row", "hand"] }));
    expect(after.zones.map(({ id }) => id)).toEqual(["row", "hand"]);
  });

  it("is the same without one", () => {
    expect(patched(before, null)).toBe(before);
  });

  it("with the log that goes with it", () => {
    const [cue] = new Cues().of([told(1, BOT, motion("destroyed", { change: change({ gone: ["a"] }) }))], ME, none);
    const after = played({ scene: before, log: [line(0)] }, cue as never);
    expect(after.scene.pieces.map(({ id }) => id)).toEqual(["b"]);
    expect(after.log.map(({ number }) => number)).toEqual([0, 1]);
  });
});

describe("what happened", () => {
  const step = (number: number, turn: number): Step => {
    const lines = [told(number, turn, motion("move"))];
    return { before: { scene: { ...scene({ number }), turn }, log: [] }, cues: new Cues().of(lines, ME, none), after: { scene: scene({}), log: lines } };
  };

  it("is the last turn of the others, whatever we did since", () => {
    const steps = [step(1, BOT), step(2, ME), step(3, BOT), step(4, BOT), step(5, ME)];
    expect(lastTurn(steps, ME)).toEqual(steps.slice(2, 4));
  });

  it("is our own turn while there was no other", () => {
    const steps = [step(1, ME), step(2, ME)];
    expect(lastTurn(steps, ME)).toEqual(steps);
    expect(lastTurn([], ME)).toEqual([]);
  });

  it("is for those who watch the turn that is going on", () => {
    const steps = [step(1, 0), step(2, 1), step(3, 1)];
    expect(lastTurn(steps, null)).toEqual(steps.slice(1));
  });

  it("can be seen line by line", () => {
    const steps = [step(1, BOT), step(2, BOT)];
    const wanted = steps[1]?.cues[0]?.lines[0] as LogLine;
    expect(around(steps, wanted)?.cues).toEqual(steps[1]?.cues);
    expect(around(steps, line(7))).toBeNull();
  });
});

describe("wrecks", () => {
  const stood: Moment = { scene: scene({ pieces: [piece("a", { at: "1,1" }), piece("b", { at: null })] }), log: [] };
  const step = (...motions: Motion[]): Step => ({ before: stood, cues: new Cues().of(motions.map((each, at) => told(at + 1, BOT, each)), ME, none), after: stood });
  const falls = (id: string) => motion("destroyed", { hits: [hit(id, 0, "destroyed")] });
  const passes = motion("pass");

  it("lie where somebody stood until the next turn is over", () => {
    const fell = step(falls("a"));
    expect(wrecksOf([fell]).map(({ id, at }) => [id, at])).toEqual([["a", "1,1"]]);
    expect(wrecksOf([fell, step(passes)])).toHaveLength(1);
    expect(wrecksOf([fell, step(passes), step(passes)])).toEqual([]);
  });

  it("are one for each, however often it is said", () => {
    const later = { ...step(falls("a")), before: { ...stood, scene: scene({ pieces: [piece("a", { at: "1,1" })] }) } };
    expect(wrecksOf([step(falls("a")), later])).toHaveLength(1);
  });

  it("are of those that stood somewhere and were destroyed", () => {
    expect(wrecksOf([step(falls("b"), motion("hit", { hits: [hit("a", -1)] }))])).toEqual([]);
  });
});
