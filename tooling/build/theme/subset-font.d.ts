/** The part of subset-font that is used here; the package brings no types. */
declare module "subset-font" {
  interface Options {
    targetFormat?: "woff2" | "sfnt";
    /** Keeps the glyphs of the given characters alone, not those that layout features would put in their place. */
    noLayoutClosure?: boolean;
    dropTables?: string[];
    preserveNameIds?: number[];
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
  }
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
