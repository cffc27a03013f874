// Made by `npm run types` from the server's JSON Schema. Do not edit.

export type FromPage =
  | GiveAnswer
  | AskOdds
  | AskPreview
  | AskAbout
  | AskCoach
  | AskLog
  | AskReaction
  | AskUndo
  | Consent
  | Resign
  | OfferDraw
  | AnswerDraw
  | Abort
  | Claim
  | Reveal
  | Analyse
  | LeaveLesson
  | CallMe;
export type ToPage =
  | RematchMade
  | AnalysisShown
  | LuckShown
  | SceneUpdate
  | LogShown
  | OddsShown
  | PreviewShown
  | AboutShown
  | CoachShown
  | ReactionShown
  | Rejected
  | UndoWanted
  | Curtain;
/**
 * A cell near what happened.
 *
 * @minItems 3
 */
export type PicturedCell = [string, number, number] | [string, number, number, string];
/**
 * A piece in the picture; `at` is empty for a card that lies on the table.
 *
 * @minItems 3
 */
export type PicturedPiece = [string, number, string] | [string, number, string, Look | null];

export interface Messages {
  FromPage: FromPage;
  ToPage: ToPage;
  GameListing: GameListing;
  Door: Door;
  Glance: Glance;
  NewMatch: NewMatch;
  MatchCard: MatchCard;
  AskReplay: AskReplay;
  ReplayStep: ReplayStep;
  LuckOf: LuckOf;
  RuleCard: RuleCard;
  RuleContents: RuleContents;
  FoundRules: FoundRules;
  TermCard: TermCard;
  PuzzleCard: PuzzleCard;
  LinkOpened: LinkOpened;
  OpenLink: OpenLink;
  OpenNetwork: OpenNetwork;
  NetworkCard: NetworkCard;
  BuilderName: BuilderName;
  BuilderCard: BuilderCard;
  AskJudgement: AskJudgement;
  JudgedList: JudgedList;
  SaveList: SaveList;
  SavedList: SavedList;
  RenameList: RenameList;
  ImportList: ImportList;
  ImportedList: ImportedList;
  AskTrial: AskTrial;
  ListTrial: ListTrial;
  StudyKit: StudyKit;
  AskStudy: AskStudy;
  StudyCard: StudyCard;
}
/**
 * The player chose an option: its text, and the number of the question it answers.
 */
export interface GiveAnswer {
  type: "answer";
  number: number;
  text: string;
  epoch?: number;
  key?: string;
}
/**
 * Request the odds of an option.
 */
export interface AskOdds {
  type: "odds";
  number: number;
  text: string;
}
/**
 * Request the preview of an option on the board.
 */
export interface AskPreview {
  type: "preview";
  number: number;
  text: string;
}
/**
 * Ask what a piece can do at a place, and why not.
 */
export interface AskAbout {
  type: "about";
  number: number;
  actor: string;
  cell?: string | null;
  target?: string | null;
}
/**
 * Ask the coach. Answered only if no other person plays.
 */
export interface AskCoach {
  type: "coach";
  number: number;
}
/**
 * Request log lines before this answer: a new page receives only the last lines.
 */
export interface AskLog {
  type: "log";
  before: number;
}
/**
 * Request what each choice of the open question leads to.
 */
export interface AskReaction {
  type: "reaction";
  number: number;
}
/**
 * Take back my last answer: free if nobody has learned anything since, otherwise by consent.
 */
export interface AskUndo {
  type: "undo";
  number: number;
}
/**
 * Agree to or decline another seat's undo.
 */
export interface Consent {
  type: "consent";
  yes: boolean;
}
/**
 * Resign: the other seat wins.
 */
export interface Resign {
  type: "resign";
}
/**
 * Offer a draw. The offer holds until someone answers a question.
 */
export interface OfferDraw {
  type: "offer-draw";
}
/**
 * Agree to or decline another seat's draw offer.
 */
export interface AnswerDraw {
  type: "answer-draw";
  yes: boolean;
}
/**
 * Abort the match while not everyone has played: it counts for nobody.
 */
export interface Abort {
  type: "abort";
}
/**
 * Claim the win because the opponent has left, or call it a draw: see `claim_in` of the scene.
 */
export interface Claim {
  type: "claim";
  draw?: boolean;
}
/**
 * With several players at one screen: the player of this seat is here, open the curtain.
 */
export interface Reveal {
  type: "reveal";
  seat: number;
}
/**
 * In an analysis: do something with one of its steps.
 */
export interface Analyse {
  type: "analyse";
  do: "delete" | "go" | "note" | "roll";
  place: string;
  text?: string;
}
/**
 * Leave the lesson and play on without guidance.
 */
export interface LeaveLesson {
  type: "leave-lesson";
}
/**
 * Set the name of the player at this page; empty for the name of the seat.
 */
export interface CallMe {
  type: "name";
  name: string;
}
/**
 * A rematch was created; contains the link to this page's seat in it.
 */
export interface RematchMade {
  type: "rematch";
  link: string;
}
/**
 * How the game went, sent a while after its end and never before.
 */
export interface AnalysisShown {
  type: "analysis";
  analysis: Analysis;
}
/**
 * How a completed game went. It judges the positions, so nobody sees it before the end.
 */
export interface Analysis {
  players: string[];
  unit: string;
  turns: TurnReport[];
  points: TurningPoint[];
  choices: Choices[];
  best: BestUnit | null;
}
/**
 * A turn of a completed game, and the chances of all players after it.
 */
export interface TurnReport {
  number: number;
  name: string;
  seat: number | null;
  shares: number[];
  amounts: number[];
}
/**
 * The action of a turn that changed the chances most.
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
 * The appearance of a unit or a card, in words, for clients that draw it.
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
 * The choices of one seat, as a bot judges them from what that seat could see.
 */
export interface Choices {
  seat: number;
  best: number;
  good: number;
  costly: number;
  worst: CostlyChoice[];
}
/**
 * A choice that cost something, and a better one.
 */
export interface CostlyChoice {
  number: number;
  turn: string;
  chosen: string;
  better: string;
  lost: number;
}
/**
 * The unit that achieved most.
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
 * The luck of completed actions, sent a little after the events themselves.
 *
 *     These lines are new; after a whole scene, they are all lines.
 */
export interface LuckShown {
  type: "luck";
  lines: LuckLine[];
}
/**
 * The result of an action for one side against the odds, at the action's last throw.
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
 * The current scene; `log` contains only lines that this page has not received yet.
 *
 *     Board and cards are sent in the first scene only and are empty afterwards: they do
 *     not change, except for cards that come into play.
 */
export interface SceneUpdate {
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
  can_coach: boolean;
  claim_in: number | null;
  throw: DiceQuestion | null;
  by_link: LinkToSend | null;
  receipt: Receipt | null;
  puzzle: PuzzleShown | null;
  variations: VariationsShown | null;
}
/**
 * Everything one seat can see of a match at one time.
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
  ending: GameOver | null;
  log: LogLine[];
  zones: Zone[];
  overlays: Overlay[];
  throw: Thrown | null;
  phases: Phase[];
  links: RelationLine[];
  outlooks: Outlook[];
  declared: DeclaredAction | null;
}
/**
 * The places of the board. It does not change during a game, so clients may cache it.
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
 * A unit on the board or beside it.
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
 * An amount out of a maximum: Integrity, HP, energy.
 */
export interface Bar {
  name: string;
  now: number;
  most: number;
}
/**
 * A state in a few letters, and its meaning.
 *
 *     A marker with two sides shows `text` now; `back` is the text of its other side, such as what it
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
 * One line of a card: its name and its text.
 */
export interface Line {
  name: string;
  text: string;
  words: string[];
}
/**
 * A counter in the header of the table: energy, points, rounds.
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
 * The question: its seats, its text and its rule; and the options, for the seats asked.
 */
export interface Ask {
  number: number;
  what: string;
  cites: Citation;
  seats: number[];
  is_mine: boolean;
  options: ListedOption[];
  dice: string;
  kind: string;
  answered: number[];
  given: string;
  in_order: boolean;
  obvious: boolean;
  passes: string;
  idle: boolean;
  are_examples: boolean;
}
/**
 * A citation of a rule: its id, its title, and its page.
 */
export interface Citation {
  rule: string;
  title: string;
  page: string;
}
/**
 * One option, anchored to the things it is about.
 *
 *     `text` is the answer in notation, which a client sends back. An option may belong to a piece
 *     (its actor), and be about a place or another piece; without any of them it is a button.
 */
export interface ListedOption {
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
  share: Share | null;
  order: string;
  advanced: boolean;
}
/**
 * What an option adds to a sum, where several are chosen together and sent one after the other.
 */
export interface Share {
  adds: number;
  of: number;
  unless: string;
}
/**
 * How the game ended.
 */
export interface GameOver {
  winners: number[];
  reason: string;
  cites: Citation;
  scores: number[];
}
/**
 * One line of the log with its rule; for dice, with their faces.
 */
export interface LogLine {
  number: number;
  text: string;
  cites: Citation;
  faces: string[];
  seat: number | null;
  counted: string[];
  title: string;
  motion: Motion | null;
  dice: string[];
  symbols: string[][];
}
/**
 * The animation of one event. A client plays motions in the order of the log.
 *
 *     `kind` is one of `move`, `turn`, `attack`, `dice`, `hit`, `mend`, `destroyed`, `combine`,
 *     `appear`, `push`, `state`, `card`, `pass` (another's turn begins) and `end`; a client applies
 *     the `change` of an unknown kind, and of a `state` without `hits`, at once. A scene's pieces,
 *     zones and tracks plus the changes of all later motions give those of the later scene.
 */
export interface Motion {
  kind: string;
  actor: string;
  way: string[];
  line: string[];
  look: string;
  name: string;
  hits: Impact[];
  parts: string[];
  card: string;
  source: string;
  goal: string;
  change: Change | null;
}
/**
 * The effect of a motion on one piece or card.
 */
export interface Impact {
  piece: string;
  amount: number;
  bar: string;
  fate: string;
}
/**
 * The changes of the table by a motion: whole parts of the scene in their new state.
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
 * A zone for cards: a hand, a deck, a row on the table, a plan.
 *
 *     `kind` is one of `hand`, `row` (side by side, open), `pile` (only the top is visible), `plan`
 *     (in order, face down until revealed); clients draw unknown kinds like `row`.
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
 * One card in a zone. `id` is unique in a scene; options point at it.
 *
 *     A card that is face down for this seat has no `card`: its face must not be in the scene.
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
 * A temporary group of places: an arc, an engagement zone, a control point.
 *
 *     `kind` is one of `arc` (hatched), `engaged` (rimmed), `control` (a flag), `zone` (its
 *     `about` as a label), `mark` (tinted),
 *     `reach` (on an open board: the places are the corners of the area in which a piece can move);
 *     clients draw unknown kinds like `mark`. An overlay with a piece is drawn while that piece is
 *     pointed at or selected; without one it is always drawn.
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
 * A throw in progress: all dice, and what was done with them, in order.
 */
export interface Thrown {
  title: string;
  groups: DiceGroup[];
  steps: Reason[];
  result: string;
  legend: [string, string][];
}
/**
 * The dice that one seat threw together.
 */
export interface DiceGroup {
  name: string;
  dice: ThrownDie[];
  owner: number | null;
  total: string;
  kind: string;
}
/**
 * One die on the table: its face, what it counted for, and its state.
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
 * A text with its rule: a refusal, a term of a sum, a line of an explanation.
 */
export interface Reason {
  text: string;
  cites: Citation;
  amount: number | null;
  group: string;
}
/**
 * A part of a turn, for the strip that shows the progress of the turn.
 */
export interface Phase {
  name: string;
  is_now: boolean;
  about: string;
}
/**
 * A line between two related things.
 *
 *     `kind` is one of `attack`, `shot`, `block` and `aim`; both ends are cards in zones, pieces or
 *     zones.
 */
export interface RelationLine {
  source: string;
  goal: string;
  kind: string;
  about: string;
}
/**
 * The expected result if nothing changes.
 */
export interface Outlook {
  source: Fate[];
  goal: Fate[];
  text: string;
  rule: string;
}
/**
 * The expected result for one participant.
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
 * The attack or other action in progress, for players who may react to it.
 */
export interface DeclaredAction {
  text: string;
  name: string;
  actor: string | null;
  target: string | null;
  line: string[];
  facts: [string, string][];
  reasons: Reason[];
}
/**
 * How far a guided game is, and its current text.
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
 * A page of text in a guided game.
 */
export interface LessonPage {
  text: string;
  look: string[];
  point: string;
  cites: Citation[];
}
/**
 * How long the server waits for a seat before it answers in its place.
 */
export interface SeatClock {
  seat: number;
  left: number;
  limit: number;
  runs: boolean;
}
/**
 * The presence of a person's seat in a match with guests.
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
 * What an undo would take back, shown before anyone asks for it and to those who must agree.
 */
export interface TakeBack {
  seat: number;
  text: string;
  others: [number, number][];
  agree: number[];
}
/**
 * An open draw offer.
 */
export interface DrawOffer {
  seat: number;
  open: number[];
}
/**
 * Real dice to throw: the answer has a face for each die, group by group.
 */
export interface DiceQuestion {
  groups: FaceGroup[];
  odds: CountedNumber[];
}
/**
 * Dice of one kind in a throw.
 */
export interface FaceGroup {
  name: string;
  count: number;
  faces: DieFace[];
}
/**
 * One face of a die.
 */
export interface DieFace {
  face: string;
  symbols: string[];
  counted: string;
}
/**
 * One thing that is counted over the rest of the action, for one choice.
 */
export interface CountedNumber {
  what: string;
  mean: number;
  bars: [number, number][];
}
/**
 * The link of a match by link, which the other side waits for.
 */
export interface LinkToSend {
  link: string;
  why: "answer" | "dice" | "end" | "invitation";
}
/**
 * What a site has accepted up to a row of the journal of a match.
 */
export interface Receipt {
  match: string;
  row: number;
  answers: number;
  at: number;
  seal: string;
  key: string;
  signature: string;
  end: string;
  undone: string;
}
/**
 * The puzzle of a match.
 */
export interface PuzzleShown {
  id: string;
  seat: string;
  theme: string;
  difficulty: string;
  verdict: JudgedAnswer | null;
}
/**
 * Whether an answer solves a puzzle, and why.
 */
export interface JudgedAnswer {
  right: boolean;
  lines: string[];
}
/**
 * The game and the variations of an analysis, in the order in which they are listed.
 */
export interface VariationsShown {
  rows: VariationRow[];
  note: string;
  at_start: boolean;
}
/**
 * A step in the list of an analysis.
 */
export interface VariationRow {
  id: string;
  number: number;
  depth: number;
  text: string;
  seat: number | null;
  chance: number | null;
  note: string;
  is_dice: boolean;
  rolls: boolean;
  is_here: boolean;
}
/**
 * Log lines before the first one that the page has, as its seat may see them.
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
  odds: OptionOdds;
}
/**
 * The odds of an option before it is chosen.
 */
export interface OptionOdds {
  text: string;
  label: string;
  headline: [string, string][];
  bars: [string, number][];
  reasons: Reason[];
  enough: number | null;
  enough_words: string;
}
/**
 * The preview of an option: path, line of sight, targets.
 */
export interface PreviewShown {
  type: "preview";
  number: number;
  preview: Preview;
}
/**
 * What to show on the board for an option before it is chosen.
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
 * What can be done there and, with reasons, what cannot.
 */
export interface AboutShown {
  type: "about";
  number: number;
  about: WhyNot[];
}
/**
 * The reasons why something is not legal.
 */
export interface WhyNot {
  text: string;
  label: string;
  reasons: Reason[];
  kind: string;
}
/**
 * The coach's advice: its first statement, then the whole.
 */
export interface CoachShown {
  type: "coach";
  number: number;
  advice: Coach;
  is_whole: boolean;
}
/**
 * The advice on one question.
 */
export interface Coach {
  ideas: CoachAnswer[];
  threat: CoachThreat | null;
  plan: Reason[];
  against: string;
  none: string;
}
/**
 * One of the best answers.
 */
export interface CoachAnswer {
  text: string;
  label: string;
  chance: number;
  odds: [string, string][];
  facts: string[];
}
/**
 * What the next opponent can do if the seat does nothing, or that it can do nothing.
 */
export interface CoachThreat {
  says: Reason;
  actor: string | null;
  target: string | null;
}
/**
 * What each choice of a question leads to. If the exact odds take longer, they follow.
 */
export interface ReactionShown {
  type: "reaction";
  number: number;
  reaction: Reaction;
  passes: boolean;
}
/**
 * The consequences of all choices of one question.
 */
export interface Reaction {
  choices: Consequence[];
  nothing: string;
  target: string | null;
  bar: Bar | null;
  enough_words: string;
  likely: boolean;
  same: boolean;
  idle: boolean;
}
/**
 * What one choice leads to.
 */
export interface Consequence {
  text: string;
  figures: CountedNumber[];
  left: number | null;
  enough: number | null;
}
/**
 * A message that was refused, and why.
 */
export interface Rejected {
  type: "refused";
  reasons: Reason[];
  text: string;
}
/**
 * Another seat asks for an undo, and this seat must agree.
 */
export interface UndoWanted {
  type: "undo-wanted";
  what: TakeBack;
}
/**
 * With several players at one screen: it is another player's turn, and nothing is shown until that player is there.
 */
export interface Curtain {
  type: "curtain";
  seat: number;
  seats: string[];
}
/**
 * A game that can be played. Pictures of its options are sent only if one game is requested.
 */
export interface GameListing {
  name: string;
  title: string;
  summary: string;
  owner: string;
  seats: string[];
  options: Choice[];
  opponents: Opponent[];
  lesson: string;
  lesson_about: string;
  poster: Poster | null;
  goal_cites: Citation[];
}
/**
 * An option of a game's set-up, and its possible values.
 */
export interface Choice {
  name: string;
  about: string;
  default: string;
  choices: SettingChoice[];
  seats: number[];
  is_open: boolean;
  needs: [string, string][];
  ruling: string;
}
/**
 * A value that an option may have, with pictures if available.
 */
export interface SettingChoice {
  value: string;
  title: string;
  units: Likeness[];
  board: Board | null;
}
/**
 * A picture of a unit or a card in the set-up.
 */
export interface Likeness {
  name: string;
  look: Look | null;
  count: number;
}
/**
 * A player for a seat: a bot, `person` or `guest`.
 */
export interface Opponent {
  name: string;
  about: string;
  level: number;
  styles: string[];
}
/**
 * The title, slogan and picture of a game.
 */
export interface Poster {
  name: string;
  line: string;
  players: string;
  minutes: number;
  mood: string;
  behind: "" | "arena" | "chart" | "city" | "felt" | "rays";
  figure: PosterFigure[];
  card: Fanned[];
  chart: string[][];
  goal: Goal | null;
}
/**
 * A figure in the picture, which is 256 wide and 224 high; its feet are at `x`, `y`.
 */
export interface PosterFigure {
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
 * A card shown in the picture, with its centre at `x`, `y`.
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
 * The goal of a game, for players who sit at it for the first time.
 */
export interface Goal {
  line: string;
  also: string;
  rules: string[];
  step: GoalStep[];
  first: FirstStep[];
  falls: boolean;
}
/**
 * Something that players do, with a picture 216 wide and 132 high.
 */
export interface GoalStep {
  name: string;
  line: string;
  rule: string;
  ground: "felt" | "hexes";
  figure: PosterFigure[];
  card: Fanned[];
  arrow: Arrow[];
}
/**
 * An arrow in a picture.
 */
export interface Arrow {
  /**
   * @minItems 2
   * @maxItems 2
   */
  from: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  to: [number, number];
  bend: number;
  tone: "join" | "move" | "strike";
}
/**
 * Something to try in one's first minutes; done by doing it, in any order.
 */
export interface FirstStep {
  name: string;
  done: "action" | "attack" | "odds" | "turn";
  kinds: string[];
}
/**
 * The first screen: games to play and matches to continue.
 */
export interface Door {
  games: GameListing[];
  matches: MatchCard[];
  broken: string[];
  is_host: boolean;
  has_lab: boolean;
}
/**
 * A match in the list of matches, or a new one.
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
  is_analysis: boolean;
}
/**
 * A preview of a match, without anything hidden from the caller.
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
 * A match to create: players and options.
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
  puzzle?: string;
  physical_dice?: boolean;
  analysis?: boolean;
  tries?: string;
}
/**
 * Show a step of a replay, of a new transcript or of a stored one.
 */
export interface AskReplay {
  transcript?: string;
  match?: string;
  at?: number;
  seat?: number | null;
}
/**
 * One step of a replay: the scene, and what led to it.
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
 * All luck of a replay, from the first answer to the last.
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
 * A ruling on a rule; if a match can change it, with the option and its readings, default first.
 */
export interface RulingCard {
  question: string;
  ruling: string;
  reason: string;
  switch: string;
  readings: SettingChoice[];
}
/**
 * The contents of a game's rules, for readers.
 */
export interface RuleContents {
  document: string;
  chapters: ChapterOfRules[];
  first_game: string[];
  questions: string[];
  pictures: {
    [k: string]: RulePicture;
  };
}
/**
 * A chapter and the ids of its rules, in the order of the rulebook.
 */
export interface ChapterOfRules {
  title: string;
  rules: string[];
}
/**
 * A moment of a real game in which a rule decided something.
 */
export interface RulePicture {
  kind: "counts" | "happened" | "refused";
  text: string;
  shape: string;
  ground: string;
  cells: PicturedCell[];
  pieces: PicturedPiece[];
  actor: boolean;
  targets: number;
  way: string[];
  source: string;
}
/**
 * The rules that answer a question, best first.
 */
export interface FoundRules {
  rules: string[];
  words: string[];
}
/**
 * A term used on the cards, and the rule that explains it.
 */
export interface TermCard {
  word: string;
  title: string;
  text: string;
  rule: string;
  page: string;
}
/**
 * A puzzle in the list of puzzles.
 */
export interface PuzzleCard {
  id: string;
  game: string;
  theme: string;
  difficulty: string;
}
/**
 * The match of a link that was opened.
 */
export interface LinkOpened {
  match: MatchCard;
  is_new: boolean;
}
/**
 * Open a link of a match by link.
 */
export interface OpenLink {
  link: string;
}
/**
 * Open the table to the local network, or close it.
 */
export interface OpenNetwork {
  is_open: boolean;
}
/**
 * Whether the local network can reach the table.
 */
export interface NetworkCard {
  is_open: boolean;
  can_switch: boolean;
  addresses: string[];
}
/**
 * A game whose lists can be built.
 */
export interface BuilderName {
  game: string;
  title: string;
  noun: string;
}
/**
 * Everything that a page needs to build lists of a game, under these settings.
 */
export interface BuilderCard {
  game: string;
  title: string;
  version: string;
  settings: {
    [k: string]: string;
  };
  kit: BuildingKit;
}
/**
 * Everything that lists of a game are built from.
 */
export interface BuildingKit {
  noun: string;
  options: string[];
  settings: ListSetting[];
  parts: ListPart[];
  cards: Buildable[];
  ready: ReadyList[];
  price: string;
  has_leader: boolean;
}
/**
 * A setting that changes what may be built: the version of the rules, or a limit of points.
 */
export interface ListSetting {
  name: string;
  about: string;
  default: string;
  choices: string[];
  titles: string[];
  is_option: boolean;
}
/**
 * A part of a list, such as the five robots of a squad and its Combine Pool.
 */
export interface ListPart {
  id: string;
  title: string;
  rows: "copies" | "single" | "squad";
  least: number;
  most: number | null;
}
/**
 * A card that lists are built from.
 */
export interface Buildable {
  id: string;
  part: string;
  group: string;
  price: number;
  most: number;
  card: Card;
}
/**
 * A ready-made list of the packs.
 */
export interface ReadyList {
  id: string;
  title: string;
  text: string;
  rows: ListRow[];
}
/**
 * A row of a list: one card, several copies, or the models of a unit.
 */
export interface ListRow {
  part: string;
  cards: string[];
  is_leader: boolean;
}
/**
 * Judge a list, given as rows or as text.
 */
export interface AskJudgement {
  rows: ListRow[] | null;
  text: string;
  settings: {
    [k: string]: string;
  };
  title: string;
}
/**
 * A list with every rule of building and whether it is kept.
 */
export interface JudgedList {
  text: string;
  rows: ListRow[];
  is_legal: boolean;
  lines: BuildingLine[];
  sums: ListSum[];
  combinations: Combination[];
  faults: ListFault[];
  shared: string;
}
/**
 * One rule of building, and whether the list keeps it.
 */
export interface BuildingLine {
  state: "advice" | "broken" | "ok";
  text: string;
  cites: Citation | null;
  cards: string[];
}
/**
 * A total of a list, such as 188 of 250 points, or 33 of 50 to 70 cards.
 */
export interface ListSum {
  title: string;
  amount: number;
  least: number | null;
  most: number | null;
  is_rule: boolean;
}
/**
 * A card that cards of this list can become, and which they are.
 */
export interface Combination {
  card: string;
  uses: string[];
  is_taken: boolean;
}
/**
 * A piece of text that cannot be read.
 */
export interface ListFault {
  text: string;
  at: number;
  length: number;
  nearest: string[];
}
/**
 * Save a new list, or save one again. A list need not be legal.
 */
export interface SaveList {
  game: string;
  title: string;
  text: string;
  settings: {
    [k: string]: string;
  };
  id: string;
}
/**
 * A list as it stands in its file.
 */
export interface SavedList {
  id: string;
  game: string;
  title: string;
  text: string;
  settings: {
    [k: string]: string;
  };
  version: string;
  changed: number;
  judged: JudgedList | null;
  problem: string;
}
/**
 * Give a saved list another title.
 */
export interface RenameList {
  title: string;
}
/**
 * Read a shared list, or the mere text of a list of this game.
 */
export interface ImportList {
  text: string;
  game: string;
}
/**
 * A list that was read, not saved. Without a game, nothing could be read.
 */
export interface ImportedList {
  game: string;
  title: string;
  settings: {
    [k: string]: string;
  };
  judged: JudgedList | null;
  faults: ListFault[];
  remarks: string[];
}
/**
 * Have bots play a list against the ready-made lists of its game.
 */
export interface AskTrial {
  game: string;
  text: string;
  settings: {
    [k: string]: string;
  };
  games: number;
}
/**
 * A trial of a list and its results so far.
 */
export interface ListTrial {
  id: string;
  game: string;
  text: string;
  state: "cancelled" | "done" | "failed" | "running";
  bot: string;
  played: number;
  wanted: number;
  seconds: number;
  rivals: TrialRival[];
  problem: string;
}
/**
 * How a list fares against one ready-made list.
 */
export interface TrialRival {
  id: string;
  title: string;
  played: number;
  won: number;
  drawn: number;
  share: number | null;
  low: number | null;
  high: number | null;
}
/**
 * Everything that a page needs to ask what a change does to a game.
 */
export interface StudyKit {
  game: string;
  title: string;
  changeable: Changeable[];
  players: StudyPlayer[];
  metrics: StudyMetric[];
  fielded: string[];
}
/**
 * One thing that a study can change.
 */
export interface Changeable {
  path: string;
  of: string;
  value: boolean | number | string | null;
  low: number | null;
  high: number | null;
  choices: string[];
  effect: string;
}
/**
 * A bot that can play a study.
 */
export interface StudyPlayer {
  name: string;
  about: string;
}
/**
 * Something that is measured in every game.
 */
export interface StudyMetric {
  name: string;
  about: string;
}
/**
 * Begin a study: the game as printed against the game with these changes.
 */
export interface AskStudy {
  game: string;
  change: {
    [k: string]: boolean | number | string;
  };
  player: string;
  metric: string;
  difference: number;
  pairs: number;
}
/**
 * A study as it stands.
 */
export interface StudyCard {
  id: string;
  game: string;
  changes: StudyChange[];
  player: string;
  player_1: string;
  state: "done" | "failed" | "reporting" | "running" | "stopped";
  pairs: number;
  wanted: number;
  games: number;
  cpu_seconds: number;
  metric: string;
  is_share: boolean;
  value: number | null;
  low: number | null;
  high: number | null;
  difference: number;
  sentence: string;
  population: string;
  ended: string;
  forecast: StudyForecast | null;
  warnings: string[];
  problem: string;
  has_report: boolean;
}
/**
 * One change of a study.
 */
export interface StudyChange {
  path: string;
  of: string;
  was: boolean | number | string | null;
  becomes: boolean | number | string;
}
/**
 * How long a study will take in all, estimated from the games so far.
 */
export interface StudyForecast {
  pairs: number;
  seconds: number;
  most_pairs: number;
  most_seconds: number;
}
