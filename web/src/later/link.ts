/** A match by link: what to send at the table, and the page of a link that was opened. */
export { default } from "../parts/link/Link.svelte";
