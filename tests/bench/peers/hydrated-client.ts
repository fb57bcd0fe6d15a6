import { createElement, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";

/** An element of a page as data: its name, attributes and what is in it. */
export type Tree = string | { name: string; attributes: Record<string, string>; children: Tree[] };

/** Attributes that are there or not; React leaves out what is "". */
const flags = ["async", "checked", "defer", "disabled", "hidden", "inert", "open", "required"];

export function elementOf(tree: Tree, key?: number): ReactNode {
  if (typeof tree === "string") return tree;
  const { class: className, for: htmlFor, ...rest } = tree.attributes;
  const properties = Object.entries({ className, htmlFor, ...rest })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, flags.includes(name) ? true : value]);
  return createElement(
    tree.name,
    { key, ...Object.fromEntries(properties) },
    ...tree.children.map((child) => elementOf(child)),
  );
}

// The page's whole body comes to life, as with any framework that hydrates.
const data = typeof document === "undefined" ? undefined : document.getElementById("tree")?.textContent;
if (data) hydrateRoot(document.body, (JSON.parse(data) as Tree[]).map(elementOf));
