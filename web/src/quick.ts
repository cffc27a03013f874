// What a click on the first screen starts: always something that can be played at once.
import { botOf } from "./players";
import type { GameListing, MatchCard, NewMatch } from "./types";

const PERSON = "person";

/** The game played last, or else the first one. */
export function favourite(games: readonly GameListing[], matches: readonly MatchCard[]): GameListing | undefined {
  const last = matches.find((match) => games.some(({ name }) => name === match.game));
  return games.find(({ name }) => name === last?.game) ?? games[0];
}

/** The seats that are used when an option sets the number of players: the first ones. */
export function taken(game: GameListing, options: Readonly<Record<string, string>>): number {
  return game.options.reduce((seats, option) => {
    const place = option.choices.findIndex(({ value }) => value === options[option.name]);
    return option.seats[place] ?? seats;
  }, game.seats.length);
}

export function usual(game: GameListing): Record<string, string> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

/** The last opponent in this game, in the same style, or else the easiest bot. */
export function opponent(game: GameListing, matches: readonly MatchCard[]): string {
  const bots = game.opponents.filter(({ level }) => level > 0).map(({ name }) => name);
  const before = matches
    .filter((match) => match.game === game.name && !match.is_lesson)
    .flatMap(({ players }) => players.map((player) => player.split(" ")[0] ?? ""))
    .find((player) => bots.includes(botOf(player)));
  return before ?? bots[0] ?? PERSON;
}

/** A good game at once: the default set-up, against a bot. */
export function quickGame(game: GameListing, matches: readonly MatchCard[]): NewMatch {
  const bot = opponent(game, matches);
  const seats = taken(game, usual(game));
  return { game: game.name, players: Array.from({ length: seats }, (_, seat) => (seat === 0 ? PERSON : bot)) };
}

/** The match to continue: the last one that is not over. */
export function unfinished(matches: readonly MatchCard[]): MatchCard | undefined {
  return matches.find((match) => !match.is_over && !match.is_shut && !match.is_analysis);
}

/** The last part of a link: the seat, or `watch`. */
export function seatOf(match: MatchCard): string {
  return match.links[0]?.split("/").pop() ?? "watch";
}
