// How the client reaches its table: over the network, or in the page itself.

export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Addresses are paths of the table, with their query. */
export interface Transport {
  request(path: string, init: RequestInit): Promise<Response>;
  open(path: string): Socket;
}

const network: Transport = {
  request: (path, init) => fetch(path, init),
  open: (path) => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`) as Socket,
};

/** A page that contains its table says so before the client starts. */
export const transport = (globalThis as { gattaiTransport?: Transport }).gattaiTransport ?? network;
