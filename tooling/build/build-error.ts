/** A build that did not succeed, in words for whoever started it. What was built before is as it was. */
export class BuildError extends Error {
  override name = "BuildError";
}
