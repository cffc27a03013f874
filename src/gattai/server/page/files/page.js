// Runs before the client: what the client asks of a server, a worker in this page answers.
import { isUntouched } from "./journal.js";
import { forgetLesson, Lessons } from "./lesson.js";
import { download, explain, hideProgress, offerMatches, offerPacks, showProgress, showWaiting } from "./shell.js";

const NAME = "gattai-table";
const SNAPSHOT_AFTER = 10_000;
const wishes = new URLSearchParams(location.search);
/** With little memory, bots think in the worker of the table. Few browsers say how much there is. */
const isSmall = wishes.has("workers") ? wishes.get("workers") === "1" : (navigator.deviceMemory ?? 8) < 4;
const flag = (name) => {
  const set = sessionStorage.getItem(name) !== null;
  sessionStorage.removeItem(name);
  return set;
};
const again = (name) => () => {
  if (name) sessionStorage.setItem(name, "");
  location.reload();
};
const [isTakingOver, isUnsaved] = [flag("gattai-take-over"), flag("gattai-unsaved")];
const tryAgain = { label: "Try again", run: again() };

const FAILURES = {
  webassembly: () => ({ title: "This browser cannot run Gattai", text: "It has no WebAssembly, or it is switched off. Any browser of the last three years has it." }),
  storage: () => ({
    title: "Matches cannot be stored here",
    text: "This browser does not let the page store files, as in some private windows. You can play, but matches are lost when this tab is closed.",
    actions: [{ label: "Play without storing", run: again("gattai-unsaved") }],
  }),
  memory: () => ({
    title: "There is too little memory",
    text: "Close other tabs or apps and try again.",
    actions: [tryAgain, ...(isSmall ? [] : [{ label: "Use less memory", run: () => (location.search = "?workers=1") }])],
  }),
  files: () => ({ title: "Gattai could not be loaded", text: "Some of its files did not arrive. Check the connection and try again. After one complete visit Gattai starts without a connection.", actions: [tryAgain] }),
  replaced: () => ({
    title: "A new version of Gattai was published",
    text: "It was published while this one was loading, and some files of this one are gone. Your matches stay as they are.",
    actions: [{ label: "Load the new version", run: again() }],
  }),
  other: (detail) => ({ title: "Gattai could not be started", text: detail, actions: [tryAgain] }),
};

let worker;
let snapshotTimer;
function stop() {
  clearTimeout(snapshotTimer);
  worker?.terminate(); // it may still be loading
}

/** Whether the host has another build by now: files of this one may be gone. */
async function isOld() {
  const now = await fetch("./", { cache: "no-cache" }).then((response) => response.text(), () => "");
  return now !== "" && !now.includes(document.documentElement.dataset.files);
}

async function failed(kind, detail = "") {
  stop();
  explain(FAILURES[kind === "files" && (await isOld()) ? "replaced" : kind](detail));
}

// A part of the client that is loaded later.
addEventListener("error", async ({ target }) => target instanceof HTMLScriptElement && (await isOld()) && failed("files"), true);

const heard = new Map();
let last = 0;
/** What is said to the worker before it is there. */
const early = [];
let post = (message) => early.push(message);
/** For a visitor without matches: lessons begin before the engine is ready. */
let lessons = null;
let isReady = false;

function startWorker() {
  const isFirst = !navigator.serviceWorker?.controller;
  const name = ["table", isSmall && "small", isUnsaved && "unsaved", isFirst && "first"].filter(Boolean).join(" ");
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
  worker.onmessage = ({ data }) => {
    if (data.failed) failed(data.failed, data.detail);
    else if (data.loading) showProgress(data.loading, data.done);
    else if (data.ready) ready(data);
    else heard.get(data.number)?.(data);
  };
  worker.onerror = () => failed("files");
  post = (message) => worker.postMessage(message);
  early.forEach(post);
}

/** Make the snapshot for the next visit beside the running table. */
function makeSnapshot() {
  const maker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "maker" });
  maker.onmessage = ({ data }) => {
    if (data.failed) console.info("no snapshot:", data.detail);
    document.documentElement.dataset.snapshot = data.failed ? "failed" : "made";
    maker.terminate();
  };
}

function ready({ ready: milliseconds, isRestored }) {
  isReady = true;
  hideProgress();
  Object.assign(document.documentElement.dataset, { ready: milliseconds, start: isRestored ? "snapshot" : "bytecode" });
  // The first scene comes first, and the files must be cached: nothing is loaded twice.
  if (!isRestored && !isSmall && !isUnsaved) navigator.serviceWorker?.ready.then(() => (snapshotTimer = setTimeout(makeSnapshot, SNAPSHOT_AFTER)));
  offerMatches({ save, load, isStored: !isUnsaved });
  showPacks = offerPacks((change) => asked({ kind: "packs", ...change }));
  // Only now: the files for offline use must not delay the first start.
  navigator.serviceWorker?.register("./offline.js").catch((problem) => console.warn("not available offline:", problem.message));
}

/** Send a message that is answered once. */
function asked(message) {
  const number = ++last;
  return new Promise((done) => {
    heard.set(number, (answer) => {
      heard.delete(number);
      done(answer);
    });
    post({ ...message, number });
  });
}

/** Show the opened packs again. */
let showPacks;

async function save() {
  const { body } = await asked({ kind: "save" });
  download(`gattai-matches-${new Date().toISOString().slice(0, 10)}.zip`, body, "application/zip");
  return "Saved.";
}

async function load(file) {
  const { text, changed } = await asked({ kind: "load", body: new Uint8Array(await file.arrayBuffer()) });
  if (changed) {
    showPacks();
    // The home page reads its list when it is opened.
    location.hash = "#/watch";
    setTimeout(() => location.replace("#/"), 200);
  }
  return text;
}

class PageSocket {
  readyState = 0;
  onopen = null;
  onmessage = null;
  onclose = null;
  #number = ++last;
  constructor(address) {
    heard.set(this.#number, (data) => this.#hear(data));
    post({ kind: "open", number: this.#number, address });
  }
  #hear({ kind, text }) {
    if (kind === "open") {
      this.readyState = 1;
      this.onopen?.();
    } else if (kind === "text") this.onmessage?.({ data: text });
    else if (kind === "closed" && this.readyState < 3) {
      this.readyState = 3;
      heard.delete(this.#number);
      const [code] = text.split(" ", 1);
      this.onclose?.({ code: Number(code), reason: text.slice(code.length + 1) });
    }
  }
  send(text) {
    post({ kind: "say", number: this.#number, text });
  }
  close() {
    post({ kind: "close", number: this.#number });
  }
}

const pathOf = (address) => address.split("?")[0];
const json = (content, status) => new Response(JSON.stringify(content), { status, headers: { "content-type": "application/json" } });

/** The game of a request for its lesson as it is, or undefined. */
function lessonOf(address, body) {
  if (pathOf(address) !== "/api/matches" || !body) return undefined;
  const { game, guided, alone } = JSON.parse(body);
  return guided && !alone ? game : undefined;
}

/** What can be answered without the engine; undefined if it must. */
async function answeredEarly(address, body) {
  if (pathOf(address) === "/api/door") {
    if (!isReady && lessons.isEmpty) return fetch(new URL("./home.json", import.meta.url));
    await lessons.known();
  }
  const game = isReady ? undefined : lessonOf(address, body);
  const card = game && (await lessons.begin(game));
  return card && json(card, 201);
}

globalThis.gattaiTransport = {
  async request(address, { method = "GET", body = "" }) {
    // Some browsers ask the visitor: not before there is something to lose.
    if (method === "POST" && pathOf(address) === "/api/matches") navigator.storage?.persist?.();
    const early = lessons && (await answeredEarly(address, body));
    if (early?.ok) return early;
    const { status, type, body: content } = await asked({ kind: "fetch", method, address, body });
    return new Response(content, { status, headers: { "content-type": type } });
  },
  open: (address) => lessons?.open(pathOf(address).split("/")[2]) ?? new PageSocket(address),
};

const table = {
  async begin(game, id) {
    const body = JSON.stringify({ game, players: [], guided: true });
    const { status } = await asked({ kind: "fetch", method: "POST", address: `/api/matches?as=${id}`, body });
    if (status !== 201) throw new Error(`the lesson was not begun: ${status}`);
  },
  /** A link to a seat is `#/match/…`. */
  open: (link) => new PageSocket(`/ws${link.slice("#/match".length)}?token=`),
  holds: () => isReady || showWaiting("Your answer waits for the rules engine."),
};

// The page about a match's dice runs its own script, which the policy here forbids: it is a file to open.
addEventListener("click", async (event) => {
  const path = event.target.closest?.("a[href^='/dice/']")?.getAttribute("href");
  if (!path) return;
  event.preventDefault();
  const { status, body } = await asked({ kind: "fetch", method: "GET", address: path, body: "" });
  if (status === 200) download(`${path.slice("/dice/".length)}-dice.html`, body, "text/html");
});

/** Another tab has the table: wait until it is closed, or take over at once. */
function elsewhere(title) {
  explain({
    title,
    text: "Matches can be played in one tab at a time. Nothing is lost: this tab continues where the other one stopped.",
    actions: [{ label: "Play here", run: again("gattai-take-over") }],
  });
  navigator.locks.request(NAME, again());
  navigator.serviceWorker?.addEventListener("controllerchange", again());
}

/** If a new build is ready, start with it: nothing of the old one runs yet. */
async function isReplaced() {
  const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting;
  if (!waiting) return false;
  navigator.serviceWorker.addEventListener("controllerchange", again());
  waiting.postMessage("activate");
  return true;
}

async function start() {
  if (typeof WebAssembly !== "object") return failed("webassembly");
  if (await isReplaced()) return;
  if (isUnsaved || (await isUntouched())) {
    lessons = new Lessons(table);
    await lessons.resume();
    await import("./client.js"); // before the engine: the first steps need only this
    startWorker();
  } else {
    forgetLesson();
    startWorker();
    await import("./client.js");
  }
}

/** Hold the table as long as this tab lives, or until another one takes over. */
function hold(options) {
  navigator.locks
    .request(NAME, options, async (lock) => {
      if (!lock) return elsewhere("Gattai is open in another tab");
      await start();
      await new Promise(() => {});
    })
    .catch((problem) => {
      if (problem.name !== "AbortError") return failed("other", problem.message);
      stop();
      elsewhere("Gattai was continued in another tab");
    });
}

if (navigator.locks) hold(isTakingOver ? { steal: true } : { ifAvailable: true });
else start();
