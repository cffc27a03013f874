// The first steps of a lesson from a recording, while Python starts. The engine then plays the same answers, and goes on from
// there if it shows the same; if not, the client connects to it anew.
const KEPT = "gattai-lesson";
const LETTERS = "abcdefghjkmnpqrstvwxyz23456789";
/** These change nothing, so that one without a recorded reply does not stop the lesson. */
const QUERIES = new Set(["odds", "preview", "about", "reaction", "coach", "log", "name"]);

const byId = (cards) => new Map(cards.map((card) => [card.id, card]));

/** What a page knows after these scenes, as one whole scene. */
function folded(before, update) {
  if (update.whole) return update;
  const { scene } = update;
  const cards = [...new Map([...byId(before.scene.cards), ...byId(scene.cards)]).values()];
  return { ...update, whole: true, scene: { ...scene, board: scene.board ?? before.scene.board, log: [...before.scene.log, ...scene.log], cards } };
}

const alike = (one, other) =>
  JSON.stringify(one) === JSON.stringify({ ...other, scene: { ...other.scene, cards: one.scene.cards } }) &&
  one.scene.cards.length === other.scene.cards.length &&
  one.scene.cards.every((card) => JSON.stringify(card) === JSON.stringify(byId(other.scene.cards).get(card.id)));

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

function keep(what) {
  try {
    if (what) localStorage.setItem(KEPT, JSON.stringify(what));
    else localStorage.removeItem(KEPT);
  } catch {
    // without storage a lesson begins anew when the page is loaded again
  }
}

async function recording(game) {
  const response = await fetch(new URL(`./lessons/${game}.json`, import.meta.url), { priority: "high" }).catch(() => null);
  return response?.ok ? response.json() : null;
}

/** The client's connection to a lesson: to its recording first, then to the engine. */
class LessonSocket {
  readyState = 0;
  onopen = null;
  onmessage = null;
  onclose = null;
  #lesson;
  #engine = null;
  /** What only the engine can answer. */
  #waiting = [];

  constructor(lesson) {
    this.#lesson = lesson;
    setTimeout(() => {
      if (this.readyState > 0) return;
      this.readyState = 1;
      this.onopen?.();
      this.#tell(lesson.shown);
    });
  }

  #tell(message) {
    if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text) {
    if (this.#engine) return this.#engine.send(text);
    const message = JSON.parse(text);
    const reply = this.isHeld ? undefined : this.#lesson.reply(message);
    if (reply) setTimeout(() => this.#tell(reply));
    else this.#waiting.push(message);
    if (this.isHeld) this.#lesson.holds();
  }

  /** Whether something waits that may change the match. */
  get isHeld() {
    return this.#waiting.some(({ type }) => !QUERIES.has(type));
  }

  close() {
    this.readyState = 3;
    this.#engine?.close();
    this.#lesson.left(this);
  }

  /** The engine shows the same: from here on it answers. */
  goOn(engine, missed) {
    this.#engine = engine;
    engine.onmessage = (event) => this.onmessage?.(event);
    engine.onclose = (event) => this.drop(event);
    missed.forEach((data) => this.onmessage?.({ data }));
    const asked = this.#lesson.number;
    for (const message of this.#waiting) if ((message.number ?? asked) === asked) engine.send(JSON.stringify(message));
  }

  drop(event = { code: 1006, reason: "" }) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.(event);
  }
}

class Lesson {
  #id;
  #steps;
  /** The answers taken, as the client sent them. */
  #answers;
  #table;
  #socket = null;
  #isOver = false;

  constructor({ card, steps }, id, answers, table) {
    this.card = JSON.parse(JSON.stringify(card).replaceAll(card.id, id));
    this.#id = id;
    this.#steps = steps;
    this.#answers = answers;
    this.#table = table;
    this.#keep();
    this.begun = this.#catchUp().catch(() => this.#end(null));
  }

  #keep() {
    keep({ game: this.card.game, id: this.#id, answers: this.#answers });
  }

  get #step() {
    return this.#steps[this.#answers.length];
  }

  /** All that was shown so far. */
  get shown() {
    return this.#steps.slice(0, this.#answers.length + 1).map((step) => step.shown).reduce(folded);
  }

  get number() {
    return this.#step.shown.scene.ask?.number;
  }

  /** The client's connection; null if the engine has taken over. */
  open() {
    if (this.#isOver) return null;
    return (this.#socket = new LessonSocket(this));
  }

  left(socket) {
    if (this.#socket === socket) this.#socket = null;
  }

  holds() {
    this.#table.holds();
  }

  /** The recorded reply to a message, if there is one. */
  reply(message) {
    const { shown, replies, answer } = this.#step;
    if (message.number !== this.number) return undefined;
    if (message.type !== "answer") return replies.find((each) => each.type === message.type && (each.odds ?? each.preview).text === message.text);
    if (!answer || message.text !== answer || message.epoch !== shown.epoch) return undefined;
    this.#answers.push(message);
    this.#keep();
    return this.#step.shown;
  }

  /** Play the same answers on the engine, as soon as there is one. */
  async #catchUp() {
    await this.#table.begin(this.card.game, this.#id);
    const engine = this.#table.open(this.card.links[0]);
    const missed = [];
    let [sent, known] = [0, null];
    engine.onclose = () => this.#end(null);
    engine.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== "scene") return missed.push(data);
      known = folded(known, message);
      const { ask } = message.scene;
      if (message.thinking || (ask && !ask.is_mine)) return;
      const next = this.#answers[sent];
      const wanted = next ? next.number : this.number;
      if (ask?.number < wanted) return;
      if (ask?.number !== wanted) return this.#end(engine);
      if (!next) return this.#end(engine, alike(known, this.shown) ? missed : null);
      sent += 1;
      engine.send(JSON.stringify(next));
    };
  }

  #end(engine, missed = null) {
    if (this.#isOver) return;
    this.#isOver = true;
    keep(null);
    if (engine) engine.onclose = null;
    if (missed && this.#socket) this.#socket.goOn(engine, missed);
    else {
      if (!missed) console.warn("the lesson begins anew: it is not as recorded");
      engine?.close();
      this.#socket?.drop();
    }
  }
}

/** The lessons of a visitor who has no match yet. `table` begins a match, opens a connection, and says that an answer waits. */
export class Lessons {
  #table;
  #all = new Map();

  constructor(table) {
    this.#table = table;
  }

  /** Go on with what was begun before the page was loaded again. */
  async resume() {
    const before = kept();
    const found = before && (await recording(before.game));
    if (found && before.answers.length < found.steps.length) this.#add(found, before.id, before.answers);
  }

  #add(found, id, answers) {
    const lesson = new Lesson(found, id, answers, this.#table);
    this.#all.set(id, lesson);
    return lesson;
  }

  /** The card of a new match; undefined if nothing is recorded. */
  async begin(game) {
    const found = await recording(game);
    if (!found) return undefined;
    const letters = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]);
    return this.#add(found, `${game}-${letters.join("")}`, []).card;
  }

  /** A connection to a lesson of this name; null if there is none, or the engine has taken over. */
  open(match) {
    return this.#all.get(match)?.open() ?? null;
  }

  /** Whether no match was begun: the list of matches is empty. */
  get isEmpty() {
    return this.#all.size === 0;
  }

  /** Until the engine knows all matches. */
  async known() {
    await Promise.all([...this.#all.values()].map((lesson) => lesson.begun));
  }
}

/** Forget a lesson that was begun here: the engine has its match. */
export const forgetLesson = () => keep(null);
