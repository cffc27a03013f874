/** What there is to read of a game that is over. */
export { default } from "../parts/ending/Report.svelte";
