import { describe, expect, it } from "vitest";
import { favourite, opponent, quickGame, seatOf, taken, unfinished, usual } from "../src/quick";
import type { GameListing, MatchCard } from "../src/types";

const seats = { name: "seats", about: "", default: "2", choices: ["2", "3"].map((value) => ({ value, title: value, units: [], board: null })), seats: [2, 3], is_open: false, needs: [], ruling: "" };
const game = (name: string, more: Partial<GameListing> = {}): GameListing => ({
  name,
  title: name,
  summary: "",
  owner: "",
  seats: ["red", "blue", "green"],
  options: [seats],
  opponents: [
    { name: "rookie", about: "", level: 1, styles: [] },
    { name: "ace", about: "", level: 3, styles: ["balanced", "bold"] },
    { name: "person", about: "", level: 0, styles: [] },
  ],
  lesson: "",
  lesson_about: "",
  poster: null, goal_cites: [],
  ...more,
});
const match = (more: Partial<MatchCard>): MatchCard => ({
  id: "one-aaaaaaaa",
  game: "one",
  players: ["person", "rookie"],
  answers: 3,
  headline: "",
  links: ["/?token=x#/match/one-aaaaaaaa/0"],
  is_over: false,
  damaged: "",
  is_lesson: false,
  addresses: [],
  is_shut: false,
  ago: 1,
  names: [],
  replay: "",
  is_analysis: false,
  ...more,
});

describe("quick play", () => {
  it("is the game that was played last, else the first", () => {
    const games = [game("one"), game("two")];
    expect(favourite(games, [])?.name).toBe("one");
    expect(favourite(games, [match({ game: "gone" }), match({ game: "two" })])?.name).toBe("two");
  });

  it("takes as many seats as is usual, against the easiest bot", () => {
    expect(quickGame(game("one"), [])).toEqual({ game: "one", players: ["person", "rookie"] });
    expect(taken(game("one"), { seats: "3" })).toBe(3);
    expect(usual(game("one"))).toEqual({ seats: "2" });
  });

  it("goes on against whom one played last, but not against a lesson's", () => {
    const before = [match({ is_lesson: true, players: ["person", "rookie"] }), match({ players: ["person", "ace seeded 4"] })];
    expect(opponent(game("one"), before)).toBe("ace");
    expect(opponent(game("two"), before)).toBe("rookie");
    expect(opponent(game("one"), [match({ players: ["person", "ace:style=bold seeded 4"] })])).toBe("ace:style=bold");
  });

  it("goes on with the last match that is not over and can be played", () => {
    const open = match({ id: "two" });
    expect(unfinished([match({ is_over: true }), match({ is_shut: true }), open])).toBe(open);
    expect(unfinished([])).toBeUndefined();
    expect(seatOf(open)).toBe("0");
  });
});
