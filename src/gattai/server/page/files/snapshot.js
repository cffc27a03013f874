// Python's memory with the rules read, stored in the visitor's browser: a later visit starts from it.
// Everything works without it. Browsers that store nothing, or not as much, start from bytecode every time.
import { ENGINE } from "./build.js";
import { eachFile } from "./unpack.js";

const CACHE = "gattai-snapshot";
const FOLDER = new URL("../snapshot/", import.meta.url).href;
const KEY = FOLDER + ENGINE;

/** The snapshot of this build, or undefined. */
export async function readSnapshot() {
  const stored = await globalThis.caches?.match(KEY, { cacheName: CACHE }).catch(() => {});
  return stored && new Uint8Array(await stored.arrayBuffer());
}

/** Delete the snapshots of this page, of whichever build. */
export async function forgetSnapshot() {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (url.startsWith(FOLDER)) await cache.delete(url);
}

export async function writeSnapshot(snapshot) {
  await forgetSnapshot();
  await (await caches.open(CACHE)).put(KEY, new Response(snapshot));
}

/**
 * Settings that link the compiled library before Python starts. Pyodide's snapshots do not know libraries: this one must
 * lie at the same address when the snapshot is made and when it is loaded.
 */
export function linked(zip, size = 0) {
  return {
    async createPyodideModule(settings) {
      settings.preRun.push((module) =>
        eachFile(zip, (name, content) => {
          if (!name.endsWith(".so")) return;
          const path = `/site/${name}`;
          module.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
          module.FS.writeFile(path, content);
          const exports = module.loadWebAssemblyModule(content.slice(), { global: false, nodelete: true, loadAsync: false, allowUndefined: true }, path, {}, 0);
          module.LDSO.loadedLibsByName[path] = { refcount: Infinity, name: path, exports, global: false };
        }),
      );
      const { default: create } = await import("./engine/pyodide.asm.mjs");
      const module = await create(settings);
      if (module.HEAP8.length < size) module._emscripten_resize_heap(size + 65536);
      return module;
    },
  };
}
