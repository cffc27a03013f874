/** A table without cells. */
export { default } from "../parts/open/OpenBoard.svelte";
