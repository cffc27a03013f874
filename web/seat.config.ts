// What a table has besides on a host's site: a script of its own beside the client, which a table at home never loads.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/site/",
  publicDir: false,
  plugins: [svelte()],
  build: {
    outDir: "../src/gattai/server/static/site",
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: "src/seat/main.ts",
      output: { entryFileNames: "seat.js", assetFileNames: "seat[extname]", codeSplitting: false },
    },
  },
});
