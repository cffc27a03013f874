import { describe, expect, it } from "vitest";
import { botOf, inStyle, playerName, styleOf } from "../src/players";

const STYLES = ["balanced", "careful", "bold"];

describe("players", () => {
  it("are called by their names", () => {
    expect([playerName("ace"), playerName("search:iterations=400"), playerName("rookie seeded 7")]).toEqual(["Ace", "Search", "Rookie"]);
  });

  it("are called by their style too", () => {
    expect(playerName("veteran:style=bold")).toBe("Bold veteran");
    expect(playerName("ace:seconds=2:style=careful seeded 7")).toBe("Careful ace");
  });

  it("take a style and give it back", () => {
    for (const style of STYLES.slice(1)) {
      const player = inStyle("veteran", style, STYLES);
      expect([botOf(player), styleOf(player)]).toEqual(["veteran", style]);
    }
  });

  it("need not name the usual style, and take none that they lack", () => {
    expect(inStyle("veteran", "balanced", STYLES)).toBe("veteran");
    expect(inStyle("random", "bold", [])).toBe("random");
    expect(styleOf("veteran")).toBe("");
  });
});
