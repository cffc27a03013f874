import { correction, generate, mode } from "lean-qr";
import { describe, expect, it } from "vitest";
import { modules, qr } from "../src/parts/door/qr";

/** What another maker of codes makes of it, with the same mask. */
function known(text: string): number[][] {
  const code = generate(mode.bytes(new TextEncoder().encode(text)), { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M, mask: 0 });
  return Array.from({ length: code.size }, (_, y) => Array.from({ length: code.size }, (_, x) => Number(code.get(x, y))));
}

describe("the code of an address", () => {
  const address = "http://192.168.178.23:8931/?invite=0123456789abcdef0123456789abcdef#/match/é/1";

  it("is the one of the standard at every length", () => {
    for (let length = 1; length <= 2330; length += length < 220 ? 3 : length < 660 ? 29 : 67) {
      const text = address.repeat(31).slice(0, length);
      expect(modules(text), `${length}`).toEqual(known(text));
    }
  }, 60_000);

  it("is one path of runs", () => {
    expect(qr(address).size).toBe(known(address).length);
    expect(qr(address).d).toMatch(/^M0 0h7v1h-7z(M\d+ \d+h\d+v1h-\d+z)+$/);
  });

  it("is not made of what is too long", () => {
    expect(() => qr("x".repeat(5000))).toThrow(RangeError);
  });
});
