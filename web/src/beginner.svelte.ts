// Whether this person is still new to a game; kept in this browser. Choices of advanced rules are folded until the third game.
import { keep, kept } from "./kept";

const FIRST_GAMES = 2;
const STARTED = "started";
const ADVANCED = "advanced";

/** The matches that this person began first, in each game: `game:match,match`. */
function started(): Map<string, readonly string[]> {
  return new Map(kept(STARTED).split(" ").filter(Boolean).map((each) => {
    const [game = "", matches = ""] = each.split(":");
    return [game, matches.split(",")];
  }));
}

export class Beginner {
  /** Chosen by the person, for good. */
  #shown = $state(kept(ADVANCED) === "shown");
  /** Whether this is one of the person's first games of its kind. */
  isNew = $state(false);

  /** Somebody sits down at this match. */
  sits(game: string, match: string): void {
    const all = started();
    const own = all.get(game) ?? [];
    this.isNew = own.includes(match) || own.length < FIRST_GAMES;
    if (!this.isNew || own.includes(match)) return;
    all.set(game, [...own, match]);
    keep(STARTED, [...all].map(([name, matches]) => `${name}:${matches.join(",")}`).join(" "));
  }

  get folds(): boolean {
    return this.isNew && !this.#shown;
  }

  show(): void {
    this.#shown = true;
    keep(ADVANCED, "shown");
  }
}
