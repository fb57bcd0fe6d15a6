import type { ComponentType } from "react";

/** The drawings that pages may show, by name. */
export const diagrams: Record<string, ComponentType> = {};
