/** What to try in the first minutes of a game. */
export { default } from "../parts/goal/FirstMinute.svelte";
