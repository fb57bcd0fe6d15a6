/**
 * What was typed behind the command. npm takes one `--` away; a second one, or one that was typed where there is no npm, means the same
 * and is taken away as well.
 */
export function typedArguments(argv = process.argv): string[] {
  const typed = argv.slice(2);
  return typed[0] === "--" ? typed.slice(1) : typed;
}
