/**
 * Parts of Svelte that the table has no use for, in short: pages drawn on a server, markup that waits
 * for promises, and boundaries for errors. A component that uses one of them is not built.
 */
const HYDRATION = `
export const hydrating = false;
export const hydrate_node = null;
${["set_hydrating", "set_hydrate_node", "hydrate_next", "reset", "hydrate_template", "next", "skip_nodes", "read_hydration_instruction"]
  .map((name) => `/*#__NO_SIDE_EFFECTS__*/ export function ${name}() {}`)
  .join("\n")}
`;

const ASYNC = `
import { derived } from "./deriveds.js";
export function flatten(blockers, sync, async, then) { then(sync.map(derived)); }
${["run_after_blockers", "capture", "save", "unsave", "track_reactivity_loss", "for_await_track_reactivity_loss", "unset_context", "run", "wait", "increment_pending"]
  .map((name) => `export function ${name}() {}`)
  .join("\n")}
`;

const BOUNDARY = `
import { EFFECT_PRESERVED, EFFECT_TRANSPARENT } from "#client/constants";
import { block, branch } from "../../reactivity/effects.js";
export class Boundary {}
export function boundary(node, props, children) {
  block(() => { branch(() => children(node)); }, EFFECT_TRANSPARENT | EFFECT_PRESERVED);
}
export function pending() { return 0; }
`;

/** What is kept in `$state` is watched itself, and nothing below it: deep state is not built. */
const PROXY = `
export const proxy = (value) => value;
export const get_proxied_value = proxy;
export const is = Object.is;
`;

/** All mistakes in one word: which it was is told by a build for development. */
function oneMistake(code) {
  const names = [...code.matchAll(/^export function (\w+)/gm)].map(([, name]) => `mistake as ${name}`);
  const others = code.match(/^export \*\s+from .*$/gm) ?? [];
  return `${others.join("\n")}\nfunction mistake() { throw new Error("svelte"); }\nexport { ${names.join(", ")} };\n`;
}

/** What it would only warn of. */
function noWarning(code) {
  return code.replace(/^(export function \w+\([^)]*\)) \{$[^]*?^\}$/gm, "$1 {}");
}

const CLIENT = "/svelte/src/internal/client/";
const SHORT = new Map([
  [`${CLIENT}dom/hydration.js`, HYDRATION],
  [`${CLIENT}reactivity/async.js`, ASYNC],
  [`${CLIENT}dom/blocks/boundary.js`, BOUNDARY],
  [`${CLIENT}proxy.js`, PROXY],
  [`${CLIENT}errors.js`, oneMistake],
  ["/svelte/src/internal/shared/errors.js", oneMistake],
  [`${CLIENT}warnings.js`, noWarning],
]);
const GONE = /\$\.(await|async|async_derived|async_body|boundary|run|save|proxy)\(/;

/** @returns {import("vite").Plugin} */
export function runtime() {
  return {
    name: "light:runtime",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: /\.svelte(\.ts)?$|\/svelte\/src\/internal\/(client|shared)\// },
      handler(code, id) {
        const [, call] = (!id.includes("/svelte/src/") && GONE.exec(code)) || [];
        if (call) this.error(`${id} needs ${call} of Svelte, which light/runtime.js leaves out`);
        const short = SHORT.get(id.slice(id.indexOf("/svelte/src/")));
        return short ? { code: typeof short === "string" ? short : short(code), map: null } : null;
      },
    },
  };
}
