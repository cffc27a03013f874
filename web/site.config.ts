// The pages of a host's site: a bundle of their own, so that a table at home carries nothing of them.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/site/",
  publicDir: false,
  plugins: [svelte()],
  build: {
    outDir: "../src/gattai/server/static/site",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: "site.html",
      output: { entryFileNames: "site.js", assetFileNames: "site[extname]", codeSplitting: false },
    },
  },
});
