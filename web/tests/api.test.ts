import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const kept = new Map<string, string>();

async function addressOf(search: string, seat: number | null): Promise<URL> {
  vi.resetModules();
  vi.stubGlobal("location", { search, hash: "", protocol: "http:", host: "here" });
  const { socketAddress } = await import("../src/api");
  return new URL(socketAddress("duel", seat), "http://here");
}

describe("the socket of a seat", () => {
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("sessionStorage", { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value) });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("brings the link's token and a key that stays the same when the page is opened again", async () => {
    const first = await addressOf("?token=abc", 1);
    expect(first.pathname).toBe("/ws/duel/1");
    expect(first.searchParams.get("token")).toBe("abc");
    expect(first.searchParams.get("key")).toMatch(/^[0-9a-f]{32}$/);
    expect((await addressOf("", 1)).href).toBe(first.href);
    kept.clear();
    expect((await addressOf("?token=abc", 1)).searchParams.get("key")).not.toBe(first.searchParams.get("key"));
  });

  it("brings no key without a link, and none to look on", async () => {
    expect((await addressOf("?token=abc", null)).searchParams.has("key")).toBe(false);
    kept.clear();
    expect((await addressOf("", 1)).searchParams.has("key")).toBe(false);
  });
});
