export const texts = {
  folded: (count: number): string => `${count === 1 ? "One choice of an advanced rule is" : `${count} choices of advanced rules are`} folded in your first two games.`,
  unfold: "Show them now",
  chose: (what: string): string => `You chose: ${what}.`,
  nothingLost: "Nothing has happened yet.",
  freely: "Leave the lesson and play on freely",
};
