import { describe, expect, it } from "vitest";
import { shorter } from "./effects.js";
import { gathered } from "./templates.js";
import { apart, inPlace, oneByOne, plainOf } from "./texts.js";

const TEXTS = `export const t = { close: "Close", quote: 'Say "{}"', late: " soon", count: (n: number) => \`\${n} left\` };`;
const TAKES = `import { capital, t } from "../texts";`;

describe("texts", () => {
  const plain = plainOf(TEXTS);

  it("stand in place if they are the same each time", () => {
    expect([...plain.keys()]).toEqual(["close", "quote", "late"]);
    const page = `${TAKES}<b title={t.quote} class="x {t.close}">{t.close}{t.late}{t.count(2)}{a ? t.close : \`\${t.quote}\`}</b>`;
    expect(inPlace(page, plain)).toBe(
      `${TAKES}<b title="Say &#34;&#123;&#125;&#34;" class="x Close">Close{" soon"}{t.count(2)}{a ? "Close" : \`\${"Say \\"{}\\""}\`}</b>`,
    );
  });

  it("are left alone where t is something else", () => {
    expect(inPlace("const far = t.close;", plain)).toBe("const far = t.close;");
    expect(inPlace(`${TAKES} at.close; this.t.close`, plain)).toBe(`${TAKES} at.close; this.t.close`);
  });

  it("are exported and taken one by one", () => {
    expect(apart(TEXTS)).toContain("export { t_close as close };");
    expect(apart(TEXTS)).not.toContain("const t =");
    expect(oneByOne(TAKES)).toBe(`import * as t from "../texts"; import { capital } from "../texts";`);
    expect(oneByOne(`import { capital } from "../texts";`)).toBe(`import { capital } from "../texts";`);
  });
});

describe("effects", () => {
  it("say a value where it is shown, and once if it is shown twice", () => {
    expect(shorter("$.template_effect(($0) => $.set_text(text, $0), [() => f(a, b)]);")).toBe("$.template_effect(() => $.set_text(text, (f(a, b))));");
    const twice = "$.template_effect(($0) => g($0, $0), [() => f()]);";
    expect(shorter(twice)).toBe(twice);
  });

  it("need no names for what is used once", () => {
    const block = "{ var a = (b) => { { var c = () => f; $.if(b, (r) => { if (x) r(c); }); } }; var d = $.derived(() => y()); $.if(n, (r) => { if ($.get(d)) r(a); }); }";
    expect(shorter(block).replace(/\s+/g, " ")).toBe("{ $.if(n, (r) => { if ((y())) r(((b) => { { $.if(b, (r) => { if (x) r((() => f)); }); } })); }); }");
    const twice = "{ var a = () => f; $.if(n, (r) => { if (x) r(a); else r(a, 1); }); }";
    expect(shorter(twice)).toBe(twice);
  });

  it("keep the setters of what is not derived", () => {
    const shown = shorter("class A { #a = $.derived(f); set a(v) { $.set(this.#a, v); } #b = $.state(0); set b(v) { $.set(this.#b, v); } }");
    expect(shown).not.toContain("set a(");
    expect(shown).toContain("set b(");
  });
});

describe("templates", () => {
  it("are gathered before the last statement, in their order; what is listened for is said once", () => {
    const code = ["var a = from_html(`<a>`);", "delegate(['click']);", "function f() {}", "var b = from_svg(`<b>`, 1);", "delegate(['change', 'click']);", "var c = a;", "mount(f);"];
    expect(gathered(code.join("\n")).split(/\n+/)).toEqual(["", code[2], code[5], code[0], code[3], 'delegate(["click","change"]);', code[6]]);
  });
});
