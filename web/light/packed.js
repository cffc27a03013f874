/** Script and styles lie packed beside themselves, as a table sends them. */
import { gzipAsync } from "@gfx/zopfli";
import { minify } from "terser";

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
        for (const each of Object.values(bundle)) {
          if (!/\.(js|css)$/.test(each.fileName)) continue;
          if (each.type === "chunk") each.code = await shorter(each.code);
          const content = Buffer.from(each.type === "chunk" ? each.code : each.source);
          const source = await gzipAsync(content, { numiterations: 15 });
          this.emitFile({ type: "asset", fileName: `${each.fileName}.gz`, source });
        }
      },
    },
  };
}
