// Prints what counts how readable crowds are (bench/crowd.py) as one script that a page can run: `Crowd.measure(tables)`.
import { build } from "vite";

const [bundle] = [
  await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib: { entry: new URL("crowd/measure.ts", import.meta.url).pathname, formats: ["iife"], name: "Crowd" } },
  }),
].flat();
process.stdout.write(bundle.output[0].code);
