// What the lab asks the table.
import { call } from "../../api";
import type { AskStudy, StudyCard, StudyKit } from "../../types";

const id = encodeURIComponent;

export const requests = {
  kit: (game: string) => call<StudyKit>(`/api/lab/${id(game)}`),
  studies: () => call<StudyCard[]>("/api/studies"),
  begin: (asked: AskStudy) => call<StudyCard>("/api/studies", asked),
  study: (study: string) => call<StudyCard>(`/api/studies/${id(study)}`),
  act: (study: string, act: "stop" | "resume" | "delete") => call<StudyCard>(`/api/studies/${id(study)}/${act}`, {}),
};
