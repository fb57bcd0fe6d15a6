/**
 * In the place of packages that others load for what is never asked of them here: JSON schemas of routes and patterns in their addresses
 * (Fastify), files, threads and secrets in the log (pino), quantiles (prom-client). So none of them has to run. Whoever asks one for
 * something after all is stopped by this, at the start. Fastify makes its compilers before there is anything to compile.
 */
module.exports = function neverCalled() {
  return () => {
    throw new Error("this package is not in the bundle: tooling/build/never-called.cjs");
  };
};
