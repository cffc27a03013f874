/** Who acts when, in a game of plans. */
export { default } from "../parts/board/RunningOrder.svelte";
