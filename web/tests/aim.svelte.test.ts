import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Aim, UNREAD, type Click } from "../src/aim.svelte";

const click = (timeStamp: number, clientX = 100, more: Partial<Click> = {}): Click => ({ clientX, clientY: 50, pointerType: "mouse", detail: 1, timeStamp, ...more });

/** A click as a hand makes it: down, and up again at once. */
function clicked(aim: Aim, ...of: Parameters<typeof click>): boolean {
  aim.down();
  return !aim.misses(click(...of));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a click", () => {
  it("means what it hits, somewhere else also soon after another", () => {
    const aim = new Aim();
    expect(clicked(aim, 1000)).toBe(true);
    expect(clicked(aim, 1100, 200)).toBe(true);
    expect(clicked(aim, 1100 + UNREAD, 200)).toBe(true);
  });

  it.each(["mouse", "touch", "pen"])("is heard once when it is a double click with the %s", (pointerType) => {
    const aim = new Aim();
    expect(clicked(aim, 1000, 100, { pointerType })).toBe(true);
    expect(clicked(aim, 1120, 103, { pointerType, detail: 2 })).toBe(false);
    expect(clicked(aim, 1400, 104, { pointerType, detail: 3 })).toBe(false);
    expect(clicked(aim, 1400 + UNREAD, 104, { pointerType })).toBe(true);
  });

  it("is heard once when it is a slow double click, which the browser counts", () => {
    const aim = new Aim();
    expect(clicked(aim, 1000)).toBe(true);
    expect(clicked(aim, 1000 + UNREAD + 100, 100, { detail: 2 })).toBe(false);
    expect(clicked(aim, 1000 + 2 * (UNREAD + 100), 100, { detail: 3 })).toBe(true);
    expect(clicked(aim, 1000 + 3 * (UNREAD + 100), 200, { detail: 2 })).toBe(true);
  });

  it("comes too soon after the list has changed, and not a moment later", () => {
    const aim = new Aim();
    aim.changes();
    vi.advanceTimersByTime(UNREAD - 1);
    expect(clicked(aim, 1000)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(clicked(aim, 2000)).toBe(true);
  });

  it("was aimed at another list when that changes while the button is held down", () => {
    const aim = new Aim();
    aim.down();
    aim.changes();
    vi.advanceTimersByTime(5 * UNREAD);
    expect(aim.misses(click(5000))).toBe("elsewhere");
    expect(clicked(aim, 9000)).toBe(true);
  });

  it("is told apart when it is only too soon: then it was aimed at what lies there", () => {
    const aim = new Aim();
    aim.changes();
    aim.down();
    expect(aim.misses(click(1000))).toBe("too soon");
    aim.down();
    expect(aim.misses(click(1100))).toBe("again");
    aim.down();
    aim.changes();
    expect(aim.misses(click(2000))).toBe("elsewhere");
  });

  it("of the keyboard is always meant", () => {
    const aim = new Aim();
    aim.changes();
    expect(aim.misses(click(1000, 0, { pointerType: "", detail: 0 }))).toBeNull();
    expect(aim.misses(click(1001, 0, { pointerType: "", detail: 0 }))).toBeNull();
  });
});
