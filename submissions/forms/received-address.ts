/** Where a form leads when it was stored: a page whose rings the reference makes. It says nothing else, for as long as somebody keeps the address. */
export function receivedAddress(formPath: string, reference: string): string {
  return `${formPath}/received?reference=${reference}`;
}

/** The reference in such an address, if there is one; nothing else from the address is shown. */
export function referenceIn({ searchParams }: URL): string | undefined {
  return /^[A-Z2-9]{4}-[A-Z2-9]{4}$/.exec(searchParams.get("reference") ?? "")?.[0];
}
