/** The goal of a game as a small plate. */
export { default } from "../parts/goal/GoalPlate.svelte";
