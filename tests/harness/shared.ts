/** The larger sets of test data that may lie beside the project. Tests use them where they are. */
const shared = new URL("../../../shared/", import.meta.url);

/** The folder beside the project, or undefined where there is none. */
export function sharedFolder(): URL | undefined {
  try {
    return Deno.statSync(shared).isDirectory ? shared : undefined;
  } catch {
    return undefined;
  }
}
