/** What makes the client light. Nothing of it changes what anybody sees; `vite dev` does without. */
import { effects } from "./effects.js";
import { packed } from "./packed.js";
import { parts } from "./parts.js";
import { runtime } from "./runtime.js";
import { templates } from "./templates.js";
import { texts } from "./texts.js";

/**
 * @param {string} folder where the sources are
 * @param {import("vite").PluginOption} compiler what makes code of components
 * @returns {import("vite").PluginOption[]}
 */
export function light(folder, compiler) {
  return [texts(folder), compiler, effects(), runtime(), templates(), parts(), packed()];
}
