import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // tooling/build/build.ts names another folder, which takes the place of build/ when it is whole.
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  routeDiscovery: { mode: "initial" },
} satisfies Config;
