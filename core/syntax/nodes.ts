/**
 * The shell program as POSIX XCU 2 describes it, with a source span on every node. Only types live here.
 * Both readers of shell text (the scanner and the lowered tree of tree-sitter-bash) produce these nodes.
 */

/** A half-open range of UTF-16 code units: `source.slice(start, end)` is the node's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word: `foo`, `"a b"`, `$HOME/x`, `a$(b)`. */
export interface Word extends Span {
  /** The source text, quotes included. */
  readonly text: string;
  /** What the shell passes on after quote removal; undefined when that depends on an expansion or a glob. */
  readonly value: string | undefined;
  /** True when any part is quoted or escaped, so that the word is neither a reserved word nor an alias. */
  readonly quoted: boolean;
  /** True when the word holds a command or process substitution: `$( )`, `` ` ` ``, `<( )`, `>( )`. */
  readonly substitution: boolean;
  /** Programs inside the substitutions, in source order; empty from the scanner, which leaves them to the tree. */
  readonly inner: readonly Program[];
}

/** An assignment word of the prefix: `NAME=value`, `NAME+=value`. */
export interface Assignment extends Span {
  readonly name: string;
  readonly append: boolean;
  /** The assigned word; empty text for `NAME=`. */
  readonly value: Word;
}

/** A redirection: `2>&1`, `> file`, `<<EOF`. */
export interface Redirection extends Span {
  /** The descriptor as written; undefined when the operator's default applies. */
  readonly descriptor: number | undefined;
  /** `{name}>f` (bash): the shell picks the descriptor. */
  readonly variable?: string;
  readonly operator: "<" | ">" | ">>" | ">|" | "<>" | "<&" | ">&" | "&>" | "&>>" | "<<" | "<<-" | "<<<";
  /** The target word; for a here-document its delimiter. */
  readonly target: Word;
}

/** A simple command: assignment prefix, words (the first is the command name), redirections in any order. */
export interface SimpleCommand extends Span {
  readonly kind: "simple";
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
}

/** A compound command or function definition, opaque to the rewriter: `( )`, `{ }`, `if`, `[[ ]]`, `f() { }`. */
export interface CompoundCommand extends Span {
  readonly kind: "compound";
  /** The opening token: `(`, `{`, `if`, `for`, `while`, `until`, `case`, `select`, `[[`, `((`, `function`, … */
  readonly keyword: string;
  /** For a function definition its name. */
  readonly functionName?: string;
  /** The variable that `for` or `select` assigns to. */
  readonly variable?: string;
  /** What stands inside, for permission verdicts; empty when it could not be read. */
  readonly inner: readonly Program[];
  readonly redirections: readonly Redirection[];
}

export type Command = SimpleCommand | CompoundCommand;

/** A pipeline, negated by `!`, timed by `time [-p]`; one stage is the common case. */
export interface Pipeline extends Span {
  readonly negated: boolean;
  readonly timed: boolean;
  readonly stages: readonly Command[];
  /** Between the stages: one fewer than there are stages. */
  readonly operators: readonly ("|" | "|&")[];
}

/** An AND-OR list: pipelines joined by `&&` and `||`; `&` after it makes the whole list asynchronous. */
export interface AndOrList extends Span {
  readonly pipelines: readonly Pipeline[];
  readonly operators: readonly ("&&" | "||")[];
  readonly background: boolean;
}

/** A program: AND-OR lists separated by `;`, `&` or newlines. */
export interface Program extends Span {
  readonly lists: readonly AndOrList[];
}

/** What a reader of shell text answers. */
export type Parse =
  | { readonly kind: "program"; readonly program: Program }
  | { readonly kind: "defer"; readonly reason: DeferReason };

/** Why a text cannot be decomposed; one sentence each in `core/rewrite/reason.ts`. */
export type DeferReason =
  | "syntax-error"
  | "tree-mismatch"
  | "too-long"
  | "too-deep"
  | "here-document"
  | "substitution"
  | "compound-command"
  | "stderr-pipeline"
  | "nested-shell"
  | "dynamic-name"
  | "redirection"
  | "foreign-shell";
