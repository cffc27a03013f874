/** The page on which studies of changed rules are begun and read. */
export { default } from "../screens/Lab.svelte";
