/** How to play here, and the keys. */
export { default } from "../parts/help/Help.svelte";
