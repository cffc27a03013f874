/** The page on which a game is set up. */
export { default } from "../screens/Setup.svelte";
