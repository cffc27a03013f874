// Beginning a puzzle: one at a time, and in words why it could not be begun.
import { Refusal } from "../../api";
import { go } from "../../router.svelte";
import { t } from "../../texts";
import { begin } from "./puzzles";

export class Beginning {
  busy = $state(false);
  problem = $state("");

  async open(puzzle: Parameters<typeof begin>[0] | undefined): Promise<void> {
    if (this.busy || !puzzle) return;
    this.busy = true;
    this.problem = "";
    try {
      go(await begin(puzzle));
    } catch (error) {
      this.problem = error instanceof Refusal ? error.message : t.failed;
    }
    this.busy = false;
  }
}
