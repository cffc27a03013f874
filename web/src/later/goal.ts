/** What a game is about, at a person's first table of it. */
export { default } from "../parts/goal/GoalCard.svelte";
