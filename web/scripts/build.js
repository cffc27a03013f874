// Builds the client, the pages of a host's site, and what a table has besides there, each as a bundle of its own.
// What is said here is said to all of them.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const said = process.argv.slice(2);
const at = said.indexOf("--outDir");
const [, out] = at < 0 ? [] : said.splice(at, 2);
const folder = out ?? "../src/gattai/server/static";
const vite = (...words) => execFileSync("npx", ["vite", "build", ...words], { stdio: "inherit" });

vite("--outDir", folder, ...said);
vite("--config", "site.config.ts", "--outDir", join(folder, "site"), ...said);
vite("--config", "seat.config.ts", "--outDir", join(folder, "site"), ...said.filter((word) => word !== "--emptyOutDir"));

// The page of a table on a site is that of a table at home, with the other script before its own.
const page = readFileSync(join(folder, "index.html"), "utf8");
const besides = '<link rel="stylesheet" crossorigin href="/site/seat.css">\n    <script type="module" crossorigin src="/site/seat.js"></script>\n    ';
writeFileSync(join(folder, "site", "table.html"), page.replace('<script type="module"', `${besides}$&`));
