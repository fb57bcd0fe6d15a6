import type { ComponentType } from "react";

const modules = import.meta.glob<Record<string, ComponentType>>(
  ["./*.tsx", "./offers/*.tsx", "!./drawing.tsx", "!./figure.tsx", "!./*.test.tsx"],
  { eager: true },
);

/** The drawings that pages may show, by name: each is the export of the file that is called like it. */
export const diagrams = Object.fromEntries(
  Object.entries(modules).map(([file, module]) => [
    file.replace(/^.*\/|\.tsx$/g, ""),
    Object.values(module)[0] as ComponentType,
  ]),
);
