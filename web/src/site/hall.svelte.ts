// The state of the lobby, from a socket that reconnects by itself.
import type { Begun, Hall, NotBegun, Paired, ChatMessage, ToLobby, Turns } from "./types";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const MAX_SAID = 100;

/** What a message makes of what was known. */
export interface Known {
  hall: Hall | null;
  turns: Turns["turns"];
  messages: readonly ChatMessage[];
  /** A match of mine that has begun since. */
  begun: Begun | null;
  /** A seek for which everybody is found: it waits for my seed. */
  paired: Paired | null;
  /** A seek whose match did not begin. */
  failed: NotBegun | null;
}

export const NOTHING: Known = { hall: null, turns: [], messages: [], begun: null, paired: null, failed: null };

export function take(known: Known, message: ToLobby): Known {
  switch (message.type) {
    case "lobby":
      return { ...known, hall: message };
    case "turns":
      return { ...known, turns: message.turns };
    case "talk":
      return { ...known, messages: message.messages };
    case "chat":
      if (known.messages.some(({ number }) => number === message.message.number)) return known;
      return { ...known, messages: [...known.messages, message.message].slice(-MAX_SAID) };
    case "hidden":
      return { ...known, messages: known.messages.filter(({ number }) => number !== message.number) };
    case "begun":
      return { ...known, begun: message };
    case "paired":
      return { ...known, paired: message, failed: null };
    case "not-begun":
      return { ...known, failed: message };
    default:
      return known;
  }
}

export class Lobby {
  known = $state.raw<Known>(NOTHING);
  online = $state(false);
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #left = false;
  readonly #address: string;

  constructor(room = "") {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#address = `${scheme}://${location.host}/ws/lobby${room ? `?room=${encodeURIComponent(room)}` : ""}`;
    this.#open();
  }

  #open(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => {
      this.online = true;
      this.#wait = FIRST_WAIT;
    };
    socket.onmessage = (event) => (this.known = take(this.known, JSON.parse(String(event.data)) as ToLobby));
    socket.onclose = () => {
      this.online = false;
      if (this.#left) return;
      this.#timer = window.setTimeout(() => this.#open(), this.#wait * (0.8 + 0.4 * Math.random()));
      this.#wait = Math.min(this.#wait * 1.8, LONGEST_WAIT);
    };
  }

  /** Whoever has just become somebody is told what concerns them from now on. */
  again(): void {
    this.#wait = 50;
    this.#socket?.close();
  }

  leave(): void {
    this.#left = true;
    window.clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
