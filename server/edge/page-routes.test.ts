import { expect, it } from "vitest";
import { pageRoutes } from "./page-routes.ts";

const build = (...routes: object[]) =>
  ({ routes: Object.fromEntries(routes.map((route, index) => [index, { module: {}, ...route }])) }) as never;
const page = { default: () => null };
const action = () => null;

it("tells pages, forms and what only takes posts apart", () => {
  const routes = pageRoutes(
    build(
      { id: "root", path: "" },
      { id: "all", path: "*", module: { ...page, handle: { addresses: () => ["/a", "/b/c"] } } },
      { id: "home", module: page },
      { id: "find", path: "/find", module: { ...page, handle: { showsReference: true } } },
      { id: "form", path: "/form", module: { ...page, action } },
      { id: "take", path: "/take", module: { action } },
    ),
  );
  const plain = { hasAction: false, isForm: false, showsReference: false };
  expect(routes.map(({ pattern: _, ...route }) => route)).toEqual([
    { ...plain, id: "all", path: "/a" },
    { ...plain, id: "all", path: "/b/c" },
    { ...plain, id: "home", path: "/" },
    { ...plain, id: "find", path: "/find", showsReference: true },
    { ...plain, id: "form", path: "/form", hasAction: true, isForm: true },
    { ...plain, id: "take", path: "/take", hasAction: true },
  ]);
});

it("matches addresses of letters, digits and hyphens in the place of a name, and points as points", () => {
  const [route] = pageRoutes(build({ id: "event", path: "/events/:slug.ics" }));
  const matches = (path: string) => route?.pattern.test(path);
  expect(["/events/a-1_b.ics", "/events/x.ics"].map(matches)).toEqual([true, true]);
  const others = [
    "/events/.ics",
    "/events/a/b.ics",
    "/events/a.b.ics",
    "/events/axics",
    "/x/events/a.ics",
    "/events/a.icsx",
  ];
  expect(others.filter(matches)).toEqual([]);
});
