// Made by `npm run types` from the server's JSON Schema. Do not edit.

export type ToLobby = Hall | Turns | Talk | Begun | Paired | NotBegun | YourTurn | Heard | HiddenByModerator;

export interface Messages {
  ToLobby: ToLobby;
  SeekWanted: SeekWanted;
  SeekResult: SeekResult;
  Archive: Archive;
  Profile: Profile;
  Say: Say;
  ChatMessage: ChatMessage;
  Talk: Talk;
  Me: Me;
  MadeToken: MadeToken;
  Passkey: Passkey;
  Session: Session;
  ApiToken: ApiToken;
  Report: Report;
  ModeratorAction: ModeratorAction;
  ModeratedPerson: ModeratedPerson;
  Seated: Seated;
  HashedEvents: HashedEvents;
  SiteKeys: SiteKeys;
}
/**
 * The current state of the lobby.
 */
export interface Hall {
  type: "lobby";
  seeks: Seek[];
  live: LiveMatch[];
  here: Present;
}
/**
 * An offered game in the lobby.
 */
export interface Seek {
  id: string;
  by: ListedPlayer;
  game: string;
  options: {
    [k: string]: string;
  };
  reaction_seconds: number;
  turn_seconds: number;
  rated: boolean;
  least: number;
  most: number;
  ago: number;
  is_mine: boolean;
  quick: boolean;
  commitment: string;
  seats: number;
  joined: ListedPlayer[];
  is_joined: boolean;
  bank_seconds: number;
  increment_seconds: number;
}
/**
 * A player as others see them.
 */
export interface ListedPlayer {
  id: string;
  name: string;
  is_bot: boolean;
  is_guest: boolean;
  rating: number | null;
}
/**
 * A match that is being played.
 */
export interface LiveMatch {
  card: MatchCard;
  watchers: number;
  players: (ListedPlayer | null)[];
  rated: boolean;
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
 * How much is going on.
 */
export interface Present {
  people: number;
  matches: number;
}
/**
 * My matches in progress; those that wait for me first.
 */
export interface Turns {
  type: "turns";
  turns: MyMatch[];
}
/**
 * One of my matches, and whether it waits for me.
 */
export interface MyMatch {
  card: MatchCard;
  is_mine: boolean;
  left: number | null;
  days: number;
}
/**
 * Recent chat messages, oldest first.
 */
export interface Talk {
  type: "talk";
  room: string;
  messages: ChatMessage[];
}
/**
 * A chat message in a room.
 */
export interface ChatMessage {
  number: number;
  room: string;
  by: ListedPlayer;
  text: string;
  ago: number;
}
/**
 * A match of mine has begun: an opponent was found, or a rematch was created.
 */
export interface Begun {
  type: "begun";
  match: string;
  link: string;
  game: string;
  seek: string;
}
/**
 * All players of a match of mine are found: it waits a short time for me to commit to a seed, or to reveal it.
 */
export interface Paired {
  type: "paired";
  seek: string;
  commitment: string;
  game: string;
  digests: string[];
  is_slow: boolean;
}
/**
 * A match of mine does not begin, because a player did not reveal the seed that they had committed to.
 */
export interface NotBegun {
  type: "not-begun";
  seek: string;
  mine: boolean;
}
/**
 * A match waits for me.
 */
export interface YourTurn {
  type: "turn";
  match: string;
  link: string;
  game: string;
}
/**
 * A new chat message in a room that I listen to.
 */
export interface Heard {
  type: "chat";
  message: ChatMessage;
}
/**
 * A moderator has removed a message.
 */
export interface HiddenByModerator {
  type: "hidden";
  room: string;
  number: number;
}
/**
 * A game that the player wants to play with anyone.
 */
export interface SeekWanted {
  game: string;
  options?: {
    [k: string]: string;
  };
  reaction_seconds?: number;
  turn_seconds?: number;
  rated?: boolean;
  least?: number;
  most?: number;
  quick?: boolean;
  seats?: number;
  bank_seconds?: number;
  increment_seconds?: number;
  with_seed?: boolean;
}
/**
 * The result of a request: a match to open, or a seek that is waiting.
 */
export interface SeekResult {
  seek: string;
  match: string;
  link: string;
  commitment: string;
  seed: string;
  digests: string[];
}
/**
 * A page of the archive.
 */
export interface Archive {
  games: ArchivedGame[];
  next: string;
}
/**
 * A completed match in the archive.
 */
export interface ArchivedGame {
  card: MatchCard;
  players: (ListedPlayer | null)[];
  winners: number[];
  ended: number;
  rated: boolean;
}
/**
 * A player's public profile.
 */
export interface Profile {
  player: ListedPlayer;
  since: number;
  ratings: GameRating[];
  games: Archive;
  is_me: boolean;
  is_blocked: boolean;
}
/**
 * A player's rating in a game.
 */
export interface GameRating {
  game: string;
  rating: number;
  deviation: number;
  games: number;
  is_provisional: boolean;
  history: [number, number][];
}
/**
 * A chat message to post.
 */
export interface Say {
  text: string;
}
/**
 * Whom the site recognizes the caller as.
 */
export interface Me {
  person: Somebody | null;
  is_muted: boolean;
  scopes: string[] | null;
  warnings: Warned[];
}
/**
 * A person as others see them.
 */
export interface Somebody {
  id: string;
  name: string;
  kind: string;
  rank: string;
}
/**
 * A warning. Times are seconds since 1970.
 */
export interface Warned {
  id: string;
  text: string;
  at: number;
  confirmed: number | null;
}
/**
 * A new token; it is shown only once.
 */
export interface MadeToken {
  id: string;
  token: string;
}
/**
 * A passkey in a list. Times are seconds since 1970; `used` is rounded to the hour.
 */
export interface Passkey {
  id: string;
  label: string;
  created: number;
  used: number | null;
}
/**
 * A session in a list. Times are seconds since 1970; `seen` is rounded to the hour.
 */
export interface Session {
  id: string;
  device: string;
  created: number;
  seen: number;
  expires: number;
  is_this: boolean;
}
/**
 * A token in a list. Times are seconds since 1970; `used` is rounded to the hour.
 */
export interface ApiToken {
  id: string;
  label: string;
  scopes: string[];
  created: number;
  used: number | null;
}
/**
 * A report about a person. Times are seconds since 1970.
 */
export interface Report {
  id: string;
  state: string;
  match: string;
  what: string;
  created: number;
  reporter: string;
  reporter_name: string;
  about: string;
  about_name: string;
  times: number;
}
/**
 * What a moderator did, to whom and why.
 */
export interface ModeratorAction {
  number: number;
  at: number;
  by: string;
  by_name: string;
  did: string;
  about: string;
  about_name: string;
  why: string;
}
/**
 * A person as moderators see them.
 */
export interface ModeratedPerson {
  id: string;
  name: string;
  kind: string;
  rank: string;
  since: number;
  muted: number | null;
  closed: number | null;
  messages: ReportedMessage[];
  reports: Report[];
  warnings: Warned[];
}
/**
 * A chat message; `is_hidden` if a moderator removed it.
 */
export interface ReportedMessage {
  number: number;
  room: string;
  text: string;
  at: number;
  is_hidden: boolean;
}
/**
 * The players of a match, for its page.
 */
export interface Seated {
  players: (ListedPlayer | null)[];
  rated: boolean;
  away: number[];
  dice: string;
}
/**
 * The events of a match, as its digests contain them: with its transcript, anybody can compute every digest.
 */
export interface HashedEvents {
  events: string[];
}
/**
 * All public keys of a site, as `/.well-known/gattai.json` lists them.
 */
export interface SiteKeys {
  site: string;
  keys: SiteKey[];
}
/**
 * A public key of a site.
 */
export interface SiteKey {
  id: string;
  public: string;
  since: string | null;
  until: string | null;
  algorithm: string;
}
