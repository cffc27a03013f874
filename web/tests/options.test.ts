import { describe, expect, it } from "vitest";
import { at, buttons, byActor, byKind, firstActor, LISTED, picking, pointed, putDown, sides, spends, within } from "../src/options";
import { hueOf, shapeOf } from "../src/seats";
import { option, piece, scene, zone } from "./scenes";

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
    expect(at(all, { actor: "a", kind: null }, { cell: "1,0", piece: null })).toEqual([moves[1]]);
    expect(at(all, { actor: "a", kind: null }, { cell: "9,9", piece: "b" })).toEqual([shot]);
    expect(at(all, { actor: null, kind: null }, { cell: "1,0", piece: null })).toEqual([]);
  });

  it("about a card are found by the card, and then by a place or a piece", () => {
    const play = ["x", "y"].map((target) => option(`play c ${target}`, { card: "c", target }));
    const draw = option("draw deck", { zone: "deck" });
    const nobody = { actor: null, kind: null };
    expect(buttons([...play, draw, end])).toEqual([end]);
    expect(at([...play, draw], nobody, { cell: null, piece: null, card: "c" })).toEqual(play);
    expect(at([...play, draw], nobody, { cell: null, piece: null, zone: "deck" })).toEqual([draw]);
    expect(at(play, nobody, { cell: null, piece: "x" })).toEqual([]);
    expect(at(play, { ...nobody, card: "c" }, { cell: null, piece: "x" })).toEqual([play[0]]);
    // What it is aimed at may be a card itself: one that was taken up goes onto it.
    expect(at(play, { ...nobody, card: "c" }, { cell: null, piece: null, card: "x" })).toEqual([play[0]]);
    expect(at(play, nobody, { cell: null, piece: null, card: "x" })).toEqual([]);
    expect([...pointed(play, "target", null)]).toEqual([]);
    expect([...pointed(play, "target", "c")]).toEqual(["x", "y"]);
  });

  it("about a card are answered by putting it down where it goes", () => {
    const zones = [
      zone("hand", "hand", 0, "c", "d"),
      zone("base", "row", 0, "x"),
      zone("front", "row", 1, "y"),
      zone("vault", "row", 1),
      zone("moons", "row", null),
    ];
    const table = { zones, seat: 0 };
    const onto = option("aim c y", { card: "c", target: "y" });
    const at1 = option("fire c one", { card: "c", zone: "front" });
    const there = option("land c 1,0", { card: "c", cell: "1,0" });
    const alone = option("bring d", { card: "d" });
    const upgrade = option("upgrade x", { card: "x" });
    const options = [onto, at1, there, alone, upgrade];
    const place = (more: object) => ({ cell: null, piece: null, owner: null, ...more });
    const put = (id: string, more: object) => putDown(options, id, place(more), table);
    expect(put("c", { card: "y", zone: "front", owner: 1 })).toEqual([onto]);
    expect(put("c", { piece: "y", cell: "5,5" })).toEqual([onto]);
    expect(put("c", { cell: "1,0" })).toEqual([there]);
    expect(put("c", { zone: "front", owner: 1 })).toEqual([at1]);
    // Anywhere on the side of somebody else will do for what is aimed at them.
    expect(put("c", { zone: "vault", owner: 1 })).toEqual([at1]);
    expect(put("c", { zone: "base", owner: 0 })).toEqual([]);
    // What is played by itself comes onto one's own side, into the middle or onto the board.
    expect(put("d", { zone: "base", owner: 0 })).toEqual([alone]);
    expect(put("d", { zone: "moons" })).toEqual([alone]);
    expect(put("d", { cell: "7,7" })).toEqual([alone]);
    expect(put("d", { zone: "front", owner: 1 })).toEqual([]);
    expect(put("d", { zone: "hand", owner: 0 })).toEqual([]);
    expect(put("d", { aside: true })).toEqual([]);
    // Moving about what lies there already spends nothing.
    expect(put("x", { zone: "moons" })).toEqual([]);
  });

  it("that stand for several things are picked one after the other", () => {
    const plan = (...picks: string[]) => option(picks.join(" "), { picks });
    const ordered = [plan("a", "b"), plan("b", "a"), plan("a", "c")];
    expect([...picking(ordered, [], true).next]).toEqual(["a", "b"]);
    expect([...picking(ordered, ["a"], true).next]).toEqual(["b", "c"]);
    expect(picking(ordered, ["a", "c"], true).done).toEqual([ordered[2]]);
    const sets = [plan("a"), plan("a", "b")];
    expect(picking(sets, ["a"], false).done).toEqual([sets[0]]);
    expect([...picking(sets, ["b"], false).next]).toEqual(["a"]);
    expect(picking(sets, ["b", "a"], false).done).toEqual([sets[1]]);
  });

  it("say what they take of a track", () => {
    const track = { name: "energy", now: 5, most: 9, owner: 0, low: 0, between: null, marks: [] };
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
