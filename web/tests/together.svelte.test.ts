import { expect, it } from "vitest";
import { Together } from "../src/together.svelte";
import { option, scene } from "./scenes";

const share = (adds: number, of: number) => ({ adds, of, unless: "if nobody blocks" });
const OPTIONS = [
  option("attack ann red", { kind: "attack", card: "ann", zone: "red", share: share(5, 9) }),
  option("attack ann tan", { kind: "attack", card: "ann", zone: "tan", share: share(5, 7) }),
  option("attack bob red", { kind: "attack", card: "bob", zone: "red", share: share(3, 9) }),
  option("attack bob tan", { kind: "attack", card: "bob", zone: "tan", share: share(3, 7) }),
  option("next"),
];

it("adds up what goes to one zone, and lets a card out again", () => {
  const together = new Together();
  together.toggle("ann", OPTIONS);
  together.toggle("bob", OPTIONS);
  together.at("tan", OPTIONS);
  expect(together.groups).toEqual([{ zone: "tan", cards: ["ann", "bob"], text: "2 attack: 8 of 7 if nobody blocks" }]);
  together.toggle("ann", OPTIONS);
  expect(together.groups.map(({ text }) => text)).toEqual(["1 attack: 3 of 7 if nobody blocks"]);
});

it("makes a second group of those chosen after a zone was", () => {
  const together = new Together();
  together.toggle("ann", OPTIONS);
  together.at("red", OPTIONS);
  together.toggle("bob", OPTIONS);
  together.at("tan", OPTIONS);
  expect(together.groups.map(({ zone, cards }) => [zone, ...cards])).toEqual([["red", "ann"], ["tan", "bob"]]);
  expect(together.drawn(scene({})).links.map(({ source, goal }) => [source, goal])).toEqual([["ann", "red"], ["bob", "tan"]]);
});

it("sends one answer after the other, and then goes on", () => {
  const together = new Together();
  const given: string[] = [];
  const answer = (text: string) => void given.push(text);
  for (const card of ["ann", "bob"]) together.toggle(card, OPTIONS);
  together.send(answer);
  expect(given).toEqual(["attack ann red"]);
  together.next(OPTIONS.slice(2), answer);
  together.next(OPTIONS.slice(4), answer);
  expect(given.slice(1)).toEqual(["attack bob red", "next"]);
  together.next(OPTIONS, answer);
  expect(given).toHaveLength(3);
});

it("stops if an answer is not possible any more", () => {
  const together = new Together();
  const given: string[] = [];
  for (const card of ["ann", "bob"]) together.toggle(card, OPTIONS);
  together.send((text) => given.push(text));
  together.next([option("pass")], (text) => given.push(text));
  together.next(OPTIONS, (text) => given.push(text));
  expect(given).toEqual(["attack ann red"]);
});
