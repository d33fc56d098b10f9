/** Prints a program on one line, for tables of expected parses. */
import type {
  AndOrList,
  Assignment,
  Command,
  Parse,
  Pipeline,
  Program,
  Redirection,
} from "../../core/syntax/nodes.ts";

/**
 * `A=1 git·status >f | head &` stands for one list: words joined by `·`, redirections `<descriptor><operator><target>`,
 * compound commands as `if{…}` with what stands inside, substitutions as `$(…)` behind the words.
 */
export function programText(program: Program): string {
  return program.lists.map(listText).join(" ; ");
}

/** The same for every answer of a reader: a program, `defer: REASON` or `undecided`. */
export function parseText(parse: Parse | { readonly kind: "undecided" }): string {
  if (parse.kind === "undecided") return "undecided";
  return parse.kind === "defer" ? `defer: ${parse.reason}` : programText(parse.program);
}

function listText({ pipelines, operators, background }: AndOrList): string {
  return interleave(pipelines.map(pipelineText), operators) + (background ? " &" : "");
}

function pipelineText({ negated, timed, stages, operators }: Pipeline): string {
  return (negated ? "! " : "") + (timed ? "time " : "") + interleave(stages.map(commandText), operators);
}

function commandText(command: Command): string {
  const redirections = command.redirections.map(redirectionText);
  if (command.kind === "compound") {
    const inner = command.inner.map(programText).join(" / ");
    return [`${command.keyword}{${inner}}`, ...redirections].join(" ");
  }
  const words = command.words.map((word) => word.text).join("·");
  const holders = [...command.assignments.map((one) => one.value), ...command.words];
  const inner = [...holders, ...command.redirections.map((one) => one.target)].flatMap((word) => word.inner)
    .map((program) => `$(${programText(program)})`);
  const parts = [...command.assignments.map(assignmentText), words, ...redirections, ...inner];
  return parts.filter((part) => part !== "").join(" ");
}

function assignmentText({ name, append, value }: Assignment): string {
  return `${name}${append ? "+" : ""}=${value.text}`;
}

function redirectionText({ descriptor, variable, operator, target }: Redirection): string {
  return `${variable === undefined ? descriptor ?? "" : `{${variable}}`}${operator}${target.text}`;
}

function interleave(parts: readonly string[], operators: readonly string[]): string {
  return parts.map((part, at) => (at === 0 ? part : ` ${operators[at - 1]} ${part}`)).join("");
}
