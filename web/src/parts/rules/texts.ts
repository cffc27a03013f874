const rules = (count: number): string => (count === 1 ? "1 rule" : `${count} rules`);

export const texts = {
  search: "Ask a question or search the rules",
  chapters: "Chapters",
  firstGame: "First game",
  all: "All rules",
  extent: "Which rules",
  answer: "Answer",
  found: (count: number): string => (count === 1 ? "1 rule answers" : `${count} rules, the best first`),
  none: "No rule answers this. Try other words, or choose a chapter.",
  inChapter: (title: string, count: number): string => `${title}, ${rules(count)}`,
  certainty: {
    printed: "",
    inferred: "follows from the book, not printed",
    public: "from a public sheet, not printed",
    house: "house rule, not printed",
  } as Record<string, string>,
  hasRuling: "with our ruling",
  pictured: { happened: "From a game:", counts: "It counts:", refused: "Not allowed:" },
  related: "Related rules",
  questions: "Players ask",
  keySearch: "search",
  keyNext: "next and previous rule",
};
