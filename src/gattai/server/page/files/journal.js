// Files that last longer than the page: a journal in the browser's own file system, one entry per write.
// Every entry is flushed before the write returns. The file belongs to one tab: a second tab is refused.
const NAME = "gattai-table";
const SMALL = 1 << 18;
/** The path of the entry that ends a compacted journal. */
const COMPLETE = "";
const PATIENCE = 10_000;
/** In the place of a position: the file is deleted. -1: it is written whole. */
const DELETED = -2;
/** Bytes: a journal with a match is larger, or read to find out. */
const NO_MATCH = 1000;

export async function openJournal() {
  const root = await navigator.storage.getDirectory();
  return new Journal(await opened(root, NAME), await opened(root, `${NAME}-compacted`));
}

/** Whether nobody has played here: nothing is stored but the key of the table. It does not open the journal. */
export async function isUntouched() {
  try {
    const root = await navigator.storage.getDirectory();
    let found = false;
    for await (const [name, handle] of root.entries()) {
      if (!name.startsWith(NAME)) continue;
      const file = await handle.getFile();
      if (file.size > NO_MATCH) return false;
      replay(new Uint8Array(await file.arrayBuffer()), (path) => (found ||= !path.endsWith("/secret")));
    }
    return !found;
  } catch {
    return false; // the engine says what is the matter
  }
}

/** A tab that has just been closed or stopped releases its files a moment later. */
async function opened(root, name) {
  const file = await root.getFileHandle(name, { create: true });
  for (const until = performance.now() + PATIENCE; ; ) {
    try {
      return await file.createSyncAccessHandle();
    } catch (problem) {
      if (problem.name !== "NoModificationAllowedError" || performance.now() > until) throw problem;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

function put(handle, bytes, at) {
  for (let done = 0; done < bytes.length; ) {
    const written = handle.write(bytes.subarray(done), { at: at + done });
    if (!written) throw new Error("the browser's storage is full");
    done += written;
  }
  handle.flush();
}

function read(handle) {
  const all = new Uint8Array(handle.getSize());
  handle.read(all, { at: 0 });
  return all;
}

/** An entry: the length of the head, the head (where, from which byte on, how much), the bytes. */
function entry(path, place, content) {
  const head = new TextEncoder().encode(JSON.stringify({ path, place, size: content.length }));
  const made = new Uint8Array(4 + head.length + content.length);
  new DataView(made.buffer).setUint32(0, head.length);
  made.set(head, 4);
  made.set(content, 4 + head.length);
  return made;
}

/** Call `take` for every entry and return where the last whole one ends: a crash may have cut off what follows. */
function replay(all, take) {
  const view = new DataView(all.buffer);
  let at = 0;
  while (at + 4 <= all.length) {
    const length = view.getUint32(at);
    if (length === 0 || at + 4 + length > all.length) break;
    const { path, place, size } = JSON.parse(new TextDecoder().decode(all.subarray(at + 4, at + 4 + length)));
    const end = at + 4 + length + size;
    if (end > all.length) break;
    take(path, place, all.slice(at + 4 + length, end), at);
    at = end;
  }
  return at;
}

export class Journal {
  #handle;
  #end;
  #files = new Map();

  /** Without handles nothing outlasts the page. */
  constructor(handle, compacted, small = SMALL) {
    this.#handle = handle;
    if (!handle) return;
    this.#adopt(compacted);
    this.#end = replay(read(handle), (path, place, content) => this.#take(path, place, content));
    handle.truncate(this.#end);
    const needed = [...this.#files.values()].reduce((sum, content) => sum + content.length, 0);
    if (this.#end > small && this.#end > 2 * needed) this.#compact(compacted);
    compacted.close();
  }

  /** Write what is still valid beside the journal, mark it as complete, and only then replace the journal by it. */
  #compact(compacted) {
    try {
      let at = 0;
      for (const [path, content] of [...this.#files, [COMPLETE, new Uint8Array()]]) {
        const made = entry(path, -1, content);
        put(compacted, made, at);
        at += made.length;
      }
    } catch {
      compacted.truncate(0); // there is no room for both: the journal stays as it is
      return;
    }
    this.#adopt(compacted);
  }

  /** Replace the journal by a complete compacted one, also if the browser was closed in the middle of doing so. */
  #adopt(compacted) {
    const all = read(compacted);
    let complete = -1;
    replay(all, (path, _place, _content, at) => {
      if (path === COMPLETE) complete = at;
    });
    if (complete >= 0) {
      this.#handle.truncate(0);
      put(this.#handle, all.subarray(0, complete), 0);
      this.#end = complete;
    }
    compacted.truncate(0);
    compacted.flush();
  }

  #take(path, place, content) {
    if (place === DELETED) return this.#files.delete(path);
    if (place < 0) return this.#files.set(path, content);
    const before = this.#files.get(path)?.subarray(0, place) ?? new Uint8Array();
    const joined = new Uint8Array(before.length + content.length);
    joined.set(before);
    joined.set(content, before.length);
    this.#files.set(path, joined);
  }

  /** Return why nothing was written, or "". */
  write(path, place, content) {
    if (!this.#handle) return "";
    const made = entry(path, place, content);
    try {
      put(this.#handle, made, this.#end);
    } catch (problem) {
      this.#handle.truncate(this.#end);
      return problem.message;
    }
    this.#end += made.length;
    this.#take(path, place, content);
    return "";
  }

  get files() {
    return this.#files;
  }

  restore(FS, folder) {
    FS.mkdirTree(`${folder}/matches`);
    for (const [path, content] of this.#files) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, content);
    }
  }
}
