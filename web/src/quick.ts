// What a click at the door starts: always something that can be played at once.
import { botOf } from "./players";
import type { GameCard, MatchCard, NewMatch } from "./types";

const PERSON = "person";

/** The game that was played last, else the first there is. */
export function favourite(games: readonly GameCard[], matches: readonly MatchCard[]): GameCard | undefined {
  const last = matches.find((match) => games.some(({ name }) => name === match.game));
  return games.find(({ name }) => name === last?.game) ?? games[0];
}

/** The seats that are taken when an option says how many play: the first ones. */
export function taken(game: GameCard, options: Readonly<Record<string, string>>): number {
  return game.options.reduce((seats, option) => {
    const place = option.choices.findIndex(({ value }) => value === options[option.name]);
    return option.seats[place] ?? seats;
  }, game.seats.length);
}

export function usual(game: GameCard): Record<string, string> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

/** Whom one played last in this game, in the same style, else the easiest bot there is. */
export function opponent(game: GameCard, matches: readonly MatchCard[]): string {
  const bots = game.opponents.filter(({ level }) => level > 0).map(({ name }) => name);
  const before = matches
    .filter((match) => match.game === game.name && !match.is_lesson)
    .flatMap(({ players }) => players.map((player) => player.split(" ")[0] ?? ""))
    .find((player) => bots.includes(botOf(player)));
  return before ?? bots[0] ?? PERSON;
}

/** A good game at once: the usual set-up, against a bot. */
export function quickGame(game: GameCard, matches: readonly MatchCard[]): NewMatch {
  const bot = opponent(game, matches);
  const seats = taken(game, usual(game));
  return { game: game.name, players: Array.from({ length: seats }, (_, seat) => (seat === 0 ? PERSON : bot)) };
}

/** The match to go on with: the last one that is not over. */
export function unfinished(matches: readonly MatchCard[]): MatchCard | undefined {
  return matches.find((match) => !match.is_over && !match.is_shut);
}

/** The part of an own link behind the last slash: the seat, or `watch`. */
export function seatOf(match: MatchCard): string {
  return match.links[0]?.split("/").pop() ?? "watch";
}
