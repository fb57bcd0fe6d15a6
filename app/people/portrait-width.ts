/** Shown width and height of most portraits in CSS pixels; docs/specification.md, 'Photos of people'. */
export const portraitWidth = 176;

/** What a photo has on each side at least, in pixels: most screens have two for each of CSS. */
export const leastPhoto = 2 * portraitWidth;
/** The same of somebody in the spotlight of the home page. */
export const leastLarge = 3 * leastPhoto;
