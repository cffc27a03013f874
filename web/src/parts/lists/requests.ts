// What the builder asks the table.
import { call } from "../../api";
import type { BuilderCard, BuilderName, ImportedList, JudgedList, ListRow, ListTrial, SavedList } from "../../types";

type Settings = Readonly<Record<string, string>>;
const id = encodeURIComponent;

export const requests = {
  names: () => call<BuilderName[]>("/api/builder"),
  kit: (game: string, settings: Settings) => call<BuilderCard>(`/api/builder/${id(game)}?${new URLSearchParams(settings).toString()}`),
  judge: (game: string, list: readonly ListRow[] | string, settings: Settings, title: string) =>
    call<JudgedList>(`/api/builder/${id(game)}/judge`, { ...(typeof list === "string" ? { text: list } : { rows: list }), settings, title }),
  saved: (game: string) => call<SavedList[]>(`/api/lists?game=${id(game)}`),
  save: (list: { id: string; game: string; title: string; text: string; settings: Settings }) => call<SavedList>("/api/lists", list),
  remove: (list: string) => call<SavedList>(`/api/lists/${id(list)}/delete`, {}),
  read: (game: string, text: string) => call<ImportedList>("/api/lists/import", { game, text }),
  tryOut: (game: string, text: string, settings: Settings) => call<ListTrial>("/api/trials", { game, text, settings }),
  trial: (trial: string) => call<ListTrial>(`/api/trials/${id(trial)}`),
  cancel: (trial: string) => call<ListTrial>(`/api/trials/${id(trial)}/cancel`, {}),
};
