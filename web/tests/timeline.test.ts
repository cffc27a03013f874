import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Cue } from "../src/motion/cues";
import type { LogLine, LuckLine, Motion, Scene, SceneUpdate, Thrown } from "../src/types";
import { change, hit, line, motion, piece, scene } from "./scenes";
import { onBoard, timeline, type Plant, type Recorded } from "./timeline";

const begins = (cue: Cue, rate: number) => onBoard.begins({ lines: cue.lines, aim: cue.aim, rate });

vi.mock("../src/motion/stage", () => ({
  Stage: class {
    rate = 1;
    loud = 1;
    root = { querySelectorAll: () => [], getBoundingClientRect: () => ({ y: 0, height: 0 }) };
    close(): void {}
    sweep(): void {}
    forget(): void {}
    leave(): void {}
    frame(): null {
      return null;
    }
  },
}));
vi.mock("../src/motion/motions", () => ({
  begin: (cue: Cue, stage: { rate: number }) => {
    begins(cue, stage.rate);
    return null;
  },
  lookAt: () => {},
  select: () => {},
}));
vi.mock("../src/motion/signs", () => ({
  banner: () => {},
  end: () => onBoard.ends(),
  Flight: class {
    land(): void {}
  },
}));
vi.mock("../src/motion/marks", async (real) => ({ ...(await real<object>()), marksOf: () => "" }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ATTACK = motion("attack", { actor: "a", look: "beam", hits: [hit("b")] });
const HURT = piece("b", { at: "1,0", owner: 1, bar: { name: "HP", now: 0, most: 3 } });
const GONE = piece("b", { at: null, owner: 1, is_gone: true, bar: { name: "HP", now: 0, most: 3 } });

function told(number: number, text: string, what: Motion, more: Partial<LogLine> = {}): LogLine {
  return line(number, { seat: 0, text, motion: what, ...more });
}

function update(shown: Scene, whole = false): Recorded {
  const more: Partial<SceneUpdate> = { can_undo: "", thinking: false, lesson: null, notice: "", clocks: [], epoch: 0, here: [], undo: null };
  return { type: "scene", scene: shown, whole, ...more } as SceneUpdate & { type: "scene" };
}

/** We shoot: dice, a hit, and there is one unit less. */
function attacked(): Recorded[] {
  const stood = [piece("a"), piece("b", { at: "1,0", owner: 1 })];
  const log = [
    told(1, "a shoots at b", ATTACK),
    told(1, "a rolls: 6 5", motion("dice"), { faces: ["6", "5"] }),
    told(1, "b loses 2", motion("hit", { hits: [hit("b", -2)], change: change({ pieces: [HURT] }) })),
    told(1, "b is destroyed", motion("destroyed", { hits: [hit("b", 0, "destroyed")], change: change({ pieces: [GONE] }) })),
  ];
  const luck = { number: 1, seat: 0, unit: "HP", total: 1 } as LuckLine;
  return [
    update(scene({ number: 1, pieces: stood }), true),
    { type: "answered" },
    update(scene({ number: 2, pieces: [piece("a"), GONE], log })),
    { type: "luck", lines: [luck] },
  ];
}

it("tells no result of an attack before it is seen", async () => {
  expect(await timeline(attacked())).toEqual({ spoilers: [], seen: 3, skipped: 0 });
});

const thrown = { title: "a rolls", groups: [], steps: [], result: "", legend: [] } satisfies Thrown;
const PLANTS: Record<string, Plant> = {
  board: (page, truth) => ({ ...page, board: truth.scene as Scene }),
  log: (page, truth) => ({ ...page, log: truth.log }),
  news: (page, truth) => ({ ...page, told: { ...page.told, news: truth.log } }),
  luck: (page, truth) => ({ ...page, luck: truth.luck }),
  caption: (page, truth) => ({ ...page, caption: truth.log[2]?.text ?? "" }),
  question: (page) => ({ ...page, asks: true }),
  ending: (page) => ({ ...page, told: { ...page.told, isOver: true } }),
  slot: (page) => ({
    ...page,
    told: { ...page.told, rolls: false, fallen: { number: 1, isOld: false, thrown: { ...thrown, groups: [{ dice: ["6", "5"].map((face) => ({ face })) }] as unknown as Thrown["groups"] } } },
  }),
};

it.each(Object.keys(PLANTS))("finds a spoiler that is planted: %s", async (where) => {
  const { spoilers } = await timeline(attacked(), PLANTS[where]);
  expect(spoilers.length).toBeGreaterThan(0);
  for (const one of spoilers) expect(one.startsWith(where), one).toBe(true);
});

it("finds an attack that is said to have no effect while its hit is on its way", async () => {
  const { spoilers } = await timeline(attacked(), (page) => ({ ...page, told: { ...page.told, isSettled: true } }));
  expect(spoilers).toEqual(["story without effect: b loses 2"]);
});

/** Games that were recorded with `python -m bench.streams`. */
const folder = process.env["GATTAI_STREAMS"];
const games = folder ? readdirSync(folder).filter((name) => name.endsWith(".json")).sort() : [];

it.skipIf(games.length === 0)("tells no result too early in recorded games", async () => {
  const sums = new Map<string, { games: number; seen: number; skipped: number; spoilers: number }>();
  const first: string[] = [];
  for (const name of games) {
    const game = name.replace(/-\d+\.json$/, "");
    const found = await timeline(JSON.parse(readFileSync(`${folder}/${name}`, "utf8")) as Recorded[]);
    const sum = sums.get(game) ?? { games: 0, seen: 0, skipped: 0, spoilers: 0 };
    sums.set(game, { games: sum.games + 1, seen: sum.seen + found.seen, skipped: sum.skipped + found.skipped, spoilers: sum.spoilers + found.spoilers.length });
    first.push(...found.spoilers.slice(0, 3).map((one) => `${name}: ${one}`));
  }
  console.log(JSON.stringify(Object.fromEntries(sums)));
  expect(first).toEqual([]);
  for (const { seen } of sums.values()) expect(seen).toBeGreaterThan(0);
}, 3_600_000);
