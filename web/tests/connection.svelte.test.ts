import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "../src/connection.svelte";
import type { GiveAnswer, ToPage } from "../src/types";
import { option, scene } from "./scenes";

/** A line that is lost and comes back when the test says so. */
class Line {
  static readonly OPEN = 1;
  static lines: Line[] = [];
  readyState = Line.OPEN;
  said: GiveAnswer[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number; reason: string }) => void;

  constructor() {
    Line.lines.push(this);
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as GiveAnswer);
  }

  close(): void {
    this.readyState = 3;
  }

  shows(number: number, { whole = false, epoch = 0, throws = null as unknown, mine = true } = {}): void {
    const asked = scene({ number, options: [option("fire")] });
    const message = { type: "scene", scene: { ...asked, ask: { ...asked.ask, is_mine: mine } }, whole, epoch, throw: throws };
    this.onmessage?.({ data: JSON.stringify(message as unknown as ToPage) });
  }

  isLost(): Line {
    this.readyState = 3;
    this.onclose?.({ code: 1006, reason: "" });
    vi.runAllTimers();
    const next = Line.lines.at(-1)!;
    next.onopen?.();
    return next;
  }
}

async function answered(): Promise<[Connection, Line]> {
  // Later than the rest: it asks at once where it is.
  const { Connection } = await import("../src/connection.svelte");
  const connection = new Connection("m", 0);
  const line = Line.lines.at(-1)!;
  line.onopen?.();
  line.shows(7, { whole: true });
  expect(connection.answer("fire")).toBe(true);
  return [connection, line];
}

beforeEach(() => {
  vi.useFakeTimers();
  Line.lines = [];
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("location", { protocol: "http:", host: "here", href: "http://here/", search: "", hash: "" });
  vi.stubGlobal("sessionStorage", { getItem: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an answer of which nothing was heard", () => {
  it("is said again with the same key when the line comes back and it is still asked", async () => {
    const [connection, line] = await answered();
    const next = line.isLost();
    next.shows(7, { whole: true });
    expect(next.said).toEqual(line.said);
    expect(next.said[0]?.key).toBeTruthy();
    expect(connection.known.answering).toBe("fire");
    expect(connection.answer("fire")).toBe(false);
  });

  it("is not said again where it was heard", async () => {
    const [connection, line] = await answered();
    const next = line.isLost();
    next.shows(8, { whole: true });
    expect(next.said).toEqual([]);
    expect(connection.known.answering).toBeNull();
  });

  it("is not said again after something was taken back", async () => {
    const [, line] = await answered();
    const next = line.isLost();
    next.shows(7, { whole: true, epoch: 1 });
    expect(next.said).toEqual([]);
  });

  it("is said again though the table was shown anew before the line was lost, and once for each line", async () => {
    const [, line] = await answered();
    line.shows(7);
    const next = line.isLost();
    next.shows(7, { whole: true });
    next.shows(7);
    expect(next.said.length).toBe(1);
  });

  it("is said again if it was the faces of real dice, and not if another page throws them", async () => {
    for (const [throws, count] of [[{ groups: [], odds: [] }, 1], [null, 0]] as const) {
      const [, line] = await answered();
      line.shows(7, { throws, mine: false });
      const next = line.isLost();
      next.shows(7, { whole: true, throws, mine: false });
      expect(next.said).toHaveLength(count);
    }
  });

  it("has another key than the next one", async () => {
    const [connection, line] = await answered();
    line.shows(8);
    connection.answer("fire");
    expect(new Set(line.said.map(({ key }) => key)).size).toBe(2);
  });
});
