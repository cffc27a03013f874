/** What a person can set. */
export { default } from "../parts/settings/Settings.svelte";
