/** Real dice to throw: tapping their faces. */
export { default } from "../parts/dice/RealDice.svelte";
