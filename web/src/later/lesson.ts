/** The text of a guided game. */
export { default } from "../parts/frame/Lesson.svelte";
