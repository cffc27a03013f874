/** Puzzles: the puzzle of the day on the home page, and the plate of a puzzle at its table. */
export { default } from "../parts/puzzle/Puzzle.svelte";
