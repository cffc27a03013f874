// Writes src/types.ts and src/site/types.ts from the server's JSON Schemas: one source of truth for both ends of the wire.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const ours = "../.venv/bin/python";
const python = process.env.PYTHON ?? (existsSync(ours) ? ours : "python3");
function tidy(part) {
  if (Array.isArray(part)) return part.forEach(tidy);
  if (part === null || typeof part !== "object") return;
  if (part.prefixItems) {
    part.items = part.prefixItems;
    delete part.prefixItems;
  }
  delete part.title;
  delete part.default;
  for (const [key, value] of Object.entries(part)) {
    if (key === "properties") Object.values(value).forEach(tidy);
    else tidy(value);
  }
}

/** What a page sends may leave out what is as usual (these names); what the server sends is always complete. */
async function write(module, file, sends) {
  const schema = JSON.parse(execFileSync(python, ["-m", module], { encoding: "utf8" }));
  const fromPage = schema.$defs.FromPage?.anyOf.map((part) => part.$ref.split("/").pop()) ?? [];
  const sent = new Set([...sends, ...fromPage]);
  Object.values(schema.$defs).forEach(tidy);
  for (const [name, part] of Object.entries(schema.$defs)) {
    part.title = name;
    if (part.properties && !sent.has(name)) part.required = Object.keys(part.properties);
  }
  schema.title = "Messages";
  const text = await compile(schema, "Messages", {
    additionalProperties: false,
    bannerComment: "// Made by `npm run types` from the server's JSON Schema. Do not edit.",
    ignoreMinAndMaxItems: false,
  });
  writeFileSync(file, text);
}

await write("gattai.server.schema", "src/types.ts", ["NewMatch", "AskReplay", "SquadText"]);
await write("gattai.server.online.schema", "src/site/types.ts", ["SeekWanted", "Say"]);
