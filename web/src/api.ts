// The HTTP requests: games, matches, rules, replays.
import type {
  AskReplay,
  Analysis,
  Door,
  FoundRules,
  GameListing,
  Glance,
  MatchCard,
  NetworkCard,
  NewMatch,
  Rejected,
  Reason,
  LuckOf,
  RematchMade,
  ReplayStep,
  RuleCard,
  RuleContents,
  TermCard,
} from "./types";
import { transport } from "./transport";

const KEPT = "gattai-token";
const KEY = "gattai-key";

/** Keep the token of the address for this window and remove it from the address bar. */
function findToken(): string {
  const given = new URLSearchParams(location.search).get("token");
  const behind = /[?&]token=([^&]+)/.exec(location.hash)?.[1];
  const token = given ?? (behind ? decodeURIComponent(behind) : null);
  try {
    if (token) sessionStorage.setItem(KEPT, token);
    return token ?? sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return token ?? "";
  }
}

const token = findToken();

/** With this key and its link, a new guest is recognized if the first response gets lost. */
function findKey(): string {
  const made = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const key = sessionStorage.getItem(KEY) ?? made();
    sessionStorage.setItem(KEY, key);
    return key;
  } catch {
    return made();
  }
}

const key = token ? findKey() : "";

export class Refusal extends Error {
  constructor(
    message: string,
    readonly reasons: readonly Reason[] = [],
  ) {
    super(message);
  }
}

function address(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
}

export function socketAddress(match: string, seat: number | null): string {
  const own = key && seat !== null ? `?key=${key}` : "";
  return address(`/ws/${encodeURIComponent(match)}/${seat ?? "watch"}${own}`);
}

function requestOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

export async function call<T>(path: string, body?: unknown): Promise<T> {
  const response = await transport.request(address(path), requestOf(body));
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const said = (await response.json()) as Rejected;
    return new Refusal(said.reasons.map((reason) => reason.text).join("; ") || response.statusText, said.reasons);
  } catch {
    return new Refusal(response.statusText);
  }
}

async function text(path: string, body?: unknown): Promise<string> {
  const response = await transport.request(address(path), requestOf(body));
  if (!response.ok) throw await refusalOf(response);
  return response.text();
}

const id = encodeURIComponent;
let rules: { game: string; cards: Promise<RuleCard[]> } | null = null;

/** A film contains the rules that it cites. */
export function keepRules(game: string, cards: RuleCard[]): void {
  rules = { game, cards: Promise.resolve(cards) };
}

export const api = {
  door: () => call<Door>("/api/door"),
  glance: (match: string) => call<Glance>(`/api/matches/${id(match)}/glance`),
  game: (game: string) => call<GameListing>(`/api/games/${id(game)}`),
  matches: () => call<MatchCard[]>("/api/matches"),
  match: (match: string) => call<MatchCard>(`/api/matches/${id(match)}`),
  network: () => call<NetworkCard>("/api/network"),
  openNetwork: (is_open: boolean) => call<NetworkCard>("/api/network", { is_open }),
  begin: (wanted: NewMatch) => call<MatchCard>("/api/matches", wanted),
  repair: (match: string) => call<MatchCard>(`/api/matches/${id(match)}/repair`, {}),
  step: (wanted: AskReplay) => call<ReplayStep>("/api/replay", wanted),
  analysis: (match: string) => call<Analysis>("/api/replay/course", { match }),
  rematch: (match: string, swap: boolean) => call<RematchMade>(`/api/matches/${id(match)}/rematch`, { swap }),
  /** The whole replay as one page, as text. */
  film: (match: string, seat: number | null) => text("/api/replay/film", { match, seat }),
  luck: (match: string) => call<LuckOf>("/api/replay/luck", { match }),
  /** The rules do not change while the server runs, so they are fetched once. */
  rules: (game: string) => {
    if (rules?.game !== game) rules = { game, cards: call<RuleCard[]>(`/api/rules/${id(game)}`) };
    return rules.cards;
  },
  ruleContents: (game: string) => call<RuleContents>(`/api/rules/${id(game)}/contents`),
  /** The rules that answer a question, best first. */
  findRules: (game: string, words: string) => call<FoundRules>(`/api/rules/${id(game)}/search?words=${id(words)}`),
  /** The terms of the cards, with explanations. */
  terms: (game: string) => call<TermCard[]>(`/api/terms/${id(game)}`),
  transcript: (match: string) => text(`/api/matches/${id(match)}/transcript`),
  position: (match: string) => text(`/api/matches/${id(match)}/position`),
};

/** A text compressed for an address, in characters allowed there. */
export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(letters: string): Promise<string> {
  const plain = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** Offer a file for download. */
export function save(name: string, text: string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
