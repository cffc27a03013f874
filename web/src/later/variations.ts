/** The steps and variations of an analysis, at its table. */
export { default } from "../parts/variations/Variations.svelte";
