import { afterEach, expect, it, vi } from "vitest";

const response = { ok: true, json: () => Promise.resolve([]) } as unknown as Response;

afterEach(() => vi.unstubAllGlobals());

async function asked(): Promise<void> {
  vi.resetModules();
  vi.stubGlobal("location", { search: "", hash: "", protocol: "https:", host: "here" });
  const { api } = await import("../src/api");
  await api.matches();
}

it("asks the network", async () => {
  const fetch = vi.fn(() => Promise.resolve(response));
  vi.stubGlobal("fetch", fetch);
  await asked();
  expect(fetch).toHaveBeenCalledWith("/api/matches?token=", {});
  const WebSocket = vi.fn();
  vi.stubGlobal("WebSocket", WebSocket);
  (await import("../src/transport")).transport.open("/ws/duel/0");
  expect(WebSocket).toHaveBeenCalledWith("wss://here/ws/duel/0");
});

it("asks the table in its own page if there is one, and never the network", async () => {
  const request = vi.fn(() => Promise.resolve(response));
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("gattaiTransport", { request });
  await asked();
  expect(request).toHaveBeenCalledWith("/api/matches?token=", {});
  expect(fetch).not.toHaveBeenCalled();
});
