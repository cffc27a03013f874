import { describe, expect, it } from "vitest";
import { figure, heightOf, portrait, viewBox } from "../src/figure/figure";
import { hash } from "../src/figure/hash";
import { lettering } from "../src/figure/letters";
import { backdrop, landscape, SKIES, type Sky } from "../src/figure/sky";
import { weaponOf } from "../src/figure/weapons";

const KINDS = ["robot", "suit", "super", "kaiju", "ship", "tank", "jet", "athlete", "agent", "squad", "building", "gear", "moon", "event"];

describe("a figure", () => {
  it("is the same for the same words", () => {
    const words = { name: "ARLY-300", classes: ["A"], hue: "red", base: "circle" } as const;
    expect(figure({ ...words, classes: ["A"] })).toBe(figure({ ...words, classes: ["A"] }));
    expect(hash("ARLY-300")).toBe(hash("ARLY-300"));
  });

  it("is drawn for every kind, and for one that nobody knows", () => {
    for (const kind of [...KINDS, "teapot"]) {
      const drawn = figure({ kind, name: "Anything 7" });
      expect(drawn).toContain("<");
      expect(drawn).not.toMatch(/NaN|undefined/);
    }
  });

  it("shows its owner, its damage and that it is done without colour alone", () => {
    const fresh = figure({ name: "SOL-100", hue: "red" });
    expect(figure({ name: "SOL-100", hue: "blue", base: "square" })).not.toBe(fresh);
    const count = (drawn: string) => drawn.split("<path").length;
    expect(count(figure({ name: "SOL-100", hue: "red", damage: 0.5 }))).toBeGreaterThan(count(fresh));
    expect(count(figure({ name: "SOL-100", hue: "red", damage: 0.8 }))).toBeGreaterThan(count(figure({ name: "SOL-100", hue: "red", damage: 0.5 })));
    const done = figure({ name: "SOL-100", hue: "red", done: true });
    expect(count(done)).toBe(count(fresh)); // its plate is hollow, and it has a rim
    expect(done).toContain('stroke-width="10.5" stroke="light-dark(');
    expect(figure({ name: "SOL-100", gone: true })).not.toBe(fresh);
  });

  it("keeps its colours when it is done", () => {
    const fills = (drawn: string) => [...drawn.matchAll(/fill="#(..)(..)(..)"/g)].map((rgb) => rgb.slice(1).map((part) => parseInt(part, 16)));
    const fresh = fills(figure({ name: "SOL-100", hue: "red", plate: false }));
    const done = fills(figure({ name: "SOL-100", hue: "red", plate: false, done: true }));
    expect(done.length).toBe(fresh.length);
    done.forEach((colour, i) => colour.forEach((part, j) => expect(Math.abs(part - (fresh[i]?.[j] ?? 0))).toBeLessThan(20)));
  });

  it("says how high it is", () => {
    expect(heightOf({ name: "SOL-100", classes: ["A"] })).toBeGreaterThan(60);
    expect(heightOf({ name: "SOL-100", classes: ["A"], level: 5 })).toBeGreaterThan(1.2 * heightOf({ name: "SOL-100", classes: ["A"] }));
    expect(heightOf({ name: "SOL-100", kind: "tank" })).toBeLessThan(heightOf({ name: "SOL-100" }));
    for (const kind of KINDS) expect(heightOf({ name: "Anything 7", kind }), kind).toBeGreaterThan(25);
    for (const kind of KINDS) expect(heightOf({ name: "Anything 7", kind }), kind).toBeLessThan(170);
  });

  it("turns without losing a part", () => {
    for (const turn of [-1, 1]) expect(figure({ name: "SOL-100", turn }).length).toBeGreaterThan(1500);
    expect(figure({ name: "SOL-100", turn: 1 })).not.toBe(figure({ name: "SOL-100" }));
    expect(figure({ name: "SOL-100", away: true })).not.toBe(figure({ name: "SOL-100" }));
  });

  it("is a picture of its own that escapes its name", () => {
    expect(portrait({ name: 'A "b" <c>' }, 64)).toContain('aria-label="A &#34;b&#34; &#60;c&#62;"');
    expect(viewBox({ name: "x", level: 5 }, "bust").box).not.toBe(viewBox({ name: "x" }, "bust").box);
  });
});

describe("a weapon", () => {
  it("is told from its name", () => {
    expect(weaponOf("Breaker Sword")).toBe("sword");
    expect(weaponOf("Corona Lance")).toBe("lance");
    expect(weaponOf("Something Else")).toBe(weaponOf("Something Else"));
    expect(new Set(["Ab", "Cd", "Ef", "Gh", "Ij", "Kl"].map(weaponOf)).size).toBeGreaterThan(2);
  });
});

describe("display type", () => {
  it("has a stroke for each letter, and grows with its text", () => {
    expect(lettering("GATTAI", 12).d.split("M").length).toBeGreaterThan(6);
    expect(lettering("−1500", 12).width).toBeGreaterThan(lettering("−4", 12).width);
    expect(lettering("é", 12).d).toBe(lettering("e", 12).d);
    for (const text of ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", ".,!-+%/:'?&−×"]) expect(lettering(text, 10).d).not.toContain("NaN");
  });
});

describe("skies", () => {
  it("are drawn for every name and every kind of card", () => {
    for (const name of Object.keys(SKIES) as Sky[]) expect(landscape(300, 120, name, "seed", { stars: true })).not.toMatch(/NaN|undefined/);
    for (const kind of KINDS) expect(backdrop(kind, "seed", 106, 78)).not.toMatch(/NaN|undefined/);
  });
});
