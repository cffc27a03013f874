import { describe, expect, it } from "vitest";
import { at, buttons, byActor, byKind, firstActor, LISTED, sides, spends, within } from "../src/options";
import { hueOf, shapeOf } from "../src/seats";
import { option, piece, scene } from "./scenes";

const moves = Array.from({ length: LISTED + 1 }, (_, n) => option(`move a ${n},0`, { kind: "move", actor: "a", cell: `${n},0` }));
const shot = option("shoot a b", { kind: "shoot", actor: "a", target: "b", price: "2 energy", has_odds: true });
const other = option("move c 1,0", { kind: "move", actor: "c", cell: "1,0" });
const end = option("end", { kind: "end" });
const all = [...moves, shot, other, end];

describe("options", () => {
  it("are grouped by kind; many places are lit instead of listed", () => {
    const groups = byKind([...moves, shot]);
    expect(groups.map((group) => group.kind)).toEqual(["move", "shoot"]);
    expect(groups[0]?.onBoard).toBe(true);
    expect(groups[1]?.onBoard).toBe(false);
    expect(byKind(moves.slice(0, LISTED))[0]?.onBoard).toBe(false);
  });

  it("are grouped by who acts", () => {
    expect([...byActor(all).keys()]).toEqual(["a", "c"]);
    expect(byActor(all).get("c")).toEqual([other]);
  });

  it("of nobody are buttons", () => {
    expect(buttons(all)).toEqual([end]);
  });

  it("are those of the selected unit and kind, and those of nobody", () => {
    expect(within(all, { actor: "c", kind: null })).toEqual([other, end]);
    expect(within(all, { actor: "a", kind: "shoot" })).toEqual([shot]);
  });

  it("are found by pointing at a place or at a piece", () => {
    expect(at(all, { actor: "a", kind: null }, "1,0", null)).toEqual([moves[1]]);
    expect(at(all, { actor: "a", kind: null }, "9,9", "b")).toEqual([shot]);
    expect(at(all, { actor: null, kind: null }, "1,0", null)).toEqual([]);
  });

  it("say what they take of a track", () => {
    const track = { name: "energy", now: 5, most: 9, owner: 0 };
    expect(spends("2 energy", track)).toBe(2);
    expect(spends("2 points", track)).toBe(0);
    expect(spends("", track)).toBe(0);
  });
});

describe("who is selected first", () => {
  const pieces = [piece("a"), piece("b", { owner: 1 }), piece("c")];

  it("is nobody where several can act", () => {
    expect(firstActor(scene({ options: all, pieces }), null)).toBeNull();
  });

  it("is whoever was, as long as it can act", () => {
    expect(firstActor(scene({ options: all, pieces }), "c")).toBe("c");
    expect(firstActor(scene({ options: [shot], pieces }), "c")).toBe("a");
  });

  it("is the one in action", () => {
    const acting = [piece("a"), piece("c", { is_active: true })];
    expect(firstActor(scene({ options: all, pieces: acting }), null)).toBe("c");
  });

  it("is the next to be placed", () => {
    const beside = pieces.map((one) => ({ ...one, at: null }));
    expect(firstActor(scene({ options: [...moves, other], pieces: beside }), null)).toBe("a");
  });
});

describe("sides", () => {
  it("begin with one's own, and end with who is gone", () => {
    const pieces = [piece("a"), piece("b", { owner: 1, is_gone: true }), piece("c", { owner: 1 })];
    const found = sides({ ...scene({ pieces }), seat: 1 });
    expect(found.map((side) => side.seat)).toEqual([1, 0]);
    expect(found[0]?.pieces.map((one) => one.id)).toEqual(["c", "b"]);
  });

  it("differ in colour and in shape, and have the colour they are called by", () => {
    expect(hueOf(["red", "blue"], 0)).toBe("red");
    expect(hueOf(["blue", "red"], 1)).toBe("red");
    expect(hueOf(["first", "second"], 0)).not.toBe(hueOf(["first", "second"], 1));
    expect(shapeOf(0)).not.toBe(shapeOf(1));
  });
});
