// Made by `npm run types` from the server's JSON Schema. Do not edit.

export type ToLobby = Hall | Turns | Talk | Begun | Paired | YourTurn | Heard | Hidden;

export interface Messages {
  ToLobby: ToLobby;
  SeekWanted: SeekWanted;
  Found: Found;
  Archive: Archive;
  Profile: Profile;
  Say: Say;
  Said: Said;
  Talk: Talk;
  Me: Me;
  MadeToken: MadeToken;
  Passkey: Passkey;
  Session: Session;
  Token: Token;
  Report: Report;
  Deed: Deed;
  Watched: Watched;
  Seated: Seated;
}
/**
 * The lobby as it is now.
 */
export interface Hall {
  type: "lobby";
  seeks: Seek[];
  live: LiveMatch[];
  here: Present;
}
/**
 * A game that is offered.
 */
export interface Seek {
  id: string;
  by: Player;
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
  joined: Player[];
  is_joined: boolean;
  bank_seconds: number;
  increment_seconds: number;
}
/**
 * Somebody as others see them.
 */
export interface Player {
  id: string;
  name: string;
  is_bot: boolean;
  is_guest: boolean;
  rating: number | null;
}
/**
 * A match that is played now.
 */
export interface LiveMatch {
  card: MatchCard;
  watchers: number;
  players: (Player | null)[];
  rated: boolean;
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
 * How much is going on.
 */
export interface Present {
  people: number;
  matches: number;
}
/**
 * My matches that are not over; those that wait for me first.
 */
export interface Turns {
  type: "turns";
  turns: Turn[];
}
/**
 * A match of mine, and whether it waits for me.
 */
export interface Turn {
  card: MatchCard;
  is_mine: boolean;
  left: number | null;
  days: number;
}
/**
 * What was said last, the oldest first.
 */
export interface Talk {
  type: "talk";
  room: string;
  said: Said[];
}
/**
 * Something that somebody said.
 */
export interface Said {
  number: number;
  room: string;
  by: Player;
  text: string;
  ago: number;
}
/**
 * A match of mine has begun: somebody was found, or wants a rematch.
 */
export interface Begun {
  type: "begun";
  match: string;
  link: string;
  game: string;
  seek: string;
}
/**
 * Everybody is found for a match of mine: it waits a little for my seed.
 */
export interface Paired {
  type: "paired";
  seek: string;
  commitment: string;
  game: string;
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
 * Somebody said something where I listen.
 */
export interface Heard {
  type: "said";
  said: Said;
}
/**
 * A moderator has taken something away.
 */
export interface Hidden {
  type: "hidden";
  room: string;
  number: number;
}
/**
 * A game that somebody wants to play, with whoever comes.
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
 * What became of a wish: a match to go to, or a seek that waits.
 */
export interface Found {
  seek: string;
  match: string;
  link: string;
  commitment: string;
  seed: string;
}
/**
 * A page of the archive.
 */
export interface Archive {
  games: Game[];
  next: string;
}
/**
 * A match that is over, in the archive.
 */
export interface Game {
  card: MatchCard;
  players: (Player | null)[];
  winners: number[];
  ended: number;
  rated: boolean;
}
/**
 * Somebody, for everybody to see.
 */
export interface Profile {
  player: Player;
  since: number;
  ratings: Rating[];
  games: Archive;
  is_me: boolean;
  is_blocked: boolean;
}
/**
 * How somebody plays a game.
 */
export interface Rating {
  game: string;
  rating: number;
  deviation: number;
  games: number;
  is_provisional: boolean;
  history: [number, number][];
}
/**
 * Say something.
 */
export interface Say {
  text: string;
}
/**
 * Who the site takes the caller for.
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
 * A token, told this one time.
 */
export interface MadeToken {
  id: string;
  token: string;
}
/**
 * A passkey as it is listed. Times are seconds since 1970; `used` is told by the hour.
 */
export interface Passkey {
  id: string;
  label: string;
  created: number;
  used: number | null;
}
/**
 * A device that is known. Times are seconds since 1970; `seen` is told by the hour.
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
 * A token as it is listed. Times are seconds since 1970; `used` is told by the hour.
 */
export interface Token {
  id: string;
  label: string;
  scopes: string[];
  created: number;
  used: number | null;
}
/**
 * What somebody said of somebody. Times are seconds since 1970.
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
export interface Deed {
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
 * Somebody as moderators see them.
 */
export interface Watched {
  id: string;
  name: string;
  kind: string;
  rank: string;
  since: number;
  muted: number | null;
  closed: number | null;
  said: Uttered[];
  reports: Report[];
  warnings: Warned[];
}
/**
 * Something that somebody said somewhere; `is_hidden` if it was taken away.
 */
export interface Uttered {
  number: number;
  room: string;
  text: string;
  at: number;
  is_hidden: boolean;
}
/**
 * Who sits at a match: for its table.
 */
export interface Seated {
  players: (Player | null)[];
  rated: boolean;
  away: number[];
  dice: string;
}
