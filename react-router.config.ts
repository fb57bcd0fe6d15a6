import type { Config } from "@react-router/dev/config";
import { listContentPages } from "./app/pages/content-pages.ts";

export default {
  ssr: true,
  // It takes the place of build/ when it is whole: tooling/build/build-places.ts.
  buildDirectory: "build.new",
  routeDiscovery: { mode: "initial" },
  prerender: () => [...listContentPages().map((page) => page.path), "/typography"],
} satisfies Config;
