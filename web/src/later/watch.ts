/** The page of the games that can be watched. */
export { default } from "../screens/Watch.svelte";
