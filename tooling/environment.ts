import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { nearest } from "#system/nearest.ts";
import { asTypedHere } from "#system/own-commands.ts";
import { typedArguments } from "#system/typed-arguments.ts";
import { home, root } from "./root.ts";

/**
 * Reads `.env` when it exists; variables that are set already keep their values. Ends with 1 where this account may not read it:
 * without it another installation would be meant.
 */
export function loadEnvironmentFile(): void {
  const file = join(home, ".env");
  if (!existsSync(file)) return;
  const before = process.env.NODE_EXTRA_CA_CERTS;
  try {
    process.loadEnvFile(file);
  } catch {
    console.error(`${file} cannot be read: ask as the account that the site runs as, or give it the right.`);
    process.exit(1);
  }
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  if (authorities && before === undefined) trust(resolve(home, authorities));
}

/** Node itself reads the variable before `.env` is. @param file certificates of authorities (PEM) */
export function trust(file: string): void {
  // Loaded where it is used, as few starts need it.
  const { getCACertificates, setDefaultCACertificates } = process.getBuiltinModule("node:tls");
  try {
    setDefaultCACertificates([...getCACertificates(), readFileSync(file, "utf8")]);
  } catch (error) {
    console.error(`NODE_EXTRA_CA_CERTS is "${file}", which cannot be used (${(error as Error).message}).`);
    process.exit(1);
  }
}

/**
 * Names that are probably typing mistakes, a line each: those in `.env` that nothing reads, and those of the environment that
 * are nearly one of ours.
 */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = namesIn(join(root, ".env.example"));
  if (known.length === 0) return [];
  // Node's own are for Node.
  const written = namesIn(join(home, ".env")).filter((name) => !known.includes(name) && !/^NODE_/.test(name));
  const meant = (name: string) =>
    nearest(
      name.toLowerCase(),
      known.map((one) => one.toLowerCase()),
    )?.toUpperCase();
  const nearly = Object.keys(environment).filter((name) => {
    if (known.includes(name)) return false;
    // Small letters are other programs' own, but where nothing else differs.
    const near = /^[A-Z_]+$/.test(name) ? meant(name) : known.find((one) => one === name.toUpperCase());
    // MAIL and the like are the machine's own.
    return near !== undefined && !near.startsWith(name) && !written.includes(name);
  });
  const line = (place: string) => (name: string) => {
    const near = meant(name);
    return `${place} has ${name}, which nothing reads${near ? `; did you mean ${near}?` : ""}`;
  };
  return [...written.map(line(".env")), ...nearly.map(line("the environment"))];
}

function namesIn(file: string): string[] {
  if (!existsSync(file)) return [];
  return [...readFileSync(file, "utf8").matchAll(/^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/gm)].map(
    ([, name = ""]) => name,
  );
}

/** Shows a setting or content files that cannot be used, a line each, without a stack. */
export function exitOnConfigError(error: unknown): never {
  if (!(error instanceof Error) || !["ConfigError", "ContentError"].includes(error.name)) throw error;
  console.error(error.message);
  process.exit(1);
}

/**
 * Settings are variables, not arguments: says so and ends, with 0 when help was asked for, and with 2 when something was typed
 * that the command does not know, or twice.
 *
 * @param script as it is typed in the project, for example `npm start`
 * @param reads what a command works on that no variable changes
 */
export function refuseArguments(script: string, known: readonly string[] = [], reads?: string): void {
  refuseKept(
    script,
    known.map((option) => option.slice(2)),
  );
  const command = asTypedHere(script);
  const typed = typedArguments();
  const takes = known.length > 0 ? `takes ${known.join(", ")} alone` : "takes nothing behind it";
  const settings =
    reads ?? `Settings are variables, for example PORT=3001 ${command}; .env.example lists them.`;
  if (typed.some((argument) => ["--help", "-h"].includes(argument))) {
    console.log(`\`${command}\` ${takes}. ${settings} README.md says what it does.`);
    process.exit(0);
  }
  const wrong = typed.find((argument, index) => !known.includes(argument) || typed.indexOf(argument) < index);
  if (wrong === undefined) return;
  const found = known.includes(wrong) ? `${wrong} twice` : JSON.stringify(wrong);
  console.error(`\`${command}\` ${takes}, but found ${found}. ${settings}`);
  process.exit(2);
}

/** Options of npm's own that somebody may have set for good: where they are missing, a command asks, or writes what a person reads. */
const settingsOfNpm = ["json", "yes", "before"];

/**
 * npm takes an option before which no `--` stands for its own, and hands it on as a variable only. Ends with 2 then: without `--dry-run`
 * a command would do what it was only to tell.
 *
 * @param options names without their dashes
 */
export function refuseKept(script: string, options: readonly string[]): void {
  const kept = options.find(
    (option) =>
      process.env[`npm_config_${option.replaceAll("-", "_")}`] === "true" &&
      !settingsOfNpm.includes(option) &&
      !typedArguments().includes(`--${option}`),
  );
  if (kept === undefined) return;
  console.error(
    `npm has kept --${kept} to itself. Write -- behind '${script}', and what is for the command behind it.`,
  );
  process.exit(2);
}
