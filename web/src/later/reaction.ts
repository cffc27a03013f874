/** What each choice of a reaction leads to. */
export { default } from "../parts/ask/Reaction.svelte";
