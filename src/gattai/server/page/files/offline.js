// Service worker: caches every file of the page under its content, so that a new build fetches only what changed.
// A page sees one build only: a new one waits until the page of the old one is closed or not yet started.
const FILES = __FILES__;
const CACHE = "gattai-files";
/** It names the folder with all other files, so that any build of it is whole. */
const INDEX = "./index.html";
const named = (path, tag) => new URL(`${path.replace(/files-\w+\//, "")}?is=${tag}`, registration.scope).href;
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

class OtherBuild extends Error {}

/** Fetch a file of this build. The host may just be replacing its files: then the browser tries again later. */
async function fetched(path, tag) {
  const response = await fetch(new URL(path, registration.scope), { cache: "no-cache" });
  if (!response.ok) throw new OtherBuild(`${path}: ${response.status}`);
  const content = await response.clone().arrayBuffer();
  if (!hex(await crypto.subtle.digest("SHA-256", content)).startsWith(tag)) throw new OtherBuild(`${path}: of another build`);
  return response;
}

/** Fetch a file that the browser has evicted. If the host has it no more, the next visit begins with the host's build. */
async function fetchedAgain(path, tag) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetched(path, tag);
    await cache.put(named(path, tag), response.clone());
    return response;
  } catch (problem) {
    if (problem instanceof OtherBuild) await cache.delete(named(INDEX, FILES[INDEX]));
    return Response.error();
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      for (const [path, tag] of Object.entries(FILES)) {
        const key = named(path, tag);
        if (!(await cache.match(key))) await cache.put(key, await fetched(path, tag));
      }
    })(),
  );
});

self.addEventListener("message", ({ data }) => {
  if (data === "activate") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      const wanted = new Set(Object.entries(FILES).map(([path, tag]) => named(path, tag)));
      for (const { url } of await cache.keys()) if (url.startsWith(registration.scope) && !wanted.has(url)) await cache.delete(url);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const scope = new URL(registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return;
  const path = `./${pathname.slice(scope.pathname.length) || "index.html"}`;
  const tag = FILES[path];
  if (tag) event.respondWith(caches.match(named(path, tag)).then((cached) => cached ?? (path === INDEX ? fetch(event.request) : fetchedAgain(path, tag))));
});
