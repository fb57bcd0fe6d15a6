import { listContentPages } from "#app/pages/content-pages.ts";
import { budgets } from "./budgets.ts";
import type { Figure, Run } from "./figures.ts";
import { formPaths, pageBudget } from "./pages.ts";
import { ask, startSite } from "./servers.ts";

/** What each page weighs with its headers, and home for who is the first to ask. */
export async function bytes({ folder }: Run): Promise<Figure[]> {
  const site = await startSite({ DATA_DIR: folder });
  const weigh = async (path: string) => {
    const { head, body } = await ask(site.address + path);
    return { path, head, body: body.length };
  };
  const first = await weigh("/");
  const pages = [];
  for (const path of ["/", "/events", ...formPaths, ...listContentPages().map((page) => page.path)])
    pages.push(await weigh(path));
  await site.stop();
  const figure = (what: string, page: typeof first, budget: Figure["budget"]) => ({
    ...{ what, measured: page.head + page.body, unit: "bytes", ...(budget && { budget }) },
    beside: `${page.head} of them headers`,
  });
  return [
    figure("`/` for the first who asks", first, budgets.contentPage),
    ...pages.map((page) => figure(`\`${page.path}\``, page, pageBudget(page.path))),
  ];
}
