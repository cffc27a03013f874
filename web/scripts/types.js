// Writes src/types.ts from the server's JSON Schema: one source of truth for both ends of the wire.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const ours = "../.venv/bin/python";
const python = process.env.PYTHON ?? (existsSync(ours) ? ours : "python3");
const schema = JSON.parse(execFileSync(python, ["-m", "gattai.server.schema"], { encoding: "utf8" }));

// What a page sends may leave out what is as usual; what the server sends is always complete.
const sent = new Set(["NewMatch", "AskReplay", "SquadText", ...schema.$defs.FromPage.anyOf.map((part) => part.$ref.split("/").pop())]);

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
writeFileSync("src/types.ts", text);
