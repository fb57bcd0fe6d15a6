import type { Reporter, TestModule } from "vitest/node";

/** Closes a run with one line, `N passed, N failed`. A file that could not run counts as a failure. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter(
      (module) => module.state() === "failed" && module.errors().length > 0,
    ).length;
    const skipped = count("skipped");
    const failed = count("failed") + broken + unhandledErrors.length;
    // Vitest's own summary comes after the reporters' end; this line must be the last one.
    process.once("exit", () => {
      process.stdout.write(
        `\n${count("passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
      );
    });
  }
}
