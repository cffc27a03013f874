// The HTTP requests of a site's pages.
import type { Door, GameListing, Glance, MatchCard, NewMatch, Rejected } from "../types";
import { commit, reveal } from "./dice";
import type { Archive, SeekResult, Hall, Me, Profile, ChatMessage, SeekWanted, Talk, Turns } from "./types";

export type { Me };

export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

export async function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const sent = body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const said = (await response.json()) as Rejected;
    return new Refusal(said.reasons.map(({ text }) => text).join("; ") || response.statusText, response.status);
  } catch {
    return new Refusal(response.statusText, response.status);
  }
}

const id = encodeURIComponent;
const DAY = 86_400;
/** By correspondence the seed itself is sent: whoever offers is not there to reveal it. */
export const isSlow = ({ turn_seconds = 0 }: { turn_seconds?: number }): boolean => turn_seconds >= DAY;
const sends = (seek: string, to: "accept" | "seed", query = ""): Promise<SeekResult> => call("POST", `/api/seeks/${id(seek)}/${to}${query}`);
const toSeed = (seek: string) => (what: string, value: string) => sends(seek, "seed", `?${what}=${value}`);

export const api = {
  me: () => call<Me>("GET", "/api/me"),
  guest: () => call<Me>("POST", "/api/guest", {}),
  door: () => call<Door>("GET", "/api/door"),
  game: (game: string) => call<GameListing>("GET", `/api/games/${id(game)}`),
  hall: () => call<Hall>("GET", "/api/lobby"),
  turns: () => call<Turns>("GET", "/api/turns"),
  glance: (match: string) => call<Glance>("GET", `/api/matches/${id(match)}/glance`),
  begin: (wanted: NewMatch) => call<MatchCard>("POST", "/api/matches", wanted),
  seek: (wanted: SeekWanted) => call<SeekResult>("POST", "/api/seeks", wanted),
  /** Accept an offer and commit to a seed of this page, which the dice of the match depend on too. */
  accept: async (seek: string, slow: boolean) =>
    (await commit(seek, slow, (what, value) => sends(seek, what === "digest" || slow ? "accept" : "seed", `?${what}=${value}`))) ?? sends(seek, "accept"),
  /** Commit to a seed for my offer or my new match: apart from the seeds, its dice are already fixed. */
  seed: (seek: string, slow: boolean) => commit(seek, slow, toSeed(seek)),
  /** Reveal it, now that all have committed. */
  reveal: (seek: string, digests: readonly string[]) => reveal(seek, digests, toSeed(seek)),
  cancel: (seek: string) => call<SeekResult>("DELETE", `/api/seeks/${id(seek)}`),
  archive: (query: Record<string, string>) => call<Archive>("GET", `/api/archive?${new URLSearchParams(query)}`),
  profile: (name: string) => call<Profile>("GET", `/api/profiles/${id(name)}`),
  block: (person: string) => call("PUT", `/api/me/blocks/${id(person)}`),
  unblock: (person: string) => call("DELETE", `/api/me/blocks/${id(person)}`),
  confirm: (warning: string) => call("POST", `/api/me/warnings/${id(warning)}`),
  report: (about: string, what: string) => call("POST", "/api/reports", { about, what }),
  talk: (room: string) => call<Talk>("GET", `/api/rooms/${id(room)}`),
  say: (room: string, text: string) => call<ChatMessage>("POST", `/api/rooms/${id(room)}`, { text }),
};

/** The message of an error, for the user. */
export function wordsOf(error: unknown): string {
  return error instanceof Refusal ? error.message : "The site does not respond. Try again in a moment.";
}
