/**
 * In the place of what compiles JSON schemas for Fastify: no route here has one, and without it nine packages need not run.
 * A route with a schema stops the start.
 */
module.exports = () => () => {
  throw new Error("no JSON schema is compiled here: tooling/build/no-schemas.cjs");
};
