/**
 * Makes a bundle's functions be compiled with the bundle. V8 compiles a function when it is first called, unless its
 * expression stands in parentheses; only what is compiled with the module lies in Deno's code cache. On the hook's path,
 * where hundreds of functions are called once each, this takes a third off the time (measured with Deno 2.9.6).
 */

/** A function declaration of the module, as esbuild prints it without minifying: it starts and ends at column 0. */
const DECLARATION = /^(async )?function (\w+)(\([^\n]*\n(?:.*\n)*?)\}\n/gm;

/**
 * Turns the declarations of a bundle's own scope into variables that hold parenthesised function expressions. They come
 * first, as declarations are hoisted and variables are not.
 * @param bundle JavaScript as esbuild prints it without minifying.
 */
export function eagerFunctions(bundle: string): string {
  const functions: string[] = [];
  const rest = bundle.replaceAll(DECLARATION, (_, async: string | undefined, name: string, body: string) => {
    functions.push(`var ${name} = (${async ?? ""}function ${name}${body}});\n`);
    return "";
  });
  return functions.join("") + rest;
}
