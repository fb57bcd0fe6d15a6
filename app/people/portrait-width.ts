/** Shown width and height of most portraits in CSS pixels; docs/specification.md, 'Photos of people'. */
export const portraitWidth = 176;
