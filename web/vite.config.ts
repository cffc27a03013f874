import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { light } from "./light/index.js";
import { everybodys } from "./light/parts.js";
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
        chunkFileNames: ({ name }) => (name === "client" ? "client.js" : "parts/[name].js"),
        codeSplitting: { groups: [{ name: everybodys(sources) }] },
        assetFileNames: ({ names: [name] }) => (/^(index|client)\.css$/.test(name ?? "") ? "client.css" : `parts/${name}`),
      },
    },
  },
  server: {
    proxy: { "/api": `http://${server}`, "/ws": { target: `ws://${server}`, ws: true } },
  },
});
