// Terms of the rules on a whole screen.
import { setContext } from "svelte";
import { api } from "./api";
import { byWord, type Terms } from "./terms";

/** Make the terms of a game known to the whole screen. */
export function explains(game: () => string | undefined): void {
  let terms = $state.raw<Terms>(new Map());
  $effect(() => {
    const name = game();
    if (name) void api.terms(name).then((found) => (terms = byWord(found)), () => {});
  });
  setContext("terms", () => terms);
}
