import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { moduleSource } from "./content-plugin.ts";
import { loadContentFile } from "./load-content.ts";

/** Lets scripts that Node runs directly import the YAML files of `content/`, as the build does. */
const root = fileURLToPath(new URL("../..", import.meta.url));

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".yaml")) return nextLoad(url, context);
    return {
      format: "module",
      source: moduleSource(loadContentFile(fileURLToPath(url), root)),
      shortCircuit: true,
    };
  },
});
