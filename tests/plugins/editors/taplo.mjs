// Lets Taplo, as npm has it for VS Code's extension Even Better TOML, speak over stdin and stdout:
// node taplo.mjs FOLDER, from where the package is found.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
const { TaploLsp } = createRequire(path.join(process.argv[2], "here.js"))("@taplo/lsp");
const world = {
  cwd: () => process.cwd(),
  envVar: (name) => process.env[name],
  envVars: () => Object.entries(process.env),
  findConfigFile: (from) =>
    [".taplo.toml", "taplo.toml"].map((name) => path.join(from, name)).find((file) => fs.existsSync(file)),
  glob: (pattern) => fs.globSync?.(pattern) ?? [],
  isAbsolute: path.isAbsolute,
  isWindows: () => false,
  now: () => new Date(),
  readFile: (file) => fs.promises.readFile(file),
  writeFile: (file, content) => fs.promises.writeFile(file, content),
  stderr: process.stderr,
  stdErrAtty: () => false,
  stdin: process.stdin,
  stdout: process.stdout,
  urlToFilePath: (url) => decodeURIComponent(new URL(url).pathname),
  fetch: { fetch, Headers, Request, Response },
};
const taplo = await TaploLsp.initialize(world, {
  onMessage(message) {
    const body = Buffer.from(JSON.stringify(message));
    process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
    process.stdout.write(body);
  },
});
let kept = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  kept = Buffer.concat([kept, chunk]);
  for (;;) {
    const head = kept.indexOf("\r\n\r\n");
    if (head < 0) return;
    const size = Number(/Content-Length: (\d+)/i.exec(kept.toString("utf8", 0, head))[1]);
    if (kept.length < head + 4 + size) return;
    const message = JSON.parse(kept.toString("utf8", head + 4, head + 4 + size));
    kept = kept.subarray(head + 4 + size);
    taplo.send(message);
  }
});
process.stdin.on("end", () => process.exit(0));
