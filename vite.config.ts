import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { build, defineConfig } from "vite";
import { imagetools } from "vite-imagetools";
import { contentPlugin } from "./tooling/build/content-plugin.ts";
import { externalPackages } from "./tooling/build/external-packages.ts";
import { contentPagesPlugin } from "./tooling/build/pages/content-pages-plugin.ts";
import { namedPhotosPlugin } from "./tooling/build/pages/named-photos-plugin.ts";
import { socialCardsPlugin } from "./tooling/build/social-cards/social-cards-plugin.ts";
import { themePlugin } from "./tooling/build/theme/theme-plugin.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Packages that are loaded by others, and never asked for anything here: tooling/build/never-called.cjs */
const neverCalled = new Set([
  ...["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "safe-regex2", "secure-json-parse"],
  ...[
    "@pinojs/redact",
    "abstract-logging",
    "atomic-sleep",
    "on-exit-leak-free",
    "sonic-boom",
    "thread-stream",
  ],
  "tdigest",
]);

export default defineConfig({
  plugins: [
    contentPlugin(root),
    contentPagesPlugin(root),
    socialCardsPlugin(root),
    themePlugin(root),
    namedPhotosPlugin(root),
    imagetools({
      include: /\/content\/.+\.(?:svg|jpe?g|png|webp|avif)\?/,
      cache: { enabled: true, dir: join(root, ".cache/pictures") },
    }),
    reactRouter(),
    {
      // No page imports this chunk; server/pages/session-client.ts finds it by its name.
      name: "session-client",
      apply: "build",
      applyToEnvironment: ({ name }) => name === "client",
      buildStart() {
        this.emitFile({ type: "chunk", id: "app/session/session-client.ts", name: "session-client" });
      },
    },
    {
      // Builds of their own, so that each is one file: what loads the form's script; and React, the forms, and nothing of the router.
      name: "form-scripts",
      apply: "build",
      applyToEnvironment: ({ name }) => name === "client",
      async writeBundle({ dir }) {
        for (const name of ["form-loader.ts", "form-script.tsx"])
          await build({
            configFile: false,
            root,
            logLevel: "warn",
            plugins: [contentPlugin(root)],
            build: {
              outDir: dir as string,
              emptyOutDir: false,
              copyPublicDir: false,
              reportCompressedSize: false,
              rollupOptions: {
                input: join(root, "app/forms", name),
                output: { entryFileNames: "assets/[name]-[hash].js" },
              },
            },
          });
      },
    },
    {
      // For tooling/build/third-party-licenses.ts: what the server loads beside its bundle.
      name: "externals",
      apply: "build",
      applyToEnvironment: ({ name }) => name === "ssr",
      generateBundle(_options, bundle) {
        const imports = Object.values(bundle).flatMap((file) =>
          file.type === "chunk" ? [...file.imports, ...file.dynamicImports] : [],
        );
        const names = imports
          .filter((name) => !(name in bundle) && !/^(?:node:|\.)/.test(name))
          .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0]);
        const source = JSON.stringify([...new Set(names)]);
        this.emitFile({ type: "asset", fileName: ".vite/externals.json", source });
      },
    },
    {
      name: "never-called",
      enforce: "pre",
      apply: "build",
      applyToEnvironment: ({ name }) => name === "ssr",
      resolveId: (id) =>
        neverCalled.has(id)
          ? join(root, "tooling/build/never-called.cjs")
          : id === "@opentelemetry/api"
            ? join(root, "tooling/build/no-tracing.cjs")
            : null,
    },
    {
      name: "server-entries",
      apply: "build",
      // After React Router's plugin, which knows one entry only.
      configEnvironment: (name) =>
        name === "ssr"
          ? {
              // Else React would be its development build wherever the variable is not set.
              define: { "process.env.NODE_ENV": '"production"' },
              // Bundled packages load faster, take less memory, and need not lie beside the server. In development Node loads
              // them all.
              resolve: {
                noExternal: true,
                external: externalPackages,
              },
              // All in one folder, where its parts find what other plugins write.
              build: {
                rollupOptions: {
                  output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
                },
              },
            }
          : null,
    },
  ],
  build: {
    // A font or picture as a data: address would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    // The oldest browsers; nesting and unprefixed masks are rewritten for them. docs/specification.md, 'Oldest browsers'.
    cssTarget: ["chrome110", "edge110", "firefox115", "safari16.4"],
    reportCompressedSize: false,
    license: { fileName: ".vite/licenses.json" },
  },
  environments: {
    ssr: {
      build: {
        rollupOptions: {
          input: {
            index: "./server/index.ts",
            staff: "./staff/main.ts",
            "calendar-worker": "./calendar/feed/calendar-worker.server.ts",
            "page-process": "./server/pages/page-process.ts",
          },
        },
      },
    },
  },
});
