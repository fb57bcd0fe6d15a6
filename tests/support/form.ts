/** A form post as a browser without JavaScript sends it. */
export function form(fields: Record<string, string>) {
  return {
    method: "POST" as const,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  };
}
