/** As much of what was found as a message shows. */
export function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
