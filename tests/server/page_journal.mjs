// Run by test_page.py: kills the page at every operation on its files while the journal is compacted and written.
import assert from "node:assert/strict";
import { Journal } from "../../src/gattai/server/page/files/journal.js";

class Killed extends Error {}

/** A file of the browser. After `left` more operations the page is killed, in the middle of a write. */
class Handle {
  constructor(life, content = new Uint8Array()) {
    this.life = life;
    this.content = content;
  }
  #live() {
    if (this.life.left-- <= 0) throw new Killed();
  }
  getSize = () => this.content.length;
  read = (into, { at }) => into.set(this.content.subarray(at, at + into.length));
  close() {}
  flush() {
    this.#live();
  }
  truncate(size) {
    this.#live();
    this.content = this.content.slice(0, size);
  }
  #put(bytes, at) {
    const grown = new Uint8Array(Math.max(this.content.length, at + bytes.length));
    grown.set(this.content);
    grown.set(bytes, at);
    this.content = grown;
  }
  write(bytes, { at }) {
    const room = Math.max(0, this.life.room - at);
    if (this.life.left <= 0) this.#put(bytes.subarray(0, Math.floor(bytes.length / 2)), at);
    this.#live();
    this.#put(bytes.subarray(0, room), at);
    return Math.min(bytes.length, room);
  }
}

const text = (journal) => Object.fromEntries([...journal.files].map(([path, content]) => [path, Buffer.from(content).toString()]));
const bytes = (words) => new TextEncoder().encode(words);
const SMALL = 200;

/** A journal that has grown, and what it contains. */
function grown() {
  const life = { left: Infinity, room: Infinity };
  const [main, beside] = [new Handle(life), new Handle(life)];
  const journal = new Journal(main, beside, SMALL);
  journal.write("/table/secret", -1, bytes("s"));
  for (let number = 0; number < 30; number++) {
    journal.write("/table/matches/a.txt", -1, bytes(`game ${number}\n`));
    assert.equal(journal.write("/table/matches/b.txt", number * 3, bytes("ab\n")), "");
  }
  return { life, main, beside, files: text(journal) };
}

const { files: expected, main: before } = grown();
assert.equal(expected["/table/matches/b.txt"], "ab\n".repeat(30));

let kills = 0;
for (let after = 0; ; after++) {
  const { life, main, beside } = grown();
  life.left = after;
  try {
    const journal = new Journal(main, beside, SMALL);
    journal.write("/table/matches/a.txt", -1, bytes("last\n"));
    break; // it was not killed
  } catch (problem) {
    assert.ok(problem instanceof Killed, problem);
    kills++;
  }
  life.left = Infinity;
  const found = text(new Journal(main, beside, SMALL));
  // The last write may have arrived or not: it was not acknowledged.
  if (found["/table/matches/a.txt"] === "last\n") found["/table/matches/a.txt"] = expected["/table/matches/a.txt"];
  assert.deepEqual(found, expected, `killed after ${after} operations`);
  assert.ok(main.content.length < before.content.length / 3, "it is compacted the next time");
  assert.equal(beside.content.length, 0);
}
assert.ok(kills > 10, `${kills} kills`);

// A file that was cut off in the middle of a compaction is no journal.
{
  const { main, beside } = grown();
  beside.content = main.content.slice(0, main.content.length - 3);
  assert.deepEqual(text(new Journal(main, beside, SMALL)), expected);
}

// A journal that is small, or full of what is valid, is not written again.
for (const small of [SMALL, 1 << 20]) {
  const { main, beside } = grown();
  new Journal(main, beside, small);
  const size = main.content.length;
  assert.equal(size < before.content.length, small === SMALL);
  new Journal(main, beside, small);
  assert.equal(main.content.length, size);
}

// Without room for both, the journal stays as it is; without room for an entry, the write says so and changes nothing.
{
  const { life, main, beside } = grown();
  life.room = 100;
  const journal = new Journal(main, beside, SMALL);
  assert.deepEqual(text(journal), expected);
  assert.equal(main.content.length, before.content.length);
  assert.equal(journal.write("/table/secret", -1, bytes("t")), "the browser's storage is full");
  assert.deepEqual(text(journal), expected);
  life.room = Infinity;
  assert.deepEqual(text(new Journal(main, beside, 1 << 20)), expected);
}

const nowhere = new Journal();
assert.equal(nowhere.write("/table/secret", -1, bytes("s")), "");
console.log(kills);
