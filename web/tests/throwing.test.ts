import { describe, expect, it } from "vitest";
import { answerOf, atLeastOne, diceOf, digitOf, enter, inWords, missing, namesOf, typed, worthOf, type Entered } from "../src/parts/dice/throwing";
import type { DiceQuestion, FaceGroup } from "../src/types";

function numbers(count: number, from: number, to: number, counted: (face: number) => string = () => ""): FaceGroup {
  const faces = Array.from({ length: to - from + 1 }, (_, at) => ({ face: String(from + at), symbols: [], counted: counted(from + at) }));
  return { name: `d${faces.length}`, count, faces };
}
const symbols: FaceGroup = { name: "orange", count: 1, faces: [{ face: "SB", symbols: ["success", "block"], counted: "1 success, 1 block" }, { face: "-", symbols: [], counted: "" }] };
const odds = [{ what: "hit", mean: 1, bars: [[0, 0.25], [1, 0.5], [2, 0.25]] as [number, number][] }];
const asked = (...groups: readonly FaceGroup[]): DiceQuestion => ({ groups: [...groups], odds });

/** The dice after these digits were typed. */
function after(question: DiceQuestion, digits: string): readonly Entered[] {
  return [...digits].reduce<readonly Entered[]>((entered, digit) => {
    const die = typed(question, entered, digit);
    return die ? enter(question, entered, die) : entered;
  }, []);
}

describe("the faces of real dice", () => {
  it("are answered group by group, in whichever order they were tapped", () => {
    const question = asked(numbers(2, 1, 6), symbols);
    let entered: readonly Entered[] = [];
    for (const die of [{ group: 1, face: "SB" }, { group: 0, face: "6" }, { group: 0, face: "2" }]) entered = enter(question, entered, die);
    expect(missing(question, entered)).toBe(0);
    expect(answerOf(question, entered)).toBe("6 2 SB");
  });
  it("are no more than the dice of their kind", () => {
    const question = asked(numbers(1, 1, 6), symbols);
    const full = enter(question, [], { group: 0, face: "3" });
    expect(enter(question, full, { group: 0, face: "4" })).toBe(full);
    expect(missing(question, full)).toBe(1);
    expect(enter(question, full, { group: 2, face: "4" })).toBe(full);
  });
  it("know their place, so that the tapped one of two equal dice is taken back", () => {
    const question = asked(numbers(2, 1, 6), symbols);
    const entered = after(question, "55");
    expect(diceOf(entered, 0)).toEqual([{ face: "5", place: 0 }, { face: "5", place: 1 }]);
    expect(diceOf(entered, 1)).toEqual([]);
  });
});

describe("a digit", () => {
  it("is the number on a die, and 0 a ten where there is no 0", () => {
    expect(answerOf(asked(numbers(3, 1, 10)), after(asked(numbers(3, 1, 10)), "307"))).toBe("3 10 7");
    expect(answerOf(asked(numbers(2, 0, 9)), after(asked(numbers(2, 0, 9)), "09"))).toBe("0 9");
  });
  it("that no face shows enters nothing", () => {
    expect(after(asked(numbers(2, 1, 6)), "790")).toEqual([]);
  });
  it("is the number of the face in a row of symbols, and goes to the first dice that are missing", () => {
    const question = asked(numbers(1, 1, 6), symbols);
    expect(answerOf(question, after(question, "42"))).toBe("4 -");
    expect(after(question, "421")).toHaveLength(2);
  });
  it("is only said of a face that has one", () => {
    const { faces } = numbers(1, 1, 12);
    expect([0, 8, 9, 10, 11].map((at) => digitOf(faces, at))).toEqual(["1", "9", "0", "", ""]);
  });
});

describe("what a throw is called", () => {
  it("names the seats of a roll-off, and only of one", () => {
    const duel = { groups: [numbers(1, 0, 9), numbers(1, 0, 9)], odds: [] };
    expect(namesOf(duel, ["blue", "red"])).toEqual(["d10 of blue", "d10 of red"]);
    expect(namesOf(duel, ["one", "two", "three"])).toEqual(["d10 of number 1", "d10 of number 2"]);
    expect(namesOf(asked(numbers(1, 0, 9), symbols), ["blue", "red"])).toEqual(["d10", "orange"]);
    expect(namesOf({ groups: [numbers(1, 0, 9)], odds: [] }, ["blue", "red"])).toEqual(["d10"]);
  });
  it("says what a face counts for", () => {
    const hits = numbers(1, 1, 6, (face) => (face === 6 ? "2 hit" : face > 3 ? "hit, exactly on the number" : ""));
    expect(hits.faces.map((face) => worthOf(face, "hit"))).toEqual([0, 0, 0, 1, 1, 2]);
    expect(hits.faces.map((face) => worthOf(face, "dice that count"))).toEqual([0, 0, 0, 1, 1, 2]);
    expect(hits.faces.map((face) => worthOf(face, ""))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(symbols.faces.map((face) => worthOf(face, "block"))).toEqual([1, 0]);
    expect(hits.faces.slice(2, 4).map(inWords)).toEqual(["3", "4, hit, exactly on the number"]);
    expect(symbols.faces.map(inWords)).toEqual(["success, block", "blank"]);
  });
  it("has a chance of at least one", () => {
    expect(odds.map(atLeastOne)).toEqual([0.75]);
  });
});
