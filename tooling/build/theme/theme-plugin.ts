import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { loadContent } from "#content-model/load-content.ts";
import { type Faces, makeFaces } from "./faces.ts";
import { drawIcons } from "./icons.ts";
import { tokensCss } from "./theme-css.ts";

const id = "virtual:theme";
interface File {
  fileName: string;
  source: string | Buffer;
}

/** Vite plugin: `virtual:theme` is what pages need of content/theme.yaml; its font files, logo and icons go into the build. */
export function themePlugin(root: string): Plugin {
  const themeFile = join(root, "content/theme.yaml");
  const theme = () => loadContent("theme.yaml", root);

  function logoFile(): File | undefined {
    const { logo } = theme();
    if (!logo) return undefined;
    const source = readFileSync(join(root, "content", logo));
    const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
    return { fileName: `assets/logo-${hash}.svg`, source };
  }
  async function files(): Promise<File[]> {
    const logo = logoFile();
    return [...(await makeFaces(theme())).files, ...(await drawIcons(theme())), ...(logo ? [logo] : [])];
  }

  return {
    name: "theme",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    async load(source) {
      if (source !== `\0${id}`) return null;
      this.addWatchFile(themeFile);
      const logo = logoFile();
      return moduleOf(await makeFaces(theme()), logo && `/${logo.fileName}`);
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const file of await files()) this.emitFile({ type: "asset", ...file });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split("?")[0]?.slice(1) ?? "";
        if (!/^(assets\/|favicon|icon-|apple-touch-icon)/.test(path)) return next();
        files().then((all) => {
          const file = all.find(({ fileName }) => fileName === path);
          if (!file) return next();
          if (path.endsWith(".svg")) response.setHeader("Content-Type", "image/svg+xml");
          response.end(file.source);
        }, next);
      });
    },
  };

  function moduleOf({ css, stacks, preloads }: Faces, logo: string | undefined): string {
    const exported = {
      css: tokensCss(theme(), stacks) + css,
      preloads,
      browserColor: theme().colors.spruce.light,
      logo,
    };
    return Object.entries(exported)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join("\n");
  }
}
