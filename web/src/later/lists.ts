/** The page on which lists are built. */
export { default } from "../screens/Lists.svelte";
