import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { light } from "./light/index.js";
import { scopes } from "./light/scopes.js";

const server = process.env.GATTAI ?? "127.0.0.1:8931";
const sources = fileURLToPath(new URL("src", import.meta.url));

export default defineConfig({
  base: "./",
  plugins: light(sources, svelte({ compilerOptions: { cssHash: scopes(sources), discloseVersion: false } })),
  build: {
    outDir: "../src/gattai/server/static",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      optimization: { inlineConst: { mode: "all" } },
      // Names without a hash: a build that changes little is a small change in the repository.
      output: {
        entryFileNames: "client.js",
        chunkFileNames: "parts/[name].js",
        assetFileNames: ({ names: [name] }) => (name === "index.css" ? "client.css" : `parts/${name}`),
      },
    },
  },
  server: {
    proxy: { "/api": `http://${server}`, "/ws": { target: `ws://${server}`, ws: true } },
  },
});
