// One match seen from one seat, over a WebSocket that comes back by itself.
import { socketAddress } from "./api";
import { aboutKey, NOTHING, questionOf, take, type Known } from "./match";
import type { Answer, FromPage, ToPage } from "./types";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const MOST_WAITING = 5;

/** Whoever wants to know at once what came and what was answered. */
export interface Listener {
  heard(known: Known, whole: boolean): void;
  answering(): void;
}

export class Connection {
  known = $state.raw<Known>(NOTHING);
  online = $state(false);
  /** Lost for good: the server has said that it will not have us. */
  closed = $state("");
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #left = false;
  readonly #address: string;
  /** Texts already asked for, so that pointing twice asks once. */
  #asked = new Set<string>();
  #question = "";
  /** The answer of which nothing was heard yet. */
  #said: Answer | null = null;
  /** Whether the connection has come back, and nothing was shown since. */
  #back = false;
  readonly #listener: Listener | null;

  constructor(match: string, seat: number | null, listener: Listener | null = null) {
    this.#address = socketAddress(match, seat);
    this.#listener = listener;
    this.#open();
  }

  #open(): void {
    const socket = new WebSocket(this.#address);
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

  /** What was said before the line was lost, and is still asked, is said again: by its key it counts once. */
  #settle(refused: boolean): void {
    const { scene, epoch } = this.known;
    const said = this.#said;
    const back = this.#back;
    this.#back = false;
    if (said === null) return;
    if (refused || !scene?.ask?.is_mine || scene.ask.number !== said.number || epoch !== said.epoch) this.#said = null;
    else if (back && this.say(said)) this.known = { ...this.known, answering: said.text };
  }

  /** Try again at once, whatever was said. */
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

  /** Whether it could be sent. */
  say(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #once(key: string, message: FromPage): void {
    if (!this.#asked.has(key) && this.say(message)) this.#asked.add(key);
  }

  /** An option is sent once; while it is on its way nothing else is. Whether it was sent. What the page answers by itself is no decision. */
  answer(text: string, byItself = false): boolean {
    const ask = this.known.scene?.ask;
    if (!ask || this.known.answering !== null) return false;
    const said: Answer = { type: "answer", number: ask.number, text, epoch: this.known.epoch, key: crypto.getRandomValues(new Uint32Array(3)).join("-") };
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

  askPreview(text: string): void {
    const ask = this.known.scene?.ask;
    if (ask && this.#few()) this.#once(`preview ${text}`, { type: "preview", number: ask.number, text });
  }

  /** Whether little enough is on its way that more may be asked. */
  #few(): boolean {
    const { odds, previews, untold } = this.known;
    return this.#asked.size - odds.size - previews.size - untold.size < MOST_WAITING;
  }

  askAbout(actor: string, cell: string | null, target: string | null): void {
    const ask = this.known.scene?.ask;
    const key = aboutKey(actor, cell, target);
    if (!ask || this.known.asking !== null || this.known.about.has(key)) return;
    if (this.say({ type: "about", number: ask.number, actor, cell, target })) {
      this.known = { ...this.known, asking: key };
    }
  }

  askHint(): void {
    const ask = this.known.scene?.ask;
    if (ask && !this.known.hint?.ideas.length) this.say({ type: "hint", number: ask.number });
  }

  /** What was told before the first line that is known. */
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
