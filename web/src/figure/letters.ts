// A display alphabet of strokes on a grid of 4 by 6: drawn, not downloaded. For names of games, banners, big numbers.
import { r1 } from "./points";

/** Two digits are a point; a bar lifts the pen. */
const STROKES: Readonly<Record<string, string>> = {
  A: "060110304146|0444", B: "003041423303|3344453606 00", C: "4130100105163645", D: "00304145360600", E: "40000646|0333",
  F: "400006|0333", G: "41301001051636454323", H: "0006|4046|0343", I: "0006", J: "4045361605", K: "0006|0313|401346",
  L: "000646", M: "0600234046", N: "06004640", O: "103041453616050110", P: "06003041433404", Q: "103041453616050110|2446",
  R: "06003041423303|2346", S: "413010010213334445361605", T: "0040|2026", U: "000516364540", V: "0002264240", W: "0006234640",
  X: "0046|4006", Y: "002340|2326", Z: "00400646", 0: "103041453616050110", 1: "011016", 2: "01103041420646", 3: "004023334445361605",
  4: "36300444", 5: "4000033344453606", 6: "40100105163645443303", 7: "00404116", 8: "103041423313020110|13040516364544 33",
  9: "06364541301001021343", ".": "0606", ",": "0607", "!": "0004|0606", "-": "0333", "+": "0343|2125", "%": "0101|4006|4545",
  "/": "4006", ":": "0202|0505", "'": "0001", "?": "01103041422324|2626", "&": "460201102102040516 3644", "\u2212": "0333", "\u00d7": "0145|4105",
};
const GAP = 2.1;
const SPACE = 3.2;

interface Lettering {
  /** An SVG path to stroke, starting at 0,0 (top left). */
  d: string;
  width: number;
}

/** Text of a given height; `track` is the space between letters. */
export function lettering(text: string, height: number, track = 0): Lettering {
  const unit = height / 6;
  let x = 0;
  let d = "";
  for (const letter of text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()) {
    if (letter === " ") {
      x += SPACE;
      continue;
    }
    const strokes = (STROKES[letter] ?? STROKES["?"] ?? "").replaceAll(" ", "");
    for (const line of strokes.split("|")) d += stroke(line, x, unit);
    x += Math.max(...(strokes.match(/\d\d/g) ?? []).map((point) => Number(point[0]))) + GAP + track;
  }
  return { d, width: Math.max(0, (x - GAP - track) * unit) };
}

function stroke(line: string, x: number, unit: number): string {
  const points = line.match(/../g) ?? [];
  const first = points[0];
  const d = points.map((point, index) => `${index ? "L" : "M"}${r1((x + Number(point[0])) * unit)} ${r1(Number(point[1]) * unit)}`).join("");
  if (first !== points[points.length - 1]) return d;
  return points.length > 2 ? `${d}Z` : `${d}h.01`;
}
