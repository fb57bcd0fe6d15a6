/** The pages of `content/pages/`, by file from the project's root (`/content/pages/….mdx`); tooling/build/pages makes them. */
declare module "virtual:content-pages" {
  /** @param runtime React's, for JSX */
  const modulesOf: (runtime: object) => Record<string, import("./pages.ts").PageModule>;
  export default modulesOf;
}
