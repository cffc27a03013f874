import { describe, expect, it } from "vitest";
import { NOTHING, type Known } from "../src/match";
import { clockText, sitting, warning } from "../src/seat/sitters";
import type { Seated } from "../src/site/types";
import type { SeatHere } from "../src/types";
import { scene } from "./scenes";

const here = (seat: number, is_here: boolean, has_come = true): SeatHere => ({ seat, is_here, keeper: false, is_guest: true, has_come, name: `P${seat}` });
const known = (...all: SeatHere[]): Known => ({ ...NOTHING, scene: { ...scene({}), seats: ["blue", "red"] }, here: all });
const seated = (...away: number[]): Seated => ({ players: [null, { id: "b", name: "Bert", is_bot: false, is_guest: false, rating: 1612 }], rated: true, away, dice: "" });

describe("who sits at a table of a site", () => {
  it("is told with one's own seat first, by name and rating", () => {
    const found = sitting(known(here(0, true), here(1, true)), seated(), ["person", "person"], 1);
    expect(found.map(({ seat, name, presence, player }) => [seat, name, presence, player?.rating])).toEqual([
      [1, "P1", "you", 1612],
      [0, "P0", "here", undefined],
    ]);
  });

  it("has gone when neither this node nor the site knows of them", () => {
    const gone = (found: Seated | null) => sitting(known(here(0, true), here(1, false)), found, [], 0)[1]?.presence;
    expect(gone(seated(1))).toBe("gone");
    expect(gone(null)).toBe("gone");
    expect(gone(seated())).toBe("here");
  });

  it("is awaited as long as nobody has come, and a bot is none of these", () => {
    expect(sitting(known(here(0, true), here(1, false, false)), null, [], 0)[1]?.presence).toBe("awaited");
    const [, bot] = sitting(known(here(0, true)), { players: [null, null], rated: false, away: [], dice: "" }, ["person", "rookie"], 0);
    expect([bot?.presence, bot?.name]).toEqual(["bot", "Rookie"]);
  });
});

describe("a clock", () => {
  it("says days, hours, minutes, and tenths at the last", () => {
    expect([200_000, 3_725, 272, 59.9, 9.96, 0].map(clockText)).toEqual(["2 d 7 h", "1:02:05", "4:32", "0:59", "10.0", "0:00"]);
  });

  it("warns in words, and says the same for as long as it is so", () => {
    expect([31, 30, 12, 10, 3, 0].map(warning)).toEqual(["", "30 seconds left.", "30 seconds left.", "10 seconds left!", "10 seconds left!", "Your time is up."]);
  });
});
