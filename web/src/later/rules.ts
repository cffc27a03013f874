/** The page of all rules of a game. */
export { default } from "../screens/Rules.svelte";
