// Python in a worker: the table, or beside it the mind, where bots think, or the maker of the snapshot. The worker's name
// says which, and what is special: "small" (bots think here too), "unsaved" (no storage), "first" (the files are not cached yet).
import { SIZE } from "./build.js";
import { loadPyodide } from "./engine/pyodide.mjs";
import { Journal, openJournal } from "./journal.js";
import { forgetSnapshot, linked, readSnapshot, writeSnapshot } from "./snapshot.js";
import { unpack } from "./unpack.js";

const started = performance.now();
const [role, ...wishes] = self.name.split(" ");
const is = (wish) => wishes.includes(wish);
const fetchFile = self.fetch.bind(self);
const progress = (loading, done) => role === "table" && postMessage({ loading, done });

class Failure extends Error {
  constructor(kind, cause) {
    super(cause.message, { cause });
    this.kind = kind;
  }
}

/** The start takes about as long as downloading 5 MB: the bar is divided accordingly. */
let loaded = 0;
let shown = 0;
function count(bytes) {
  loaded += bytes;
  if (loaded < shown + SIZE / 100) return;
  shown = loaded;
  const megabytes = (number) => (number / 1e6).toFixed(1);
  progress(`Loading Python and the rules: ${megabytes(loaded)} of ${megabytes(SIZE)} MB`, (0.7 * loaded) / SIZE);
}

// Only what comes over the network is counted: browsers cache the compiled form of an untouched response.
if (is("first"))
  self.fetch = async (...what) => {
    const { body, status, headers } = await fetchFile(...what);
    const counted = new TransformStream({
      transform(chunk, stream) {
        count(chunk.length);
        stream.enqueue(chunk);
      },
    });
    return new Response(body?.pipeThrough(counted), { status, headers });
  };

async function fetched(name) {
  const response = await fetch(new URL(`./engine/${name}`, import.meta.url)).catch((problem) => Promise.reject(new Failure("files", problem)));
  if (!response.ok) throw new Failure("files", new Error(`${name}: ${response.status}`));
  return response.arrayBuffer();
}

/** A file of the client, for Python. */
async function clientFile(name) {
  const response = await fetchFile(new URL(`./${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const SETTINGS = { indexURL: new URL("./engine/", import.meta.url).href, packages: [], env: { HOME: "/table", PYTHONDONTWRITEBYTECODE: "1" } };

/** Start Python with the rules from bytecode; `more` is what the maker of a snapshot needs. */
async function fromBytecode(more) {
  progress("Starting Python", is("first") ? 0 : 0.2);
  const [py, code] = await Promise.all([loadPyodide({ ...SETTINGS, ...more }), fetched("gattai.zip")]);
  unpack(py.FS, code, "/site");
  progress("Reading the rules", 0.8);
  py.runPython("import sys; sys.path.insert(0, '/site')");
  return py;
}

/** Start Python from the snapshot of an earlier visit, in which the rules are read. */
async function fromSnapshot() {
  const snapshot = is("first") ? undefined : await readSnapshot();
  if (!snapshot) return;
  progress("Starting Python from memory", 0.2);
  try {
    const code = await fetched("gattai.zip");
    const py = await loadPyodide({ ...SETTINGS, ...linked(code, snapshot.length), _loadSnapshot: snapshot });
    unpack(py.FS, code, "/site");
    py.runPython("import random; random.seed()"); // not the numbers of every other visit
    isRestored = true;
    return py;
  } catch (problem) {
    console.info("started without the snapshot:", problem.message);
    await forgetSnapshot();
  }
}

let isRestored = false;
const python = async () => (await fromSnapshot()) ?? fromBytecode();

// The mind starts when the first slow work is asked for: the first scene does not wait for it.
// Without one, because memory is small or it did not start, the table does the work itself: the answer is undefined.
let mind = null;
let isWithout = is("small");
let asked = 0;
const answers = new Map();
function startMind() {
  mind = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "mind" });
  mind.onmessage = ({ data }) => {
    if (data.failed) return giveUpMind();
    answers.get(data.id)?.(data.answer);
    answers.delete(data.id);
  };
  mind.onerror = giveUpMind;
}

function giveUpMind() {
  isWithout = true;
  mind.terminate();
  for (const answer of answers.values()) answer();
  answers.clear();
}

function think(work) {
  if (isWithout) return Promise.resolve();
  if (mind === null) startMind();
  const id = ++asked;
  const bytes = work.toJs(); // Python lends its object for this call only
  return new Promise((done) => {
    answers.set(id, done);
    mind.postMessage({ id, work: bytes });
  });
}

/** Queue messages until there is somebody to take them. */
function inbox() {
  const waiting = [];
  let take = (message) => waiting.push(message);
  onmessage = ({ data }) => take(data);
  return (taker) => {
    take = taker;
    waiting.forEach(taker);
  };
}

async function storage() {
  if (is("unsaved")) return new Journal();
  try {
    return await openJournal();
  } catch (problem) {
    throw new Failure("storage", problem);
  }
}

async function beTable() {
  const serve = inbox();
  const journal = await storage();
  const py = await python();
  journal.restore(py.FS, "/table");
  const say = (number, kind, text) => postMessage({ number, kind, text });
  const save = (path, place, content) => journal.write(path, place, content.toJs());
  const table = py.pyimport("gattai.server.page.bridge").PageTable(say, save, think, clientFile);
  const taken = (answer) => {
    const found = answer.toJs();
    answer.destroy();
    return found;
  };
  serve(async ({ kind, number, method, address, body, text, open, remove }) => {
    if (kind === "open") table.open(number, address);
    else if (kind === "say") table.hear(number, text);
    else if (kind === "close") table.hear(number, undefined);
    else if (kind === "save") postMessage({ number, body: taken(table.save_all()) });
    else if (kind === "packs") {
      const said = open ? await table.open_pack(open, body) : remove ? await table.remove_pack(remove) : "";
      postMessage({ number, text: said, packs: JSON.parse(new TextDecoder().decode(taken(table.packs()))) });
    } else if (kind === "load") {
      const [changed, text] = taken(table.load_all(body));
      postMessage({ number, changed, text });
    } else {
      const [status, type, content] = taken(await table.fetch(method, address, body));
      postMessage({ number, status, type, body: content });
    }
  });
  postMessage({ ready: Math.round(performance.now() - started), isRestored });
}

async function beMind() {
  const serve = inbox();
  const bridge = (await python()).pyimport("gattai.server.page.bridge");
  serve(({ id, work }) => {
    const answer = bridge.work(work);
    postMessage({ id, answer: answer.toJs() });
    answer.destroy();
  });
}

/** Make the snapshot for later visits. It costs no transfer, and never belongs to another build. */
async function beMaker() {
  if (await readSnapshot()) return postMessage({ made: true });
  const py = await fromBytecode({ ...linked(await fetched("gattai.zip")), _makeSnapshot: true });
  py.runPython("from gattai.server.page import bridge; bridge.read_everything()");
  await writeSnapshot(py.makeMemorySnapshot());
  postMessage({ made: true });
}

/** What a visitor can do something about; other failures are shown as they are. */
function kindOf(problem) {
  if (problem.kind) return problem.kind;
  if (problem instanceof RangeError || /memory/i.test(problem.message)) return "memory";
  return /fetch|network|load failed|import/i.test(problem.message) ? "files" : "other";
}

try {
  await { table: beTable, mind: beMind, maker: beMaker }[role]();
} catch (problem) {
  postMessage({ failed: kindOf(problem), detail: problem.message });
}
