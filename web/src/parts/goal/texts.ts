export const texts = {
  minutes: (count: number): string => `${count} min`,
  firstStep: "Show me a first move",
  know: "I know the game",
  play: "Play",
  rules: "Rules at any time: the book at the top, or point at anything",
  none: "This game has no description of its goal. Its rules say how to win.",
};
