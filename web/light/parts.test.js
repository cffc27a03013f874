import { describe, expect, it } from "vitest";
import { asPart, nameOf, reassigned, tagged, withParts } from "./parts.js";

const CLIENT = "const a = () => 'a'; let b = 1; const open = () => import(`./parts/more.js`); export { a as x, b as y };";
const PART = 'import { x as first, y } from "../client.js"; const both = () => first() + y; export { both as default };';

describe("parts", () => {
  it("are handed what the client shares, and say what they have", async () => {
    new Function(asPart(PART, "more", "client.js"))();
    expect(globalThis.gattaiParts.more({ x: () => "a", y: 1 }).default()).toBe("a1");
    const client = withParts(CLIENT, new Map([["parts/more.js", ["parts/more.js?v=1"]]])).replaceAll("import.meta.url", "''");
    expect((await new Function(`${client}; return open();`)()).default()).toBe("a1");
  });

  it("share with each other only what the client has", () => {
    expect(() => asPart('import { a } from "./other.js";', "more", "client.js")).toThrow("./other.js");
    expect(() => withParts(CLIENT, new Map([["parts/other.js", []]]))).toThrow("no part ./parts/more.js");
  });

  it("are not handed what changes", () => {
    expect(reassigned(CLIENT)).toEqual([]);
    expect(reassigned(`function f() { b = 2; b++; } ${CLIENT}`)).toEqual(["b"]);
    expect(reassigned(`function f() { let a; a = 2; } ${CLIENT}`)).toEqual([]);
  });

  it("are named with the tag of what they hold", () => {
    expect(nameOf("parts/more.js")).toBe("more");
    expect(tagged("parts/more.js", "a")).toBe("parts/more.js?v=ca978112ca1bbdca");
  });

  it("leave a client without them as it is", () => {
    expect(withParts("f();", new Map())).toBe("f();");
  });
});
