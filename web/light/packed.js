/** Scripts and styles lie packed beside themselves, as a table sends them. */
import { gzipAsync } from "@gfx/zopfli";
import { minify } from "terser";
import { asPart, CLIENT, nameOf, tagged, withParts } from "./parts.js";

const MODERN = 2022;

/** Smaller once more than the build makes it: some things it leaves as they are. */
async function shorter(code) {
  const compress = { ecma: MODERN, passes: 3, unsafe: true, unsafe_arrows: true, keep_fargs: false };
  const made = await minify(code, { module: true, compress, format: { ecma: MODERN } });
  return made.code ?? code;
}

/** @returns {import("vite").Plugin} */
export function packed() {
  return {
    name: "light:packed",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const scripts = Object.values(bundle).filter(({ type }) => type === "chunk");
        const client = scripts.find(({ name }) => name === CLIENT);
        // The client names its parts with their tags, so they come first.
        const parts = new Map();
        for (const each of scripts) {
          if (each === client) continue;
          each.code = await shorter(asPart(each.code, nameOf(each.fileName), client.fileName));
          const styles = [...(each.viteMetadata?.importedCss ?? [])].map((name) => tagged(name, bundle[name].source));
          parts.set(each.fileName, [tagged(each.fileName, each.code), ...styles]);
        }
        if (client) client.code = await shorter(withParts(client.code, parts));
        for (const each of Object.values(bundle)) {
          if (!/\.(js|css)$/.test(each.fileName)) continue;
          const content = Buffer.from(each.type === "chunk" ? each.code : each.source);
          const source = await gzipAsync(content, { numiterations: 15 });
          this.emitFile({ type: "asset", fileName: `${each.fileName}.gz`, source });
        }
      },
    },
  };
}
