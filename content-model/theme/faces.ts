/** What the faces of content/theme.yaml are for, headings and labels or texts, each with the weights that style sheets ask of it. */
export const faceWeights = {
  speak: [400, 700],
  read: [400, 600],
} satisfies Record<string, [number, number]>;

export type FaceName = keyof typeof faceWeights;
export const faceNames = Object.keys(faceWeights) as FaceName[];

export const isFaceName = (name: string): name is FaceName => Object.hasOwn(faceWeights, name);
