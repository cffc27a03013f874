// Prints the generator of figures as one script that a page can run: `Figures.portrait({ name: "ARLY-300" }, 32)`.
import { build } from "vite";

const [bundle] = [
  await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib: { entry: new URL("../src/figure/figure.ts", import.meta.url).pathname, formats: ["iife"], name: "Figures" } },
  }),
].flat();
process.stdout.write(bundle.output[0].code);
