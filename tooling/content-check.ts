import { checkContent } from "#content-model/check/check-content.ts";
import { moreToCome, problemLine } from "#content-model/content-error.ts";
import { counted } from "#system/language.ts";
import { siteAddresses } from "./build/site-addresses.ts";
import { refuseArguments } from "./environment.ts";
import "./lost-output.ts";
import { root } from "./root.ts";

/** `npm run content:check`: every mistake in content/, without building. */
refuseArguments("npm run content:check", [], "It reads all of content/.");
const problems = await checkContent(root, siteAddresses);
for (const problem of problems) console.log(problemLine(problem));
console.log(
  problems.length === 0
    ? "Nothing is wrong with content/."
    : `\n${counted(problems.length, "mistake")} in content/.${moreToCome(problems)}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
