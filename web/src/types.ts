// Made by `npm run types` from the server's JSON Schema. Do not edit.

export type FromPage =
  | Answer
  | AskOdds
  | AskPreview
  | AskAbout
  | AskHint
  | AskUndo
  | Consent
  | Resign
  | OfferDraw
  | AnswerDraw
  | Abort
  | Claim
  | AskLog
  | Reveal
  | LeaveLesson
  | CallMe;
export type ToPage =
  | RematchMade
  | CourseShown
  | LuckShown
  | Shown
  | LogShown
  | OddsShown
  | PreviewShown
  | AboutShown
  | HintShown
  | NotSo
  | UndoWanted
  | Curtain;

export interface Messages {
  FromPage: FromPage;
  ToPage: ToPage;
  GameCard: GameCard;
  Door: Door;
  Glance: Glance;
  NewMatch: NewMatch;
  MatchCard: MatchCard;
  AskReplay: AskReplay;
  ReplayStep: ReplayStep;
  LuckOf: LuckOf;
  RuleCard: RuleCard;
  TermCard: TermCard;
  Builder: Builder;
  SquadText: SquadText;
  SquadSaid: SquadSaid;
}
/**
 * An option was chosen: its text, and the number of the question it answers.
 */
export interface Answer {
  type: "answer";
  number: number;
  text: string;
  epoch?: number;
  key?: string;
}
/**
 * What will this option probably do?
 */
export interface AskOdds {
  type: "odds";
  number: number;
  text: string;
}
/**
 * What does this option look like on the board?
 */
export interface AskPreview {
  type: "preview";
  number: number;
  text: string;
}
/**
 * What could this piece do there, and why can it not?
 */
export interface AskAbout {
  type: "about";
  number: number;
  actor: string;
  cell?: string | null;
  target?: string | null;
}
/**
 * What would a bot answer in my place? Told only where no other person plays.
 */
export interface AskHint {
  type: "hint";
  number: number;
}
/**
 * Take back my last answer: free if nobody learnt anything since, else by consent.
 */
export interface AskUndo {
  type: "undo";
  number: number;
}
/**
 * An answer to another seat's wish to take back.
 */
export interface Consent {
  type: "consent";
  yes: boolean;
}
/**
 * Give the match up: the other seat wins.
 */
export interface Resign {
  type: "resign";
}
/**
 * Leave it at that, if the others agree. An offer holds until somebody answers a question.
 */
export interface OfferDraw {
  type: "offer-draw";
}
/**
 * An answer to another seat's offer of a draw.
 */
export interface AnswerDraw {
  type: "answer-draw";
  yes: boolean;
}
/**
 * Break it off, as long as not everybody has played: it counts for nobody.
 */
export interface Abort {
  type: "abort";
}
/**
 * Claim the win, for the other one has left: see `claim_in` of the scene.
 */
export interface Claim {
  type: "claim";
}
/**
 * What was told before this answer: a page that opens is sent only the last lines.
 */
export interface AskLog {
  type: "log";
  before: number;
}
/**
 * At one screen: the player of this seat has sat down, draw the curtain.
 */
export interface Reveal {
  type: "reveal";
  seat: number;
}
/**
 * No more guiding: the match goes on as any other.
 */
export interface LeaveLesson {
  type: "leave-lesson";
}
/**
 * How the player at this page wants to be called; empty for the name of the seat.
 */
export interface CallMe {
  type: "name";
  name: string;
}
/**
 * The same players play again: where this page's seat is in the new match.
 */
export interface RematchMade {
  type: "rematch";
  link: string;
}
/**
 * How the game went: it comes a while after the end, and never before.
 */
export interface CourseShown {
  type: "course";
  course: Course;
}
/**
 * How a game went that is over. It judges tables as they were, so nobody is told of it before.
 */
export interface Course {
  players: string[];
  unit: string;
  turns: Turn[];
  points: TurningPoint[];
  choices: Choices[];
  best: BestUnit | null;
}
/**
 * A turn of a game that is over, and how everybody stood after it.
 */
export interface Turn {
  number: number;
  name: string;
  seat: number | null;
  shares: number[];
  amounts: number[];
}
/**
 * The action of a turn that changed most.
 */
export interface TurningPoint {
  number: number;
  until: number;
  turn: number;
  seat: number | null;
  gained: number;
  change: number;
  title: string;
  text: string;
  chance: number | null;
  name: string;
  look: Look | null;
  came: number;
  expected: number;
  unit: string;
}
/**
 * What a unit or a card looks like, in words. Whoever draws it needs no picture and no other name.
 */
export interface Look {
  kind: string;
  classes: string[];
  role: string;
  level: number;
  weapons: string[];
  traits: string[];
  family: string;
}
/**
 * The choices of one seat, as a bot judges them by what could be seen from there.
 */
export interface Choices {
  seat: number;
  best: number;
  good: number;
  costly: number;
  worst: CostlyChoice[];
}
/**
 * A choice that cost something, and what would have been better.
 */
export interface CostlyChoice {
  number: number;
  turn: string;
  said: string;
  better: string;
  lost: number;
}
/**
 * The unit that did most.
 */
export interface BestUnit {
  piece: string;
  name: string;
  owner: number;
  card: string;
  amount: number;
  destroyed: number;
  spent: number;
  currency: string;
}
/**
 * The luck of actions that are over: it comes a little later than what happened in them.
 *
 *     These lines are new; after a whole scene they are all there are.
 */
export interface LuckShown {
  type: "luck";
  lines: LuckLine[];
}
/**
 * What an action came to for one side against the odds; it belongs to the last throw in it.
 */
export interface LuckLine {
  number: number;
  seat: number | null;
  unit: string;
  amount: number;
  expected: number;
  came: number;
  total: number;
  why_not: string;
  spread: number;
  bars: [number, number][];
  chosen: number;
}
/**
 * The scene now; `log` holds only what is new since the last one this page was sent.
 *
 *     The board and the cards are sent in the first scene only and are empty afterwards: they do
 *     not change but for cards that come into play.
 */
export interface Shown {
  type: "scene";
  scene: Scene;
  can_undo: string;
  thinking: boolean;
  whole: boolean;
  lesson: LessonShown | null;
  notice: string;
  clocks: SeatClock[];
  epoch: number;
  here: SeatHere[];
  undo: TakeBack | null;
  draw: DrawOffer | null;
  can_resign: boolean;
  can_draw: boolean;
  can_abort: boolean;
  can_hint: boolean;
  claim_in: number | null;
}
/**
 * Everything one seat can see of a match at one moment.
 */
export interface Scene {
  game: string;
  title: string;
  headline: string;
  seats: string[];
  seat: number | null;
  turn: number | null;
  board: Board | null;
  pieces: Piece[];
  cards: Card[];
  tracks: Track[];
  notes: string[];
  ask: Ask | null;
  ending: Ending | null;
  log: LogLine[];
  zones: Zone[];
  overlays: Overlay[];
  throw: Thrown | null;
  phases: Phase[];
  links: Link[];
  outlooks: Outlook[];
}
/**
 * The places there are. It does not change during a game, so clients may keep it.
 */
export interface Board {
  shape: string;
  title: string;
  cells: Cell[];
  ground: string;
  size: [number, number] | null;
  shapes: Shape[];
  base: number;
}
/**
 * One place of the board.
 */
export interface Cell {
  id: string;
  x: number;
  y: number;
  terrain: string;
  zone: number | null;
  height: number;
}
/**
 * A polygon on an open board: a piece of terrain, or a seat's zone.
 */
export interface Shape {
  points: [number, number][];
  terrain: string;
  zone: number | null;
}
/**
 * A unit: on the board, or beside it.
 */
export interface Piece {
  id: string;
  name: string;
  owner: number;
  glyph: string;
  at: string | null;
  bar: Bar;
  figures: [string, string][];
  badges: Badge[];
  is_done: boolean;
  is_active: boolean;
  is_gone: boolean;
  house: boolean;
  card: string;
  about: string;
  facing: number | null;
  bars: Bar[];
  fate: string;
  look: Look | null;
}
/**
 * So much of so much: Integrity, HP, energy.
 */
export interface Bar {
  name: string;
  now: number;
  most: number;
}
/**
 * A state in a few letters, and what it means.
 *
 *     A marker with two sides shows `text` now; `back` is what its other side says, such as what it
 *     turns into next.
 */
export interface Badge {
  text: string;
  about: string;
  back: string;
  tone: string;
  is_seen: boolean;
}
/**
 * A card that can be opened and read.
 */
export interface Card {
  id: string;
  title: string;
  subtitle: string;
  lines: Line[];
  owner: number | null;
  house: boolean;
  cost: string;
  figures: [string, string][];
  text: string;
  keywords: string[];
  kind: string;
  look: Look | null;
}
/**
 * One line of a card: what it is called and what it says.
 */
export interface Line {
  name: string;
  text: string;
  words: string[];
}
/**
 * A counter for the head of the table: energy, points, rounds.
 *
 *     A track that two seats share runs from `low` (all for the first) to `most` (all for the second).
 */
export interface Track {
  name: string;
  now: number;
  most: number;
  owner: number | null;
  low: number;
  between: [number, number] | null;
  marks: [number, string][];
}
/**
 * The question: who is asked, what, by which rule; and the options, for those who are asked.
 */
export interface Ask {
  number: number;
  what: string;
  cites: Citation;
  seats: number[];
  is_mine: boolean;
  options: Option[];
  dice: string;
  kind: string;
  answered: number[];
  given: string;
  in_order: boolean;
  obvious: boolean;
  are_examples: boolean;
}
/**
 * A rule as it is cited: its id, its title, and where it stands.
 */
export interface Citation {
  rule: string;
  title: string;
  page: string;
}
/**
 * One thing that can be answered, anchored to what it is about.
 *
 *     `text` is the answer as the rules write it: what a client sends back. An option may belong to a
 *     piece (who acts), and be about a place or another piece; without any of them it is a button.
 */
export interface Option {
  text: string;
  label: string;
  kind: string;
  actor: string | null;
  cell: string | null;
  target: string | null;
  price: string;
  has_odds: boolean;
  card: string | null;
  zone: string | null;
  picks: string[];
  facing: number | null;
  caution: string;
  ends: boolean;
  gives_up: boolean;
}
/**
 * How the game ended.
 */
export interface Ending {
  winners: number[];
  reason: string;
  cites: Citation;
  scores: number[];
}
/**
 * Something that happened, with its rule; dice with what they showed.
 */
export interface LogLine {
  number: number;
  text: string;
  cites: Citation;
  faces: string[];
  seat: number | null;
  counted: string[];
  title: string;
  beat: Beat | null;
  dice: string[];
  symbols: string[][];
}
/**
 * One event as something to be seen. A client plays beats in the order of the log.
 *
 *     `kind` is one of `move`, `turn`, `attack`, `dice`, `hit`, `mend`, `destroyed`, `combine`, `appear`,
 *     `push`, `state`, `card`, `pass` (another's turn begins) and `end`; a client shows the `change` of
 *     one it does not know at once, and that of a `state` without `hits`: nobody need wait for it. Pieces,
 *     zones and tracks of a scene with the changes of all later beats are those of the later scene.
 */
export interface Beat {
  kind: string;
  actor: string;
  way: string[];
  line: string[];
  look: string;
  name: string;
  hits: Hit[];
  parts: string[];
  card: string;
  source: string;
  goal: string;
  change: Change | null;
}
/**
 * What a beat does to one piece or card.
 */
export interface Hit {
  piece: string;
  amount: number;
  bar: string;
  fate: string;
}
/**
 * What is different on the table after a beat: whole parts of the scene, as they are then.
 */
export interface Change {
  pieces: Piece[];
  gone: string[];
  zones: Zone[];
  order: string[];
  tracks: Track[];
  turn: number | null;
}
/**
 * Where cards lie: a hand, a deck, a row on the table, a plan.
 *
 *     `kind` is one of `hand`, `row` (side by side, open), `pile` (only the top is seen), `plan`
 *     (in order, face down until it is told); a client draws what it does not know like `row`.
 */
export interface Zone {
  id: string;
  name: string;
  kind: string;
  owner: number | null;
  cards: Held[];
  count: number;
  about: string;
}
/**
 * One card as it lies in a zone. `id` is what options point at; no two of a scene are alike.
 *
 *     A card that is face down for this seat has no `card`: the face must not be in the scene.
 */
export interface Held {
  id: string;
  card: string;
  badges: Badge[];
  bar: Bar | null;
  is_done: boolean;
  is_active: boolean;
  order: number | null;
  about: string;
}
/**
 * Places that belong together for a while: an arc, an engagement zone, a control point.
 *
 *     `kind` is one of `arc` (hatched), `engaged` (rimmed), `control` (a flag), `mark` (tinted), `reach` (on an
 *     open board: the places are the corners of the area in which a piece can move); a
 *     client draws what it does not know like `mark`. With a piece it is drawn when somebody points
 *     at that piece or has selected it; without one it is always drawn.
 */
export interface Overlay {
  kind: string;
  about: string;
  cells: string[];
  owner: number | null;
  piece: string | null;
  text: string;
}
/**
 * A throw in progress: everybody's dice, and what was done with them, in order.
 */
export interface Thrown {
  title: string;
  groups: DiceGroup[];
  steps: Reason[];
  result: string;
  legend: [string, string][];
}
/**
 * The dice that one seat has thrown together.
 */
export interface DiceGroup {
  name: string;
  dice: ThrownDie[];
  owner: number | null;
  total: string;
  kind: string;
}
/**
 * One die as it lies there: what it shows, what it counted for, what has become of it.
 */
export interface ThrownDie {
  face: string;
  symbols: string[];
  counted: string;
  mark: string;
  by: string;
  kind: string;
  fates: string[];
}
/**
 * Something said with its rule: a refusal, a term of a sum, a line of an explanation.
 */
export interface Reason {
  text: string;
  cites: Citation;
  amount: number | null;
  group: string;
}
/**
 * A part of a turn, for the strip on which one sees how far the turn is.
 */
export interface Phase {
  name: string;
  is_now: boolean;
  about: string;
}
/**
 * Two things that have to do with each other just now: a client draws a line between them.
 *
 *     `kind` is one of `attack`, `shot`, `block` and `aim`; both ends are cards in zones, pieces or zones.
 */
export interface Link {
  source: string;
  goal: string;
  kind: string;
  about: string;
}
/**
 * What would come of it if everything stayed as it is now.
 */
export interface Outlook {
  source: Fate[];
  goal: Fate[];
  text: string;
  rule: string;
}
/**
 * What would become of one of those who take part.
 */
export interface Fate {
  thing: string;
  name: string;
  deals: string;
  left: string;
  fate: string;
  tone: string;
}
/**
 * Where a guided game has got to, and what is said there.
 */
export interface LessonShown {
  title: string;
  number: number;
  last: number;
  pages: LessonPage[];
  goal: string;
  later: string[];
  is_over: boolean;
}
/**
 * What a guided game says at once.
 */
export interface LessonPage {
  text: string;
  look: string[];
  point: string;
  cites: Citation[];
}
/**
 * How long the table still waits for a seat before it answers in its place.
 */
export interface SeatClock {
  seat: number;
  left: number;
  limit: number;
  runs: boolean;
}
/**
 * A person's seat where guests play: whether anybody is there, and who.
 */
export interface SeatHere {
  seat: number;
  is_here: boolean;
  keeper: boolean;
  is_guest: boolean;
  has_come: boolean;
  name: string;
}
/**
 * What taking back would undo: said before anybody asks for it, and to those who have to agree.
 */
export interface TakeBack {
  seat: number;
  text: string;
  others: [number, number][];
  agree: number[];
}
/**
 * A draw that somebody has offered.
 */
export interface DrawOffer {
  seat: number;
  open: number[];
}
/**
 * Lines of the log from before the first that the page has, as whoever looks may know them.
 */
export interface LogShown {
  type: "log";
  lines: LogLine[];
  is_all: boolean;
}
/**
 * The odds card of an option.
 */
export interface OddsShown {
  type: "odds";
  number: number;
  odds: Odds;
}
/**
 * What an option will probably do, before one commits to it.
 */
export interface Odds {
  text: string;
  label: string;
  headline: [string, string][];
  bars: [string, number][];
  reasons: Reason[];
  enough: number | null;
  enough_words: string;
}
/**
 * The way, the line of sight, those reached.
 */
export interface PreviewShown {
  type: "preview";
  number: number;
  preview: Preview;
}
/**
 * What an option looks like on the board before one commits to it.
 */
export interface Preview {
  text: string;
  way: string[];
  line: string[];
  reached: string[];
  open_to: string[] | null;
  outlook: Outlook | null;
  price: string;
  against: Reason[];
}
/**
 * What could be done there; with reasons, what cannot.
 */
export interface AboutShown {
  type: "about";
  number: number;
  about: WhyNot[];
}
/**
 * Why something cannot be done.
 */
export interface WhyNot {
  text: string;
  label: string;
  reasons: Reason[];
  kind: string;
}
/**
 * What a bot would answer, the best first.
 */
export interface HintShown {
  type: "hint";
  number: number;
  ideas: HintIdea[];
  none: string;
}
/**
 * An answer that a bot has thought of, and what it expects of it.
 */
export interface HintIdea {
  text: string;
  label: string;
  chance: number;
  expects: [string, string][];
}
/**
 * A message that was not accepted, and why.
 */
export interface NotSo {
  type: "refused";
  reasons: Reason[];
  text: string;
}
/**
 * Another seat wants to take back an answer; this seat may consent.
 */
export interface UndoWanted {
  type: "undo-wanted";
  what: TakeBack;
}
/**
 * At one screen: it is another player's turn; nothing is shown until that player says so.
 */
export interface Curtain {
  type: "curtain";
  seat: number;
  seats: string[];
}
/**
 * A game that can be played. Pictures of its options come only where one game is asked for.
 */
export interface GameCard {
  name: string;
  title: string;
  summary: string;
  owner: string;
  seats: string[];
  options: Choice[];
  opponents: Opponent[];
  squads: string[];
  lesson: string;
  lesson_about: string;
  poster: Poster | null;
}
/**
 * One option of a game's set-up: what it may be.
 */
export interface Choice {
  name: string;
  about: string;
  default: string;
  choices: Offer[];
  seats: number[];
  is_open: boolean;
  needs: [string, string][];
  ruling: string;
}
/**
 * One of the things that an option may be set to, with a picture where it has one.
 */
export interface Offer {
  value: string;
  title: string;
  units: Likeness[];
  board: Board | null;
}
/**
 * A unit or a card as somebody who chooses sees it.
 */
export interface Likeness {
  name: string;
  look: Look | null;
  count: number;
}
/**
 * Somebody who can sit on a seat: a bot, `person` or `guest`.
 */
export interface Opponent {
  name: string;
  about: string;
  level: number;
  styles: string[];
}
/**
 * How a game is announced.
 */
export interface Poster {
  name: string;
  line: string;
  players: string;
  minutes: number;
  mood: string;
  behind: "" | "arena" | "chart" | "city" | "felt" | "rays";
  figure: Figure[];
  card: Fanned[];
  chart: string[][];
}
/**
 * Somebody in the picture. A picture is 256 wide and 224 high; feet stand at `x`, `y`.
 */
export interface Figure {
  name: string;
  look: Look;
  x: number;
  y: number;
  size: number;
  hue: "blue" | "gold" | "green" | "purple" | "red" | "slate";
  turn: number;
  is_standing: boolean;
}
/**
 * A card that is held into the picture, its middle at `x`, `y`.
 */
export interface Fanned {
  name: string;
  look: Look;
  x: number;
  y: number;
  tilt: number;
  size: number;
  hue: "blue" | "gold" | "green" | "purple" | "red" | "slate";
  cost: string;
  text: string;
  corners: string[];
}
/**
 * The first screen: what there is to play and to go on with.
 */
export interface Door {
  games: GameCard[];
  matches: MatchCard[];
  broken: string[];
  is_host: boolean;
}
/**
 * A match that exists: for the list of matches, and after making one.
 */
export interface MatchCard {
  id: string;
  game: string;
  players: string[];
  answers: number;
  headline: string;
  links: string[];
  is_over: boolean;
  damaged: string;
  is_lesson: boolean;
  addresses: string[];
  is_shut: boolean;
  ago: number;
  names: string[];
  replay: string;
}
/**
 * A match as it stands, for a small picture: nothing that is hidden from whoever asks.
 */
export interface Glance {
  headline: string;
  seats: string[];
  turn: number | null;
  asked: number[];
  board: Board | null;
  pieces: Piece[];
  cards: Card[];
}
/**
 * A match to be set up: who sits where, and the game's options.
 */
export interface NewMatch {
  game: string;
  players: string[];
  options?: {
    [k: string]: string;
  };
  seed?: string;
  transcript?: string;
  at?: number | null;
  position?: string;
  guided?: boolean;
  alone?: boolean;
  reaction_seconds?: number | null;
  turn_seconds?: number | null;
  bank_seconds?: number;
  increment_seconds?: number;
}
/**
 * Show a step of a replay: of a transcript, or of one that the table keeps.
 */
export interface AskReplay {
  transcript?: string;
  match?: string;
  at?: number;
  seat?: number | null;
}
/**
 * One step of a replay: the scene after so many answers, and what had happened.
 */
export interface ReplayStep {
  number: number;
  last: number;
  scene: Scene;
  log: LogLine[];
  answer: string;
  id: string;
}
/**
 * All luck of a replay, from its first answer to its last.
 */
export interface LuckOf {
  lines: LuckLine[];
}
/**
 * A rule for the rules browser.
 */
export interface RuleCard {
  id: string;
  title: string;
  page: string;
  certainty: string;
  kind: string;
  text: string;
  rulings: RulingCard[];
}
/**
 * A ruling on a rule; if a match can change it, with the switch and its readings, default first.
 */
export interface RulingCard {
  question: string;
  ruling: string;
  reason: string;
  switch: string;
  readings: Offer[];
}
/**
 * A word of the cards, and the rule that explains it.
 */
export interface TermCard {
  word: string;
  title: string;
  text: string;
  rule: string;
  page: string;
}
/**
 * What a squad can be put together from: `a,b,c+x,y` is units a, b, c and pool x, y.
 */
export interface Builder {
  units: Card[];
  pool: Card[];
  starters: Starter[];
}
/**
 * A squad that is ready to be taken, and the text of an option that means the same.
 */
export interface Starter {
  id: string;
  title: string;
  text: string;
}
/**
 * A squad to be judged.
 */
export interface SquadText {
  text: string;
}
/**
 * Every rule that a squad breaks; none if it may be played.
 */
export interface SquadSaid {
  text: string;
  reasons: Reason[];
}
