import { describe, expect, it } from "vitest";
import { mainReason } from "../src/options";
import { reportInWords } from "../src/parts/ending/words";
import { inWords, Places } from "../src/places";
import type { Analysis, Board, Cell, Reason, ToPage, WhyNot } from "../src/types";
import { option, piece, scene } from "./scenes";

const RADIUS = 3;
const cells: Cell[] = [];
for (let q = -RADIUS; q <= RADIUS; q++)
  for (let r = -RADIUS; r <= RADIUS; r++)
    if (Math.abs(q + r) <= RADIUS) cells.push({ id: `${q},${r}`, x: Math.sqrt(3) * (q + r / 2), y: 1.5 * r, terrain: "", zone: null, height: 0 });
const board: Board = { shape: "hex", title: "Toy", cells, ground: "", size: null, shapes: [], base: 0 };
const pieces = [piece("ant", { name: "Ant", at: "0,0" }), piece("bee", { name: "Bee", at: "2,0", owner: 1 })];
const places = new Places({ board, scene: { pieces, seat: 0 } });
const cites = { rule: "TOY.RULE", title: "A rule", page: "p. 1" };
const reason = (text: string): Reason => ({ text, cites, amount: null, group: "" });

describe("a place in words", () => {
  it("is called after who stands there", () => {
    expect(places.name("2,0", "0,0")).toBe("Bee's hex");
    expect(places.name("0,0", "0,0")).toBe("its own hex");
  });
  it("is seen from the one who acts, and says who is next to it", () => {
    expect(places.name("0,2", "0,0")).toBe("the hex 2 steps south-east");
    expect(places.name("1,0", "0,0")).toBe("the hex 1 step east, beside Bee");
  });
  it("is seen from the nearest piece, or from the middle, if nobody acts", () => {
    expect(places.name("-2,0")).toBe("the hex 2 steps west of Ant");
    expect(new Places({ board, scene: { pieces: [], seat: 0 } }).name("0,-3")).toBe("the hex 3 steps north-west of the middle");
  });
  it("is another one for each place", () => {
    expect(places.name("-2,-1", "0,0")).toBe("the hex 2 steps west and 1 north-west");
    const names = cells.map(({ id }) => places.name(id));
    expect(new Set(names).size).toBe(names.length);
  });
  it("is none where the board has no such place", () => {
    expect(places.name("9,9")).toBeNull();
  });
  it("is measured in inches on an open table", () => {
    const open = new Places({ board: { ...board, shape: "open", cells: [], size: [24, 24] }, scene: { pieces: [piece("ant", { at: "3,3" })], seat: 0 } });
    expect(open.words("move to 3,8.5", "3,3")).toBe("move to the point 5.5 in north");
    expect(open.words("1,500 points")).toBe("1,500 points");
  });
});

describe("texts of a page", () => {
  it("say places in words, and leave other numbers alone", () => {
    expect(places.words("Move to 0,2", "0,0")).toBe("Move to the hex 2 steps south-east");
    expect(places.words("(2,0) is taken")).toBe("Bee's hex is taken");
    expect(places.words("Bee is placed on 2,0")).toBe("Bee is placed on the hex 2 steps east of Ant");
    expect(places.words("no way to 0,2 is short enough", "0,0", "0,2")).toBe("no way to this hex is short enough");
    for (const text of ["deals 1,000", "rolls 6, 4", "2,0.5", "v1.0,0"]) expect(places.words(text)).toBe(text);
  });
  it("say of a piece where it stands by the others", () => {
    const known = { board, scene: scene({ pieces: [piece("ant", { name: "Ant", at: "0,0", about: "Ant, on 0,0" }), piece("bee", { name: "Bee", at: "2,0" })] }) };
    const message = { type: "scene", scene: { ...known.scene, overlays: [] } } as unknown as ToPage & { type: "scene" };
    expect(inWords(known, null, message).scene.pieces.map(({ about }) => about)).toEqual(["Ant, on the hex 2 steps west of Bee", ""]);
  });
  it("are changed in every message, but never what is sent back", () => {
    const move = option("move ant 0,2", { label: "move to 0,2", actor: "ant", cell: "0,2" });
    const known = { board, scene: { ...scene({ options: [move], pieces }), overlays: [] } };
    const message = { type: "scene", scene: known.scene } as unknown as ToPage & { type: "scene" };
    const [found] = inWords(known, null, message).scene.ask?.options ?? [];
    expect(found).toMatchObject({ text: "move ant 0,2", cell: "0,2", label: "move to the hex 2 steps south-east" });
    const about: WhyNot[] = [{ text: "move ant 0,2", label: "move to 0,2", kind: "move", reasons: [reason("0,2 is terrain")] }];
    const answer = inWords(known, JSON.stringify(["ant", "0,2", null]), { type: "about", number: 1, about } as ToPage & { type: "about" });
    expect(answer.about[0]).toMatchObject({ text: "move ant 0,2", label: "move to this hex", reasons: [{ text: "this hex is terrain" }] });
  });
});

describe("the one reason that matters", () => {
  const cloak: WhyNot = { text: "cloak", label: "Cloak", kind: "cloak", reasons: [reason("it has no such ability")] };
  const move: WhyNot = { text: "move", label: "Move", kind: "move", reasons: [reason("too far"), reason("terrain")] };
  const shoot: WhyNot = { text: "shoot", label: "Shoot", kind: "shoot", reasons: [reason("out of range")] };

  it("is of what can be done elsewhere now, at a place or at a piece", () => {
    const options = [option("a", { kind: "move", cell: "0,1" }), option("b", { kind: "shoot", target: "bee" })];
    expect(mainReason([cloak, move, shoot], options, "cell")?.reason.text).toBe("too far");
    expect(mainReason([cloak, move, shoot], options, "target")?.reason.text).toBe("out of range");
  });
  it("is otherwise of what fails least", () => {
    expect(mainReason([move, cloak], [], "cell")?.label).toBe("Cloak");
  });
  it("is none where something can be done or nothing is known", () => {
    expect(mainReason([], [], "cell")).toBeNull();
    expect(mainReason([{ ...move, reasons: [] }], [], "cell")).toBeNull();
  });
});

describe("the report on a game", () => {
  it("names places by the board alone, because units have moved on", () => {
    const point = { title: "Ant moves to 2,0", text: "Ant: move to 2,0" };
    const worst = [{ number: 3, turn: "Turn 1", chosen: "Ant: move to 0,-3", better: "Ant: Bite on Bee", lost: 0.2 }];
    const found = { points: [point], choices: [{ seat: 0, worst }] } as unknown as Analysis;
    const told = reportInWords({ ...scene({ pieces }), board }, found);
    expect(told.points[0]?.title).toBe("Ant moves to the hex 2 steps east of the middle");
    expect(told.choices[0]?.worst[0]?.chosen).toBe("Ant: move to the hex 3 steps north-west of the middle");
    expect(told.choices[0]?.worst[0]?.better).toBe("Ant: Bite on Bee");
  });
});
