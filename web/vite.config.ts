import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.GATTAI ?? "127.0.0.1:8931";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/gattai/server/static",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // Names without a hash: a build that changes little is a small change in the repository.
      output: { entryFileNames: "client.js", assetFileNames: "client[extname]", codeSplitting: false },
    },
  },
  server: {
    proxy: { "/api": `http://${server}`, "/ws": { target: `ws://${server}`, ws: true } },
  },
});
