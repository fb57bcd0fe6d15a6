import type { Config } from "@react-router/dev/config";
import { listContentPages } from "./app/pages/content-pages.ts";

export default {
  ssr: true,
  // tooling/build/build.ts names another folder, which takes the place of build/ when it is whole.
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  routeDiscovery: { mode: "initial" },
  prerender: () => [...listContentPages().map((page) => page.path), "/typography"],
} satisfies Config;
