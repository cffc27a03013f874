/** What to do when the opponent has left. */
export { default } from "../parts/claim/Claim.svelte";
