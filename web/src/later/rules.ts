/** The page of all rules of a game, or one rule in a dialog. */
export { default } from "../parts/rules/RulesOrRule.svelte";
