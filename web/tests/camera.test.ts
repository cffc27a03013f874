import { describe, expect, it } from "vitest";
import { ACROSS, boxOf, FINGER, fitting, following, panned, WHOLE, zoomed } from "../src/camera";

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
