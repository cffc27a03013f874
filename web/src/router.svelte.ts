// The current page, from the part of the address after the #.
import { watched } from "./watched.svelte";

/** What an address asks for by name. */
export type Asked = Readonly<Record<string, string>>;
export type Route =
  | { at: "home" }
  | { at: "watch" }
  | { at: "setup"; game: string; asked: Asked }
  | { at: "lists"; game: string; asked: Asked }
  | { at: "lab"; game: string; asked: Asked }
  | { at: "match"; id: string; seat: number | null }
  | { at: "rules"; game: string; rule: string }
  | { at: "replay"; id: string; number: number | null; eyes: number | null }
  | { at: "open"; text: string; number: number | null };

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [at = "", first = "", second = ""] = path.split("/").map(decodeURIComponent);
  const asked = new URLSearchParams(query);
  asked.delete("token");
  if ((at === "setup" || at === "lists" || at === "lab") && first) return { at, game: first, asked: Object.fromEntries(asked) };
  if ((at === "match" || at === "table") && first) {
    return { at: "match", id: first, seat: second === "watch" ? null : Number(second) || 0 };
  }
  if (at === "rules" && first) return { at, game: first, rule: second || (asked.get("rule") ?? "") };
  if (at === "replay" && first) {
    const [number, eyes] = [asked.get("at"), asked.get("eyes")];
    return { at, id: first, number: number === null ? null : Number(number), eyes: eyes === null ? null : Number(eyes) };
  }
  if (at === "open") {
    const number = asked.get("at");
    return { at, text: first, number: number === null ? null : Number(number) };
  }
  return { at: at === "watch" ? "watch" : "home" };
}

export const here = watched<{ route: Route }>({ route: parse(location.hash) });

addEventListener("hashchange", () => {
  here.route = parse(location.hash);
});

export function go(to: string): void {
  location.hash = to;
}
