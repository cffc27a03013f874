/** How a game ended. */
export { default } from "../parts/ending/Ending.svelte";
