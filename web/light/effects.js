/** What Svelte writes out at length, said shortly. */
import { edited, walk } from "./code.js";

/** @returns {import("vite").Plugin} */
export function effects() {
  return {
    name: "light:effects",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: /\/src\/.*\.svelte(\.ts)?$/ },
      handler: (code) => ({ code: shorter(code), map: null }),
    },
  };
}

/** @param {string} code as Svelte made it */
export function shorter(code) {
  return edited(code, function* (node) {
    yield* direct(node);
    yield* inline(node);
    yield* written(node);
    yield* withoutSetters(node);
    yield* withoutText(node);
  });
}

/** `template_effect(($0) => f($0), [() => x])` as `template_effect(() => f(x))`. */
function* direct(node) {
  if (!calls(node, "template_effect") || node.arguments[1]?.type !== "ArrayExpression") return;
  const [effect, { elements: values }] = node.arguments;
  if (node.arguments.length > 2 || values.some(({ type, body }) => type !== "ArrowFunctionExpression" || body.type === "BlockStatement")) return;
  const bodies = new Map(effect.params.map(({ name }, index) => [name, values[index].body]));
  const used = [...walk(effect.body)].filter(({ type, name }) => type === "Identifier" && bodies.has(name));
  // What is used twice is worked out once.
  if (used.length !== bodies.size) return;
  for (const { name, start, end } of used) {
    const body = bodies.get(name);
    yield [start, end, "(", [body.start, body.end], ")"];
  }
  yield [effect.start, effect.body.start, "() => "];
  yield [effect.end, node.end, ")"];
}

/** `var a = f; var b = derived(() => x); if(node, (render) => { if (get(b)) render(a); })` without the names. */
function* inline({ type, body }) {
  const last = type === "BlockStatement" ? body.at(-1)?.expression : null;
  if (!calls(last, "if")) return;
  const names = body.flatMap((statement) => [...walk(statement)]).filter((node) => node.type === "Identifier").map(({ name }) => name);
  const inside = [...walk(last)];
  for (const { type, declarations, start, end } of body) {
    if (type !== "VariableDeclaration" || declarations.length > 1) continue;
    const [{ id, init }] = declarations;
    if (names.filter((name) => name === id.name).length !== 2) continue;
    const isDerived = calls(init, "derived") && init.arguments[0].type === "ArrowFunctionExpression" && init.arguments[0].body.type !== "BlockStatement";
    const isBranch = init?.type === "ArrowFunctionExpression";
    const use = inside.find((node) => (isDerived ? calls(node, "get") && node.arguments[0].name === id.name : isBranch && node.type === "Identifier" && node.name === id.name));
    if (!use) continue;
    const value = isDerived ? init.arguments[0].body : init;
    yield [start, end, ""];
    yield [use.start, use.end, "(", [value.start, value.end], ")"];
  }
}

/** `had = set_class(node, 1, "a", null, had, { b: x })` as `set_class(node, 1, `a${x ? " b" : ""}`)`. */
function* written({ type, left, right: call, start, end }) {
  if (type !== "AssignmentExpression" || !calls(call, "set_class") || call.arguments.length !== 6) return;
  const [node, sort, { value: always, type: known }, hash, had, { properties }] = call.arguments;
  if (known !== "Literal" || hash.value !== null || had.name !== left.name) return;
  const names = properties.map(({ key }) => key.name ?? key.value);
  if (names.some((name) => name === undefined || always.split(" ").includes(name))) return;
  const sometimes = properties.flatMap(({ value }, index) => ["${(", [value.start, value.end], `) ? " ${names[index]}" : ""}`]);
  yield [start, end, "$.set_class(", [node.start, sort.end], `, \`${always}`, ...sometimes, "`)"];
}

/** What a class derives is read only. */
function* withoutSetters({ type, body }) {
  if (type !== "ClassBody") return;
  const derived = new Set(body.filter(({ value }) => calls(value, "derived")).map(({ key }) => key.name));
  for (const { kind, value, start, end } of body) {
    const does = kind === "set" ? value.body.body[0].expression : null;
    if (calls(does, "set") && derived.has(does.arguments[0].property?.name)) yield [start, end, ""];
  }
}

/** Whether a node is a text matters to pages drawn on a server only. */
function* withoutText(node) {
  const most = calls(node, "child") || calls(node, "only_child") ? 1 : calls(node, "sibling") ? 2 : Infinity;
  const over = node.arguments?.[most];
  if (over) yield [node.arguments[most - 1].end, over.end, ""];
}

function calls(node, name) {
  return node?.type === "CallExpression" && node.callee.object?.name === "$" && node.callee.property.name === name;
}
