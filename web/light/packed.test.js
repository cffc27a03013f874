import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packed } from "./packed.js";

async function build(bundle) {
  const emitted = {};
  const context = { emitFile: ({ fileName, source }) => (emitted[fileName] = Buffer.from(source)) };
  await packed().generateBundle.handler.call(context, {}, bundle);
  return emitted;
}

describe("what is packed", () => {
  it("comes out again as what lies beside it", async () => {
    const code = readFileSync(new URL("packed.js", import.meta.url), "utf8");
    const bundle = {
      js: { type: "chunk", name: "client", fileName: "a.js", code },
      css: { type: "asset", fileName: "a.css", source: "a{color:red}é" },
      icon: { type: "asset", fileName: "icon.svg", source: "<svg/>" },
    };
    const emitted = await build(bundle);
    expect(Object.keys(emitted).sort()).toEqual(["a.css.gz", "a.js.gz"]);
    expect(gunzipSync(emitted["a.js.gz"]).toString()).toBe(bundle.js.code);
    expect(gunzipSync(emitted["a.css.gz"]).toString()).toBe(bundle.css.source);
    expect(bundle.js.code.length).toBeLessThan(code.length);
  });
});
