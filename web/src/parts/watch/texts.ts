export const texts = {
  title: "Watch",
  bots: "Bots against bots",
  botsAbout: "Starts a game at once, with a bot on every side.",
  level: "Bots",
  start: (game: string): string => `Watch ${game}`,
  running: "Being played",
  none: "No game is being played at the moment.",
  finished: "Finished games are on the home page, as replays.",
};
