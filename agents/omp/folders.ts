/** Where Oh My Pi keeps its files: read in the source of 18.2.3. */

type Env = (name: string) => string | undefined;

/** The user's folder for the active profile; PI_CODING_AGENT_DIR counts where no profile is named. */
export function agentFolder(env: Env, home: string): string {
  const profile = (env("OMP_PROFILE") ?? env("PI_PROFILE") ?? "").trim();
  const root = `${home}/${env("PI_CONFIG_DIR") || ".omp"}`;
  if (profile !== "" && profile !== "default") return `${root}/profiles/${profile}/agent`;
  return env("PI_CODING_AGENT_DIR") || `${root}/agent`;
}
