import { describe, expect, it } from "vitest";
import type { Connection } from "../src/connection.svelte";
import { NOTHING, take, type Known } from "../src/match";
import { Menu } from "../src/menu.svelte";
import type { Passing } from "../src/passing.svelte";
import { Plan } from "../src/plan.svelte";
import type { Badge, Scene, SceneUpdate } from "../src/types";
import { option, piece, scene, zone } from "./scenes";

function menuOf(shown: Scene): Menu {
  const known: Known = take(NOTHING, { type: "scene", scene: shown, whole: true, epoch: 0, can_coach: false } as unknown as SceneUpdate);
  const plan = new Plan({ known } as unknown as Connection, { now: false } as Passing);
  plan.settle();
  return new Menu(plan);
}

/** A hand of three cards, two of them copies of one card. */
function hand(badges: Badge[] = []): Scene {
  const found = zone("hand", "hand", 0, "coin-1", "coin-2", "sword");
  found.cards = found.cards.map((held) => ({ ...held, about: held.id === "sword" ? "Sword" : "Coin", badges: held.id === "coin-2" ? badges : [] }));
  const options = ["coin-1", "coin-2", "sword"].map((card) => option(`play ${card}`, { kind: "play", label: "Play", card }));
  return { ...scene({ options }), zones: [found] };
}

const texts = (menu: Menu) => menu.numbered.map(({ text }) => text);

describe("copies of a card", () => {
  it("are offered once if nobody can tell them apart", () => {
    expect(texts(menuOf(hand()))).toEqual(["play coin-1", "play sword"]);
  });
  it("are both offered if one of them carries a mark", () => {
    expect(texts(menuOf(hand([{ text: "damaged", about: "", back: "", tone: "", is_seen: true }])))).toEqual(["play coin-1", "play coin-2", "play sword"]);
  });
});

it("lists what is aimed at others, and after them one's own when asked", () => {
  const pieces = [piece("ann"), piece("ally"), piece("foe", { owner: 1 })];
  const options = ["ally", "foe"].map((target) => option(`shoot ${target}`, { kind: "shoot", actor: "ann", target }));
  const menu = menuOf(scene({ pieces, options }));
  expect(texts(menu)).toEqual(["shoot foe"]);
  expect(menu.leftOut("shoot")).toBe(1);
  menu.listOwn();
  expect(texts(menu)).toEqual(["shoot foe", "shoot ally"]);
  expect(menu.leftOut("shoot")).toBe(0);
});

it("gives the key of a listed place, and none to a place that is listed once for each facing", () => {
  const at = (facing: number | null) => menuOf(scene({ options: [option("place ann", { kind: "place", cell: "1,2", facing, target: "ann" })], pieces: [piece("ann")] })).places;
  expect([...at(null)]).toEqual([["1,2", 1]]);
  expect([...at(3)]).toEqual([]);
});
