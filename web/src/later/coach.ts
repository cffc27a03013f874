/** The coach's panel. */
export { default } from "../parts/ask/Coach.svelte";
