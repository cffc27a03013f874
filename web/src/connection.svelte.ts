// One match as one seat sees it, over a WebSocket that reconnects.
import { socketAddress } from "./api";
import { transport, type Socket } from "./transport";
import { aboutKey, NOTHING, questionOf, take, type Known } from "./match";
import type { GiveAnswer, FromPage, ToPage } from "./types";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const MAX_WAITING = 5;

/** Called at once for messages and answers. */
export interface Listener {
  heard(known: Known, whole: boolean): void;
  answering(): void;
}

export class Connection {
  known = $state.raw<Known>(NOTHING);
  online = $state(false);
  /** Closed for good: the server has refused this page. */
  closed = $state("");
  #socket: Socket | null = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #left = false;
  readonly #address: string;
  /** Texts already requested, so that pointing twice asks once. */
  #asked = new Set<string>();
  #question = "";
  /** The answer that was not acknowledged yet. */
  #said: GiveAnswer | null = null;
  /** Whether the connection is back, but no scene has arrived since. */
  #back = false;
  readonly #listener: Listener | null;

  constructor(match: string, seat: number | null, listener: Listener | null = null) {
    this.#address = socketAddress(match, seat);
    this.#listener = listener;
    this.#open();
  }

  #open(): void {
    const socket = transport.open(this.#address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#asked.clear();
      this.known = { ...this.known, answering: null, asking: null };
      this.online = true;
      this.#back = true;
    };
    socket.onmessage = (event) => {
      this.#wait = FIRST_WAIT; // and not when it opens: a node may open it to say that it cannot have us
      const message = JSON.parse(String(event.data)) as ToPage;
      this.known = take(this.known, message);
      if (message.type === "scene" || message.type === "refused") this.#settle(message.type === "refused");
      this.#listener?.heard(this.known, message.type === "scene" && message.whole);
      const question = questionOf(this.known);
      if (question !== this.#question) {
        this.#question = question;
        this.#asked.clear();
      }
    };
    socket.onclose = (event) => {
      this.online = false;
      if (this.#left) return;
      if (event.code >= 4000 && event.code < 5000 || event.code === 1008) {
        this.closed = event.reason;
        return;
      }
      this.#timer = window.setTimeout(() => this.#open(), this.#wait * (0.8 + 0.4 * Math.random()));
      this.#wait = Math.min(this.#wait * 1.8, LONGEST_WAIT);
    };
  }

  /** Repeat an answer sent before the connection was lost, if it is still asked: its key makes it count once. */
  #settle(refused: boolean): void {
    const { scene, epoch } = this.known;
    const said = this.#said;
    const back = this.#back;
    this.#back = false;
    if (said === null) return;
    if (refused || !(scene?.ask?.is_mine || this.known.ends.throw) || scene?.ask?.number !== said.number || epoch !== said.epoch) this.#said = null;
    else if (back && this.say(said)) this.known = { ...this.known, answering: said.text };
  }

  /** Reconnect at once. */
  retry(): void {
    this.closed = "";
    window.clearTimeout(this.#timer);
    this.#open();
  }

  leave(): void {
    this.#left = true;
    window.clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Whether the message could be sent. */
  say(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #once(key: string, message: FromPage): void {
    if (!this.#asked.has(key) && this.say(message)) this.#asked.add(key);
  }

  /** Send an option once; nothing else is sent until it is acknowledged. Returns whether it was sent. An automatic answer is no decision. */
  answer(text: string, byItself = false): boolean {
    const ask = this.known.scene?.ask;
    if (!ask || this.known.answering !== null) return false;
    const said: GiveAnswer = { type: "answer", number: ask.number, text, epoch: this.known.epoch, key: crypto.getRandomValues(new Uint32Array(3)).join("-") };
    if (!this.say(said)) return false;
    this.#said = said;
    this.known = { ...this.known, answering: text };
    if (!byItself) this.#listener?.answering();
    return true;
  }

  askOdds(text: string): void {
    const ask = this.known.scene?.ask;
    if (ask && this.#few()) this.#once(`odds ${text}`, { type: "odds", number: ask.number, text });
  }

  /** Request what each choice of the open question leads to. */
  askReaction(): void {
    const ask = this.known.scene?.ask;
    if (ask && this.known.reaction === null) this.#once("reaction", { type: "reaction", number: ask.number });
  }

  /** Add a line to the log of this page, about the open question. */
  note(text: string): void {
    const ask = this.known.scene?.ask;
    if (!ask) return;
    const line = { number: ask.number, text, cites: ask.cites, faces: [], seat: this.known.scene?.seat ?? null, counted: [], title: "", motion: null, dice: [], symbols: [] };
    this.known = { ...this.known, log: [...this.known.log, line] };
  }

  askPreview(text: string): void {
    const ask = this.known.scene?.ask;
    if (ask && this.#few()) this.#once(`preview ${text}`, { type: "preview", number: ask.number, text });
  }

  /** Whether few enough requests are under way to send another. */
  #few(): boolean {
    const { odds, previews, untold } = this.known;
    return this.#asked.size - odds.size - previews.size - untold.size < MAX_WAITING;
  }

  askAbout(actor: string, cell: string | null, target: string | null): void {
    const ask = this.known.scene?.ask;
    const key = aboutKey(actor, cell, target);
    if (!ask || this.known.asking !== null || this.known.about.has(key)) return;
    if (this.say({ type: "about", number: ask.number, actor, cell, target })) {
      this.known = { ...this.known, asking: key };
    }
  }

  askCoach(): void {
    const ask = this.known.scene?.ask;
    if (ask && !this.known.coach?.advice.ideas.length) this.say({ type: "coach", number: ask.number });
  }

  /** Request the log before the first known line. */
  askEarlier(): void {
    const before = (this.known.older.lines[0] ?? this.known.log[0])?.number;
    if (before) this.say({ type: "log", before });
  }

  undo(): void {
    const number = this.known.scene?.ask?.number ?? 0;
    this.say({ type: "undo", number });
  }

  consent(yes: boolean): void {
    this.say({ type: "consent", yes });
    this.known = { ...this.known, undoWanted: null };
  }

  dismiss(): void {
    this.known = { ...this.known, refused: null };
  }
}
