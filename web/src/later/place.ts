/** A point in inches, where any can be entered. */
export { default } from "../parts/ask/PlaceForm.svelte";
