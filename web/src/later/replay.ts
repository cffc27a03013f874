/** A game step by step: the page of a replay, and a page that holds a whole replay itself. */
export { default } from "../screens/Replay.svelte";
