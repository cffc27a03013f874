// The report on a game without coordinates, which the board does not show.
import { lasting } from "../../places";
import type { Analysis, Scene } from "../../types";

export function reportInWords(scene: Scene, analysis: Analysis): Analysis {
  const places = lasting({ board: scene.board, scene });
  const words = (text: string) => places.words(text);
  return {
    ...analysis,
    points: analysis.points.map((point) => ({ ...point, title: words(point.title), text: words(point.text) })),
    choices: analysis.choices.map((choices) => ({
      ...choices,
      worst: choices.worst.map((costly) => ({ ...costly, chosen: words(costly.chosen), better: words(costly.better) })),
    })),
  };
}
