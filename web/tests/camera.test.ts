import { describe, expect, it } from "vitest";
import { ACROSS, boxOf, FINGER, fitting, following, framing, panned, WHOLE, zoomed, type Subject } from "../src/camera";

const whole = { x: -20, y: -15, width: 40, height: 30 };
const phone = { width: 390, height: 420 };
const wide = { width: 1600, height: 1200 };

describe("what is shown of a board", () => {
  it("is the whole at first, in the middle of its window", () => {
    const box = boxOf(whole, phone, WHOLE);
    expect(box.width).toBeCloseTo(40);
    expect(box.y + box.height / 2).toBeCloseTo(0);
  });

  it("never lies beyond the edge, however far it is pulled", () => {
    const close = { zoom: 4, centre: { x: 0, y: 0 } };
    const box = boxOf(whole, phone, panned(whole, phone, close, 500, -500));
    expect(box.x + box.width).toBeCloseTo(20);
    expect(box.y).toBeCloseTo(-15);
  });

  it("comes closer about the pointer, which stays on its place", () => {
    const about = { x: 5, y: -3 };
    const before = boxOf(whole, wide, { zoom: 2, centre: { x: 4, y: -2 } });
    const after = boxOf(whole, wide, zoomed(whole, wide, { zoom: 2, centre: { x: 4, y: -2 } }, 1.2, about));
    const part = (box: typeof before) => (about.x - box.x) / box.width;
    expect(part(after)).toBeCloseTo(part(before));
    expect(zoomed(whole, wide, { zoom: 2, centre: about }, 0.1, about)).toEqual(WHOLE);
  });

  it("follows the action on a small screen with hexes that a finger finds", () => {
    const shot = following(whole, phone, [{ x: 10, y: 5 }, { x: 12, y: 6 }]);
    expect(fitting(whole, phone) * shot.zoom * ACROSS).toBeGreaterThanOrEqual(FINGER);
    const box = boxOf(whole, phone, shot);
    expect(box.x).toBeLessThan(10);
    expect(box.x + box.width).toBeGreaterThan(12);
    expect(following(whole, phone, [{ x: -19, y: 0 }, { x: 19, y: 0 }]).centre?.x).toBe(-19);
    expect(following(whole, wide, [{ x: 10, y: 5 }])).toEqual(WHOLE);
  });
});

describe("the view of a moment", () => {
  const field = { x: -24, y: -18, width: 48, height: 36 };
  const desk = { width: 1060, height: 720 };
  const hand = { width: 390, height: 438 };
  const at = (x: number, y: number, rank: Subject["rank"]): Subject => ({ at: { x, y }, rank });
  const hex = (window: typeof desk, shot: typeof WHOLE) => fitting(field, window) * shot.zoom * ACROSS;
  const sees = (window: typeof desk, shot: typeof WHOLE, { at: { x, y } }: Subject) => {
    const box = boxOf(field, window, shot);
    return x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height;
  };

  it("shows who acts and could act, with hexes between 80 and 150 pixels wide, 52 on a phone", () => {
    for (const [window, least] of [[desk, 80], [hand, 52]] as const)
      for (const spread of [0.5, 2, 4, 9, 15]) {
        const subjects = [at(0, 0, 0), at(spread, 0, 1), at(-spread, spread / 2, 2)];
        const shot = framing(field, window, subjects, false);
        expect(hex(window, shot)).toBeGreaterThanOrEqual(least - 0.01);
        expect(hex(window, shot)).toBeLessThanOrEqual(150.01);
        expect(sees(window, shot, subjects[0] as Subject)).toBe(true);
      }
    const near = [at(0, 0, 0), at(4, 1, 1), at(-3, 2, 2)];
    for (const subject of near) expect(sees(desk, framing(field, desk, near, false), subject)).toBe(true);
  });

  it("leaves out the most distant first, never who acts or is aimed at before others", () => {
    const subjects = [at(0, 0, 0), at(3, 0, 1), at(22, 0, 2), at(-22, 0, 2)];
    const shot = framing(field, hand, subjects, false);
    expect(subjects.map((subject) => sees(hand, shot, subject))).toEqual([true, true, false, false]);
  });

  it("shows both sides of an attack, however far apart, and nearer ones as closely as ever", () => {
    const [attacker, target] = [at(-20, 10, 0), at(20, -10, 0)];
    const shot = framing(field, hand, [attacker, target, at(0, 0, 3)], false);
    for (const subject of [attacker, target]) expect(sees(hand, shot, subject)).toBe(true);
    expect(hex(desk, framing(field, desk, [at(0, 0, 0), at(3, 0, 0)], false))).toBeGreaterThanOrEqual(80 - 0.01);
  });

  it("has room for others while hexes stay large", () => {
    const [actor, other, far] = [at(0, 0, 0), at(5, 0, 3), at(23, 16, 3)];
    const shot = framing(field, desk, [actor, other, far], false);
    expect(sees(desk, shot, other)).toBe(true);
    expect(sees(desk, shot, far)).toBe(false);
    expect(hex(desk, shot)).toBeGreaterThanOrEqual(88 - 0.01);
  });

  it("stays where it is while all of that is in it", () => {
    const shot = framing(field, desk, [at(0, 0, 0), at(4, 0, 1)], false);
    expect(framing(field, desk, [at(0.5, 0, 0), at(3.5, 0.5, 1)], false, shot)).toBe(shot);
    expect(framing(field, desk, [at(20, 0, 0)], false, shot)).not.toBe(shot);
  });

  it("is the whole board where hexes are large enough anyway, or nobody is there", () => {
    expect(framing({ x: 0, y: 0, width: 12, height: 8 }, desk, [at(3, 3, 0)], false)).toEqual(WHOLE);
    expect(framing(field, desk, [], false)).toEqual(WHOLE);
  });
});
