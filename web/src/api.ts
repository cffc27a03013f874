// What is asked over plain HTTP: games, matches, rules, replays. All addresses stand here.
import type {
  AskReplay,
  Builder,
  Course,
  Door,
  GameCard,
  Glance,
  MatchCard,
  NewMatch,
  NotSo,
  Reason,
  LuckOf,
  RematchMade,
  ReplayStep,
  RuleCard,
  SquadSaid, TermCard,
} from "./types";

const KEPT = "gattai-token";
const KEY = "gattai-key";

/** The token in the address is kept for this window and taken out of sight. */
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

/** By this and its link a page that is nobody yet is known again if the first answer to it gets lost. */
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
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const own = key && seat !== null ? `?key=${key}` : "";
  return `${scheme}://${location.host}${address(`/ws/${encodeURIComponent(match)}/${seat ?? "watch"}${own}`)}`;
}

function requestOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(address(path), requestOf(body));
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const said = (await response.json()) as NotSo;
    return new Refusal(said.reasons.map((reason) => reason.text).join("; ") || response.statusText, said.reasons);
  } catch {
    return new Refusal(response.statusText);
  }
}

async function text(path: string, body?: unknown): Promise<string> {
  const response = await fetch(address(path), requestOf(body));
  if (!response.ok) throw await refusalOf(response);
  return response.text();
}

const id = encodeURIComponent;
let rules: { game: string; cards: Promise<RuleCard[]> } | null = null;

/** A film brings the rules that it cites. */
export function keepRules(game: string, cards: RuleCard[]): void {
  rules = { game, cards: Promise.resolve(cards) };
}

export const api = {
  door: () => call<Door>("/api/door"),
  glance: (match: string) => call<Glance>(`/api/matches/${id(match)}/glance`),
  game: (game: string) => call<GameCard>(`/api/games/${id(game)}`),
  matches: () => call<MatchCard[]>("/api/matches"),
  match: (match: string) => call<MatchCard>(`/api/matches/${id(match)}`),
  begin: (wanted: NewMatch) => call<MatchCard>("/api/matches", wanted),
  repair: (match: string) => call<MatchCard>(`/api/matches/${id(match)}/repair`, {}),
  step: (wanted: AskReplay) => call<ReplayStep>("/api/replay", wanted),
  course: (match: string) => call<Course>("/api/replay/course", { match }),
  rematch: (match: string, swap: boolean) => call<RematchMade>(`/api/matches/${id(match)}/rematch`, { swap }),
  /** The whole replay as one page, as text. */
  film: (match: string, seat: number | null) => text("/api/replay/film", { match, seat }),
  luck: (match: string) => call<LuckOf>("/api/replay/luck", { match }),
  builder: (game: string) => call<Builder>(`/api/squad/${id(game)}`),
  judge: (game: string, squad: string) => call<SquadSaid>(`/api/squad/${id(game)}`, { text: squad }),
  /** The rules do not change while the table stands, so they are fetched once. */
  rules: (game: string) => {
    if (rules?.game !== game) rules = { game, cards: call<RuleCard[]>(`/api/rules/${id(game)}`) };
    return rules.cards;
  },
  /** Words of the cards, and what explains them. */
  terms: (game: string) => call<TermCard[]>(`/api/terms/${id(game)}`),
  transcript: (match: string) => text(`/api/matches/${id(match)}/transcript`),
  position: (match: string) => text(`/api/matches/${id(match)}/position`),
};

/** A text short enough for an address: packed, in letters that addresses may have. */
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

/** Hand somebody a file. */
export function save(name: string, text: string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
