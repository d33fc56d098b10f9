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
  readonly expression: boolean;
}

/**
 * Puts the functions of a profile in parentheses. Declarations of the module's own scope become variables; they come first,
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
  const hoisted: string[] = [];

  const textOf = (node: AnyNode): string => {
    let text = "";
    let at = node.start;
    for (const child of childrenOf(node)) {
      text += bundle.slice(at, child.start) + eager(child, node);
      at = child.end;
    }
    return text + bundle.slice(at, node.end);
  };
  const eager = (node: AnyNode, parent: AnyNode): string => {
    if (!isCalled(node)) return textOf(node);
    if (isDeclaration(node) && parent === program) {
      hoisted.push(`var ${bundle.slice(node.id?.start, node.id?.end)} = (${textOf(node)});\n`);
      return "";
    }
    if (node.type === "FunctionExpression" && !isMember(parent)) return `(${textOf(node)})`;
    return isPlainArrow(node) ? arrowText(node) : textOf(node);
  };
  const arrowText = (node: FunctionNode): string => {
    const parameters = bundle.slice(node.params[0]?.start ?? 0, node.params.at(-1)?.end ?? 0);
    const body = eager(node.body, node);
    const head = `(${node.async ? "async " : ""}function(${parameters})`;
    return node.expression ? `${head} { return (${body}); })` : `${head} ${body})`;
  };

  const rest = textOf(program);
  return hoisted.join("") + rest;
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

/** A method has no `function` that parentheses could stand before. */
function isMember({ type, method, kind }: AnyNode): boolean {
  return type === "MethodDefinition" || type === "Property" && (method === true || kind !== "init");
}

function isPlainArrow(node: AnyNode): node is FunctionNode {
  return node.type === "ArrowFunctionExpression" && !mentionsSurroundings(node) &&
    !(node as FunctionNode).params.some(holdsFunction);
}

function mentionsSurroundings(node: AnyNode): boolean {
  const isOwn = ["ThisExpression", "Super", "MetaProperty"].includes(node.type) ||
    node.type === "Identifier" && node.name === "arguments";
  return isOwn || childrenOf(node).some(mentionsSurroundings);
}

/** Parameters are copied as they are. */
function holdsFunction(node: AnyNode): boolean {
  return node.type.includes("Function") || childrenOf(node).some(holdsFunction);
}
