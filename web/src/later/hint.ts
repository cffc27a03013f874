/** What a bot would do in one's place. */
export { default } from "../parts/ask/Hint.svelte";
