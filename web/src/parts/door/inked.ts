// Display type inside a drawn picture, in plain colours: a page's policy allows no styles in markup.
import { lettering } from "../../figure/letters";
import { r1 } from "../../figure/points";

/** Text centred on a point; with an edge it stands out from whatever is behind it. */
export function inked(text: string, x: number, y: number, height: number, fill: string, edge = ""): string {
  const { d, width } = lettering(text, height, edge ? 0.7 : 0);
  const path = (colour: string, wide: number) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${r1(wide)}" stroke-linejoin="miter" stroke-miterlimit="3" stroke-linecap="square"/>`;
  return `<g transform="translate(${r1(x - width / 2)} ${r1(y - height / 2)})">${edge ? path(edge, height * 0.5) : ""}${path(fill, height * 0.19)}</g>`;
}
