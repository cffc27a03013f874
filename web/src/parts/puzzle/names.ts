// The names of the games, as their posters show them.
import { api } from "../../api";

export async function names(): Promise<ReadonlyMap<string, string>> {
  const { games } = await api.door();
  return new Map(games.map((game) => [game.name, game.poster?.name ?? game.title]));
}
