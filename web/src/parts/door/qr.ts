// A text as the modules of a QR code, for one SVG path.
import { correction, generate } from "lean-qr/nano";

/** White round it, in modules, as the standard wants. */
export const QUIET = 4;

export interface Code {
  size: number;
  d: string;
}

export function qr(text: string): Code {
  const code = generate(text, { minCorrectionLevel: correction.M });
  let d = "";
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      let wide = 1;
      while (x + wide < code.size && code.get(x + wide, y)) wide++;
      d += `M${x} ${y}h${wide}v1h-${wide}z`;
      x += wide;
    }
  return { size: code.size, d };
}
