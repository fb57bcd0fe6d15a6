import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "#content-model/schemas/site.schema.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
import { shellWord } from "#system/shell-word.ts";
import { unknownVariables } from "../environment.ts";
import { type Finding, ok, wrong } from "./finding.ts";

/** Variables that cannot be used, with the line that says what is expected. */
export type Refused = ReadonlyMap<string, string>;

/** The settings; in the place of those that cannot be used the defaults, with which nothing may be judged. */
export function settingsOf(env: NodeJS.ProcessEnv, site: Site): { config: Config; refused: Refused } {
  const refused = new Map<string, string>();
  for (;;) {
    try {
      const usable = Object.entries(env).filter(([name]) => !refused.has(name));
      return { config: readConfig(Object.fromEntries(usable), site), refused };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const [name = ""] = error.message.split(" ", 1);
      if (refused.has(name)) throw error;
      // The two are set together.
      for (const each of name.startsWith("AUTH_") ? ["AUTH_URL", "AUTH_ANON_KEY"] : [name])
        refused.set(each, error.message);
    }
  }
}

/** @param root where `.env` lies */
export function settingFindings(env: NodeJS.ProcessEnv, refused: Refused, root: string): Finding[] {
  const lines = new Set(refused.values());
  const findings = [
    ...[...lines].map((line) =>
      wrong("settings.value", `${line}.`, "Correct it; the site does not start with it."),
    ),
    ...unknownVariables(env).map((line) =>
      wrong("settings.name", `${line}.`, "Write the name as .env.example has it, or remove the line."),
    ),
    ...rightsOfFile(join(root, ".env")),
  ];
  return findings.length > 0 ? findings : [ok("settings.value", "Every variable can be used.")];
}

/** Its group may read it: root's file, for the site's account. */
function rightsOfFile(file: string): Finding[] {
  if (!existsSync(file) || (statSync(file).mode & 0o027) === 0) return [];
  return [
    wrong(
      "settings.rights",
      ".env, which holds passwords, can be read or changed by other accounts of this machine.",
      `Take it from them: chmod o-rwx,g-w ${shellWord(file)}`,
    ),
  ];
}
