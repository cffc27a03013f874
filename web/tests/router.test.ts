import { beforeAll, describe, expect, it, vi } from "vitest";

let parse: typeof import("../src/router.svelte").parse;

beforeAll(async () => {
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", () => {});
  ({ parse } = await import("../src/router.svelte"));
});

describe("addresses", () => {
  it("lead to the screens", () => {
    expect(parse("#/")).toEqual({ at: "home" });
    expect(parse("#/watch")).toEqual({ at: "watch" });
    expect(parse("#/open/NcjB_-")).toEqual({ at: "open", text: "NcjB_-", number: null });
    expect(parse("#/open")).toEqual({ at: "open", text: "", number: null });
    expect(parse("#/setup/aegis")).toEqual({ at: "setup", game: "aegis", asked: {} });
    expect(parse("#/setup/aegis?red=a%2Bb&token=x")).toEqual({ at: "setup", game: "aegis", asked: { red: "a+b" } });
    expect(parse("#/lists/aegis?list=a%2Bb")).toEqual({ at: "lists", game: "aegis", asked: { list: "a+b" } });
    expect(parse("#/match/m-1/1")).toEqual({ at: "match", id: "m-1", seat: 1 });
    expect(parse("#/table/m-1/watch")).toEqual({ at: "match", id: "m-1", seat: null });
    expect(parse("#/rules/aegis/AEGIS.MOVE")).toEqual({ at: "rules", game: "aegis", rule: "AEGIS.MOVE" });
    expect(parse("#/rules/aegis?rule=AEGIS.MOVE")).toEqual({ at: "rules", game: "aegis", rule: "AEGIS.MOVE" });
    expect(parse("#/replay/m-1?at=7")).toEqual({ at: "replay", id: "m-1", number: 7, eyes: null });
  });

  it("that lead nowhere lead home", () => {
    expect(parse("#/nowhere/at/all")).toEqual({ at: "home" });
    expect(parse("#/match/")).toEqual({ at: "home" });
  });
});
