import type { Config } from "@react-router/dev/config";
import { listContentPages } from "./app/pages/content-pages.ts";

export default {
  ssr: true,
  routeDiscovery: { mode: "initial" },
  prerender: () => [...listContentPages().map((page) => page.path), "/typography"],
} satisfies Config;
