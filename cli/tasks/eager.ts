/**
 * Makes the functions that a bundle calls on its hot paths be compiled with the bundle. V8 compiles a function when it is
 * first called, unless its expression stands in parentheses; only what is compiled with the module lies in Deno's code
 * cache, and what lies there unused has to be read at every start. So exactly those functions that a profile saw called are
 * put in parentheses (measured with Deno 2.9.6).
 */
import { type Node, parse } from "acorn";

type AnyNode = Node & { readonly [member: string]: unknown };

interface FunctionNode extends AnyNode {
  readonly id: AnyNode | null;
  readonly params: readonly AnyNode[];
  readonly body: AnyNode;
  readonly async: boolean;
  readonly generator: boolean;
  readonly expression: boolean;
}

/**
 * Puts the functions of a profile in parentheses. Declarations become variables; they come first in the module or function,
 * as declarations are hoisted and variables are not. Arrow functions become function expressions, as V8 compiles no others
 * ahead; one that says `this` or the like stays as it is.
 * @param bundle JavaScript, a module.
 * @param called where the called functions stand in it, as `start-end` in UTF-16 units: V8's coverage and the syntax tree
 *   agree on both.
 * @throws SyntaxError when the bundle is no module.
 */
export function eagerFunctions(bundle: string, called: ReadonlySet<string>): string {
  const program = parse(bundle, { ecmaVersion: "latest", sourceType: "module" }) as unknown as AnyNode;
  const isCalled = (node: AnyNode): boolean => called.has(`${node.start}-${node.end}`);
  /** The text of a node; where it is a scope of declarations, those that were called come first. */
  const textOf = (node: AnyNode, isScope = false): string => {
    const first: string[] = [];
    let text = "";
    let at = node.start;
    const start = startOfStatements(node);
    for (const child of childrenOf(node)) {
      text += bundle.slice(at, child.start);
      at = child.end;
      const declared = isScope && isDeclaration(child) && isCalled(child);
      const moved = declared
        ? variableText(child)
        : isMovable(child, node, called)
        ? methodText(child)
        : undefined;
      if (moved !== undefined) first.push(moved);
      // What it stood between stays apart: `a = 1`, a declaration and `[b]` on lines of their own.
      text += moved === undefined ? eager(child, node) : ";";
    }
    text += bundle.slice(at, node.end);
    if (first.length === 0) return text;
    const head = start - node.start;
    const end = ";{".includes(bundle[start - 1] ?? ";") ? "" : ";";
    return text.slice(0, head) + end + first.join("") + text.slice(head);
  };
  /** Without a name of its own, under which the function could not be given another value: `f = g` inside of `f`. */
  const variableText = (node: FunctionNode): string => {
    const [nameStart, nameEnd] = [node.id?.start ?? node.start, node.id?.end ?? node.start];
    const head = bundle.slice(node.start, nameStart).trimEnd();
    return `var ${bundle.slice(nameStart, nameEnd)} = (${head}${bodyOf(node, nameEnd)});\n`;
  };
  /** A function's own text, or its end from behind its name on: its body is a scope. */
  const bodyOf = (node: FunctionNode, start = node.start): string => {
    const { params, body } = node;
    return partsBefore(start, { params, body }) + (node.expression ? eager(body, node) : textOf(body, true));
  };
  const partsBefore = (start: number, { params, body }: Pick<FunctionNode, "params" | "body">): string => {
    let text = "";
    let at = start;
    for (const child of params) {
      text += bundle.slice(at, child.start) + textOf(child);
      at = child.end;
    }
    return text + bundle.slice(at, body.start);
  };
  const eager = (node: AnyNode, parent: AnyNode): string => {
    if (!isFunction(node)) return textOf(node);
    if (!isCalled(node) || node.type === "FunctionDeclaration") {
      return bodyOf(node) + bundle.slice(node.body.end, node.end);
    }
    if (node.type === "FunctionExpression" && !isMember(parent)) return `(${bodyOf(node)})`;
    return mayBeFunction(node) && !isStatement(parent)
      ? arrowText(node)
      : bodyOf(node) + bundle.slice(node.body.end, node.end);
  };
  const arrowText = (node: FunctionNode): string => {
    const parameters = bundle.slice(node.params[0]?.start ?? 0, node.params.at(-1)?.end ?? 0);
    const body = node.expression ? `{ return (${eager(node.body, node)}); }` : textOf(node.body, true);
    return `(${node.async ? "async " : ""}function(${parameters}) ${body})`;
  };
  const methodText = (method: MethodNode): string => {
    const name = bundle.slice(method.key.start, method.key.end);
    return definitionText(method, { name, body: bodyOf(method.value) });
  };

  return textOf(program, true);
}

/** A method has no `function` that parentheses could stand before: it is defined as the class would, before all else. */
function definitionText(
  { value, kind, static: isStatic }: MethodNode,
  { name, body }: { readonly name: string; readonly body: string },
): string {
  const eager = `(${value.async ? "async " : ""}function${body})`;
  const target = isStatic ? "this" : "this.prototype";
  const descriptor = kind === "get" ? `get: ${eager}` : `value: ${eager}, writable: true`;
  return `static { Object.defineProperty(${target}, "${name}", { ${descriptor}, configurable: true }); }\n`;
}

interface MethodNode extends AnyNode {
  readonly key: AnyNode;
  readonly value: FunctionNode;
  readonly kind: string;
  readonly static: boolean;
}

function isMethod(node: AnyNode): node is MethodNode {
  return node.type === "MethodDefinition";
}

/** Whether no other member of the class has the name, as the last of them counts, and getters and setters are one. */
function isAloneIn(body: AnyNode, { key, static: isStatic }: MethodNode): boolean {
  const members = childrenOf(body) as (AnyNode & Partial<MethodNode>)[];
  const same = members.filter((member) =>
    member.static === isStatic && (member.key?.name ?? member.key?.value) === key.name
  );
  return same.length === 1;
}

/** Whether a member of a class was called and may be defined otherwise. */
function isMovable(member: AnyNode, body: AnyNode, called: ReadonlySet<string>): member is MethodNode {
  if (!isPlainMethod(member) || !isAloneIn(body, member)) return false;
  // V8 counts a method from its name on, without `static`.
  return [member.start, member.key.start].some((start) => called.has(`${start}-${member.end}`));
}

/** A method or getter with a plain name that reaches its class by `this` alone; setters stay as they are. */
function isPlainMethod(node: AnyNode): node is MethodNode {
  return isMethod(node) && ["method", "get"].includes(node.kind) && node.key.type === "Identifier" &&
    node.computed === false && node.value.generator === false && !mentions(node.value, ["Super"]);
}

/** The nodes right below a node, in the order of the text; a shorthand property is one node under two names. */
function childrenOf(node: AnyNode): AnyNode[] {
  const children = Object.values(node).flat().filter(isNode).toSorted((a, b) => a.start - b.start);
  return children.filter(({ start }, index) => start >= (children[index - 1]?.end ?? 0));
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function isDeclaration(node: AnyNode): node is FunctionNode {
  return node.type === "FunctionDeclaration";
}

function isFunction(node: AnyNode): node is FunctionNode {
  return ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node.type);
}

/** Where a scope's or a class's first statement may stand: behind the brace and directives such as `"use strict"`. */
function startOfStatements(node: AnyNode): number {
  const directives = childrenOf(node).filter(({ directive }) => directive !== undefined);
  return directives.at(-1)?.end ?? (node.type === "Program" ? node.start : node.start + 1);
}

/** Behind a line without a semicolon, parentheses would be a call. */
function isStatement({ type }: AnyNode): boolean {
  return type === "ExpressionStatement";
}

/** A method has no `function` that parentheses could stand before. */
function isMember({ type, method, kind }: AnyNode): boolean {
  return type === "MethodDefinition" || type === "Property" && (method === true || kind !== "init");
}

/** Whether it is an arrow function that says nothing that a function of its own would change; its parameters are copied. */
function mayBeFunction(node: FunctionNode): boolean {
  return node.type === "ArrowFunctionExpression" && !mentionsSurroundings(node) &&
    !node.params.some(holdsFunction);
}

function mentionsSurroundings(node: AnyNode): boolean {
  return mentions(node, ["ThisExpression", "Super", "MetaProperty", "arguments"]);
}

/** Whether a node of one of these types stands in a node, or an identifier of one of these names. */
function mentions(node: AnyNode, kinds: readonly string[]): boolean {
  const isOwn = kinds.includes(node.type) || node.type === "Identifier" && kinds.includes(String(node.name));
  return isOwn || childrenOf(node).some((child) => mentions(child, kinds));
}

/** Parameters are copied as they are. */
function holdsFunction(node: AnyNode): boolean {
  return node.type.includes("Function") || childrenOf(node).some(holdsFunction);
}
