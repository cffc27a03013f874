export const texts = {
  minute: "Your first minutes",
  ticked: "done:",
  doIt: "Do it for me",
  doItAbout: "A bot chooses for you, this once",
  showIt: "Show me",
  enough: "Enough",
  where: "Where things are",
  find: [
    ["book", "rules, with search (top of the page)"],
    ["undo", "take back what told you nothing new"],
    ["clock", "see the last turn again"],
    ["flag", "the goal of the game"],
  ],
} as const;
